import path from 'node:path';
import type { Io } from './io.ts';

/** What happened to a file. */
export interface FileStep {
  readonly verb: string;
  readonly file: string;
  /** What is said behind it; a file with a note is always named. */
  readonly note?: string | undefined;
}

/** More names than these push everything else off the screen. */
const MANY = 100;

/**
 * A line for each file, as programs read them; of very many files a terminal shows how many there are in each folder,
 * unless somebody asks for all.
 */
export function* fileLines({ stdout, level }: Pick<Io, 'stdout' | 'level'>, steps: readonly FileStep[]): Iterable<string> {
  const isShort = steps.length > MANY && stdout.isTTY === true && level !== 'verbose';
  if (!isShort) {
    for (const { verb, file, note = '' } of steps) yield `${verb} ${file}${note}`;
    return;
  }
  const groups = new Map<string, FileStep[]>();
  for (const step of steps) {
    const { verb, file, note } = step;
    const key = note === undefined ? `${verb} ${path.dirname(file)}` : `${verb} ${file}`;
    const group = groups.get(key);
    if (group) group.push(step);
    else groups.set(key, [step]);
  }
  for (const [first, ...others] of groups.values() as Iterable<[FileStep, ...FileStep[]]>) {
    const { verb, file, note = '' } = first;
    yield others.length === 0 ? `${verb} ${file}${note}` : `${verb} ${others.length + 1} files in ${path.dirname(file)}`;
  }
}
