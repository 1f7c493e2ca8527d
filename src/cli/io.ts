import { styleText } from 'node:util';
import { type Paint, plain } from '../diagnostics/index.ts';

/** All that the program sees of its surroundings, so that a test can hand over its own. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How much is said beside the result: `quiet` errors alone, `verbose` every warning. */
  level?: Level | undefined;
}

export type Level = 'quiet' | 'verbose';

export interface Output {
  /** Text of the program's own, or the bytes that a hook's script printed. */
  write(text: string | Uint8Array): unknown;
  readonly isTTY?: boolean | undefined;
  /** Width of the terminal. */
  readonly columns?: number | undefined;
  /** Its number in this process. */
  readonly fd?: number | undefined;
}

/** Says on standard error, to whom wants to hear it, what is neither a result nor a fault. */
export function note({ stderr, level }: Pick<Io, 'stderr' | 'level'>, text: string): void {
  if (level !== 'quiet') stderr.write(`${text}\n`);
}

/**
 * Whether an output takes colours: `NO_COLOR` (https://no-color.org) forbids them, `FORCE_COLOR` demands
 * them, and otherwise a terminal has them.
 */
export function hasColor(output: Output, env: Io['env']): boolean {
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0' && env['FORCE_COLOR'] !== 'false') return true;
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  return output.isTTY === true && env['TERM'] !== 'dumb';
}

/** How an output is painted. */
export function painter(output: Output, env: Io['env']): Paint {
  // Whether it is one that takes colours is settled here; newer versions of Node.js would look at standard output again.
  return hasColor(output, env) ? (style, text) => styleText(style, text, { validateStream: false }) : plain;
}

/** How wide the lines of an output may be; undefined where it is no terminal. */
export function widthOf({ isTTY, columns }: Output): number | undefined {
  // A terminal that does not know its size says 0.
  return isTTY === true && columns ? columns : undefined;
}
