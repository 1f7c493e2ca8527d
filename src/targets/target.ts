import type { Demand, DomainClass, DomainModel, Enumeration, Field, Union } from '../model/index.ts';

/** An element of the model whose generated code can be looked up. */
export type Element =
  | { readonly kind: 'class'; readonly class: DomainClass }
  | { readonly kind: 'field'; readonly class: DomainClass; readonly field: Field }
  | { readonly kind: 'enumeration'; readonly enumeration: Enumeration };

/** Returns the name by which users find an element: `Class`, `Class.field` or `Enumeration`. */
export function nameOf(element: Element): string {
  switch (element.kind) {
    case 'class':
      return element.class.name;
    case 'field':
      return `${element.class.name}.${element.field.name}`;
    case 'enumeration':
      return element.enumeration.name;
    default:
      return element satisfies never;
  }
}

/** An element that lines of a generated file belong to. */
export interface Mark {
  readonly element: Element;
  /**
   * The element's name as users of the code write it (`Post`, `Post.published_at`, `posts.published_at`). Only the mark of the
   * declaration has it; marks of a validator or of a derived type do not.
   */
  readonly name?: string | undefined;
  /** The type of a field in its declaration: `Option<DateTime<Utc>>`. */
  readonly type?: string | undefined;
}

/** A mark with its lines, counted from 1, both included. */
export interface Placed extends Mark {
  readonly from: number;
  readonly to: number;
  /** The line of the declaration, counted from the first line of the mark; absent if it is 1. Comments precede it. */
  readonly line?: number | undefined;
}

/** A generated file, without the header that `output/` adds. */
export interface GeneratedFile {
  /** Relative to the output directory, with `/` between folders. */
  readonly path: string;
  /** Ends with a line break. */
  readonly content: string;
  /** The marks of its lines, outer marks first. */
  readonly marks?: Iterable<Placed>;
  /** The start of a line comment in this file, if the file name does not determine it. */
  readonly comment?: string;
}

/** An element that one file can be about. */
export type Subject = DomainClass | Enumeration | Union;

/** A file that is printed on demand. */
export interface FileToPrint {
  /** Relative to the output directory, with `/` between folders. */
  readonly path: string;
  /**
   * The only element that the file declares, with its members (marks with names show them); a file about the whole model that
   * comes earlier may declare it, too. Absent for files about the whole model.
   */
  readonly about?: Subject;
  /** True if the file declares nothing and only lists the content of other files. */
  readonly isList?: true;
  /** Prints the file; each call prints it again. */
  readonly print: () => Omit<GeneratedFile, 'path'>;
}

/** The files of one model, printed one by one. */
export interface Printing {
  /** In the order of generation. */
  readonly files: readonly FileToPrint[];
  /** Returns the files that depend on what was gathered while all others were printed. They come last and declare nothing. */
  readonly last?: () => readonly GeneratedFile[];
}

export type OptionValue = string | boolean | number | readonly string[];

/** An option of a template that users may set. */
export type OptionSpec = { readonly about: string } & (
  | { readonly type: 'text'; readonly default: string }
  | { readonly type: 'boolean'; readonly default: boolean }
  | { readonly type: 'number'; readonly default: number }
  | { readonly type: 'choice'; readonly values: readonly string[]; readonly default: string }
  | {
      readonly type: 'list';
      readonly default: readonly string[];
      /** Returns why a list is rejected, as a clause (`must …`), or undefined if it is valid. */
      readonly problem?: (list: readonly string[]) => string | undefined;
    }
);

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

export type OptionValues = Readonly<Record<string, OptionValue>>;

/** A declared deviation of a layer. docs/reference/conformance.md describes it; documents prove it (core/differences.ts). */
export interface Difference {
  /** `beyond-2^53` */
  readonly id: string;
  /** What the layer does instead, as a clause. */
  readonly what: string;
  /** Why the layer cannot do what the others do, as a clause. */
  readonly why: string;
}

/**
 * Spellings that a layer accepts in addition to the canonical one that it writes: a clause, such as `in braces`, for each kind.
 * Kinds are kinds of values (`decimal`), `uuid` and `reference`.
 */
export type Spellings = Readonly<Record<string, string>>;

/** How far the generated code enforces a constraint. */
export type Support =
  | { readonly status: 'enforced' }
  /** Enforced in part, or only if the users' own code contributes. */
  | { readonly status: 'approximated'; readonly how: string; readonly difference?: Difference }
  | { readonly status: 'dropped'; readonly why: string; readonly difference?: Difference };

/** The output of a target for one model. */
export interface Emission {
  /** Returns how far the code enforces a constraint. Pure and cheap: it prints nothing. */
  readonly achieved: (demand: Demand) => Support;
  /** Returns the files; prints them on the first call and keeps them. */
  readonly files: () => readonly GeneratedFile[];
  /** Returns the same files for printing one by one, for callers that need few of them. Nothing is kept. */
  readonly printing: () => Printing;
  /** Returns constraints that the target claims to enforce but printed no code for. Always empty, or the target has a bug. */
  readonly unprinted: () => readonly Demand[];
}

/** A part of the model that no axiom demands and that the generated code omits. */
export interface Omission {
  readonly class: DomainClass;
  /** What is omitted, as a clause: `the 66 ways back …`. */
  readonly what: string;
}

export interface Target {
  /** The template name that users write: `rust-models`. */
  readonly name: string;
  readonly category: string;
  readonly language: string;
  /** One line. */
  readonly description: string;
  /**
   * Whether the generated code enforces the constraints of the model. Documentation and contexts do not, and reports do not
   * list what they omit.
   */
  readonly enforces: boolean;
  /** Deviations from the other layers: all that its answers name, and further ones that its documents show. */
  readonly differences: readonly Difference[];
  /** Further spellings of values that its layer accepts. */
  readonly spellings?: Spellings;
  /** Returns the parts of a model that the target omits. Absent if it omits nothing. */
  readonly omissions?: (model: DomainModel) => readonly Omission[];
  /** Options by name. */
  readonly options?: OptionSpecs;
  /** Generates code for a model. Pure. Absent options have their defaults. */
  readonly emit: (model: DomainModel, options?: OptionValues) => Emission;
  /** Returns the files of {@link Target.emit}. */
  readonly generate: (model: DomainModel, options?: OptionValues) => readonly GeneratedFile[];
}
