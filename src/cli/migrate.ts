/** Runs `codegen migrate new` and `codegen migrate status`. */

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, fail, readRegular, reasonOf } from '../diagnostics/index.ts';
import { createIriMapping, type StatedRename } from '../diff/index.ts';
import { loadLock } from '../hooks/index.ts';
import {
  filesOf,
  firstMigration,
  folderFaults,
  hashesOf,
  lastNumber,
  leftoverDescriptions,
  leftoverNames,
  type MigrationRecord,
  migrationWarnings,
  type NextMigrations,
  nextMigrations,
  numberOf,
  parseRecord,
  printRecord,
  RECORD_FILE,
  type Script,
} from '../migrate/index.ts';
import { changedPolicies } from '../model/index.ts';
import { applyPlan, interruptedRuns, planOutput, recoverOutput } from '../output/index.ts';
import { dropSchema, type SchemaState, schemaState, sqlSchema } from '../targets/sql-schema/index.ts';
import { diagnosticData } from './diagnostics-format.ts';
import { parseRename } from './diff.ts';
import { parseSide, readSide } from './diff-sides.ts';
import { type Io, printJson } from './io.ts';
import { type BuiltModel, modelFor } from './ontology.ts';
import type { MigrateNewOptions, MigrateStatusOptions, ModelOptions } from './options.ts';
import { isError, report } from './report.ts';

export async function migrateNew(io: Io, options: MigrateNewOptions): Promise<number> {
  const { tool } = options;
  const reportOptions = { format: options.json ? 'json' : 'text' } as const;
  rejectName(options.name);
  const built = await modelFor(options.ontology, options);
  const dir = folderOf(options, built);
  // Runs before the folder is read, because files that a killed run left are not migrations.
  const earlier = options.dryRun ? interruptedRuns(dir) : recoverOutput(dir);
  if (earlier.some(isError)) return report(io, earlier, reportOptions);
  const files = migrationsIn(dir);
  const before = recordText(dir);
  const record = options.since === undefined ? readRecord(dir) : undefined;
  // A run that started from a folder that another process was writing to must not write, nor report its state as a fault.
  const ifUnchanged = (work: () => void) => {
    const locked = () => {
      if (migrationsIn(dir).join() !== files.join() || recordText(dir) !== before) fail('migration-meanwhile', { dir });
      work();
    };
    return options.dryRun ? locked() : runLocked(dir, locked);
  };
  const faults = folderFaults(dir, files, record);
  if (faults.length > 0) {
    await ifUnchanged(() => undefined);
    return report(io, [...earlier, ...faults], reportOptions);
  }
  const last = await recordedState(dir, built, record, options);
  const to = schemaState(built.model);
  const next = last
    ? nextMigrations(last, to, renamesIn(built, options), lastNumber(files) + 1, options.name)
    : initialMigration(built, options.name);
  const [script] = next.scripts;
  if (!script) {
    const rewrittenRecord = options.since === undefined ? undefined : rewriteRecord(dir, built, options, files, to);
    return reportUpToDate(io, options, dir, earlier, rewrittenRecord);
  }
  const diagnostics: Diagnostic[] = [...earlier];
  if (next.losses.length > 0 && !options.allowDataLoss) {
    const lost = leftoverNames(next.losses);
    diagnostics.push(diagnostic('migration-loses-data', leftoverDescriptions(next.losses)));
    if (options.json) printJson(io, { created: [], loses: lost, fill_in: [], diagnostics: diagnostics.map(diagnosticData) });
    return report(io, diagnostics, reportOptions);
  }
  const written = next.scripts.flatMap((each) => filesOf(tool, each));
  const number = numberOf(tool, (next.scripts.at(-1) as Script).number);
  const now = recordOf(built, number, textsOf(dir, files), written, to);
  await ifUnchanged(() => writeFiles(dir, [...written, recordFile(now)], options));
  diagnostics.push(...migrationWarnings(next));
  const created = written.map((file) => path.join(dir, file.path));
  if (options.json) printJson(io, { created, ...effectsOf(next), diagnostics: diagnostics.map(diagnosticData) });
  else io.stdout.write(`${created.map((file) => `created ${file}\n`).join('')}${options.dryRun ? NOTHING_WRITTEN : ''}`);
  return report(io, diagnostics, reportOptions);
}

/** Returns the part of the JSON output about data: what a migration removes, and the columns that need values from the user. */
function effectsOf({ losses, gaps }: NextMigrations) {
  return { loses: leftoverNames(losses), fill_in: gaps.map(({ table, column }) => `${table}.${column}`) };
}

function rejectName(name: string | undefined): void {
  if (name !== undefined && !/^[A-Za-z0-9_-]{1,80}$/.test(name))
    fail('usage', { message: `--name ${name} is not a valid file name`, help: 'use letters, digits, _ and -' });
}

/**
 * Returns the folder of the migrations. For the ontology of the settings, it is in the folder of the settings, independent of the
 * working directory.
 */
export function folderOf({ dir, ontology }: Pick<MigrateNewOptions, 'dir' | 'ontology'>, { subject }: BuiltModel): string {
  if (dir !== undefined) return dir;
  const { settings } = subject;
  if (ontology !== undefined || settings === undefined) return 'migrations';
  return path.relative('', path.resolve(settings.folder, 'migrations')) || '.';
}

export async function migrateStatus(io: Io, options: MigrateStatusOptions): Promise<number> {
  const built = await modelFor(options.ontology, options);
  const dir = folderOf(options, built);
  const earlier = interruptedRuns(dir);
  if (earlier.length > 0) return report(io, earlier);
  const record = readRecord(dir);
  const faults = folderFaults(dir, migrationsIn(dir), record);
  if (faults.length > 0) return report(io, faults);
  if (!record) return report(io, [diagnostic(migrationsIn(dir).length > 0 ? 'migration-no-record' : 'migration-none', { dir })]);
  const next = nextMigrations(record.state, schemaState(built.model), renamesIn(built, options));
  const [script] = next.scripts;
  const isCurrent = script === undefined;
  if (options.json) {
    printJson(io, {
      up_to_date: isCurrent,
      last: record.last,
      ...(script && { next: script.name }),
      ...effectsOf(next),
    });
  } else if (script) {
    io.stdout.write(`behind: the files in ${dir} bring a database to ${record.last}; the next migration is ${script.name}\n`);
    const statements = next.scripts.flatMap(({ up }) => statementLines(up));
    for (const statement of statements.slice(0, MAX_STATEMENTS)) io.stdout.write(`  ${statement}\n`);
    if (statements.length > MAX_STATEMENTS) io.stdout.write(`  and ${statements.length - MAX_STATEMENTS} more statements\n`);
    io.stdout.write('run codegen migrate new to write it\n');
  } else {
    io.stdout.write(`up to date: the migrations in ${dir} produce the schema of ${built.subject.file} (${record.last})\n`);
  }
  return isCurrent || !options.check ? 0 : 1;
}

/** The maximum number of statements that `migrate status` prints. */
const MAX_STATEMENTS = 20;

/** Returns the statements of a script in one line each, without settings and checks of the data. */
export function statementLines(sql: string): readonly string[] {
  const statements: string[] = [];
  let open = '';
  for (const line of sql.split('\n')) {
    if (line.trimStart().startsWith('--')) continue;
    open += `${line}\n`;
    const isInBody = open.split(/\$\w*\$/).length % 2 === 0;
    if (!line.endsWith(';') || isInBody) continue;
    statements.push(open);
    open = '';
  }
  return statements
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter((statement) => !/^(?:SET|DO)\b/.test(statement))
    .map((statement) => (statement.length > 150 ? `${statement.slice(0, 149)}…` : statement));
}

/** @param anew the path of the record, if only the record was written */
function reportUpToDate(
  io: Io,
  { json, dryRun }: MigrateNewOptions,
  dir: string,
  diagnostics: readonly Diagnostic[],
  rewrittenRecord: string | undefined,
): number {
  if (json) {
    const created = rewrittenRecord === undefined ? [] : [rewrittenRecord];
    printJson(io, { created, loses: [], fill_in: [], diagnostics: diagnostics.map(diagnosticData) });
  } else {
    if (rewrittenRecord !== undefined) io.stdout.write(`created ${rewrittenRecord}\n`);
    io.stdout.write(
      rewrittenRecord !== undefined && dryRun ? NOTHING_WRITTEN : `nothing to migrate: the files in ${dir} are up to date\n`,
    );
  }
  return report(io, diagnostics, json ? { format: 'json' } : {});
}

/**
 * Writes only the record, because the migrations already lead to the version that `--since` names. An equal record is kept.
 *
 * @returns the path of the record, if it was written
 */
function rewriteRecord(
  dir: string,
  built: BuiltModel,
  options: MigrateNewOptions,
  files: readonly string[],
  state: SchemaState,
): string | undefined {
  if (files.length === 0 || isRecordOf(dir, files, state)) return undefined;
  const number = numberOf(options.tool, lastNumber(files));
  writeFiles(dir, [recordFile(recordOf(built, number, textsOf(dir, files), [], state))], options);
  return path.join(dir, RECORD_FILE);
}

function isRecordOf(dir: string, files: readonly string[], state: SchemaState): boolean {
  try {
    const record = readRecord(dir);
    return (
      record !== undefined &&
      folderFaults(dir, files, record).length === 0 &&
      nextMigrations(record.state, state).scripts.length === 0
    );
  } catch (error) {
    if (error instanceof DiagnosticError) return false;
    throw error;
  }
}

const NOTHING_WRITTEN = '(dry run: nothing was written)\n';

const recordFile = (record: MigrationRecord) => ({ path: RECORD_FILE, content: printRecord(record) });

function writeFiles(dir: string, files: Parameters<typeof hashesOf>[0], { dryRun }: MigrateNewOptions): void {
  const planned = files.map((file) => ({ ...file, origin: undefined }));
  const plan = planOutput(dir, planned, { createOnly: false, keepScaffold: () => false });
  if (!dryRun) applyPlan(plan);
}

/** Does work on a folder while holding its lock. A folder that does not exist yet cannot be locked. */
async function runLocked(dir: string, work: () => void): Promise<void> {
  if (!existsSync(dir)) {
    work();
    return;
  }
  const { withLock } = await loadLock();
  await withLock(path.join(dir, RECORD_FILE), work);
}

/** Returns the first migration of a folder, which creates the whole schema. */
function initialMigration({ model }: BuiltModel, name: string | undefined): NextMigrations {
  const up = sqlSchema
    .generate(model)
    .map(({ content }) => content)
    .join('\n');
  return {
    scripts: [firstMigration(name ?? `create_${model.name}_schema`, up, dropSchema(model))],
    losses: [],
    gaps: [],
    removedValues: [],
  };
}

/** Reads files of a folder, ordered by name. */
const textsOf = (dir: string, files: readonly string[]) =>
  [...files].sort().map((file) => ({ path: file, content: readRegular(path.join(dir, file)).toString('utf8') }));

function recordOf(
  { model, subject }: BuiltModel,
  last: string,
  earlier: Parameters<typeof hashesOf>[0],
  files: Parameters<typeof hashesOf>[0],
  state: SchemaState,
): MigrationRecord {
  return {
    ontology: path.basename(subject.file),
    policies: changedPolicies(model.policies),
    last,
    earlier: hashesOf(earlier),
    written: hashesOf(files),
    state,
  };
}

/** Returns the names of the SQL files in a folder, in no fixed order. A folder that does not exist has none. */
export function migrationsIn(dir: string): readonly string[] {
  if (!existsSync(dir)) return [];
  try {
    return readdirSync(dir).filter((file) => file.endsWith('.sql'));
  } catch (error) {
    return fail('file-unreadable', { file: dir, reason: reasonOf(error) });
  }
}

/**
 * Returns the record of a folder; undefined if none exists.
 *
 * @throws DiagnosticError as `parseRecord` does
 */
export function readRecord(dir: string): MigrationRecord | undefined {
  const text = recordText(dir);
  return text === undefined ? undefined : parseRecord(text, path.join(dir, RECORD_FILE));
}

function recordText(dir: string): string | undefined {
  const file = path.join(dir, RECORD_FILE);
  return existsSync(file) ? readRegular(file).toString('utf8') : undefined;
}

/** Returns the schema state after the existing migrations: that of the record, or that of the version that `--since` names. */
async function recordedState(
  dir: string,
  { subject }: BuiltModel,
  record: MigrationRecord | undefined,
  options: MigrateNewOptions,
): Promise<SchemaState | undefined> {
  if (options.since !== undefined) {
    const { model } = await readSide(parseSide(options.since, subject.file), options);
    return schemaState(model);
  }
  if (!record && migrationsIn(dir).length > 0) fail('migration-no-record', { dir });
  return record?.state;
}

/** Returns a function from IRIs of the last state to current ones, as the ontology and `--renamed` state. */
export function renamesIn(
  { ontology, model, subject }: BuiltModel,
  { renamed }: { readonly renamed: readonly string[] } & ModelOptions,
): (iri: string) => string {
  const side = { name: subject.file, model, ontology, withDisplayName: (place: { readonly file: string }) => place };
  const stated: StatedRename[] = renamed.map((given) => parseRename(given, side, side));
  return createIriMapping(ontology, ontology, stated);
}
