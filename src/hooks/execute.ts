/** Starts the script of a hook, passes on its output and signals, and waits for its end. */

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { isSystemError, reasonOf } from '../diagnostics/index.ts';
import type { Interrupts } from './interrupts.ts';

export interface Execution {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onStdout: (chunk: Buffer) => void;
  readonly onStderr: (chunk: Buffer) => void;
  readonly interrupts: Interrupts;
}

export type ExecutionEnd =
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'not-started'; readonly code: string; readonly reason: string };

/** The time that a program has to stop after a signal. */
const GRACE_MS = 5000;

/**
 * After the program's end, its pipes are drained until no output arrives for `DRAIN_IDLE_MS`, at the latest after `DRAIN_MAX_MS`,
 * because a background process may continue to write.
 */
const DRAIN_IDLE_MS = 200;
const DRAIN_MAX_MS = 1000;

/** A script that an editor is writing at this moment is tried again. */
const BUSY_RETRIES = 20;
const BUSY_WAIT_MS = 50;

/**
 * Runs a program to its end, without a shell, in its own process group and without standard input. A signal
 * to this process is passed to the whole group. Processes that do not stop in time, or before a second
 * signal, are killed.
 */
export async function execute(execution: Execution): Promise<ExecutionEnd> {
  let child: ChildProcess;
  try {
    child = await start(execution);
  } catch (error) {
    const code = isSystemError(error) ? error.code : '';
    return { kind: 'not-started', code, reason: startProblem(code, error) };
  }
  const group = new Group(child.pid as number);
  const unsubscribe = execution.interrupts.onSignal((signal) => group.stop(signal));
  // The signal arrived while the program was being started.
  if (execution.interrupts.signal) group.stop(execution.interrupts.signal);
  const atExit = () => group.send('SIGTERM');
  process.once('exit', atExit);
  try {
    const ending = await endOf(child, execution);
    await group.waitForEnd();
    return ending;
  } finally {
    process.off('exit', atExit);
    unsubscribe();
  }
}

async function start(execution: Execution): Promise<ChildProcess> {
  for (let tries = 0; ; tries++) {
    try {
      return await new Promise((resolve, reject) => {
        const child = spawn(execution.file, execution.args, {
          cwd: execution.cwd,
          env: { ...execution.env },
          stdio: ['ignore', 'pipe', 'pipe'],
          // Creates a process group.
          detached: true,
        });
        child.once('error', reject);
        child.once('spawn', () => resolve(child));
      });
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'ETXTBSY' || tries === BUSY_RETRIES) throw error;
      await wait(BUSY_WAIT_MS);
    }
  }
}

/** Returns why the system did not start a program that seemed executable. */
function startProblem(code: string, error: unknown): string {
  switch (code) {
    case 'EACCES':
      return 'permission denied; the folder, its disk or the interpreter does not allow to run it';
    case 'ETXTBSY':
      return 'it is being written by another program';
    case 'E2BIG':
      return 'its arguments and its environment are longer than the operating system allows';
    case 'ENOENT':
      return 'the script or its interpreter no longer exists';
    case 'ENOEXEC':
      return 'it is not a program of this system';
    default:
      return reasonOf(error);
  }
}

function endOf(child: ChildProcess, { onStdout, onStderr }: Execution): Promise<ExecutionEnd> {
  return new Promise((resolve) => {
    let ending: ExecutionEnd | undefined;
    let endedAt = 0;
    let timer: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(timer);
      // From here on, the output of its background processes is ignored.
      child.stdout?.destroy();
      child.stderr?.destroy();
      if (ending) resolve(ending);
    };
    const restartDrainTimer = () => {
      clearTimeout(timer);
      const delay = Math.min(DRAIN_IDLE_MS, endedAt + DRAIN_MAX_MS - performance.now());
      timer = setTimeout(() => {
        const waited = timer;
        // Timers run before pending output is read, which restarts the timer.
        setImmediate(() => waited === timer && finish());
      }, delay);
    };
    const listen = (onOutput: (chunk: Buffer) => void) => (chunk: Buffer) => {
      onOutput(chunk);
      if (ending) restartDrainTimer();
    };
    child.stdout?.on('data', listen(onStdout));
    child.stderr?.on('data', listen(onStderr));
    child.once('exit', (status, signal) => {
      ending = signal ? { kind: 'killed', signal } : { kind: 'exited', status: status ?? 0 };
      endedAt = performance.now();
      restartDrainTimer();
    });
    child.once('close', finish);
  });
}

/** The processes of a program: itself and those that it started. */
class Group {
  readonly #leader: number;
  #killTimer: NodeJS.Timeout | undefined;

  constructor(leader: number) {
    this.#leader = leader;
  }

  /** Sends a signal, or with 0 only checks; returns whether the group still had a process. */
  send(signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(-this.#leader, signal);
    } catch (error) {
      if (isSystemError(error)) return false;
      throw error;
    }
  }

  /** Passes on the first signal and starts the grace period; kills the group at the second one. */
  stop(signal: NodeJS.Signals): void {
    if (this.#killTimer) {
      this.send('SIGKILL');
    } else {
      this.send(signal);
      this.#killTimer = setTimeout(() => this.send('SIGKILL'), GRACE_MS);
    }
  }

  /** After the end of the leader: waits until no process of a stopped group is left. */
  async waitForEnd(): Promise<void> {
    if (!this.#killTimer) return;
    // SIGINT alone is not enough: background processes of a shell ignore it.
    this.send('SIGTERM');
    for (let waited = 0; this.send(0) && waited < GRACE_MS; waited += 20) await wait(20);
    clearTimeout(this.#killTimer);
  }
}
