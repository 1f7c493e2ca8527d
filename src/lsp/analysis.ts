/** What is known of the ontologies that are open, as they are typed and as they were when they last made sense. */

import type { Diagnostic } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import type { Ontology } from '../ontology/index.ts';

/** What came of reading a file with the texts that are open. */
export interface Analysis {
  /** All that there is to say, of whatever file. */
  readonly diagnostics: readonly Diagnostic[];
  /** What could be read; nothing if it does not parse. */
  readonly ontology?: Ontology | undefined;
  readonly model?: DomainModel | undefined;
  /** The settings file that decides of its elements. */
  readonly settings?: string | undefined;
}

/**
 * Reads the ontology that a file belongs to: itself, or the one that the settings around it name, if the file is a part
 * of that one.
 *
 * @param texts of files that are open, by their paths
 */
export type Analyse = (file: string, texts: Readonly<Record<string, string>>) => Promise<Analysis>;

/** An ontology with its model, as it last made sense. */
export interface Known {
  readonly ontology: Ontology;
  readonly model: DomainModel | undefined;
  readonly settings: string | undefined;
}

/** The latest that is known of each file. */
export class Analyses {
  readonly #analyse: Analyse;
  readonly #known = new Map<string, Known>();
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(analyse: Analyse) {
    this.#analyse = analyse;
  }

  /** Reads a file again; one reading of a file at a time. */
  async read(file: string, texts: Readonly<Record<string, string>>): Promise<readonly Diagnostic[]> {
    const running = this.#running.get(file);
    const work = (async () => {
      await running;
      return this.#analyse(file, texts);
    })();
    this.#running.set(
      file,
      work.catch(() => undefined),
    );
    const { diagnostics, ontology, model, settings } = await work;
    const before = this.#known.get(file);
    // What cannot be read at the moment is what it was.
    if (ontology) this.#known.set(file, { ontology, model: model ?? before?.model, settings: settings ?? before?.settings });
    return diagnostics;
  }

  /** What is known of a file, once the reading that goes on has ended. */
  async latest(file: string): Promise<Known | undefined> {
    await this.#running.get(file);
    return this.#known.get(file);
  }

  /** The same without waiting. */
  known(file: string): Known | undefined {
    return this.#known.get(file);
  }

  forget(file: string): void {
    this.#known.delete(file);
    this.#running.delete(file);
  }
}
