/**
 * Sets the base classes with which Python can define each class and its `<Class>With…` type. They are the parents, with other
 * superclasses if Python could not linearize the parents alone (linearization.ts).
 */

import { type ClassDraft, superclassesFirst } from '../draft.ts';
import { basesOf } from './linearization.ts';

/** A class or its `<Class>With…` type. */
interface ClassType {
  readonly cls: ClassDraft;
  readonly withRelations: boolean;
}

/** A `<Class>With…` type comes right before its class in the common order, and extends it. */
export function addBases(classes: readonly ClassDraft[]): void {
  const plainTypes = new Map(classes.map((cls): [ClassDraft, ClassType] => [cls, { cls, withRelations: false }]));
  const relationTypes = new Map(
    classes.flatMap((cls): [ClassDraft, ClassType][] =>
      cls.relationsName === undefined ? [] : [[cls, { cls, withRelations: true }]],
    ),
  );
  const plainOf = (list: readonly ClassDraft[]) => list.map((cls) => plainTypes.get(cls) as ClassType);
  const relatedOf = (list: readonly ClassDraft[]) => list.flatMap((cls) => relationTypes.get(cls) ?? []);
  const bases = basesOf<ClassType>({
    classes: superclassesFirst(classes).flatMap((cls) => [...plainOf([cls]), ...relatedOf([cls])]),
    parents: ({ cls, withRelations: related }) =>
      related ? [...plainOf([cls]), ...relatedOf(cls.parents)] : plainOf(cls.parents),
    ancestors: ({ cls, withRelations: related }) =>
      related
        ? [...plainOf([cls]), ...cls.ancestors.flatMap((each) => [...relatedOf([each]), ...plainOf([each])])]
        : plainOf(cls.ancestors),
  });
  for (const [type, typeBases] of bases) {
    const list = typeBases.filter((base) => base.withRelations === type.withRelations).map((base) => base.cls);
    if (type.withRelations) type.cls.relationsBases = list;
    else type.cls.bases = list;
  }
}
