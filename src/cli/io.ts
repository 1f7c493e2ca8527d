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

/** So many characters of lines are written at once. */
const AT_ONCE = 1 << 16;

/** Writes lines of a result, many at once: each time that something is written costs as much as a hundred lines. */
export function writeLines({ stdout }: Pick<Io, 'stdout'>, lines: Iterable<string>): void {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < AT_ONCE) continue;
    stdout.write(text);
    text = '';
  }
  if (text !== '') stdout.write(text);
}

/** What a shell says of a program that Ctrl-C ended (128 and the number of SIGINT, POSIX.1-2017, XCU 2.8.2). */
export const INTERRUPTED = 130;

/** Says on standard output that something was done: on a terminal with a mark, as gh does. */
export function done({ stdout, env }: Pick<Io, 'stdout' | 'env'>, text: string): void {
  const mark = stdout.isTTY === true && env['TERM'] !== 'dumb' ? `${painter(stdout, env)('green', '✓')} ` : '';
  stdout.write(`${mark}${text}\n`);
}

/**
 * Whether somebody can be asked: what is typed is read from a terminal, what is asked is shown on one that takes more than
 * plain lines, and `CODEGEN_PROMPT_DISABLED` does not forbid it, as `GH_PROMPT_DISABLED` does
 * (https://cli.github.com/manual/gh_help_environment).
 */
export function canAsk({ stderr, env }: Pick<Io, 'stderr' | 'env'>): boolean {
  if (isSet(env['CODEGEN_PROMPT_DISABLED']) || env['TERM'] === 'dumb') return false;
  return process.stdin.isTTY === true && stderr.isTTY === true && stderr.columns !== 0;
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== '';

/** Variables that demand colours where they are set, and not to one of these. */
const demands = { FORCE_COLOR: ['0', 'false'], CLICOLOR_FORCE: ['', '0'] } as const;

/**
 * Whether an output takes colours: `FORCE_COLOR` and `CLICOLOR_FORCE` demand them, `NO_COLOR` (https://no-color.org) and
 * `CLICOLOR=0` (https://bixense.com/clicolors) forbid them, and otherwise a terminal has them.
 */
export function hasColor(output: Output, env: Io['env']): boolean {
  for (const [name, not] of Object.entries(demands)) {
    const value = env[name];
    if (value !== undefined && !not.some((each) => each === value)) return true;
  }
  if (isSet(env['NO_COLOR']) || env['CLICOLOR'] === '0') return false;
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
