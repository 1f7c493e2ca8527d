/**
 * Plans the migrations of a project. The first one is regenerated until it is committed to Git or another one follows. After that,
 * each change of the schema becomes a new migration, which is regenerated until it is committed.
 */

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
  migrationWarnings,
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
  /** The next migration, without headers, and the record. They are written even without `--force`. */
  readonly next: readonly PlannedFile[];
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
  const existing = scriptsIn(folder);
  const state = schemaState(model);
  const first = { up: generated[0]?.path ?? '', down: generated[1]?.path ?? '' };
  const recordWith = (last: string, scripts: Pick<MigrationRecord, 'earlier' | 'written'> = { written: {} }): PlannedFile =>
    recordFile({ ontology: model.source, policies: changedPolicies(model.policies), last, ...scripts, state });
  const committed = committedFiles(folder);
  if (isFirstRegenerated(existing, committed))
    return { generated, unchanged: [], next: [recordWith('001')], removed: [], first, diagnostics: [] };

  const texts = new Map(existing.map((file) => [file, readRegular(path.join(folder, file)).toString('utf8')]));
  const { current, previous, uncommitted } = recordsOf(folder, texts, committed);
  const continueFrom = (record: MigrationRecord | undefined, regenerated: readonly string[]): Continuation => {
    const kept = existing.filter((file) => !regenerated.includes(file));
    const last = lastNumber(kept);
    return { record, regenerated, kept, last, next: record && nextMigrations(record.state, state, renamed, last + 1) };
  };
  const {
    record: base,
    regenerated,
    kept,
    last,
    next,
  } = chooseContinuation(continueFrom(current, []), previous && continueFrom(previous, uncommitted));
  const unchanged = kept.map((file) => ({ path: `${FOLDER}/${file}`, content: texts.get(file) ?? '', origin: undefined }));
  const common = { generated: [], unchanged, first: { ...first, ...firstOf(unchanged) } };
  const faults = folderFaults(folder, kept, base);
  if (faults.length > 0) return { ...common, next: [], removed: [], diagnostics: faults };
  if (base === undefined || next === undefined) {
    const diagnostics = isGenerated(unchanged, up?.content) ? [] : [diagnostic('migration-no-record', { dir: folder })];
    return { ...common, next: [recordWith('001')], removed: [], diagnostics };
  }
  if (next.losses.length > 0) return { ...common, next: [], removed: [], diagnostics: [lossOf(next.losses, graph, folder)] };
  const files = next.scripts.flatMap((script) => filesOf('sqlx', script));
  const earlier = hashesOf(kept.map((file) => ({ path: file, content: texts.get(file) ?? '' })));
  const number = String(last + next.scripts.length).padStart(3, '0');
  return {
    ...common,
    next: [
      ...files.map((file) => ({ path: `${FOLDER}/${file.path}`, content: file.content, origin: undefined })),
      next.scripts.length === 0 ? recordFile(base) : recordWith(number, { earlier, written: hashesOf(files) }),
    ],
    removed: regenerated.filter((file) => !files.some((each) => each.path === file)).map((file) => `${FOLDER}/${file}`),
    diagnostics: migrationWarnings(next),
  };
}

/** Returns whether the first migration is regenerated: it is not committed, and no other one, such as of `migrate new`, follows. */
const isFirstRegenerated = (existing: readonly string[], committed: readonly string[]): boolean =>
  !committed.some((file) => file.endsWith('.sql')) && lastNumber(existing) <= 1;

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
  return diagnostic('migration-loses-data', { ...leftoverDescriptions(losses), command });
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
  readonly regenerated: readonly string[];
  readonly kept: readonly string[];
  readonly last: number;
  readonly next: ReturnType<typeof nextMigrations> | undefined;
}

/**
 * Keeps uncommitted files if no change follows them, or if their regeneration would lose data: then a user wrote them with options
 * of `migrate new`, such as `--renamed`, that are unknown here.
 */
function chooseContinuation(keeping: Continuation, regenerating: Continuation | undefined): Continuation {
  if (regenerating === undefined) return keeping;
  const canKeep = keeping.next?.scripts.length === 0 || (regenerating.next?.losses.length ?? 0) > 0;
  return regenerating.regenerated.length > 0 && canKeep ? keeping : regenerating;
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
  readonly current: MigrationRecord | undefined;
  /** The committed record; undefined if no file is regenerated. */
  readonly previous?: MigrationRecord;
  readonly uncommitted: readonly string[];
} {
  const file = path.join(folder, RECORD_FILE);
  const current = existsSync(file) ? parseRecord(readRegular(file).toString('utf8'), file) : undefined;
  const uncommitted = [...texts.keys()].filter((each) => !committed.includes(each));
  const written = Object.keys(current?.written ?? {});
  const isOurs = (each: string) => current?.written[each] === hashesOf([{ path: each, content: texts.get(each) ?? '' }])[each];
  // If the user removes written files, they are regenerated, too.
  const isRemoved = uncommitted.length === 0 && written.length > 0 && !written.some((each) => committed.includes(each));
  const canRegenerate = committed.includes(RECORD_FILE) && (isRemoved || (uncommitted.length > 0 && uncommitted.every(isOurs)));
  if (!canRegenerate) return { current, uncommitted: [] };
  return { current, previous: parseRecord(`${git(folder, 'show', `HEAD:./${RECORD_FILE}`)}\n`, file), uncommitted };
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
