import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, fail, readRegular, reasonOf } from '../diagnostics/index.ts';
import { type Applicable, applicable, type CatalogueDifference, type Session, type Verified, verify } from '../migrate/index.ts';
import { interruptedRuns } from '../output/index.ts';
import { sqlSchema } from '../targets/sql-schema/index.ts';
import { diagnosticData } from './diagnostics-format.ts';
import type { Io } from './io.ts';
import { printJson } from './json.ts';
import { modelFor } from './ontology.ts';
import type { MigrateVerifyOptions } from './options.ts';
import { report } from './report.ts';

/** How many differences are told at most. */
const SHOWN = 20;

/** `migrate verify` */
export async function migrateVerify(io: Io, options: MigrateVerifyOptions): Promise<number> {
  const { dir } = options;
  const built = await modelFor(options.ontology, options);
  const migrations = migrationsOf(dir);
  if (migrations.length === 0)
    fail('usage', { message: `there are no migrations in ${dir}`, help: 'codegen migrate new writes the first' });
  const fresh = sqlSchema
    .generate(built.model)
    .map(({ content }) => content)
    .join('\n');
  const verified = await withServer(options.databaseUrl, (session) =>
    verify(session, migrations, fresh, `codegen_verify_${randomBytes(6).toString('hex')}`),
  );
  const found = diagnosticsOf(verified, built.subject.file);
  if (options.json) {
    printJson(io, {
      verified: found.length === 0,
      migrations: migrations.map(({ file }) => file),
      taken_back: verified.back,
      diagnostics: found.map(diagnosticData),
    });
  } else if (found.length === 0) {
    io.stdout.write(`verified: ${count(migrations.length)} of ${dir} up, ${verified.back} down, and up again\n`);
    io.stdout.write(`the schema is what ${built.subject.file} says\n`);
  }
  return report(io, found, options.json ? { format: 'json' } : {});
}

const count = (number: number): string => `${number} ${number === 1 ? 'migration' : 'migrations'}`;

function migrationsOf(dir: string): readonly Applicable[] {
  if (!existsSync(dir)) return [];
  const earlier = interruptedRuns(dir);
  if (earlier.length > 0) throw new DiagnosticError(...earlier);
  try {
    return applicable(readdirSync(dir), (file) => readRegular(path.join(dir, file)).toString('utf8'));
  } catch (error) {
    return fail('file-unreadable', { file: dir, reason: reasonOf(error) });
  }
}

function diagnosticsOf({ failed, unequal, notTakenBack }: Verified, ontology: string): readonly Diagnostic[] {
  if (failed) return [diagnostic('migration-script-failed', failed)];
  if (unequal)
    return [
      diagnostic('migration-differs', {
        after: unequal.file,
        than: `what ${ontology} says`,
        differences: told(unequal.differences),
      }),
    ];
  if (notTakenBack)
    return [
      diagnostic('migration-differs', {
        after: notTakenBack.file,
        than: 'what it was before',
        differences: told(notTakenBack.differences),
      }),
    ];
  return [];
}

function told(differences: readonly CatalogueDifference[]): readonly string[] {
  const lines = differences
    .slice(0, SHOWN)
    .map(({ kind, object, isExtra }) => `${isExtra ? 'too much' : 'missing'} in ${kind}: ${object}`);
  return differences.length > SHOWN ? [...lines, `and ${differences.length - SHOWN} more`] : lines;
}

/** Connects to a server, and ends the connection whatever happens. What it says never shows a password. */
async function withServer<T>(url: string | undefined, use: (session: Session) => Promise<T>): Promise<T> {
  const { default: pg } = await import('pg');
  try {
    const client = new pg.Client(url === undefined ? {} : { connectionString: url });
    // What ends the connection fails the statement that is under way, too.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await use({
        run: async (sql) => {
          const answer: unknown = await client.query(sql);
          const answers = (Array.isArray(answer) ? answer : [answer]) as {
            command: string | null;
            rows: Record<string, unknown>[];
          }[];
          return { rows: answers.at(-1)?.rows ?? [], commands: answers.flatMap(({ command }) => command ?? []) };
        },
      });
    } finally {
      await client.end().catch(() => undefined);
    }
  } catch (error) {
    return fail('database-failed', { reason: withoutSecrets(serverReason(error), url) });
  }
}

/** Several addresses of a host fail together, and then the error itself says nothing. A fault of this program is thrown again. */
function serverReason(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(serverReason).join('; ');
  const isUrl = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_URL';
  if (isUrl) return '--database-url is no URL';
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) throw error;
  return error.message;
}

function withoutSecrets(text: string, url: string | undefined): string {
  const written = /^[^/]*\/\/[^/@:]*:(.*)@/.exec(url ?? '')?.[1] ?? '';
  const asked = [...(url ?? '').matchAll(/[?&]password=([^&#]*)/g)].map(([, value = '']) => value);
  const secrets = [written, ...asked].flatMap((secret) => [secret, decoded(secret)]);
  return [...secrets, url ?? '', process.env['PGPASSWORD'] ?? '']
    .filter((secret) => secret !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
