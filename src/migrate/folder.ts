/** Checks whether the files of a folder match its record. */

import path from 'node:path';
import { type Diagnostic, diagnostic, readRegular } from '../diagnostics/index.ts';
import { isGeneratedMigration } from './next-migrations.ts';
import { hashesOf, type MigrationRecord, RECORD_FILE } from './record.ts';
import { compareVersions, conflictingFiles, parseFileName } from './tools.ts';

/**
 * Returns why neither the next migration nor a comparison can be made from a folder; empty if they can. These are no faults: an
 * edited file, a renamed file if the order stays the same, a missing down file, and a migration that a user wrote.
 *
 * @param files the names of the files in the folder
 * @param record undefined if the folder has none: then only the numbers are checked
 */
export function folderFaults(
  dir: string,
  files: readonly string[],
  record: Pick<MigrationRecord, 'earlier' | 'written'> | undefined,
): readonly Diagnostic[] {
  const conflicting = conflictingFiles(files);
  if (conflicting) return [diagnostic('migration-number-twice', { files: conflicting.map((file) => path.join(dir, file)) })];
  if (record === undefined) return [];
  const texts = files.map((file) => ({ path: file, content: readRegular(path.join(dir, file)).toString('utf8') }));
  const recordedHashes = { ...record.earlier, ...record.written };
  const locations = new FileLocations(recordedHashes, hashesOf(texts));
  const location = { record: path.join(dir, RECORD_FILE) };
  const missing = locations.ups.find((file) => locations.currentFileOf(file) === undefined);
  if (missing !== undefined) return [diagnostic('migration-missing', { file: path.join(dir, missing), ...location })];
  const reversed = locations.reversedPair();
  if (reversed) return [diagnostic('migration-order', { ...reversed, ...location })];
  const recordedFiles = new Set(locations.ups.map((file) => locations.currentFileOf(file)));
  const mustBeRecorded = recordedFilter(record);
  const unrecorded = texts.find(
    ({ path: file, content }) =>
      parseFileName(file)?.isDown === false && mustBeRecorded(file) && !recordedFiles.has(file) && isGeneratedMigration(content),
  );
  return unrecorded ? [diagnostic('migration-unknown', { file: path.join(dir, unrecorded.path), ...location })] : [];
}

/** Returns a predicate: whether a record must list a file. Records of older versions list only the files written last. */
function recordedFilter({ earlier, written }: Pick<MigrationRecord, 'earlier' | 'written'>): (file: string) => boolean {
  if (earlier !== undefined) return () => true;
  const [first] = sortUpMigrations(Object.keys(written));
  return (file) => first !== undefined && compareFileVersions(first, file) <= 0;
}

const compareFileVersions = (a: string, b: string): number =>
  compareVersions(parseFileName(a)?.version ?? [], parseFileName(b)?.version ?? []);

/** Returns the up migrations among the files, in the order in which they are applied. */
const sortUpMigrations = (files: readonly string[]): readonly string[] =>
  files.filter((file) => parseFileName(file)?.isDown === false).sort(compareFileVersions);

/** Finds recorded files by their content, because a user may have renamed them. The hashes are by file name. */
class FileLocations {
  /** The recorded up migrations, in order. */
  readonly ups: readonly string[];
  readonly #recordedHashes: Readonly<Record<string, string>>;
  readonly #currentHashes: Readonly<Record<string, string>>;
  readonly #byHash: ReadonlyMap<string, string>;

  constructor(recordedHashes: Readonly<Record<string, string>>, currentHashes: Readonly<Record<string, string>>) {
    this.#recordedHashes = recordedHashes;
    this.#currentHashes = currentHashes;
    this.#byHash = new Map(Object.entries(currentHashes).map(([file, hash]) => [hash, file]));
    this.ups = sortUpMigrations(Object.keys(recordedHashes));
  }

  /** Returns the file if it is unchanged, else the one with its recorded content, else the edited file; undefined without any. */
  currentFileOf(file: string): string | undefined {
    const hash = this.#recordedHashes[file] ?? '';
    if (this.#currentHashes[file] === hash) return file;
    return this.#byHash.get(hash) ?? (file in this.#currentHashes ? file : undefined);
  }

  /** Returns two recorded migrations whose order is reversed now. */
  reversedPair():
    | { readonly first: string; readonly second: string; readonly firstNow: string; readonly secondNow: string }
    | undefined {
    for (const [i, second] of this.ups.entries()) {
      const first = this.ups[i - 1];
      const [firstNow, secondNow] = [first === undefined ? undefined : this.currentFileOf(first), this.currentFileOf(second)];
      if (first === undefined || firstNow === undefined || secondNow === undefined) continue;
      if (compareFileVersions(firstNow, secondNow) > 0) return { first, second, firstNow, secondNow };
    }
    return undefined;
  }
}
