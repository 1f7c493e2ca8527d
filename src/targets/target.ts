import type { Demand, DomainClass, DomainModel, Enumeration, Field, Union } from '../model/index.ts';

/** What can be asked after in the generated code. */
export type Element =
  | { readonly kind: 'class'; readonly class: DomainClass }
  | { readonly kind: 'field'; readonly class: DomainClass; readonly field: Field }
  | { readonly kind: 'enumeration'; readonly enumeration: Enumeration };

/** What lines of a generated file are about. */
export interface Mark {
  readonly element: Element;
  /**
   * Of the place where the element is declared: its name as users of the code write it (`Post`, `Post.published_at`,
   * `posts.published_at`). Other marks of it, of its validator or a type derived from it, have none.
   */
  readonly name?: string;
  /** Its type there, for a field: `Option<DateTime<Utc>>`. */
  readonly type?: string;
}

/** A mark and the lines it is about, counted from 1, both included. */
export interface Placed extends Mark {
  readonly from: number;
  readonly to: number;
  /** The line of the declaration, counted from the first of the mark, if it is not the first: comments come before it. */
  readonly line?: number;
}

/** A file to be written, without the header that `output/` puts on top. */
export interface GeneratedFile {
  /** Relative to the output directory, with `/` between folders. */
  readonly path: string;
  /** Ends with a line break. */
  readonly content: string;
  /**
   * Of a long text its bytes in UTF-8, in pieces that part no character, each to be used before the next one is asked for: for
   * those who can do without all of it at once. There is no carriage return in it.
   */
  readonly pieces?: Iterable<Buffer>;
  /** What its lines are about, outer marks first. */
  readonly marks?: Iterable<Placed>;
  /** What begins a comment of one line in it, where its name alone does not tell. */
  readonly comment?: string;
}

/** What one file can be about. */
export type Subject = DomainClass | Enumeration | Union;

/** A file that is printed when somebody asks for it. */
export interface FileToPrint {
  /** Relative to the output directory, with `/` between folders. */
  readonly path: string;
  /**
   * What it is about: nothing else is declared there than that and its members (as marks with names say), or an earlier
   * file that is about all of the model declares it, too. A file that is about all has none.
   */
  readonly about?: Subject;
  /** Nothing is declared there: it lists what stands in other files. */
  readonly isList?: true;
  /** Prints it, each time anew. */
  readonly print: () => Omit<GeneratedFile, 'path'>;
}

/** The files of one model, printed one by one. */
export interface Printing {
  /** In the order in which they are generated. */
  readonly files: readonly FileToPrint[];
  /** Files that are made of what was gathered while all others were printed. They come last, and declare nothing. */
  readonly last?: () => readonly GeneratedFile[];
  /** What is gathered for them. */
  readonly gathered?: readonly Gathered[];
  /**
   * Whether what people read of an element (labels, comments) is asked for by each file that has it, for itself alone: so that
   * a file is the same as before if all such texts that it read are, and nothing else of the model changed. Of a file that is
   * about all of the model the same holds of its parts (`text/parts.ts`).
   */
  readonly isApart?: true;
}

/** What printing one file asks of others. */
export interface Gathered {
  readonly add: (what: never) => void;
  /** Tells what is asked for from here on, until the next call. */
  readonly note: () => ReadonlySet<unknown>;
}

export type OptionValue = string | boolean | number | readonly string[];

/** What users may set of a template. */
export type OptionSpec = { readonly about: string } & (
  | { readonly type: 'text'; readonly default: string }
  | { readonly type: 'boolean'; readonly default: boolean }
  | { readonly type: 'number'; readonly default: number }
  | { readonly type: 'choice'; readonly values: readonly string[]; readonly default: string }
  | {
      readonly type: 'list';
      readonly default: readonly string[];
      /** Why a list is not taken, as a clause (`must …`); undefined if it is. */
      readonly problem?: (list: readonly string[]) => string | undefined;
    }
);

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** A value for each option. */
export type OptionValues = Readonly<Record<string, OptionValue>>;

/** Why a layer cannot do what the others do. Each is told in docs/reference/conformance.md and proven by documents (core/differences.ts). */
export interface Difference {
  /** `beyond-2^53` */
  readonly id: string;
  /** What it does instead, as a clause. */
  readonly what: string;
  /** Why it is impossible there, as a clause. */
  readonly why: string;
}

/**
 * Spellings that a layer accepts beside the canonical one, which it writes: for each kind of value a clause, such as `in braces`.
 * Kinds are those of values (`decimal`), `uuid` and `reference`.
 */
export type Spellings = Readonly<Record<string, string>>;

/** What the generated code does about a demand. */
export type Support =
  | { readonly status: 'enforced' }
  /** In part, or only where the users' own code does its share. */
  | { readonly status: 'approximated'; readonly how: string; readonly difference?: Difference }
  | { readonly status: 'dropped'; readonly why: string; readonly difference?: Difference };

/** What a target makes of one model. */
export interface Emission {
  /** What the code does about a demand. Pure and cheap: nothing has to be printed for it. */
  readonly achieved: (demand: Demand) => Support;
  /** The files; made when they are asked for first, and kept. */
  readonly files: () => readonly GeneratedFile[];
  /** The same, printed one by one: for who needs few of them. Nothing of it is kept. */
  readonly printing: () => Printing;
  /** Demands that are answered by code which no file holds. Always empty, or the target has a fault. */
  readonly unprinted: () => readonly Demand[];
}

/** Something of a model that no statement asks for, and that what is generated does not hold. */
export interface Omission {
  readonly class: DomainClass;
  /** What it is, as a clause: `the 66 ways back …`. */
  readonly what: string;
}

/** A template. */
export interface Target {
  /** The name users give: `rust-models`. */
  readonly name: string;
  readonly category: string;
  readonly language: string;
  /** One line. */
  readonly description: string;
  /**
   * Whether what it generates holds instances to what the model demands. Documentation and contexts do not: no report speaks
   * of what they leave out.
   */
  readonly enforces: boolean;
  /** What it cannot judge as the others do: all that its answers name, and what its documents show beside that. */
  readonly differences: readonly Difference[];
  /** Further spellings of values that its layer accepts. */
  readonly spellings?: Spellings;
  /** What of a model it leaves out, if there is anything that it does. */
  readonly omissions?: (model: DomainModel) => readonly Omission[];
  /** What users may set, by name. */
  readonly options?: OptionSpecs;
  /** What it makes of a model. Pure. Options that are not given have their defaults. */
  readonly emit: (model: DomainModel, options?: OptionValues) => Emission;
  /** The files of {@link Target.emit}. */
  readonly generate: (model: DomainModel, options?: OptionValues) => readonly GeneratedFile[];
}
