import type { Ranges } from './ranges.ts';

/** A Unicode general category such as `Nd`, or all that is not in it. */
export interface Category {
  readonly name: string;
  readonly negated: boolean;
  /** The escape that asks for it, such as `\\w`. */
  readonly written: string;
}

/** A set of characters: the union of `ranges` and `categories`, or all that is not in it, and then without `except`. */
export interface Characters {
  readonly ranges: Ranges;
  readonly categories: readonly Category[];
  readonly negated: boolean;
  readonly except?: Characters;
}

/** A place in the text. A line ends before a line feed; behind a line feed that ends the text there is no further line. */
export type Anchor = 'start' | 'end' | 'lineStart' | 'lineEnd';

/** A regular expression without flags: what they ask for is in the tree. */
export type Node =
  | { readonly kind: 'characters'; readonly set: Characters }
  | { readonly kind: 'anchor'; readonly anchor: Anchor }
  | { readonly kind: 'sequence'; readonly items: readonly Node[] }
  | { readonly kind: 'choice'; readonly branches: readonly Node[] }
  /** Groups that capture are numbered from 1 by their opening; the others have no number. */
  | { readonly kind: 'group'; readonly number: number | undefined; readonly body: Node }
  /** Whether it is reluctant is left out: that does not change what matches. */
  | { readonly kind: 'repeat'; readonly body: Node; readonly min: number; readonly max: number }
  | { readonly kind: 'reference'; readonly group: number; readonly ignoresCase: boolean };
