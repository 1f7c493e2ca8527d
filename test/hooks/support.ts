/** Shared helpers of the hook tests: projects in temporary folders, scripts, and the built program as a process. */

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { type Outcome, root } from '../support/program.ts';

/** The built program; CODEGEN_TEST_PROGRAM may name another build. */
export const program = process.env['CODEGEN_TEST_PROGRAM'] ?? path.join(root, 'bin/codegen.js');

/** The environment of a user without personal settings, outside of any Git hook. */
const env: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) =>
      value === undefined || /^(GIT|CODEGEN)_/.test(key) ? [] : [[key, value]],
    ),
  ),
  NO_COLOR: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
  // For scripts that call the program.
  NODE: process.execPath,
  PROGRAM: program,
};

export interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
}

export interface Ended extends Outcome {
  readonly signal: NodeJS.Signals | null;
}

/** A process, with its output so far. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  stdout = '';
  stderr = '';

  constructor(cwd: string, command: readonly [string, ...string[]], options: Options) {
    const [file, ...args] = command;
    this.child = spawn(file, args, { cwd, env: { ...env, ...options.env }, stdio: 'pipe' });
    this.child.stdout?.setEncoding('utf8').on('data', (text) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text) => {
      this.stderr += text;
    });
    // The process may end before it has read all its input.
    this.child.stdin?.on('error', () => {});
    this.child.stdin?.end(options.input);
    this.ended = new Promise((resolve, reject) => {
      this.child.once('error', reject);
      this.child.once('close', (status, signal) => resolve({ status, signal, stdout: this.stdout, stderr: this.stderr }));
    });
  }
}

/** Starts the built program, and kills it when the test ends. */
export function start(cwd: string, args: readonly string[], options: Options = {}): Running {
  const running = new Running(cwd, [process.execPath, program, ...args], options);
  onTestFinished(() => {
    running.child.kill('SIGKILL');
  });
  return running;
}

/** Runs the built program to its end. */
export function codegen(cwd: string, args: readonly string[], options: Options = {}): Promise<Ended> {
  return start(cwd, args, options).ended;
}

/** Runs another program, with the same environment. */
export function run(cwd: string, command: readonly [string, ...string[]], options: Options = {}): Promise<Ended> {
  return new Running(cwd, command, options).ended;
}

/** Creates a folder for one test, deletes it afterwards, and returns its path. */
export function folder(): string {
  const at = realpathSync(mkdtempSync(path.join(tmpdir(), 'codegen hooks-')));
  onTestFinished(() => rmSync(at, { recursive: true, force: true, maxRetries: 5 }));
  return at;
}

/** Writes a file, creates its folder, and returns its path. */
export function put(cwd: string, name: string, text: string): string {
  const file = path.join(cwd, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Writes an executable shell script, and returns its path. */
export function script(cwd: string, name: string, body: string): string {
  const file = put(cwd, name, `#!/bin/sh\n${body}\n`);
  chmodSync(file, 0o755);
  return file;
}

/** Registers a hook and returns its id. */
export async function hook(cwd: string, event: string, action: string, ...more: string[]): Promise<string> {
  const { status, stdout, stderr } = await codegen(cwd, ['hook', 'create', '--event', event, '--script', action, ...more]);
  if (status !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { hook_id: string }).hook_id;
}

/** Returns the text of a file, or an empty string if it does not exist. */
export function read(cwd: string, name: string): string {
  const file = path.join(cwd, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

export function linesOf(cwd: string, name: string): string[] {
  return read(cwd, name)
    .split('\n')
    .filter((line) => line !== '');
}

/** Waits until a condition is true. Throws after a minute, because the machine may be slow. */
export async function until(isSo: () => boolean, what: () => string): Promise<void> {
  for (const end = Date.now() + 60_000; !isSo(); ) {
    if (Date.now() > end) throw new Error(`waited in vain: ${what()}`);
    await wait(20);
  }
}

/** Returns whether a process runs; false for a zombie, which waits for its parent. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !/^State:\s+Z/m.test(read('/proc', `${pid}/status`));
}
