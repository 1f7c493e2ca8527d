import { Worker } from 'node:worker_threads';
import type { Parts } from '../diagnostics/index.ts';
import { type Io, type Output, painter } from './io.ts';

/** Shorter runs show nothing. */
const PATIENCE_MS = 1000;

/** What turns at the beginning of the line, and how long each of it stands: the spinner of gh. */
const FRAMES = ['⣾', '⣽', '⣻', '⢿', '⡿', '⣟', '⣯', '⣷'] as const;
const FRAME_MS = 120;

/** How far a phase is is said no more often. */
const PHASE_MS = 100;

const CLEAR = '\r\u001b[K';

/** What the terminal's line is in: a cell that both threads see. */
const line = { absent: 0, beingDrawn: 1, shown: 2, over: 3 } as const;

interface Job {
  readonly cell: Int32Array;
  readonly line: typeof line;
  readonly fd: number;
  readonly clear: string;
  readonly patience: number;
  /** What turns; nothing where nothing is to. */
  readonly frames: readonly string[];
  readonly pace: number;
}

/**
 * Shows on a terminal what a long run is doing, on a line that it takes away at the end. On anything else, in
 * continuous integration, and in a run that is over soon, it shows nothing.
 *
 * What turns in front of it stands still where `CODEGEN_SPINNER_DISABLED` asks for that, as `GH_SPINNER_DISABLED` does, for
 * those who have a screen read to them.
 *
 * A thread of its own draws the line, since the work may keep the program's thread busy from its start to its end.
 */
export class Progress {
  readonly #output: Output;
  readonly #cell = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #thread: Worker | undefined;
  #cut: ((text: string, width: number) => string) | undefined;
  /** When it was last said how far a phase is, and which one. */
  #said = { what: '', at: 0 };

  constructor({ stderr, env, level }: Pick<Io, 'stderr' | 'env' | 'level'>, enabled = true) {
    this.#output = stderr;
    if (!enabled || level === 'quiet' || !canShowProgress(stderr, env)) return;
    const paint = painter(stderr, env);
    const isStill = (env['CODEGEN_SPINNER_DISABLED'] ?? '') !== '';
    const job: Job = {
      ...{ cell: this.#cell, line, fd: stderr.fd ?? 2, clear: CLEAR, patience: PATIENCE_MS },
      frames: isStill ? [] : FRAMES.map((frame) => `${paint('cyan', frame)} `),
      pace: isStill ? PATIENCE_MS : FRAME_MS,
    };
    this.#thread = new Worker(`(${draw})()`, { eval: true, workerData: job });
    // The work goes on without it.
    this.#thread.on('error', () => {}).unref();
  }

  /** Says what is done next. */
  async step(text: string): Promise<void> {
    if (!this.#thread) return;
    this.#cut ??= (await import('./columns.ts')).cut;
    this.#say(text);
  }

  /** Says what is done now, and how far it is, once something was said; work that waits for nothing may call it in a loop. */
  phase(what: string, parts: Parts | undefined): void {
    const now = Date.now();
    if (what === this.#said.what && now - this.#said.at < PHASE_MS) return;
    this.#said = { what, at: now };
    this.#say(parts ? `${what}: ${parts.done.toLocaleString('en')} of ${parts.all.toLocaleString('en')}` : what);
  }

  #say(text: string): void {
    // Room for the time, too.
    const shown = this.#cut?.(text, (this.#output.columns || 80) - '… 9999 s   '.length);
    if (shown !== undefined) this.#thread?.postMessage(shown);
  }

  /** Takes the line away. To be called whatever happens, and before anything else is printed. */
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

/** What the thread does. Its text is handed over, so it may use nothing from around it. */
function draw(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads');
  const { writeSync } = process.getBuiltinModule('node:fs');
  const { cell, line, fd, clear, patience, frames, pace } = workerData as Job;
  const start = Date.now();
  let text: string | undefined;
  let turn = 0;
  const show = () => {
    const state = Atomics.load(cell, 0);
    if (text === undefined || state === line.over) return;
    if (Atomics.compareExchange(cell, 0, state, line.beingDrawn) !== state) return;
    try {
      writeSync(fd, `${clear}${frames[turn++ % frames.length] ?? ''}${text}… ${Math.floor((Date.now() - start) / 1000)} s`);
    } catch {
      // A terminal that takes nothing at the moment gets the next one.
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
