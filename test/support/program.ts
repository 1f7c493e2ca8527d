import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort, receiveMessageOnPort, SHARE_ENV, Worker } from 'node:worker_threads';

export const root = fileURLToPath(new URL('../../', import.meta.url));

const program = path.join(root, 'bin/codegen.js');
const main = path.join(root, 'dist/codegen.cjs');

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let isBuildChecked = false;

/** Throws an error if the built program is older than its sources: tests would judge, and records would keep, old output. */
function checkBuild(): void {
  if (isBuildChecked) return;
  const built = statSync(main, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' });
  const newer = sources.find((file) => /(?<!\.test)\.tsx?$/.test(file) && statSync(path.join(root, 'src', file)).mtimeMs > built);
  if (newer !== undefined) throw new Error(`dist/ is missing or older than src/${newer}: run npm run build`);
  isBuildChecked = true;
}

/** Runs the built program in a folder, in a process of its own. */
export function codegenProcess(cwd: string, args: readonly string[], env: Record<string, string> = {}): Outcome {
  checkBuild();
  const done = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
    maxBuffer: 1 << 28,
  });
  if (done.error) throw done.error;
  return { status: done.status, stdout: done.stdout, stderr: done.stderr };
}

/** A thread that has loaded the built program. */
interface ProgramThread {
  readonly port: MessagePort;
  /** Its element becomes 1 when a command has ended. */
  readonly ended: Int32Array;
}

let programThread: ProgramThread | undefined;

function startProgramThread(): ProgramThread {
  checkBuild();
  const ended = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('program-thread.js', import.meta.url), {
    workerData: { program, main, port: port2, ended },
    transferList: [port2],
    env: SHARE_ENV,
    execArgv: [],
  });
  worker.unref();
  port1.unref();
  return { port: port1, ended };
}

/** In milliseconds. A command that takes longer hangs. */
const LONGEST_COMMAND = 600_000;

/**
 * Runs the built program in a folder, in a thread that keeps it loaded: a process takes several times as long. Standard input is
 * empty. Tests of the process itself (its start, streams and signals) use {@link codegenProcess}.
 */
export function codegen(cwd: string, args: readonly string[], env: Record<string, string> = {}): Outcome {
  programThread ??= startProgramThread();
  const { port, ended } = programThread;
  const previousFolder = process.cwd();
  const environment = { ...process.env };
  try {
    process.chdir(cwd);
    Object.assign(process.env, { NO_COLOR: '1', ...env });
    Atomics.store(ended, 0, 0);
    port.postMessage({ folder: process.cwd(), args });
    if (Atomics.wait(ended, 0, 0, LONGEST_COMMAND) === 'timed-out') {
      programThread = undefined;
      throw new Error(`codegen ${args.join(' ')} does not end`);
    }
  } finally {
    process.chdir(previousFolder);
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
  }
  const received = receiveMessageOnPort(port);
  if (received === undefined) throw new Error('the thread of the program sent no outcome');
  const { hasExited, ...outcome }: Outcome & { readonly hasExited: boolean } = received.message;
  if (hasExited) programThread = undefined;
  return outcome;
}

/** Returns standard error without the lines that count axioms and assumptions. */
export function messagesOf({ stderr }: Pick<Outcome, 'stderr'>): string {
  return stderr.replace(/^(?:\d+ axioms? ha|\d+ assumptions?: ).+\n/gm, '');
}

/** Calls `use` with a temporary folder, a copy of another one if given, and deletes the folder afterwards. */
export function inFolder<T>(use: (folder: string) => T, copyOf?: string): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-'));
  try {
    if (copyOf !== undefined && existsSync(copyOf)) cpSync(copyOf, folder, { recursive: true });
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the text of every file below a folder by its path with `/`; for a symbolic link, the text of its target. */
export function readTree(folder: string, below = ''): Record<string, string> {
  const files: Record<string, string> = {};
  for (const name of readdirSync(path.join(folder, below)).sort()) {
    const relative = below === '' ? name : `${below}/${name}`;
    const stat = lstatSync(path.join(folder, relative), { throwIfNoEntry: false });
    // A lock file that was deleted after the folder was listed.
    if (stat === undefined) continue;
    if (stat.isDirectory()) Object.assign(files, readTree(folder, relative));
    else files[relative] = readFileSync(path.join(folder, relative), 'utf8');
  }
  return files;
}
