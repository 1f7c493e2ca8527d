/** The functions that commands with a watch mode need: watch files, hash them, and end on a signal. */

import { hashOf } from './sources.ts';

export { listenForInterrupts } from './interrupts.ts';
export { watch } from './watch.ts';

/**
 * Returns the hashes of files; undefined for files that are missing or cannot be read.
 *
 * @param files absolute paths
 */
export async function contentsOf(files: Iterable<string>): Promise<ReadonlyMap<string, string | undefined>> {
  const contents = new Map<string, string | undefined>();
  for (const file of files) contents.set(file, await hashOf(file));
  return contents;
}
