import type { Query, SyntaxNode } from '../parser.ts';
import type { Outline } from './outline.ts';

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
  readonly kinds: readonly (string | Query)[];
  /** Functions that are reported, each measured separately. */
  readonly functions: readonly string[];
  /** Kinds whose contents do not count towards the paths of the enclosing function. */
  readonly excludedKinds: readonly string[];
  readonly roles: Readonly<Partial<Record<string, Role>>>;
  /** Fields of a structure at its own level. All other parts are one level deeper. */
  readonly heads: readonly string[];
  /** Returns the number of paths (cyclomatic complexity) that the node adds to its function. */
  paths(node: Outline, source: string): number;
  nameOf(node: Outline): string;
  /** Returns the start of the measured part of the function, if it is not the whole. */
  startOf?(node: SyntaxNode): number | undefined;
  /** The node kind of a call, for detecting recursion. */
  readonly call: string;
}
