/** Prints the report as JSON. Most of it are functions, which the threads that measure them print. */

import { escapeControlCharactersInJson } from '../../diagnostics/index.ts';
import { type FunctionRecord, PRINTED, type Report } from './types.ts';

/** Printed functions in source order. Plain data, which is transferred between threads without a copy. */
export interface Printed {
  /** The sort keys of each function: its cyclomatic complexity, cognitive complexity and length. */
  readonly ranks: Float64Array;
  /** The functions as {@link toJson} prints them, in UTF-8, one after the other. */
  readonly bytes: Uint8Array;
  /** The end of each function in `bytes`. */
  readonly ends: Uint32Array;
}

export function printFunctions(functions: readonly FunctionRecord[]): Printed {
  const ranks = new Float64Array(functions.length * 3);
  const ends = new Uint32Array(functions.length);
  const texts = functions.map(textOf);
  // Not from Node.js's shared buffer pool, because the memory is transferred to another thread.
  const bytes = Buffer.allocUnsafeSlow(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  let end = 0;
  for (const [index, { cyclomatic, cognitive, length }] of functions.entries()) {
    ranks[index * 3] = cyclomatic;
    ranks[index * 3 + 1] = cognitive;
    ranks[index * 3 + 2] = length;
    end += bytes.write(texts[index] ?? '', end);
    ends[index] = end;
  }
  return { ranks, bytes, ends };
}

/** Prints a function as `JSON.stringify` does within the report. */
function textOf(each: FunctionRecord): string {
  const members: string[] = [];
  for (const [key, value] of Object.entries(each)) {
    members.push(`        "${key}": ${typeof value === 'number' ? value : escapeControlCharactersInJson(JSON.stringify(value))}`);
  }
  return `      {\n${members.join(',\n')}\n      }`;
}

/** Merges all functions, worst first, with commas between them. Equally bad ones keep their order. */
export function worstOf(all: readonly Printed[]): { readonly count: number; readonly bytes: Uint8Array } {
  const groups: Groups = new Map();
  let count = 0;
  let size = 0;
  for (const { ranks, bytes, ends } of all) {
    count += ends.length;
    size += bytes.length;
    let start = 0;
    for (const [index, end] of ends.entries()) {
      const byCognitive = getOrCreate(groups, ranks[index * 3] ?? 0, (): ByCognitive => new Map());
      const byLength = getOrCreate(byCognitive, ranks[index * 3 + 1] ?? 0, (): ByLength => new Map());
      getOrCreate(byLength, ranks[index * 3 + 2] ?? 0, (): ByteRange[] => []).push({ bytes, start, end });
      start = end;
    }
  }
  const sorted = Buffer.allocUnsafe(size + Math.max(0, count - 1) * SEPARATOR.length);
  let to = 0;
  for (const byCognitive of descendingValues(groups)) {
    for (const byLength of descendingValues(byCognitive)) {
      for (const same of descendingValues(byLength)) {
        for (const { bytes, start, end } of same) {
          if (to > 0) to += SEPARATOR.copy(sorted, to);
          sorted.set(bytes.subarray(start, end), to);
          to += end - start;
        }
      }
    }
  }
  return { count, bytes: sorted };
}

const SEPARATOR = Buffer.from(',\n');

interface ByteRange {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** Most functions share each of their numbers with many others, so grouping leaves few numbers to sort. */
type Groups = Map<number, ByCognitive>;
type ByCognitive = Map<number, ByLength>;
type ByLength = Map<number, ByteRange[]>;

function getOrCreate<T>(groups: Map<number, T>, key: number, make: () => T): T {
  let group = groups.get(key);
  if (group === undefined) {
    group = make();
    groups.set(key, group);
  }
  return group;
}

function descendingValues<T>(groups: ReadonlyMap<number, T>): readonly T[] {
  return [...groups].sort(([a], [b]) => b - a).map(([, group]) => group);
}

/** Prints the whole report like `JSON.stringify` with an indentation of two spaces, in pieces. */
export function toJson(report: Report): readonly (string | Uint8Array)[] {
  const document = escapeControlCharactersInJson(JSON.stringify(report, undefined, 2));
  const printed = report[PRINTED];
  if (!printed || printed.length === 0) return [document];
  // This is a separate line, which cannot occur within a string value.
  const [before, after] = document.split('\n    "functions": [],\n') as [string, string];
  return [`${before}\n    "functions": [\n`, printed, `\n    ],\n${after}`];
}
