import { type Choice, type DomainClass, isReference, withDescendants } from '../../model/index.ts';

/** Choices that share a union, in the order of their classes. */
export type ChoiceGroup = readonly [Choice, ...Choice[]];

/**
 * The choices between instances of classes, by choice with those that it shares its union with. A union specialises no
 * other, so that where a class has a choice from two superclasses, all of these interfaces and types have to name the same.
 * One with a value among its alternatives, or in such company, is no union.
 */
export function choiceGroups(classes: readonly DomainClass[]): ReadonlyMap<Choice, ChoiceGroup> {
  const groups = new Map<Choice, ChoiceGroup>();
  const all = classes.flatMap((cls) => cls.choices);
  const rank = new Map(all.map((choice, i) => [choice, i]));
  for (const choice of all) groups.set(choice, [choice]);
  for (const cls of classes) {
    const byName = new Map<string, Choice>();
    for (const choice of [...cls.ancestors, cls].flatMap((c) => c.choices)) {
      const other = byName.get(choice.name);
      byName.set(choice.name, choice);
      const [a, b] = [groups.get(choice), other && groups.get(other)];
      if (!a || !b || a === b) continue;
      const joined = [...a, ...b].sort((x, y) => (rank.get(x) as number) - (rank.get(y) as number)) as [Choice, ...Choice[]];
      for (const each of joined) groups.set(each, joined);
    }
  }
  return new Map([...groups].filter(([, group]) => group.every(({ fields }) => fields.every(isReference))));
}

/** The classes that a union of choices holds, those below included. */
export function membersOf(group: ChoiceGroup): readonly DomainClass[] {
  const targets = group.flatMap(({ fields }) => fields.filter(isReference).map(({ type }) => type.target));
  return [...new Set(targets.flatMap((target) => withDescendants(target)))].filter((cls) => !cls.abstract);
}
