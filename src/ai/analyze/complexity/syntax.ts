import type { Query, SyntaxNode } from '../parser.ts';
import type { Outline } from './outline.ts';

/** Describes how the functions of a language are measured. */
export interface Syntax {
  /** The nodes to request from the parser. Includes every kind that is named below. */
  readonly kinds: readonly (string | Query)[];
  /** Functions that are reported, each measured separately. */
  readonly functions: readonly string[];
  /** Kinds whose contents do not count towards the paths of the enclosing function. */
  readonly excludedKinds: readonly string[];
  /** Returns the number of paths (cyclomatic complexity) that the node adds to its function. */
  paths(node: Outline, source: string): number;
  nameOf(node: Outline): string;
  /** Returns the start of the measured part of the function, if it is not the whole. */
  startOf?(node: SyntaxNode): number | undefined;
}
