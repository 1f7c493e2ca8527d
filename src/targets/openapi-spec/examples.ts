/** Instances that the component schemas show as examples. All of them speak of the same few instances. */

import { type DomainClass, declaredRelations, type Field, type Relation } from '../../model/index.ts';
import { exampleValue } from './types.ts';
import type { Yaml, YamlMap } from './yaml.ts';

/**
 * The most values an example may have on account of the objects in it. They are whole, so that in a large vocabulary
 * such examples would grow to thousands of lines that nobody reads.
 */
const MOST_VALUES = 60;

/** An instance with all that it must have, and with those optional fields that its class itself declares. */
export function entityExample(cls: DomainClass): YamlMap {
  return membersExample(
    cls,
    cls.allFields.filter((field) => field.cardinality !== 'optional' || field.owner === cls),
  );
}

/** An instance with its related objects, with empty lists if it were too large otherwise; nothing if even that is. */
export function relationsExample(cls: DomainClass): YamlMap | undefined {
  const relations = declaredRelations(cls);
  const single = relations.filter(({ many }) => !many);
  const size = (included: readonly Relation[]) =>
    included.reduce((sum, { target }) => sum + target.allFields.length, cls.allFields.length);
  if (size(single) > MOST_VALUES) return undefined;
  const listed = size(relations) <= MOST_VALUES;
  const related = relations.map(({ name, target, many }) => {
    if (many) return [name, listed ? [entityExample(target)] : []] as const;
    return [name, entityExample(target)] as const;
  });
  return { ...entityExample(cls), ...Object.fromEntries(related) };
}

export const pageInfoExample: YamlMap = { total: 1, limit: 20, offset: 0 };

/** The page of a list with one entry, or none if that is too large. */
export function pageExample(cls: DomainClass): YamlMap {
  const items = cls.allFields.length > MOST_VALUES ? [] : [entityExample(cls)];
  return { items, ...pageInfoExample, total: items.length };
}

/** The given fields of an instance of a class. */
export function membersExample(cls: DomainClass, fields: readonly Field[]): YamlMap {
  return Object.fromEntries(fields.map((field) => [field.name, fieldExample(field, cls)]));
}

function fieldExample(field: Field, cls: DomainClass): Yaml {
  if (field.cardinality !== 'many') return exampleValue(field, cls, 0);
  const length = Math.min(Math.max(field.minItems ?? 0, 1), field.maxItems ?? Infinity);
  return Array.from({ length }, (_, nth) => exampleValue(field, cls, nth));
}
