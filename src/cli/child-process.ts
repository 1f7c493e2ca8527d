/**
 * Restarts a command that needs much memory in a child process: V8 ends a process whose heap is full, and nothing can catch that
 * (https://nodejs.org/docs/latest-v20.x/api/cli.html#--max-old-space-sizesize-in-megabytes). The parent process reports the
 * result.
 */

import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { isatty, WriteStream } from 'node:tty';
import { type Diagnostic, diagnostic, memoryLimit, type Place, watchMemory } from '../diagnostics/index.ts';
import { RESTART_VARIABLE } from './child-process-choice.ts';
import type { Io, Output } from './io.ts';

/** File descriptors of the child. Its messages go to descriptor 3, because V8 writes its last messages to descriptor 2. */
const STANDARD_ERROR = 3;
const REPORT = 4;

/** A line of JSON that the child sends: its current step, or that it printed something. */
interface Report {
  readonly what?: string;
  readonly place?: Place | undefined;
  readonly printed?: boolean;
}

/** Messages that V8 prints before it ends a process. */
const V8_FATAL_MESSAGE = /<--- Last few GCs --->|^FATAL ERROR/m;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The result of a child process: its exit status, or a diagnostic and whether the child had printed something. */
export type Outcome = number | { readonly diagnostic: Diagnostic; readonly printed: boolean };

/** Restarts a command in a child process. */
export async function restartInChild(argv: readonly string[], { stderr, env }: Io): Promise<Outcome> {
  const [script = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, script, ...argv], {
    env: { ...env, [RESTART_VARIABLE]: '1' },
    stdio: ['inherit', 'inherit', 'pipe', 2, 'pipe'],
  });
  let last: Report = {};
  let printed = false;
  let rest = '';
  child.stdio[REPORT]?.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const report = JSON.parse(line) as Report;
      if (report.what !== undefined) last = report;
      printed ||= report.printed === true;
    }
  });
  let lastWords = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (lastWords !== '' || V8_FATAL_MESSAGE.test(text)) lastWords += text;
    else stderr.write(text);
  });
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of SIGNALS) process.on(signal, forward);
  const { status, signal } = await new Promise<{ status: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve({ status, signal }));
  });
  for (const each of SIGNALS) process.off(each, forward);
  if (lastWords !== '') {
    const { what = 'what was asked for', place } = last;
    return { diagnostic: diagnostic('memory-used-up', { what, limit: memoryLimit() }, place), printed };
  }
  // A signal ended the child, so the parent ends with the same signal.
  if (signal !== null) process.kill(process.pid, signal);
  return status ?? 1;
}

/** Returns the `Io` of a restarted command; undefined if another program set the environment variable. */
export function childIo(io: Io): Io | undefined {
  // Processes that this one starts must not inherit the variable.
  delete process.env[RESTART_VARIABLE];
  const send = (report: Report) => {
    try {
      writeSync(REPORT, `${JSON.stringify(report)}\n`);
    } catch {
      // The parent process has ended.
      process.kill(process.pid, 'SIGTERM');
    }
  };
  try {
    writeSync(REPORT, '{}\n');
  } catch {
    return undefined;
  }
  watchMemory({ onProgress: (what, place) => send({ what, place }) });
  let isTold = false;
  const stdout: Output = {
    write: (text) => {
      if (!isTold) send({ printed: true });
      isTold = true;
      return io.stdout.write(text);
    },
    isTTY: io.stdout.isTTY,
    columns: io.stdout.columns,
    fd: io.stdout.fd,
  };
  return { ...io, stdout, stderr: standardError() };
}

/** Returns standard error: a stream that knows its width if it is a terminal, or else an output with synchronous writes. */
function standardError(): Output {
  if (isatty(STANDARD_ERROR)) return new WriteStream(STANDARD_ERROR);
  return {
    write: (text) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeBytes(bytes.subarray(at));
    },
    isTTY: false,
    fd: STANDARD_ERROR,
  };
}

/** Writes bytes and returns how many were written: 0 if a pipe is full at the moment. */
function writeBytes(bytes: Buffer): number {
  try {
    return writeSync(STANDARD_ERROR, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    // The reader has closed the pipe, or the disk is full. This error cannot be reported anywhere.
    return bytes.length;
  }
}
