/** Checks whether the migration files of a folder match its record (`codegen.schema.json`). */

import path from 'node:path';
import { type Diagnostic, diagnostic, readRegular } from '../diagnostics/index.ts';
import { isGeneratedMigration } from './next-migrations.ts';
import { hashesOf, type MigrationRecord, RECORD_FILE } from './record.ts';
import { compareVersions, conflictingFiles, parseFileName } from './tools.ts';

/**
 * The files that a record lists, with hashes of their content: `earlier` are those that existed when the record was written, and
 * `written` are those that were written with it.
 */
type RecordedHashes = Pick<MigrationRecord, 'earlier' | 'written'>;

/**
 * Returns the first fault because of which no next migration and no comparison can be made from the folder, as a list of at most
 * one. Not faults: an edited file, a renamed file if the order stays the same, a missing down file, and a migration that a user
 * wrote.
 *
 * @param files the names of the files in the folder
 * @param record undefined if the folder has none: then only the numbers are checked
 */
export function folderFaults(dir: string, files: readonly string[], record: RecordedHashes | undefined): readonly Diagnostic[] {
  const conflicting = conflictingFiles(files);
  if (conflicting) return [diagnostic('migration-number-twice', { files: conflicting.map((file) => path.join(dir, file)) })];
  if (record === undefined) return [];
  // `path` is the name of the file within the folder.
  const texts = files.map((file) => ({ path: file, content: readRegular(path.join(dir, file)).toString('utf8') }));
  const migrations = new RecordedMigrations({ ...record.earlier, ...record.written }, hashesOf(texts));
  const recordPath = path.join(dir, RECORD_FILE);
  const missing = migrations.names.find((name) => migrations.currentFileOf(name) === undefined);
  if (missing !== undefined) return [diagnostic('migration-missing', { file: path.join(dir, missing), record: recordPath })];
  const reversed = migrations.reversedPair();
  if (reversed) return [diagnostic('migration-order', { ...reversed, record: recordPath })];
  const recordedFiles = new Set(migrations.names.map((name) => migrations.currentFileOf(name)));
  const mustBeRecorded = recordedFilter(record);
  const unrecorded = texts.find(
    ({ path: file, content }) =>
      isUpMigration(file) && mustBeRecorded(file) && !recordedFiles.has(file) && isGeneratedMigration(content),
  );
  return unrecorded ? [diagnostic('migration-unknown', { file: path.join(dir, unrecorded.path), record: recordPath })] : [];
}

/**
 * Returns a predicate: whether a record must list a file. Records that older releases of this program wrote list only the files of
 * the last run.
 */
function recordedFilter({ earlier, written }: RecordedHashes): (file: string) => boolean {
  if (earlier !== undefined) return () => true;
  const [first] = sortUpMigrations(Object.keys(written));
  return (file) => first !== undefined && compareFileVersions(first, file) <= 0;
}

const isUpMigration = (file: string): boolean => parseFileName(file)?.isDown === false;

const compareFileVersions = (a: string, b: string): number =>
  compareVersions(parseFileName(a)?.version ?? [], parseFileName(b)?.version ?? []);

/** Returns the up migrations among the files, in the order in which they are applied. */
const sortUpMigrations = (files: readonly string[]): readonly string[] => files.filter(isUpMigration).sort(compareFileVersions);

/** The up migrations that a record lists, and their current files, which a user may have renamed or edited. */
class RecordedMigrations {
  /** The recorded file names, in the order in which the migrations are applied. */
  readonly names: readonly string[];
  readonly #currentFiles: ReadonlyMap<string, string>;

  /** The parameters contain the hash of each file by its name. */
  constructor(recordedHashes: Readonly<Record<string, string>>, currentHashes: Readonly<Record<string, string>>) {
    this.names = sortUpMigrations(Object.keys(recordedHashes));
    this.#currentFiles = matchFiles(this.names, recordedHashes, currentHashes);
  }

  /** Returns the current file of a recorded one; undefined if there is neither a file with its content nor with its name. */
  currentFileOf(name: string): string | undefined {
    return this.#currentFiles.get(name);
  }

  /** Returns two consecutive recorded migrations whose order is reversed now. */
  reversedPair():
    | { readonly first: string; readonly second: string; readonly firstNow: string; readonly secondNow: string }
    | undefined {
    let previous: { readonly first: string; readonly firstNow: string } | undefined;
    for (const name of this.names) {
      const file = this.currentFileOf(name);
      if (previous && file !== undefined && compareFileVersions(previous.firstNow, file) > 0) {
        return { ...previous, second: name, secondNow: file };
      }
      previous = file === undefined ? undefined : { first: name, firstNow: file };
    }
    return undefined;
  }
}

/**
 * Returns the current file of each recorded up migration: the unchanged file, else a renamed file with the recorded content, else
 * the edited file with the recorded name. No file belongs to two migrations, because two migrations may have the same content.
 */
function matchFiles(
  names: readonly string[],
  recordedHashes: Readonly<Record<string, string>>,
  currentHashes: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const remaining = new Set(sortUpMigrations(Object.keys(currentHashes)));
  const matchBy = (findFile: (name: string) => string | undefined) => {
    for (const name of names) {
      if (files.has(name)) continue;
      const file = findFile(name);
      if (file === undefined || !remaining.has(file)) continue;
      files.set(name, file);
      remaining.delete(file);
    }
  };
  matchBy((name) => (currentHashes[name] === recordedHashes[name] ? name : undefined));
  matchBy((name) => [...remaining].find((file) => currentHashes[file] === recordedHashes[name]));
  matchBy((name) => name);
  return files;
}
