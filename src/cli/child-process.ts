/**
 * Work that takes much memory, begun again in a process of its own: V8 ends a process whose heap is full, and nothing there
 * can catch that (https://nodejs.org/docs/latest-v20.x/api/cli.html#--max-old-space-sizesize-in-megabytes). The process that
 * stays tells what happened.
 */

import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { isatty, WriteStream } from 'node:tty';
import { type Diagnostic, diagnostic, memoryLimit, type Place, watchMemory } from '../diagnostics/index.ts';
import { AGAIN } from './child-process-choice.ts';
import type { Io, Output } from './io.ts';

/** What is open in the new process: standard error is another file there, as V8 writes its last words to that of the number 2. */
const STANDARD_ERROR = 3;
const REPORT = 4;

/** What the new process says, a line each: what it does now, and that it printed something. */
interface Report {
  readonly what?: string;
  readonly place?: Place | undefined;
  readonly printed?: boolean;
}

/** What V8 says before it ends a process. */
const LAST_WORDS = /<--- Last few GCs --->|^FATAL ERROR/m;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** How a process came out: its exit status, or what there is to say instead. */
export type Outcome = number | { readonly diagnostic: Diagnostic; readonly printed: boolean };

/** Begins a command again. */
export async function beginAgain(argv: readonly string[], { stderr, env }: Io): Promise<Outcome> {
  const [script = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, script, ...argv], {
    env: { ...env, [AGAIN]: '1' },
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
    if (lastWords !== '' || LAST_WORDS.test(text)) lastWords += text;
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
  // It ended by a signal: so does this one.
  if (signal !== null) process.kill(process.pid, signal);
  return status ?? 1;
}

/** The surroundings of a command that was begun again; undefined if it was not this program that did. */
export function inherited(io: Io): Io | undefined {
  // What it starts is no such process.
  delete process.env[AGAIN];
  const send = (report: Report) => {
    try {
      writeSync(REPORT, `${JSON.stringify(report)}\n`);
    } catch {
      // Nobody waits for this process any more.
      process.kill(process.pid, 'SIGTERM');
    }
  };
  try {
    writeSync(REPORT, '{}\n');
  } catch {
    return undefined;
  }
  watchMemory({ told: (what, place) => send({ what, place }) });
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

/** Standard error, where a terminal is asked for its width, and a file or a pipe is written to at once. */
function standardError(): Output {
  if (isatty(STANDARD_ERROR)) return new WriteStream(STANDARD_ERROR);
  return {
    write: (text) => {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += written(bytes.subarray(at));
    },
    isTTY: false,
    fd: STANDARD_ERROR,
  };
}

/** How much of some bytes a pipe took: one that is full at the moment takes none. */
function written(bytes: Buffer): number {
  try {
    return writeSync(STANDARD_ERROR, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
    // Nobody reads it, or its disk is full: there is no other place to say so.
    return bytes.length;
  }
}
