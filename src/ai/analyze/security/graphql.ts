import type { Problem } from '../types.ts';
import type { OnFinding, ScannedFile } from './scan.ts';

const SECRET =
  /^(password|passwd|passphrase|(password|pass)_?hash|hashed_?password|secret|private_?key|api_?key|secret_?key|client_secret)$/i;

/** Scans GraphQL schemas and operations. */
export async function scanGraphql(file: ScannedFile, report: OnFinding): Promise<Problem | undefined> {
  const { GraphQLError, parse, visit } = await import('graphql');
  try {
    visit(parse(file.text), {
      enter(node) {
        const isOutput =
          node.kind === 'ObjectTypeDefinition' || node.kind === 'ObjectTypeExtension' || node.kind === 'InterfaceTypeDefinition';
        if (!isOutput) return;
        for (const field of node.fields ?? []) {
          const { value, loc } = field.name;
          if (SECRET.test(value) && loc) {
            report('graphql-secret-field', file.spot(loc.start), `${node.name.value}.${value} hands out a secret`);
          }
        }
      },
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const line = error.locations?.[0]?.line;
    return { file: file.path, ...(line !== undefined && { line }), message: error.message };
  }
}
