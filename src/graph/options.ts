/** How a picture is drawn. */

import type { DomainClass, DomainModel } from '../model/index.ts';

/** Where superclasses stand. */
export const directions = { up: 'BT', down: 'TB', left: 'RL', right: 'LR' } as const;

export type Direction = keyof typeof directions;

export interface PictureOptions {
  /** Where superclasses stand, and where references lead; up, or left in a picture that is too wide for that. */
  readonly direction?: Direction | undefined;
  /** Classes of one namespace stand in one frame. */
  readonly group?: 'namespace' | undefined;
  /** The prefix of a namespace, if it has one. */
  readonly prefixOf?: ((namespace: string) => string | undefined) | undefined;
}

/** From so many classes on, their fields are not drawn: nobody can read all of them at once. */
const MANY_CLASSES = 60;

export const hasFields = ({ classes }: DomainModel): boolean => classes.length < MANY_CLASSES;

export function directionOf({ classes }: DomainModel, { direction }: PictureOptions): Direction {
  return direction ?? (classes.length < MANY_CLASSES ? 'up' : 'left');
}

/** Classes by what stands in one frame, in the order of the model; all of them without a frame if none is asked for. */
export function framesOf(
  classes: readonly DomainClass[],
  { group, prefixOf = () => undefined }: PictureOptions,
): readonly { readonly name?: string; readonly classes: readonly DomainClass[] }[] {
  if (group === undefined) return [{ classes }];
  const frames = new Map<string, DomainClass[]>();
  for (const cls of classes) {
    const namespace = namespaceOf(cls.iri);
    const known = frames.get(namespace);
    if (known) known.push(cls);
    else frames.set(namespace, [cls]);
  }
  return [...frames].map(([namespace, some]) => ({ name: prefixOf(namespace) ?? namespace, classes: some }));
}

/** Up to the last `#`, `/` or `:`. */
function namespaceOf(iri: string): string {
  return iri.slice(0, Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1);
}
