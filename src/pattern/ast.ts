/**
 * The syntax tree of a regular expression, independent of any language. `^a?` is a sequence of an anchor and a repetition:
 * `{ kind: 'repeat', body: <the characters a>, min: 0, max: 1 }`.
 */

import type { Ranges } from './ranges.ts';

/** A Unicode general category such as `Nd`, or its complement. */
export interface Category {
  readonly name: string;
  readonly negated: boolean;
  /** The escape in the source, such as `\\w`. */
  readonly written: string;
}

/** A set of characters: the union of `ranges` and `categories`, or its complement, minus `except`. */
export interface Characters {
  readonly ranges: Ranges;
  readonly categories: readonly Category[];
  readonly negated: boolean;
  readonly except?: Characters;
}

/** A position in the text. A line ends before a line feed; no further line follows a line feed at the end of the text. */
export type Anchor = 'start' | 'end' | 'lineStart' | 'lineEnd';

/** A regular expression without flags: the tree contains their effects. */
export type Node =
  | { readonly kind: 'characters'; readonly set: Characters }
  | { readonly kind: 'anchor'; readonly anchor: Anchor }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'choice'; readonly branches: readonly Node[] }
  /** Capturing groups are numbered from 1 by their opening parenthesis; other groups have no number. */
  | { readonly kind: 'group'; readonly number: number | undefined; readonly body: Node }
  /** Reluctant quantifiers are not distinguished: they match the same texts. */
  | { readonly kind: 'repeat'; readonly body: Node; readonly min: number; readonly max: number }
  /** A look-ahead or look-behind: the text at this position matches, or does not match, the body. */
  | { readonly kind: 'look'; readonly body: Node; readonly isBehind: boolean; readonly negated: boolean }
  | { readonly kind: 'reference'; readonly group: number; readonly ignoresCase: boolean };

/** Returns the direct parts of a node; none for characters, anchors and back-references. */
function childrenOf(node: Node): readonly Node[] {
  if (node.kind === 'sequence') return node.items;
  if (node.kind === 'choice') return node.branches;
  return node.kind === 'group' || node.kind === 'repeat' || node.kind === 'look' ? [node.body] : [];
}

/** Returns whether an expression contains a node of a kind at any depth. */
export function contains(node: Node, kind: Node['kind']): boolean {
  return node.kind === kind || childrenOf(node).some((child) => contains(child, kind));
}
