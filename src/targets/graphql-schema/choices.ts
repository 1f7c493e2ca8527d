/** Choices between references, which become GraphQL unions: `union Subject = Person | Company`. */

import { type Choice, type DomainClass, isReference, withDescendants } from '../../model/index.ts';

/** Choices that share one union type, in the order of their classes. */
export type ChoiceGroup = readonly [Choice, ...Choice[]];

/**
 * Groups the choices between references that need the same union type. A union cannot narrow another union: if a class inherits
 * a choice with the same name from two superclasses, all these interfaces and types must name the same union. A choice with a
 * value among its alternatives, and each choice in its group, is left out.
 */
export function choiceGroups(classes: readonly DomainClass[]): ReadonlyMap<Choice, ChoiceGroup> {
  const choices = classes.flatMap((cls) => cls.choices);
  const rank = new Map(choices.map((choice, i) => [choice, i]));
  /** At first, each choice is a group of its own. */
  const groups = new Map<Choice, ChoiceGroup>(choices.map((choice) => [choice, [choice]]));
  for (const cls of classes) {
    const byName = new Map<string, Choice>();
    for (const choice of [...cls.ancestors, cls].flatMap((c) => c.choices)) {
      const sameName = byName.get(choice.name);
      byName.set(choice.name, choice);
      const group = groups.get(choice);
      const otherGroup = sameName && groups.get(sameName);
      if (!group || !otherGroup || group === otherGroup) continue;
      const joined = [...group, ...otherGroup].sort((x, y) => (rank.get(x) as number) - (rank.get(y) as number)) as [
        Choice,
        ...Choice[],
      ];
      for (const member of joined) groups.set(member, joined);
    }
  }
  return new Map([...groups].filter(([, group]) => group.every(({ fields }) => fields.every(isReference))));
}

/** Returns the classes in the union of a group of choices, including subclasses. */
export function membersOf(group: ChoiceGroup): readonly DomainClass[] {
  const targets = group.flatMap(({ fields }) => fields.filter(isReference).map(({ type }) => type.target));
  return [...new Set(targets.flatMap((target) => withDescendants(target)))].filter((cls) => !cls.abstract);
}
