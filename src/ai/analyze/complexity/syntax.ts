import type { Outline, Wanted } from './outline.ts';

/** What a construct adds to cognitive complexity, by SonarSource's definition ("Cognitive Complexity", version 1.7). */
export type Role =
  /** One, and one for each level it stands in; what it holds stands a level deeper. */
  | 'structure'
  /** A structure whose `else` branches are no structures of their own. */
  | 'if'
  /** One, whatever the level; what it holds stands a level deeper than the `if`. */
  | 'else'
  /** What it holds stands a level deeper. */
  | 'nested'
  /** One for each run of the same operator. */
  | 'logical'
  /** One: a jump to a label. */
  | 'jump';

/** How a language's functions are measured. */
export interface Syntax {
  /** The nodes to ask the parser for; every kind that is named below is among them. */
  readonly kinds: readonly (string | Wanted)[];
  /** Functions that are reported, and measured by themselves. */
  readonly functions: ReadonlySet<string>;
  /** What lies within does not count towards the paths of the function around it. */
  readonly apart: ReadonlySet<string>;
  readonly roles: Readonly<Partial<Record<string, Role>>>;
  /** The fields of a structure that stand at its own level: it is entered after them. The grammar has no others. */
  readonly heads: Readonly<Partial<Record<string, readonly string[]>>>;
  /** By how many the node adds to the paths through its function: to cyclomatic complexity. */
  paths(node: Outline, source: string): number;
  nameOf(node: Outline, source: string, isSound: boolean): string;
  /** The part of the function that is measured. */
  bodyOf?(node: Outline): { readonly start: number; readonly end: number };
  /** What operators of the role `logical` look like. */
  readonly operators: RegExp;
  /** Kind of a call, for recursion. */
  readonly call: string;
}
