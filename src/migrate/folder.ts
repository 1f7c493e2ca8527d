/** Whether the files of a folder are those that its record speaks of. */

import path from 'node:path';
import { type Diagnostic, diagnostic, readRegular } from '../diagnostics/index.ts';
import { isOfThisTool } from './next-migrations.ts';
import { hashesOf, type MigrationRecord, RECORD_FILE } from './record.ts';
import { compareVersions, fileName, rivals } from './tools.ts';

/**
 * What is wrong with a folder, so that neither the next migration nor an answer may be made from it. A file that was edited is
 * none of it, nor one that is called otherwise now as long as their order is the same, nor a way back that nobody wants, nor a
 * migration that somebody wrote by hand.
 *
 * @param files the names of those that the folder has
 * @param record what the user says otherwise where it is undefined
 */
export function folderFaults(
  dir: string,
  files: readonly string[],
  record: Pick<MigrationRecord, 'earlier' | 'written'> | undefined,
): readonly Diagnostic[] {
  const same = rivals(files);
  if (same) return [diagnostic('migration-number-twice', { files: same.map((file) => path.join(dir, file)) })];
  if (record === undefined) return [];
  const texts = files.map((file) => ({ path: file, content: readRegular(path.join(dir, file)).toString('utf8') }));
  const counted = { ...record.earlier, ...record.written };
  const whereabouts = new Whereabouts(counted, hashesOf(texts));
  const named = { record: path.join(dir, RECORD_FILE) };
  const missing = whereabouts.ups.find((file) => whereabouts.nowOf(file) === undefined);
  if (missing !== undefined) return [diagnostic('migration-missing', { file: path.join(dir, missing), ...named })];
  const turned = whereabouts.turned();
  if (turned) return [diagnostic('migration-order', { ...turned, ...named })];
  const known = new Set(whereabouts.ups.map((file) => whereabouts.nowOf(file)));
  const isCounted = countedFrom(record);
  const unknown = texts.find(
    ({ path: file, content }) => fileName(file)?.isDown === false && isCounted(file) && !known.has(file) && isOfThisTool(content),
  );
  return unknown ? [diagnostic('migration-unknown', { file: path.join(dir, unknown.path), ...named })] : [];
}

/** Whether a record counts a file, if it is one of its own. Those of older versions count from what was written last. */
function countedFrom({ earlier, written }: Pick<MigrationRecord, 'earlier' | 'written'>): (file: string) => boolean {
  if (earlier !== undefined) return () => true;
  const [first] = inOrder(Object.keys(written));
  return (file) => first !== undefined && byVersion(first, file) <= 0;
}

const byVersion = (a: string, b: string): number => compareVersions(fileName(a)?.version ?? [], fileName(b)?.version ?? []);

/** Files that are migrations, but none that takes one back, in the order in which they are applied. */
const inOrder = (files: readonly string[]): readonly string[] =>
  files.filter((file) => fileName(file)?.isDown === false).sort(byVersion);

/** Which file holds now what another one held when the record was written. */
class Whereabouts {
  /** The files that are counted. */
  readonly ups: readonly string[];
  readonly #counted: Readonly<Record<string, string>>;
  readonly #now: Readonly<Record<string, string>>;
  readonly #byHash: ReadonlyMap<string, string>;

  constructor(counted: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>) {
    this.#counted = counted;
    this.#now = now;
    this.#byHash = new Map(Object.entries(now).map(([file, hash]) => [hash, file]));
    this.ups = inOrder(Object.keys(counted));
  }

  /** The file itself where it is as it was, else the one that has its text, else itself, edited; undefined if there is none. */
  nowOf(file: string): string | undefined {
    const hash = this.#counted[file] ?? '';
    if (this.#now[file] === hash) return file;
    return this.#byHash.get(hash) ?? (file in this.#now ? file : undefined);
  }

  /** Two of which the first one comes after the second one now. */
  turned():
    | { readonly first: string; readonly second: string; readonly firstNow: string; readonly secondNow: string }
    | undefined {
    for (const [i, second] of this.ups.entries()) {
      const first = this.ups[i - 1];
      const [firstNow, secondNow] = [first === undefined ? undefined : this.nowOf(first), this.nowOf(second)];
      if (first === undefined || firstNow === undefined || secondNow === undefined) continue;
      if (byVersion(firstNow, secondNow) > 0) return { first, second, firstNow, secondNow };
    }
    return undefined;
  }
}
