import type { Policies } from '../model/index.ts';
import type { LoadOptions } from '../ontology/index.ts';

/** The ontology that `codegen.yaml` of a project names, with its load options. The command line passes it to `ai generate`. */
export interface ConfiguredOntology {
  /** Absolute path. */
  readonly file: string;
  /** Additional inputs: shapes, imports, catalogue. */
  readonly sources: LoadOptions;
  readonly policies: Policies;
}
