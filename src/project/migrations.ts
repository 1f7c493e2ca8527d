/** The migrations of a project: the first one is made anew until it is committed; then each change of the schema is another one. */

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, readRegular } from '../diagnostics/index.ts';
import { git } from '../git/index.ts';
import {
  filesOf,
  hashesOf,
  lastNumber,
  lostNames,
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
  /** With the headers by which they are known again. */
  readonly generated: readonly { readonly path: string; readonly content: string }[];
  /** What is there already, and stays as it is. */
  readonly settled: readonly PlannedFile[];
  /** What comes next, without a header, and the record of all: written whatever is there. */
  readonly own: readonly PlannedFile[];
  /** What was written before, and has not been committed. */
  readonly removed: readonly string[];
  /** The first one. */
  readonly first: { readonly up: string; readonly down: string };
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The migrations that a project has now.
 *
 * @param target the project's folder; it need not exist
 * @param renamed where IRIs of the last version went
 */
export function projectMigrations(model: DomainModel, target: string, renamed: (iri: string) => string): ProjectMigrations {
  const [up] = sqlSchema.generate(model);
  const generated = (up ? [up, { path: up.path.replace(/\.sql$/, '.down.sql'), content: dropSchema(model) }] : []).map(
    ({ path: file, content }) => ({ path: `${FOLDER}/${file}`, content }),
  );
  const folder = path.join(target, FOLDER);
  const there = existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.sql'))
        .sort()
    : [];
  const state = schemaState(model);
  const first = { up: generated[0]?.path ?? '', down: generated[1]?.path ?? '' };
  const recordWith = (last: string, written: MigrationRecord['written'] = {}): PlannedFile =>
    recordFile({ ontology: model.source, policies: changedPolicies(model.policies), last, written, state });
  const committed = committedIn(folder);
  if (!committed.some((file) => file.endsWith('.sql')))
    return { generated, settled: [], own: [recordWith('001')], removed: [], first, diagnostics: [] };

  const texts = new Map(there.map((file) => [file, readRegular(path.join(folder, file)).toString('utf8')]));
  const { base, fresh } = settledState(folder, texts, committed);
  const kept = there.filter((file) => !fresh.includes(file));
  const settled = kept.map((file) => ({ path: `${FOLDER}/${file}`, content: texts.get(file) ?? '', origin: undefined }));
  const named = (isDown: boolean) => settled.find(({ path: file }) => file.endsWith('.down.sql') === isDown)?.path;
  const whole = { generated: [], settled, first: { up: named(false) ?? first.up, down: named(true) ?? first.down } };
  if (base === undefined) {
    // A project of before there were records: its only migration is what would be generated, or nobody knows.
    const isSame = there.length === 2 && settled.some(({ content }) => content.includes(generated[0]?.content ?? '\0'));
    const diagnostics = isSame ? [] : [diagnostic('migration-no-record', { dir: folder })];
    return { ...whole, own: [recordWith('001')], removed: [], diagnostics };
  }
  const last = lastNumber(kept);
  const next = nextMigrations(base.state, state, renamed, last + 1);
  if (next.losses.length > 0) {
    const lost = lostNames(next.losses);
    return { ...whole, own: [], removed: [], diagnostics: [diagnostic('migration-loses-data', { lost })] };
  }
  const files = next.scripts.flatMap((script) => filesOf('sqlx', script));
  const number = String(last + next.scripts.length).padStart(3, '0');
  return {
    ...whole,
    own: [
      ...files.map((file) => ({ path: `${FOLDER}/${file.path}`, content: file.content, origin: undefined })),
      next.scripts.length === 0 ? recordFile(base) : recordWith(number, hashesOf(files)),
    ],
    removed: fresh.filter((file) => !files.some((each) => each.path === file)).map((file) => `${FOLDER}/${file}`),
    diagnostics: next.gaps.map(({ table, column }) => diagnostic('migration-gap', { table, column })),
  };
}

function recordFile(record: MigrationRecord): PlannedFile {
  return { path: `${FOLDER}/${RECORD_FILE}`, content: printRecord(record), origin: undefined };
}

/**
 * From where the next migration goes on. One that was written since the last commit, and that nobody changed, is made anew;
 * else saving an ontology ten times would make ten of them.
 */
function settledState(
  folder: string,
  texts: ReadonlyMap<string, string>,
  committed: readonly string[],
): { readonly base: MigrationRecord | undefined; readonly fresh: readonly string[] } {
  const file = path.join(folder, RECORD_FILE);
  const now = existsSync(file) ? parseRecord(readRegular(file).toString('utf8'), file) : undefined;
  const fresh = [...texts.keys()].filter((each) => !committed.includes(each));
  const isOurs = (each: string) => now?.written[each] === hashesOf([{ path: each, content: texts.get(each) ?? '' }])[each];
  if (fresh.length === 0 || !committed.includes(RECORD_FILE) || !fresh.every(isOurs)) return { base: now, fresh: [] };
  return { base: parseRecord(`${git(folder, 'show', `HEAD:./${RECORD_FILE}`)}\n`, file), fresh };
}

/** What the last commit has in a folder: somebody may have applied it. */
function committedIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  try {
    return git(folder, 'ls-tree', '--name-only', 'HEAD', '--', '.').split('\n');
  } catch (error) {
    // No Git, no repository, or no commit: nothing is settled.
    if (error instanceof DiagnosticError) return [];
    throw error;
  }
}
