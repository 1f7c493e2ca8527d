import type { Policies } from '../model/index.ts';
import type { LoadOptions } from '../ontology/index.ts';

/** The ontology that the project's settings name, with its load options. Plain data, without functions. */
export interface ConfiguredOntology {
  /** Absolute path. */
  readonly file: string;
  /** Additional inputs: shapes, imports, catalogue. */
  readonly sources: LoadOptions;
  readonly policies: Policies;
}
