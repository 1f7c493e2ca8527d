/** Prints what a command did with files: `updated src/post.rs`, or `2 files updated, 40 unchanged`. */

import path from 'node:path';
import { type Plan, type StepWord, stepWords } from '../output/index.ts';
import type { Io } from './io.ts';

/** What a command did with a file: one line of its output. */
export interface FileStep {
  /** The past participle that begins the line: `updated`. */
  readonly verb: string;
  /** The folder that `path` begins at, as users see it: `out`. */
  readonly root: string;
  /** Relative to the root, with `/` between folders. */
  readonly path: string;
  /** Printed directly after the path, so it begins with a space. A file with a note is never merged into the line of its folder. */
  readonly note?: string | undefined;
}

/** The maximum number of files to name: more lines would push everything else off the screen. */
const MAX_NAMED = 40;

/** Returns `2 files updated, 40 unchanged` for counts by verb, without those that are 0. */
export function fileCounts(counts: Readonly<Record<string, number>>): string {
  const [first, ...others] = Object.entries(counts).filter(([, count]) => count > 0);
  if (!first) return '';
  const noun = first[1] === 1 ? 'file' : 'files';
  return [`${first[1]} ${noun} ${first[0]}`, ...others.map(([verb, count]) => `${count} ${verb}`)].join(', ');
}

/** Returns the number of files of plans by their step. */
export function countSteps(plans: readonly Plan[]): Readonly<Record<StepWord, number>> {
  const counts = { created: 0, updated: 0, removed: 0, kept: 0, unchanged: 0 };
  for (const { steps } of plans) for (const step of steps) counts[stepWords[step.kind]]++;
  return counts;
}

/** Yields the lines of all files of plans that are not unchanged. */
export function planLines(io: Pick<Io, 'stdout' | 'level'>, plans: readonly Plan[]): Iterable<string> {
  const steps = plans.flatMap(({ root, steps: all }) =>
    all
      .filter(({ kind }) => kind !== 'unchanged')
      .map((step): FileStep => {
        const note = step.kind === 'keep' ? ' (it was changed by hand)' : undefined;
        return { verb: stepWords[step.kind], root, path: step.path, note };
      }),
  );
  return fileLines(io, steps);
}

/**
 * Yields a line for each file. On a terminal, more files than `MAX_NAMED` are summarized by folder, unless `--verbose` is given;
 * programs always receive a line for each file.
 */
export function* fileLines({ stdout, level }: Pick<Io, 'stdout' | 'level'>, steps: readonly FileStep[]): Iterable<string> {
  const isSummarized = steps.length > MAX_NAMED && stdout.isTTY === true && level !== 'verbose';
  const shownPath = ({ root, path: file }: FileStep) => path.join(root, file);
  if (!isSummarized) {
    for (const step of steps) yield `${step.verb} ${shownPath(step)}${step.note ?? ''}`;
    return;
  }
  const groups = new Map<string, [FileStep, ...FileStep[]]>();
  for (const step of steps) {
    const file = shownPath(step);
    const key = `${step.verb} ${step.note === undefined ? path.dirname(file) : file}`;
    const group = groups.get(key);
    if (group) group.push(step);
    else groups.set(key, [step]);
  }
  for (const [first, ...others] of groups.values()) {
    const { verb, note = '' } = first;
    const file = shownPath(first);
    yield others.length === 0 ? `${verb} ${file}${note}` : `${verb} ${others.length + 1} files in ${path.dirname(file)}`;
  }
}

/** Returns the remark after a list of changes that were not made. */
export function dryRunRemark(
  { dryRun, check }: { readonly dryRun: boolean; readonly check: boolean },
  hasChanges: boolean,
): string {
  if (dryRun) return ' (dry run: nothing was written)';
  return check && hasChanges ? ' (check: nothing was written)' : '';
}
