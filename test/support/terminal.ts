import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './program.ts';

/** Whether this machine has the `script` of util-linux, which runs a program in its own terminal. */
export const hasTerminal = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

/** The command that runs the built program, quoted for a shell. */
export const program = `'${process.execPath}' '${path.join(root, 'bin/codegen.js')}'`;

interface Setting {
  readonly cwd: string;
  /** The width of the terminal in characters. */
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Keys to type or functions to call, each as soon as its text has appeared. */
  readonly keys?: readonly (readonly [seen: string | RegExp, keys: string | (() => void)])[];
}

/**
 * Runs a line of bash on a terminal.
 *
 * @returns its exit status, and all that it sent to the terminal
 */
export function runOnTerminal(line: string, { cwd, columns = 80, env, keys = [] }: Setting) {
  const { NO_COLOR: _, FORCE_COLOR: __, ...rest } = process.env;
  const child = spawn('script', ['-qec', `stty cols ${columns} rows 24; ${line}`, '/dev/null'], {
    cwd,
    env: { ...rest, SHELL: '/bin/bash', TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    // Kills a program that waits for a key that never comes.
    timeout: 150_000,
  });
  const left = [...keys];
  let shown = '';
  const isSeen = (wanted: string | RegExp) => (typeof wanted === 'string' ? shown.includes(wanted) : wanted.test(shown));
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    shown += part;
    for (let next = left[0]; next !== undefined && isSeen(next[0]); next = left[0]) {
      left.shift();
      if (typeof next[1] === 'string') child.stdin.write(next[1]);
      else next[1]();
    }
  });
  return new Promise<{ readonly status: number | null; readonly shown: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, shown }));
  });
}

/** Returns the lines that remain visible on a terminal, without erased text. */
export function screen(shown: string): string[] {
  const lines = shown.replaceAll('\r\n', '\n').split('\n');
  return lines.map((line) => line.slice(line.lastIndexOf('\r\u001b[K') + 1).replace('\u001b[K', ''));
}
