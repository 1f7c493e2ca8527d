import type { Policies } from '../model/index.ts';
import type { LoadOptions } from '../ontology/index.ts';

/** The ontology that the settings of a project name, and how they have it read. Plain data. */
export interface NamedOntology {
  /** The whole path. */
  readonly file: string;
  /** What is read beside it. */
  readonly sources: LoadOptions;
  readonly policies: Policies;
}
