/** The streams of the program, and functions that read and write them. */

import { styleText } from 'node:util';
import { escapeControlCharactersInJson, type Paint, plain } from '../diagnostics/index.ts';

/** The streams and environment variables of the program. Commands get them as a parameter, so that a test can replace them. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What is printed in addition to the result: `quiet` only errors, `verbose` every warning. */
  level?: Level | undefined;
}

export type Level = 'quiet' | 'verbose';

export interface Output {
  /** Writes text of the program, or bytes that a hook's script printed. */
  write(text: string | Uint8Array): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly fd?: number | undefined;
}

/** Prints a remark on standard error that is neither a result nor an error, unless the level is `quiet`. */
export function printNote({ stderr, level }: Pick<Io, 'stderr' | 'level'>, text: string): void {
  if (level !== 'quiet') stderr.write(`${text}\n`);
}

export function printJson({ stdout }: Pick<Io, 'stdout'>, document: unknown): void {
  stdout.write(`${escapeControlCharactersInJson(JSON.stringify(document, undefined, 2))}\n`);
}

/** Reads all bytes of a stream, such as standard input. */
export async function readAll(input: NodeJS.ReadStream): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

/** The number of buffered characters from which they are written. */
const BUFFER_SIZE = 1 << 16;

/** Writes lines of a result in batches, because each write takes as long as a hundred lines. */
export function writeLines({ stdout }: Pick<Io, 'stdout'>, lines: Iterable<string>): void {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < BUFFER_SIZE) continue;
    stdout.write(text);
    text = '';
  }
  if (text !== '') stdout.write(text);
}

/** Reports a completed action on standard output, with a check mark on a terminal, as gh does. */
export function printSuccess({ stdout, env }: Pick<Io, 'stdout' | 'env'>, text: string): void {
  const mark = stdout.isTTY === true && env['TERM'] !== 'dumb' ? `${createPaint(stdout, env)('green', '✓')} ` : '';
  stdout.write(`${mark}${text}\n`);
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Variables that force colours, unless they have one of these values. */
const forcingVariables = { FORCE_COLOR: ['0', 'false'], CLICOLOR_FORCE: ['', '0'] } as const;

/**
 * Returns whether an output has colours: `FORCE_COLOR` and `CLICOLOR_FORCE` force them, `NO_COLOR` (https://no-color.org) and
 * `CLICOLOR=0` (https://bixense.com/clicolors) forbid them, and otherwise a terminal has them.
 */
export function hasColor(output: Output, env: Io['env']): boolean {
  for (const [name, not] of Object.entries(forcingVariables)) {
    const value = env[name];
    if (value !== undefined && !not.some((each) => each === value)) return true;
  }
  if (isSet(env['NO_COLOR']) || env['CLICOLOR'] === '0') return false;
  return output.isTTY === true && env['TERM'] !== 'dumb';
}

export function createPaint(output: Output, env: Io['env']): Paint {
  // `hasColor` decides alone; newer versions of Node.js would otherwise check standard output again.
  return hasColor(output, env) ? (style, text) => styleText(style, text, { validateStream: false }) : plain;
}

/** Returns the width of an output in columns; undefined if it is not a terminal. */
export function widthOf({ isTTY, columns }: Output): number | undefined {
  // A terminal of unknown size reports 0.
  return isTTY === true && columns ? columns : undefined;
}
