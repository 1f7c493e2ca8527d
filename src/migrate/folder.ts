/** Whether the files of a folder are those that its record speaks of. */

import path from 'node:path';
import { type Diagnostic, diagnostic, readRegular } from '../diagnostics/index.ts';
import { hashesOf, type MigrationRecord, RECORD_FILE } from './record.ts';
import { fileName, rivals } from './tools.ts';

/**
 * What is wrong with a folder, so that neither the next migration nor an answer may be made from it. A file that was edited is
 * none of it, nor one that is called otherwise now, nor a way back that nobody wants.
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
  const counted = { ...record?.earlier, ...record?.written };
  const gone = Object.keys(counted).filter((file) => !files.includes(file) && fileName(file)?.isDown === false);
  if (gone.length === 0) return [];
  const texts = files.map((file) => ({ path: file, content: readRegular(path.join(dir, file)).toString('utf8') }));
  const hashes = new Set(Object.values(hashesOf(texts)));
  const missing = gone.find((file) => !hashes.has(counted[file] ?? ''));
  if (missing === undefined) return [];
  return [diagnostic('migration-missing', { file: path.join(dir, missing), record: path.join(dir, RECORD_FILE) })];
}
