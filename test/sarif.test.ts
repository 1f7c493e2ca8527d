import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { codegenProcess as codegen, inFolder, root } from './support/program.ts';

const require = createRequire(import.meta.url);

/** The schema of SARIF 2.1.0, if the package that ships it is installed. */
const schemaFile = (() => {
  try {
    return require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  } catch {
    return undefined;
  }
})();

/** Returns the violations of the schema in a document; null if none exist. */
function errorsIn(document: unknown): unknown {
  // The schema uses draft 4, which here differs from later ones only in `id`.
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(schemaFile ?? '', 'utf8'));
  // One of its patterns has a bracket that is valid only without the flag `u`.
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  formats.default(ajv);
  const validate = ajv.compile(schema);
  validate(document);
  return validate.errors;
}

const warned = `@prefix : <http://e/#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:A a owl:Class .
:p a owl:DatatypeProperty .
`;

const skipped = schemaFile === undefined ? ' (skipped: no @microsoft/jest-sarif is installed)' : '';
describe.skipIf(schemaFile === undefined)(`the official schema of SARIF${skipped}`, () => {
  const sarif = (folder: string, ...args: readonly string[]) => {
    const done = codegen(folder, ['ai', 'analyze', '--format', 'sarif', ...args]);
    expect(done).toMatchObject({ status: 0, stderr: '' });
    return JSON.parse(done.stdout);
  };

  test('accepts a report with findings', () =>
    inFolder((folder) => {
      writeFileSync(
        path.join(folder, 'größer & [mehr].py'),
        'import os, pickle\n\ndef load(x):\n    os.system("rm " + x)\n    return pickle.loads(eval(x))\n',
      );
      writeFileSync(
        path.join(folder, 'domain.ttl'),
        '@prefix : <http://e/#> .\n:a <http://www.w3.org/2002/07/owl#inverseOf> :b .\n',
      );
      const log = sarif(folder);
      expect(log.runs[0].results.length).toBeGreaterThan(2);
      expect(errorsIn(log)).toBeNull();
      log.runs[0].results[0].ruleIndex = 'first';
      expect(errorsIn(log)).not.toBeNull();
    }));

  test.each([
    ['template', 'generate-rdf', '--template', 'all', '--output-dir', 'out', '--ontology'],
    ['project', 'gen', 'app', '--graph'],
    ['graph', 'load'],
  ])('accepts the messages of %s %s', (...command) =>
    inFolder((folder) => {
      writeFileSync(path.join(folder, 'a b.ttl'), warned);
      writeFileSync(path.join(folder, 'broken.ttl'), ':a');
      const load = (file: string) => codegen(folder, [...command, file, '--format', 'sarif']);
      const well = load('a b.ttl');
      expect(well).toMatchObject({ status: 0, stderr: '' });
      expect(errorsIn(JSON.parse(well.stdout))).toBeNull();
      expect(JSON.parse(well.stdout).runs[0].results[0]).toMatchObject({ ruleId: 'property-without-domain', level: 'warning' });
      const code = 'property-without-domain';
      const silence = `{ code: ${code}, at: a b.ttl, reason: it is another one's }`;
      writeFileSync(path.join(folder, 'codegen.yaml'), `ontology: a b.ttl\ndiagnostics:\n  silence:\n    - ${silence}\n`);
      const silenced = JSON.parse(load('a b.ttl').stdout);
      expect(errorsIn(silenced)).toBeNull();
      const [settings] = silenced.runs[0].results.find((result: { ruleId: string }) => result.ruleId === code).suppressions;
      expect(settings).toMatchObject({ kind: 'external', status: 'accepted', justification: "it is another one's" });
      expect(settings.location.physicalLocation).toMatchObject({
        artifactLocation: { uri: 'codegen.yaml' },
        region: { startLine: 4 },
      });
      const failed = load('broken.ttl');
      expect(failed.status).toBe(1);
      expect(errorsIn(JSON.parse(failed.stdout))).toBeNull();
      expect(JSON.parse(failed.stdout).runs[0].results[0].level).toBe('error');
    }),
  );

  test('accepts a report without findings, and a report of this project', () => {
    inFolder((folder) => expect(errorsIn(sarif(folder))).toBeNull());
    expect(errorsIn(sarif(path.join(root, 'src'), '--include-generated'))).toBeNull();
  });
});
