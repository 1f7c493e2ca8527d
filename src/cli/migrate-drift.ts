import path from 'node:path';
import { type Diagnostic, diagnostic } from '../diagnostics/index.ts';
import { driftScript, folderFaults, nextMigrations, RECORD_FILE } from '../migrate/index.ts';
import { interruptedRuns } from '../output/index.ts';
import { type SchemaState, schemaState } from '../targets/sql-schema/index.ts';
import { type Io, printSuccess } from './io.ts';
import { folderOf, migrationsIn, readRecord } from './migrate.ts';
import { type BuiltModel, modelFor } from './ontology.ts';
import type { MigrateDriftOptions } from './options.ts';
import { isError, report } from './report.ts';

/** Runs `codegen migrate drift`. */
export async function migrateDrift(io: Io, options: MigrateDriftOptions): Promise<number> {
  const built = await modelFor(options.ontology, options);
  const expected = expectedOf(folderOf(options, built), built);
  if (expected.diagnostics.some(isError)) return report(io, expected.diagnostics);
  const { schema, strict, output, force } = options;
  const script = driftScript(expected.state, {
    origin: expected.origin,
    isStrict: strict,
    ...(schema !== undefined && { schema }),
  });
  if (output === undefined) io.stdout.write(script);
  else {
    const { writeTextFile } = await import('../output/index.ts');
    writeTextFile(output, script, 'migrate drift', { comment: (text) => `-- ${text}`, inputs: built.ontology.files, force });
    printSuccess(io, `wrote ${output}`);
  }
  return report(io, expected.diagnostics);
}

interface ExpectedSchema {
  readonly state: SchemaState;
  /** The source of the state: the record with its last migration, or `blog.ttl` if there are no migrations. */
  readonly origin: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the expected schema: that of the migrations, even if the ontology has changed since, or that of the ontology. */
function expectedOf(dir: string, { model, subject }: BuiltModel): ExpectedSchema {
  const now = { state: schemaState(model), origin: path.basename(subject.file) };
  const files = migrationsIn(dir);
  const record = readRecord(dir);
  const faults = [...interruptedRuns(dir), ...folderFaults(dir, files, record)];
  if (faults.length > 0) return { ...now, diagnostics: faults };
  if (!record) return { ...now, diagnostics: files.length > 0 ? [diagnostic('migration-no-record', { dir })] : [] };
  const isBehind = nextMigrations(record.state, now.state).scripts.length > 0;
  return {
    state: record.state,
    origin: `${path.join(path.basename(path.resolve(dir)), RECORD_FILE)} (${record.last})`,
    diagnostics: isBehind ? [diagnostic('migration-behind', { dir, last: record.last, ontology: subject.file })] : [],
  };
}
