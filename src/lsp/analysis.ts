/** Keeps the latest valid analysis of each open ontology, so that completion works while the user types invalid text. */

import type { Diagnostic } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import type { Ontology } from '../ontology/index.ts';

/** The result of analyzing a file together with the open documents. */
export interface Analysis {
  /** All diagnostics, of any file. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined if the file cannot be parsed. */
  readonly ontology?: Ontology | undefined;
  readonly model?: DomainModel | undefined;
  /** The settings file that applies to the ontology. */
  readonly settings?: string | undefined;
}

/**
 * Analyzes the ontology that a file belongs to: the file itself, or the ontology in the nearest settings file, if the file
 * is a part of it.
 *
 * @param texts the texts of open files, by path
 */
export type AnalyzeFile = (file: string, texts: Readonly<Record<string, string>>) => Promise<Analysis>;

/** The latest valid ontology, with its model. */
export interface ValidOntology {
  readonly ontology: Ontology;
  readonly model: DomainModel | undefined;
  readonly settings: string | undefined;
}

export class Analyses {
  readonly #analyzeFile: AnalyzeFile;
  readonly #known = new Map<string, ValidOntology>();
  readonly #running = new Map<string, Promise<unknown>>();

  constructor(analyzeFile: AnalyzeFile) {
    this.#analyzeFile = analyzeFile;
  }

  /** Analyzes a file again; runs only one analysis of a file at a time. */
  async read(file: string, texts: Readonly<Record<string, string>>): Promise<readonly Diagnostic[]> {
    const running = this.#running.get(file);
    const work = (async () => {
      await running;
      return this.#analyzeFile(file, texts);
    })();
    this.#running.set(
      file,
      work.catch(() => undefined),
    );
    const { diagnostics, ontology, model, settings } = await work;
    const before = this.#known.get(file);
    // If the file cannot be parsed now, keep the previous analysis.
    if (ontology) this.#known.set(file, { ontology, model: model ?? before?.model, settings: settings ?? before?.settings });
    return diagnostics;
  }

  /** Returns the analysis of a file, after a running analysis has ended. */
  async latest(file: string): Promise<ValidOntology | undefined> {
    await this.#running.get(file);
    return this.#known.get(file);
  }

  /** Returns the latest analysis of a file without waiting. */
  known(file: string): ValidOntology | undefined {
    return this.#known.get(file);
  }

  forget(file: string): void {
    this.#known.delete(file);
    this.#running.delete(file);
  }
}
