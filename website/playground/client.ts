/** The page's side of the worker. */

import type { Hover, Suggestion } from '../../src/library/browser.ts';
import type { Project, Reply, Request } from './protocol.ts';

declare global {
  interface Window {
    /** The program of the worker (`scripts/playground.js`): a page from the disk may load scripts, but no workers. */
    codegenWorker: () => void;
    /** The program that adds the transliteration of other scripts; undefined until it is loaded. */
    codegenLetters?: () => void;
  }
}

/** Milliseconds until a worker that does not answer is replaced. */
const PATIENCE = 20_000;

/** A character outside of ASCII, or an escape of one (Turtle 1.1, section 6.4). */
const OTHER_SCRIPTS = /[^\0-\x7f]|\\u/i;

/** Loads a script of the page's folder; a missing one leads to errors of the worker. */
function loadScript(name: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = name;
    script.onload = () => resolve();
    script.onerror = () => resolve();
    document.head.append(script);
  });
}

export type Update = Exclude<Reply, { readonly kind: 'complete' | 'hover' }>;

export class Client {
  readonly #onUpdate: (update: Update) => void;
  readonly #waiting = new Map<number, (value: unknown) => void>();
  #worker = this.#start();
  #version = 0;
  #questions = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onUpdate: (update: Update) => void) {
    this.#onUpdate = onUpdate;
  }

  #start(): Worker {
    const programs = [window.codegenLetters, window.codegenWorker].map((program) => (program ? `(${program})();\n` : ''));
    const script = new Blob(programs, { type: 'text/javascript' });
    const worker = new Worker(URL.createObjectURL(script));
    worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      if (data.kind === 'complete' || data.kind === 'hover') {
        this.#waiting.get(data.id)?.(data.kind === 'complete' ? data.suggestions : data.hover);
        this.#waiting.delete(data.id);
        return;
      }
      if (data.version !== this.#version) return;
      if (data.kind === 'done') clearTimeout(this.#timer);
      this.#onUpdate(data);
    });
    return worker;
  }

  /** Generates the files of a project, those of one template first. Work on an earlier project ends. */
  async generate(project: Project, first: string): Promise<void> {
    const version = ++this.#version;
    if (!window.codegenLetters && Object.values(project.files).some((text) => OTHER_SCRIPTS.test(text))) {
      await loadScript('letters.js');
      if (version !== this.#version) return;
      this.#restart();
    }
    this.#ask({ kind: 'generate', version, project, first });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#restart();
      this.#onUpdate({ kind: 'done', version, failure: `The work took longer than ${PATIENCE / 1000} seconds and was stopped.` });
    }, PATIENCE);
  }

  #restart(): void {
    this.#worker.terminate();
    this.#worker = this.#start();
    for (const answer of this.#waiting.values()) answer(undefined);
    this.#waiting.clear();
  }

  complete(text: string, offset: number): Promise<readonly Suggestion[] | undefined> {
    return this.#answer('complete', text, offset) as Promise<readonly Suggestion[] | undefined>;
  }

  hover(text: string, offset: number): Promise<Hover | undefined> {
    return this.#answer('hover', text, offset) as Promise<Hover | undefined>;
  }

  #answer(kind: 'complete' | 'hover', text: string, offset: number): Promise<unknown> {
    const id = ++this.#questions;
    this.#ask({ kind, id, text, offset });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  #ask(request: Request): void {
    this.#worker.postMessage(request);
  }
}
