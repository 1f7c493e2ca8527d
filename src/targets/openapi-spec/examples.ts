/**
 * Instances that the component schemas show as examples. All of them speak of the same few instances, and they keep to
 * all that the model asks of them. Where no value is found for a field that must have one, there is no example.
 */

import { allChoices, allTotals, type DomainClass, declaredRelations, type Field, type Relation } from '../../model/index.ts';
import { exampleValue, kindExample } from './samples.ts';
import type { Yaml, YamlMap } from './yaml.ts';

/**
 * The most values an example may have on account of the objects in it. They are whole, so that in a large vocabulary
 * such examples would grow to thousands of lines that nobody reads.
 */
const MOST_VALUES = 60;

/** An instance with all that it must have, and with those optional fields that its class itself declares. */
export function entityExample(cls: DomainClass): YamlMap | undefined {
  return membersExample(cls, shownFields(cls));
}

/**
 * The same for those who cannot do without one, with numbers that JSON holds: where no value is certain to keep to what is
 * asked of a field that must have one, it is one of the right kind.
 */
export function instanceExample(cls: DomainClass): YamlMap {
  const members = shownFields(cls).flatMap((field) => {
    const sound = fieldExample(field, cls);
    if (sound === undefined && field.cardinality === 'optional') return [];
    const value = sound ?? (field.cardinality === 'many' ? [kindExample(field)] : kindExample(field));
    return [[field.name, Array.isArray(value) ? value.map(rounded) : rounded(value)] as const];
  });
  return Object.fromEntries(members);
}

const rounded = (value: Yaml): Yaml => (typeof value === 'bigint' ? Number(value) : value);

function shownFields(cls: DomainClass): readonly Field[] {
  const { chosen, without } = alternatives(cls);
  return cls.allFields.filter(
    (field) => !without.has(field.name) && (field.cardinality !== 'optional' || field.owner === cls || chosen.has(field.name)),
  );
}

/** What a client has to send to create an instance: `fields`, and an alternative of each choice that must be made. */
export function createExample(cls: DomainClass, fields: readonly Field[]): YamlMap | undefined {
  const { chosen } = alternatives(cls);
  return membersExample(cls, [...fields, ...cls.allFields.filter((field) => chosen.has(field.name) && !fields.includes(field))]);
}

/** One of the fields that a client may change. */
export function updateExample(cls: DomainClass, fields: readonly Field[]): YamlMap | undefined {
  for (const field of fields) {
    const value = field.absent ? undefined : fieldExample(field, cls);
    if (value !== undefined) return { [field.name]: value };
  }
  return undefined;
}

/** An instance with its related objects, with empty lists if it were too large otherwise; nothing if even that is. */
export function relationsExample(cls: DomainClass): YamlMap | undefined {
  const entity = entityExample(cls);
  if (entity === undefined) return undefined;
  const { without } = alternatives(cls);
  const relations = declaredRelations(cls).filter(({ field, holder }) => holder === 'target' || !without.has(field.name));
  const single = relations.filter(({ many }) => !many);
  const size = (included: readonly Relation[]) =>
    included.reduce((sum, { target }) => sum + target.allFields.length, cls.allFields.length);
  if (size(single) > MOST_VALUES) return undefined;
  const listed = size(relations) <= MOST_VALUES;
  const all: Record<string, Yaml | undefined> = { ...entity };
  for (const relation of relations) {
    const { name, many } = relation;
    const one = many && !listed ? undefined : relatedExample(relation, entity);
    if (many) all[name] = one === undefined ? [] : [one];
    else if (one !== undefined) all[name] = one;
    else return undefined;
  }
  return all;
}

/** The instance that an example refers to by its id. */
function relatedExample({ target, field, holder }: Relation, entity: YamlMap): YamlMap | undefined {
  const one = entityExample(target);
  const ids = entity[field.name];
  const id = Array.isArray(ids) ? ids[0] : ids;
  if (one === undefined || holder === 'target' || id === undefined || id === one['id']) return one;
  return { ...one, id, ...(field.name in one && { [field.name]: field.cardinality === 'optional' ? undefined : ids }) };
}

export const pageInfoExample: YamlMap = { total: 1, limit: 20, offset: 0 };

/** The page of a list with one entry, or none if that is too large. */
export function pageExample(cls: DomainClass): YamlMap {
  const one = cls.allFields.length > MOST_VALUES ? undefined : entityExample(cls);
  const items = one === undefined ? [] : [one];
  return { items, ...pageInfoExample, total: items.length };
}

/** Of each choice, the alternative that has a value if it must, and those that have none; and what never has a value. */
function alternatives(cls: DomainClass): { readonly chosen: ReadonlySet<string>; readonly without: ReadonlySet<string> } {
  const without = new Set(
    cls.allFields.filter(({ absent, cardinality }) => absent && cardinality !== 'many').map(({ name }) => name),
  );
  const chosen = new Set<string>();
  const choices = allChoices(cls);
  if (choices.length === 0 && allTotals(cls).length === 0) return { chosen, without };
  const forms = new Map(cls.allFields.map((field) => [field.name, field]));
  for (const { fields, required } of choices.toSorted((a, b) => Number(b.required) - Number(a.required))) {
    const names = fields.map(({ name }) => name);
    const one =
      names.find((name) => chosen.has(name) || forms.get(name)?.cardinality === 'one') ??
      names.find((name) => !without.has(name));
    if (one !== undefined && required) chosen.add(one);
    for (const name of names) if (name !== one) without.add(name);
  }
  // Values that are counted together: as many as there must be.
  for (const { fields, minItems = 0 } of allTotals(cls)) {
    const able = fields.map(({ name }) => name).filter((name) => !without.has(name));
    const more = able.filter((name) => !chosen.has(name) && forms.get(name)?.cardinality !== 'one');
    for (const name of more.slice(0, minItems)) chosen.add(name);
  }
  return { chosen, without };
}

/** The given fields of an instance of a class. */
function membersExample(cls: DomainClass, fields: readonly Field[]): YamlMap | undefined {
  const members: Record<string, Yaml> = {};
  for (const field of fields) {
    const value = fieldExample(field, cls);
    if (value !== undefined) members[field.name] = value;
    else if (field.cardinality !== 'optional') return undefined;
  }
  return members;
}

function fieldExample(field: Field, cls: DomainClass): Yaml | undefined {
  if (field.cardinality !== 'many') return exampleValue(field, cls, 0);
  if (field.absent) return [];
  const wanted = Math.max(field.minItems ?? 0, field.contains?.length ?? 0, 1);
  const length = Math.min(wanted, field.maxItems ?? Infinity);
  const values = Array.from({ length }, (_, nth) => exampleValue(field, cls, nth));
  return values.includes(undefined) ? undefined : (values as Yaml[]);
}
