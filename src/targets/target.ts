import type { Constraint, DomainClass, DomainModel, Enumeration, Field } from '../model/index.ts';

/** A file to be written, without the header that `output/` puts on top. */
export interface GeneratedFile {
  /** Relative to the output directory, with `/` between folders. */
  readonly path: string;
  /** Ends with a line break. */
  readonly content: string;
}

/** Whether the generated code holds its users to a constraint. */
export type Support =
  | { readonly status: 'enforced' }
  /** In part, or only where the users' own code does its share. */
  | { readonly status: 'approximated'; readonly how: string }
  | { readonly status: 'dropped'; readonly why: string };

/** Where an element of the model is declared in the generated code. */
export interface Spelling {
  /** The file, relative to the output directory. */
  readonly path: string;
  /** As users of the code write it: `Post`, `Post.published_at`, `posts.published_at`. */
  readonly name: string;
  /** Its type, for a field: `Option<DateTime<Utc>>`. */
  readonly type?: string;
  /** The start of the line that declares it, without indentation; it is searched for within `scope`, if that is given. */
  readonly declaration: string;
  /** The start of the line that begins what it is declared in: the struct of a field. */
  readonly scope?: string;
}

/** What can be asked after in the generated code. */
export type Element =
  | { readonly kind: 'class'; readonly class: DomainClass }
  | { readonly kind: 'field'; readonly class: DomainClass; readonly field: Field }
  | { readonly kind: 'enumeration'; readonly enumeration: Enumeration };

/** A template: a pure function from a model to files. */
export interface Target {
  /** The name users give: `rust-models`. */
  readonly name: string;
  readonly category: string;
  readonly language: string;
  /** One line. */
  readonly description: string;
  readonly generate: (model: DomainModel) => readonly GeneratedFile[];
  /** What the files do about a constraint; pure and cheap. */
  readonly support: (constraint: Constraint) => Support;
  /** How the files spell an element of the model; undefined if they hold nothing of it. */
  readonly spelling: (element: Element, model: DomainModel) => Spelling | undefined;
}
