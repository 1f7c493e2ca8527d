/** What every command shares that goes on and watches files. */

import { hashOf } from './sources.ts';

export { listenForInterrupts } from './interrupts.ts';
export { claim, release } from './presence.ts';
export { watch } from './watch.ts';

/**
 * What tells the contents of files from others; undefined of those that are not there, or cannot be read.
 *
 * @param files whole paths
 */
export async function contentsOf(files: Iterable<string>): Promise<ReadonlyMap<string, string | undefined>> {
  const contents = new Map<string, string | undefined>();
  for (const file of files) contents.set(file, await hashOf(file));
  return contents;
}
