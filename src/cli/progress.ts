import { Worker } from 'node:worker_threads';
import type { Parts } from '../diagnostics/index.ts';
import { createPaint, type Io, type Output } from './io.ts';

/** Shorter runs show nothing. */
const PATIENCE_MS = 1000;

/** The frames of the spinner, as in gh, and the duration of each. */
const FRAMES = ['⣾', '⣽', '⣻', '⢿', '⡿', '⣟', '⣯', '⣷'] as const;
const FRAME_MS = 120;

/** The minimum time between two updates of a phase. */
const PHASE_MS = 100;

const CLEAR = '\r\u001b[K';

/** States of the line on the terminal, in a cell that both threads share. */
const line = { absent: 0, beingDrawn: 1, shown: 2, over: 3 } as const;

interface Job {
  readonly cell: Int32Array;
  readonly line: typeof line;
  readonly fd: number;
  readonly clear: string;
  readonly patience: number;
  /** The frames of the spinner; empty for no spinner. */
  readonly frames: readonly string[];
  readonly pace: number;
}

/**
 * Shows on a terminal what a long run is doing, on a line that it removes at the end. On any other output, in continuous
 * integration, and in a short run, it shows nothing.
 *
 * `CODEGEN_SPINNER_DISABLED` disables the spinner, as `GH_SPINNER_DISABLED` does, for users of screen readers.
 *
 * A separate thread draws the line, because the work may block the main thread from start to end.
 */
export class Progress {
  readonly #output: Output;
  readonly #cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #thread: Worker | undefined;
  #cut: ((text: string, width: number) => string) | undefined;
  /** The phase that was reported last, and when. */
  #current = { what: '', at: 0 };

  constructor({ stderr, env, level }: Pick<Io, 'stderr' | 'env' | 'level'>, enabled = true) {
    this.#output = stderr;
    if (!enabled || level === 'quiet' || !canShowProgress(stderr, env)) return;
    const paint = createPaint(stderr, env);
    const isStill = (env['CODEGEN_SPINNER_DISABLED'] ?? '') !== '';
    const job: Job = {
      ...{ cell: this.#cell, line, fd: stderr.fd ?? 2, clear: CLEAR, patience: PATIENCE_MS },
      frames: isStill ? [] : FRAMES.map((frame) => `${paint('cyan', frame)} `),
      pace: isStill ? PATIENCE_MS : FRAME_MS,
    };
    this.#thread = new Worker(`(${draw})()`, { eval: true, workerData: job });
    // The work continues if the thread fails.
    this.#thread.on('error', () => {}).unref();
  }

  /** Shows the next step. */
  async step(text: string): Promise<void> {
    if (!this.#thread) return;
    this.#cut ??= (await import('./columns.ts')).cutToWidth;
    this.#say(text);
  }

  /** Shows the current phase and its progress, after the first step. Synchronous work may call it in a loop. */
  phase(what: string, parts: Parts | undefined): void {
    const now = Date.now();
    if (what === this.#current.what && now - this.#current.at < PHASE_MS) return;
    this.#current = { what, at: now };
    this.#say(parts ? `${what}: ${parts.done.toLocaleString('en')} of ${parts.all.toLocaleString('en')}` : what);
  }

  #say(text: string): void {
    // Leaves room for the time.
    const shown = this.#cut?.(text, (this.#output.columns || 80) - '… 9999 s   '.length);
    if (shown !== undefined) this.#thread?.postMessage(shown);
  }

  /** Removes the line. Must always be called, and before anything else is printed. */
  end(): void {
    if (!this.#thread) return;
    let state = Atomics.load(this.#cell, 0);
    while (state === line.beingDrawn || Atomics.compareExchange(this.#cell, 0, state, line.over) !== state) {
      Atomics.wait(this.#cell, 0, line.beingDrawn);
      state = Atomics.load(this.#cell, 0);
    }
    if (state === line.shown) this.#output.write(CLEAR);
    void this.#thread.terminate();
    this.#thread = undefined;
  }
}

function canShowProgress(output: Output, env: Io['env']): boolean {
  const isSet = (value: string | undefined) => value !== undefined && value !== '' && value !== '0' && value !== 'false';
  return output.isTTY === true && output.fd !== undefined && env['TERM'] !== 'dumb' && !isSet(env['CI']);
}

/** The code of the thread. It is passed as source text, so it must not use anything outside this function. */
function draw(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { writeSync } = process.getBuiltinModule('node:fs');
  const { cell, line, fd, clear, patience, frames, pace } = workerData as Job;
  const start = Date.now();
  let text: string | undefined;
  let frame = 0;
  const show = () => {
    const state = Atomics.load(cell, 0);
    if (text === undefined || state === line.over) return;
    if (Atomics.compareExchange(cell, 0, state, line.beingDrawn) !== state) return;
    try {
      writeSync(fd, `${clear}${frames[frame++ % frames.length] ?? ''}${text}… ${Math.floor((Date.now() - start) / 1000)} s`);
    } catch {
      // If the terminal accepts nothing at the moment, it receives the next frame.
    }
    Atomics.store(cell, 0, line.shown);
    Atomics.notify(cell, 0);
  };
  parentPort?.on('message', (next: string) => {
    text = next;
    if (Date.now() - start >= patience) show();
  });
  setTimeout(() => {
    show();
    setInterval(show, pace);
  }, patience);
}
