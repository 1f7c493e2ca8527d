/** Migrations of a project: the first one is regenerated until it is committed or another one follows; later changes of the schema become new ones. */

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, readRegular } from '../diagnostics/index.ts';
import { git } from '../git/index.ts';
import {
  filesOf,
  folderFaults,
  hashesOf,
  lastNumber,
  leftoverDescriptions,
  type MigrationRecord,
  nextMigrations,
  parseRecord,
  printRecord,
  RECORD_FILE,
} from '../migrate/index.ts';
import { changedPolicies, type DomainModel } from '../model/index.ts';
import type { PlannedFile } from '../output/index.ts';
import { dropSchema, schemaState, sqlSchema } from '../targets/sql-schema/index.ts';

const FOLDER = 'migrations';

export interface ProjectMigrations {
  /** The first migration. These files get headers, which identify them in later runs. */
  readonly generated: readonly { readonly path: string; readonly content: string }[];
  /** Existing files, which stay unchanged. */
  readonly unchanged: readonly PlannedFile[];
  /** The next migration, without headers, and the record: always written. */
  readonly own: readonly PlannedFile[];
  /** Files that were written before and not committed, and are no longer needed. */
  readonly removed: readonly string[];
  /** Paths of the first migration. */
  readonly first: { readonly up: string; readonly down: string };
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Plans the migrations of a project.
 *
 * @param target the project's folder; it need not exist
 * @param graph the ontology, as the user names it
 * @param renamed maps an IRI of the last version to its new one
 */
export function projectMigrations(
  model: DomainModel,
  target: string,
  graph: string,
  renamed: (iri: string) => string,
): ProjectMigrations {
  const [up] = sqlSchema.generate(model);
  const generated = (up ? [up, { path: up.path.replace(/\.sql$/, '.down.sql'), content: dropSchema(model) }] : []).map(
    ({ path: file, content }) => ({ path: `${FOLDER}/${file}`, content }),
  );
  const folder = path.join(target, FOLDER);
  const there = scriptsIn(folder);
  const state = schemaState(model);
  const first = { up: generated[0]?.path ?? '', down: generated[1]?.path ?? '' };
  const recordWith = (last: string, scripts: Pick<MigrationRecord, 'earlier' | 'written'> = { written: {} }): PlannedFile =>
    recordFile({ ontology: model.source, policies: changedPolicies(model.policies), last, ...scripts, state });
  const committed = committedFiles(folder);
  if (isRegenerated(there, committed))
    return { generated, unchanged: [], own: [recordWith('001')], removed: [], first, diagnostics: [] };

  const texts = new Map(there.map((file) => [file, readRegular(path.join(folder, file)).toString('utf8')]));
  const { now, before, unsettled } = recordsOf(folder, texts, committed);
  const continued = (record: MigrationRecord | undefined, fresh: readonly string[]): Continuation => {
    const kept = there.filter((file) => !fresh.includes(file));
    const last = lastNumber(kept);
    return { record, fresh, kept, last, next: record && nextMigrations(record.state, state, renamed, last + 1) };
  };
  const chosen = chooseContinuation(continued(now, []), before && continued(before, unsettled));
  const { record: base, fresh, kept, last, next } = chosen;
  const unchanged = kept.map((file) => ({ path: `${FOLDER}/${file}`, content: texts.get(file) ?? '', origin: undefined }));
  const whole = { generated: [], unchanged, first: { ...first, ...firstOf(unchanged) } };
  const faults = folderFaults(folder, kept, base);
  if (faults.length > 0) return { ...whole, own: [], removed: [], diagnostics: faults };
  if (base === undefined || next === undefined) {
    const diagnostics = isGenerated(unchanged, up?.content) ? [] : [diagnostic('migration-no-record', { dir: folder })];
    return { ...whole, own: [recordWith('001')], removed: [], diagnostics };
  }
  if (next.losses.length > 0) return { ...whole, own: [], removed: [], diagnostics: [lossOf(next.losses, graph, folder)] };
  const files = next.scripts.flatMap((script) => filesOf('sqlx', script));
  const earlier = hashesOf(kept.map((file) => ({ path: file, content: texts.get(file) ?? '' })));
  const number = String(last + next.scripts.length).padStart(3, '0');
  return {
    ...whole,
    own: [
      ...files.map((file) => ({ path: `${FOLDER}/${file.path}`, content: file.content, origin: undefined })),
      next.scripts.length === 0 ? recordFile(base) : recordWith(number, { earlier, written: hashesOf(files) }),
    ],
    removed: fresh.filter((file) => !files.some((each) => each.path === file)).map((file) => `${FOLDER}/${file}`),
    diagnostics: next.gaps.map(({ table, column }) => diagnostic('migration-gap', { table, column })),
  };
}

/** Returns whether the first migration is regenerated: it is not committed, and no other one, such as of `migrate new`, follows. */
const isRegenerated = (there: readonly string[], committed: readonly string[]): boolean =>
  !committed.some((file) => file.endsWith('.sql')) && lastNumber(there) <= 1;

/** Returns the paths of the first migration among files in the order of their names. */
function firstOf(files: readonly PlannedFile[]): Partial<ProjectMigrations['first']> {
  const isDown = ({ path: file }: PlannedFile) => file.endsWith('.down.sql');
  const [up, down] = [files.find((file) => !isDown(file)), files.find(isDown)];
  return { ...(up && { up: up.path }), ...(down && { down: down.path }) };
}

/**
 * Returns whether the migrations of a project without a record are the generated one. Projects from before records existed have
 * none; the state of their schema is known only then.
 */
function isGenerated(scripts: readonly PlannedFile[], generated: string | undefined): boolean {
  return scripts.length === 2 && scripts.some(({ content }) => generated !== undefined && content.includes(generated));
}

/** Returns the error of a migration that would delete values, with the command that writes it. */
function lossOf(losses: Parameters<typeof leftoverDescriptions>[0], graph: string, folder: string): Diagnostic {
  const command = `codegen migrate new --ontology ${graph}${folder === FOLDER ? '' : ` --dir ${folder}`}`;
  return diagnostic('migration-loses-data', { lost: leftoverDescriptions(losses), command });
}

/** Returns the SQL files of a folder, which need not exist. */
function scriptsIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

function recordFile(record: MigrationRecord): PlannedFile {
  return { path: `${FOLDER}/${RECORD_FILE}`, content: printRecord(record), origin: undefined };
}

/** The migrations that continue from a record. */
interface Continuation {
  readonly record: MigrationRecord | undefined;
  /** Files that are regenerated. */
  readonly fresh: readonly string[];
  readonly kept: readonly string[];
  readonly last: number;
  readonly next: ReturnType<typeof nextMigrations> | undefined;
}

/** Keeps uncommitted files if they suffice, or if `migrate new` was given renames or losses for them, unknown here. */
function chooseContinuation(onward: Continuation, anew: Continuation | undefined): Continuation {
  if (anew === undefined) return onward;
  const isDone = onward.next?.scripts.length === 0 || (anew.next?.losses.length ?? 0) > 0;
  return anew.fresh.length > 0 && isDone ? onward : anew;
}

/**
 * Returns the records from which the next migration can continue. Uncommitted files that the user has not changed are
 * regenerated from the committed record; otherwise, saving an ontology ten times would create ten migrations.
 */
function recordsOf(
  folder: string,
  texts: ReadonlyMap<string, string>,
  committed: readonly string[],
): {
  readonly now: MigrationRecord | undefined;
  /** The committed record; undefined if no file is regenerated. */
  readonly before?: MigrationRecord;
  readonly unsettled: readonly string[];
} {
  const file = path.join(folder, RECORD_FILE);
  const now = existsSync(file) ? parseRecord(readRegular(file).toString('utf8'), file) : undefined;
  const unsettled = [...texts.keys()].filter((each) => !committed.includes(each));
  const written = Object.keys(now?.written ?? {});
  const isOurs = (each: string) => now?.written[each] === hashesOf([{ path: each, content: texts.get(each) ?? '' }])[each];
  // If the user removes written files, they are regenerated, too.
  const isRemoved = unsettled.length === 0 && written.length > 0 && !written.some((each) => committed.includes(each));
  const isAnew = committed.includes(RECORD_FILE) && (isRemoved || (unsettled.length > 0 && unsettled.every(isOurs)));
  if (!isAnew) return { now, unsettled: [] };
  return { now, before: parseRecord(`${git(folder, 'show', `HEAD:./${RECORD_FILE}`)}\n`, file), unsettled };
}

/** Returns the files of a folder in the last commit: they may have been applied to a database. */
function committedFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  try {
    return git(folder, 'ls-tree', '--name-only', 'HEAD', '--', '.').split('\n');
  } catch (error) {
    // Without Git, repository or commit, no file is committed.
    if (error instanceof DiagnosticError) return [];
    throw error;
  }
}
