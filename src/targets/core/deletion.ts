import type { DomainClass, DomainModel, Field } from '../../model/index.ts';

/**
 * Says of a class what deleting an instance does to those that refer to it, as the second half of a sentence in the
 * descriptions of operations; undefined where nothing refers to it in a way that matters.
 */
export function deletionNotes(model: DomainModel): (cls: DomainClass) => string | undefined {
  const referring = new Map<DomainClass, Field[]>();
  for (const { fields } of model.classes) {
    for (const field of fields) {
      if (field.type.kind !== 'reference') continue;
      const known = referring.get(field.type.target);
      if (known) known.push(field);
      else referring.set(field.type.target, [field]);
    }
  }
  return (cls) => {
    const fields = [cls, ...cls.ancestors].flatMap((target) => referring.get(target) ?? []);
    const going = owners(fields.filter((field) => field.onDelete === 'cascade' && field.cardinality !== 'many'));
    const refusing = owners(fields.filter((field) => field.onDelete === 'restrict'));
    const clauses = [
      ...(going === '' ? [] : [`with it go the ${going} that refer to it`]),
      ...(refusing === '' ? [] : [`it is refused while ${refusing} refer to it`]),
    ];
    return clauses.length === 0 ? undefined : clauses.join(', and ');
  };
}

const MOST_NAMED = 5;

/** The classes that have fields, in the plural: `posts and comments`. */
function owners(fields: readonly Field[]): string {
  const all = [...new Set(fields.map(({ owner }) => owner.plural.replaceAll('_', ' ')))];
  const named = all.length > MOST_NAMED ? [...all.slice(0, MOST_NAMED), `${all.length - MOST_NAMED} others`] : all;
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}
