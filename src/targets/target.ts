import type { DomainModel } from '../model/index.ts';

/** A file to be written, without the header that `output/` puts on top. */
export interface GeneratedFile {
  /** Relative to the output directory, with `/` between folders. */
  readonly path: string;
  /** Ends with a line break. */
  readonly content: string;
}

/** A template: a pure function from a model to files. */
export interface Target {
  /** The name users give: `rust-models`. */
  readonly name: string;
  readonly category: string;
  readonly language: string;
  /** One line. */
  readonly description: string;
  readonly generate: (model: DomainModel) => readonly GeneratedFile[];
}
