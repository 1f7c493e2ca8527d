import type { ConditionalKind, Outline } from './outline.ts';

/** How a construct adds to cognitive complexity, by SonarSource's definition ("Cognitive Complexity", version 1.7). */
export type Role =
  /** Adds 1 plus its nesting level; its contents are one level deeper. */
  | 'structure'
  /** A structure whose `else` branches are not structures themselves. */
  | 'if'
  /** Adds 1 at any level; its contents are one level deeper than the `if`. */
  | 'else'
  /** Adds nothing; its contents are one level deeper. */
  | 'nested'
  /** Adds 1 for each run of the same operator. */
  | 'logical'
  /** Adds 1: a jump to a label. */
  | 'jump';

/** Describes how the functions of a language are measured. */
export interface Syntax {
  /** The nodes to request from the parser. Includes every kind that is named below. */
  readonly kinds: readonly (string | ConditionalKind)[];
  /** Functions that are reported, each measured separately. */
  readonly functions: ReadonlySet<string>;
  /** Kinds whose contents do not count towards the paths of the enclosing function. */
  readonly excludedKinds: ReadonlySet<string>;
  readonly roles: Readonly<Partial<Record<string, Role>>>;
  /** The fields of a structure at its own level, such as its condition. All other parts are one level deeper. */
  readonly heads: Readonly<Partial<Record<string, readonly string[]>>>;
  /** Returns the number of paths (cyclomatic complexity) that the node adds to its function. */
  paths(node: Outline, source: string): number;
  nameOf(node: Outline, source: string, isSound: boolean): string;
  /** Returns the part of the function that is measured. */
  bodyOf?(node: Outline): { readonly start: number; readonly end: number };
  /** Matches the operators of the role `logical`. */
  readonly operators: RegExp;
  /** The node kind of a call, for detecting recursion. */
  readonly call: string;
}
