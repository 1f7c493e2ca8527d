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

/** How the run of a program ended. */
export type Ending =
  | { readonly kind: 'exited'; readonly status: number }
  | { readonly kind: 'killed'; readonly signal: NodeJS.Signals }
  /** The system refused to start it. */
  | { readonly kind: 'refused'; readonly code: string; readonly reason: string };

/** So long a program that was asked to stop has for it. */
const GRACE_MS = 5000;

/**
 * Output that comes after the program's end is waited for until nothing comes for so long, or, if something that
 * it left running goes on writing, for so long in all.
 */
const QUIET_MS = 200;
const LONGEST_QUIET_MS = 1000;

/** A script that an editor is just writing is tried again. */
const BUSY_RETRIES = 20;
const BUSY_WAIT_MS = 50;

/**
 * Runs a program to its end, without a shell, in a process group of its own and with nothing on its standard
 * input. A signal that reaches this process is handed on to the whole group; what then does not stop in time,
 * or at the second signal, is killed.
 */
export async function execute(execution: Execution): Promise<Ending> {
  let child: ChildProcess;
  try {
    child = await start(execution);
  } catch (error) {
    return { kind: 'refused', code: isSystemError(error) ? error.code : '', reason: refusal(error) };
  }
  const group = new Group(child.pid as number);
  const forget = execution.interrupts.onSignal((signal) => group.stop(signal));
  // It came while the program was being started.
  if (execution.interrupts.signal) group.stop(execution.interrupts.signal);
  const atExit = () => group.send('SIGTERM');
  process.once('exit', atExit);
  try {
    const ending = await endOf(child, execution);
    await group.gone();
    return ending;
  } finally {
    process.off('exit', atExit);
    forget();
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
          // A group of its own.
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

/** Why the system did not start a program that looked as if it could run. */
function refusal(error: unknown): string {
  const code = isSystemError(error) ? error.code : '';
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

function endOf(child: ChildProcess, { onStdout, onStderr }: Execution): Promise<Ending> {
  return new Promise((resolve) => {
    let ending: Ending | undefined;
    let endedAt = 0;
    let timer: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(timer);
      // What the program left running in the background writes to nobody from here on.
      child.stdout?.destroy();
      child.stderr?.destroy();
      if (ending) resolve(ending);
    };
    const waitForQuiet = () => {
      clearTimeout(timer);
      const delay = Math.min(QUIET_MS, endedAt + LONGEST_QUIET_MS - performance.now());
      timer = setTimeout(() => {
        const waited = timer;
        // If this process was slow, output lies ready that is read only after the timers.
        setImmediate(() => waited === timer && finish());
      }, delay);
    };
    const listen = (take: (chunk: Buffer) => void) => (chunk: Buffer) => {
      take(chunk);
      if (ending) waitForQuiet();
    };
    child.stdout?.on('data', listen(onStdout));
    child.stderr?.on('data', listen(onStderr));
    child.once('exit', (status, signal) => {
      ending = signal ? { kind: 'killed', signal } : { kind: 'exited', status: status ?? 0 };
      endedAt = performance.now();
      waitForQuiet();
    });
    child.once('close', finish);
  });
}

/** The processes of a program: itself and those that it started. */
class Group {
  readonly #leader: number;
  #stopping: { readonly timer: NodeJS.Timeout } | undefined;

  constructor(leader: number) {
    this.#leader = leader;
  }

  /** @returns whether there was still a process to get it */
  send(signal: NodeJS.Signals | 0): boolean {
    try {
      return process.kill(-this.#leader, signal);
    } catch (error) {
      if (isSystemError(error)) return false;
      throw error;
    }
  }

  stop(signal: NodeJS.Signals): void {
    if (this.#stopping) {
      this.send('SIGKILL');
    } else {
      this.send(signal);
      this.#stopping = { timer: setTimeout(() => this.send('SIGKILL'), GRACE_MS) };
    }
  }

  /** After the leader's end: waits until nothing of a group that was told to stop is left. */
  async gone(): Promise<void> {
    if (!this.#stopping) return;
    // A shell lets its background processes ignore SIGINT.
    this.send('SIGTERM');
    for (let waited = 0; this.send(0) && waited < GRACE_MS; waited += 20) await wait(20);
    this.send('SIGKILL');
    clearTimeout(this.#stopping.timer);
  }
}
