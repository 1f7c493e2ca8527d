/**
 * Creates the `examples` of the component schemas: instances, requests and pages. They all show the same few instances and
 * satisfy all constraints of the model. There is no example if no value is found for a required field.
 */

import { hasIndependentCounts, idOf, instanceOf, type Json, jsonOf, type Members, sampleOf } from '../../../instances/index.ts';
import {
  allChoices,
  concreteClasses,
  type DomainClass,
  declaredRelations,
  type Field,
  isMember,
  kindOf,
  membersIn,
  type Relation,
} from '../../../model/index.ts';
import type { TreeMap } from '../../shared/tree/index.ts';

/**
 * The most values in an example with related objects. The objects are complete, so examples of a large vocabulary would grow to
 * thousands of lines.
 */
const MAX_VALUES = 60;

/** Cached for each class, because pages and related objects show the same instances. `null` if there is no example. */
const entityExamples = new WeakMap<DomainClass, Members | null>();

/** Returns the members of an instance that are fields of the class. */
function membersOf({ allFields }: DomainClass, value: Members): Members {
  return Object.fromEntries(Object.entries(value).filter(([name]) => allFields.some((field) => field.name === name)));
}

/** Returns an instance with all required fields and with the optional fields that its class declares. */
export function entityExample(cls: DomainClass): Members | undefined {
  let known = entityExamples.get(cls);
  if (known === undefined) {
    // An abstract class shows an instance of a subclass, reduced to its own members.
    const [concrete = cls] = cls.abstract ? concreteClasses(cls) : [cls];
    const found = instanceOf(concrete, { isWanted: (field) => field.owner === cls || field.cardinality === 'many' });
    known = found ? (concrete === cls ? found.value : membersOf(cls, found.value)) : null;
    entityExamples.set(cls, known);
  }
  return known ?? undefined;
}

/**
 * Returns an example even if no valid instance is found: then a value of the right kind is used for each required field without
 * a valid value.
 */
export function instanceExample(cls: DomainClass): Members {
  const valid = entityExample(cls);
  if (valid !== undefined) return valid;
  const members = cls.allFields.flatMap((field) => {
    const { name, cardinality } = field;
    const value = field.type.kind === 'id' ? idOf(cls, 0) : sampleOf(cls, field);
    if (value === undefined && cardinality === 'optional') return [];
    return [[name, value ?? (cardinality === 'many' ? [kindExample(field)] : kindExample(field))] as const];
  });
  return Object.fromEntries(members);
}

/** Returns a value of the right kind, which may violate other constraints. */
function kindExample({ type }: Field): Json {
  const scalar = type.kind === 'scalar' ? type : type.kind === 'union' ? type.union.members[0] : undefined;
  const kind = scalar?.scalar ?? 'string';
  return jsonOf(kind, kindOf(kind).examples[0]);
}

/**
 * Returns a request to create an instance. It sets one field of each required choice.
 *
 * @param parameters the fields that the constructor takes
 */
export function createExample(cls: DomainClass, parameters: readonly Field[]): Members | undefined {
  const entity = entityExample(cls);
  const example: Record<string, Json> = {};
  if (entity !== undefined && hasIndependentCounts(cls) && parameters.every(({ cardinality }) => cardinality === 'one')) {
    // The instance has all required fields, and they require no others.
    for (const { name } of parameters) example[name] = entity[name] as Json;
    return example;
  }
  const minimal = instanceOf(cls, { isWanted: () => false })?.value;
  if (minimal === undefined) return undefined;
  for (const { name } of parameters) example[name] = minimal[name] as Json;
  for (const { field, absent } of membersIn(cls, 'create')) {
    const { name, contains } = field;
    if ((absent === 'none' || absent === 'empty') && contains === undefined && !isEmptyValue(minimal[name]))
      example[name] = minimal[name] as Json;
  }
  return example;
}

const isEmptyValue = (value: Json | undefined): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

/** Returns an update of one field, preferably one that the class itself declares. */
export function updateExample(cls: DomainClass): Members | undefined {
  return updateOfField(cls, ({ owner }) => owner === cls) ?? updateOfField(cls, ({ owner }) => owner !== cls);
}

/** Returns an update of the first wanted field that has a value. */
function updateOfField(cls: DomainClass, isWanted: (field: Field) => boolean): Members | undefined {
  const entity = entityExample(cls);
  for (const field of cls.allFields) {
    if (!isMember(field, 'update') || !isWanted(field)) continue;
    // The instance has a valid value for a single field already.
    const known = field.cardinality === 'many' ? undefined : entity?.[field.name];
    const value = known ?? sampleOf(cls, field);
    if (!isEmptyValue(value)) return { [field.name]: value as Json };
  }
  return undefined;
}

/** Returns an instance with related objects. If it is too large, lists are empty; if it still is, there is no example. */
export function relationsExample(cls: DomainClass): TreeMap | undefined {
  const entity = entityExample(cls);
  if (entity === undefined) return undefined;
  // A relation whose reference has no value has no object.
  const relations = declaredRelations(cls).filter(
    ({ field, holder, many }) => many || holder === 'target' || entity[field.name] !== undefined,
  );
  const single = relations.filter(({ many }) => !many);
  const size = (included: readonly Relation[]) =>
    included.reduce((sum, { target }) => sum + target.allFields.length, cls.allFields.length);
  if (size(single) > MAX_VALUES) return undefined;
  const isListed = size(relations) <= MAX_VALUES;
  const related: Record<string, TreeMap | readonly TreeMap[]> = {};
  for (const relation of relations) {
    const { name, many } = relation;
    const shown = many && !isListed ? undefined : relatedExample(relation, entity);
    if (many) related[name] = shown === undefined ? [] : [shown];
    else if (shown !== undefined) related[name] = shown;
    else return undefined;
  }
  return { ...entity, ...related };
}

/** Returns the example of the related class, adapted so that the reference between both examples fits. */
function relatedExample({ target, field, holder }: Relation, entity: Members): TreeMap | undefined {
  const example = entityExample(concreteClasses(target)[0] ?? target);
  if (example === undefined) return undefined;
  if (holder === 'target') {
    const complete = { ...example, [field.name]: field.cardinality === 'many' ? [entity['id'] as Json] : (entity['id'] as Json) };
    // Only this alternative of the choice is set.
    for (const { fields } of allChoices(target)) {
      if (!fields.some(({ name }) => name === field.name)) continue;
      for (const { name } of fields) if (name !== field.name) delete complete[name];
    }
    return complete;
  }
  const ids = entity[field.name];
  if (isEmptyValue(ids)) return undefined;
  const id = (Array.isArray(ids) ? ids[0] : ids) as Json;
  if (id === example['id']) return example;
  const renamed = withId(example, id);
  if (!(field.name in renamed)) return renamed;
  // The related instance refers to yet another one.
  const { [field.name]: reference, ...rest } = renamed;
  return { ...rest, ...(field.cardinality !== 'optional' && { [field.name]: reference as Json }) };
}

/** Returns an instance with another id. A reference to an instance with this id then leads to the original one. */
function withId(instance: Members, id: Json): Members {
  const replaced = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(replaced);
    return value === id ? (instance['id'] as Json) : value;
  };
  return { ...Object.fromEntries(Object.entries(instance).map(([name, value]) => [name, replaced(value)])), id };
}

export const pageInfoExample = { total: 1, limit: 20, offset: 0 } as const;

/** Returns the example of an entry of a page; undefined if it is too large. */
export function pageItemExample(cls: DomainClass): TreeMap | undefined {
  const [concrete = cls] = cls.abstract ? concreteClasses(cls) : [cls];
  return concrete.allFields.length > MAX_VALUES ? undefined : entityExample(concrete);
}
