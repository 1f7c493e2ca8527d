/** Options of diagrams, and how they follow from the size of a model. */

import type { DomainClass, DomainModel } from '../model/index.ts';
import { pushTo } from '../ontology/index.ts';

/** The side on which superclasses are drawn, with the corresponding `rankdir` of Graphviz. */
export const directions = { up: 'BT', down: 'TB', left: 'RL', right: 'LR' } as const;

export type Direction = keyof typeof directions;

export interface PictureOptions {
  /** The side of superclasses and of referenced classes; default: `up`, and `left` for models with many classes. */
  readonly direction?: Direction | undefined;
  /** Groups classes in one frame per namespace. */
  readonly group?: 'namespace' | undefined;
  /** Returns the prefix of a namespace, if it has one. */
  readonly prefixOf?: ((namespace: string) => string | undefined) | undefined;
}

/** From this number of classes on, diagrams omit fields, because they would be unreadable. */
const MANY_CLASSES = 60;

export const hasFields = ({ classes }: DomainModel): boolean => classes.length < MANY_CLASSES;

/** Returns the direction of a diagram: the chosen one, else upwards for small models and to the left for large ones. */
export function directionOf({ classes }: DomainModel, { direction }: PictureOptions): Direction {
  return direction ?? (classes.length < MANY_CLASSES ? 'up' : 'left');
}

/** Groups classes by frame, in the order of the model; returns one unnamed group if no grouping was requested. */
export function framesOf(
  classes: readonly DomainClass[],
  { group, prefixOf = () => undefined }: PictureOptions,
): readonly { readonly name?: string; readonly classes: readonly DomainClass[] }[] {
  if (group === undefined) return [{ classes }];
  const frames = new Map<string, DomainClass[]>();
  for (const cls of classes) pushTo(frames, namespaceOf(cls.iri), cls);
  return [...frames].map(([namespace, members]) => ({ name: prefixOf(namespace) ?? namespace, classes: members }));
}

/** Returns the part up to the last `#`, `/` or `:`. */
function namespaceOf(iri: string): string {
  return iri.slice(0, Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1);
}
