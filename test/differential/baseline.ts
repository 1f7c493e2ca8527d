/** What is still wrong: a record that may only shrink, until there is nothing in it. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('baseline.json', import.meta.url));

/** How many there are of each sort of thing that is wrong. */
export type Counts = Readonly<Record<string, number>>;

/**
 * What got worse since it was recorded. `RECORD=1` records what did not, `RECORD=worse` all.
 *
 * @param chapter which counts of the record these are
 */
export function worsened(chapter: string, counts: Counts): readonly string[] {
  const recorded: Readonly<Record<string, Counts>> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const known = recorded[chapter] ?? {};
  const worse = Object.entries(counts).filter(([name, count]) => count > (known[name] ?? 0));
  const record = process.env['RECORD'];
  if (record !== 'worse' && (record === undefined || worse.length > 0)) {
    return worse.map(([name, count]) => `${name}: ${count}, was ${known[name] ?? 0}`);
  }
  writeFileSync(file, `${JSON.stringify({ ...recorded, [chapter]: counts }, undefined, 2)}\n`);
  return [];
}
