import type { DomainClass, DomainModel } from '../../../model/index.ts';
import type { Fact } from '../facts.ts';

/** What a document is about. */
export interface Subject {
  readonly model: DomainModel;
  /** Those that the prompt asks for, or all of the model's, in its order. */
  readonly classes: readonly DomainClass[];
  /** The ontology file, as a command line names it; nothing if the ontology came with `--code`. */
  readonly file: string | undefined;
  /** Of the project, if there is one. */
  readonly facts: readonly Fact[];
  /** How the folder at hand is generated, if it says so. */
  readonly generatedBy?: GeneratedBy | undefined;
}

/** A project that `project gen` made, or settings that list outputs. */
export type GeneratedBy = 'project' | 'settings';

/** What the files of a folder say of how it is generated. */
export function generatedBy(files: readonly { readonly path: string }[]): GeneratedBy | undefined {
  const has = (name: string) => files.some(({ path }) => path === name);
  if (has('codegen.lock')) return 'project';
  return has('codegen.yaml') || has('codegen.yml') ? 'settings' : undefined;
}

/** A sentence that says so if a document is not about the whole model. */
export function scopeNote({ model, classes }: Subject): string[] {
  if (classes.length === model.classes.length) return [];
  return [`As asked, only ${classes.length} of the ${model.classes.length} classes of the ontology are in this document.`, ''];
}
