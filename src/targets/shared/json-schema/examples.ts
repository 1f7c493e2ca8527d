/**
 * Instances that the component schemas show as examples. All of them speak of the same few instances, and they keep to
 * all that the model asks of them. Where no value is found for a field that must have one, there is no example.
 */

import { areCountedApart, identityOf, instanceOf, type Json, jsonOf, type Members, sampleOf } from '../../../instances/index.ts';
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
import { type Member, ofParts, Part, type TreeMap } from '../../shared/tree/index.ts';

/**
 * The most values an example may have on account of the objects in it. They are whole, so that in a large vocabulary
 * such examples would grow to thousands of lines that nobody reads.
 */
const MOST_VALUES = 60;

/** Kept as long as the class is: pages and related objects show the same instances. `null` where there is none. */
const entities = new WeakMap<DomainClass, Part | null>();

/** An instance with all that it must have, and with those optional fields that its class itself declares. */
export function entityExample(cls: DomainClass): Members | undefined {
  return entityPart(cls)?.members as Members | undefined;
}

/** Returns the members of an instance that a class has. */
function membersOf({ allFields }: DomainClass, value: Members): Members {
  return Object.fromEntries(Object.entries(value).filter(([name]) => allFields.some((field) => field.name === name)));
}

/** The same as what stands in several examples. */
function entityPart(cls: DomainClass): Part | undefined {
  let known = entities.get(cls);
  if (known === undefined) {
    // An instance of an abstract class is one of a subclass; its own schema shows the members that it has itself.
    const [one = cls] = cls.abstract ? concreteClasses(cls) : [cls];
    const found = instanceOf(one, { wants: (field) => field.owner === cls || field.cardinality === 'many' });
    known = found ? new Part(one === cls ? found.value : membersOf(cls, found.value)) : null;
    entities.set(cls, known);
  }
  return known ?? undefined;
}

/** The same for a document, in which it stands several times. */
export function shownEntity(cls: DomainClass): TreeMap | undefined {
  const part = entityPart(cls);
  return part && ofParts([part]);
}

/**
 * The same for those who cannot do without one: where no value is certain to keep to what is asked of a field that must have
 * one, it is one of the right kind.
 */
export function instanceExample(cls: DomainClass): Members {
  const sound = entityExample(cls);
  if (sound !== undefined) return sound;
  const members = cls.allFields.flatMap((field) => {
    const { name, cardinality } = field;
    const value = field.type.kind === 'id' ? identityOf(cls, 0) : sampleOf(cls, field);
    if (value === undefined && cardinality === 'optional') return [];
    return [[name, value ?? (cardinality === 'many' ? [kindExample(field)] : kindExample(field))] as const];
  });
  return Object.fromEntries(members);
}

/** A value of the kind of a field's values, whatever else is asked of them. */
function kindExample({ type }: Field): Json {
  const scalar = type.kind === 'scalar' ? type : type.kind === 'union' ? type.union.members[0] : undefined;
  const kind = scalar?.scalar ?? 'string';
  return jsonOf(kind, kindOf(kind).examples[0]);
}

/**
 * What a client has to send to create an instance, with an alternative of each choice that must be made.
 *
 * @param given what the class's constructor takes
 */
export function createExample(cls: DomainClass, given: readonly Field[]): Members | undefined {
  const entity = entityExample(cls);
  const example: Record<string, Json> = {};
  if (entity !== undefined && areCountedApart(cls) && given.every(({ cardinality }) => cardinality === 'one')) {
    // What it must have is there, and nothing else is needed on account of that.
    for (const { name } of given) example[name] = entity[name] as Json;
    return example;
  }
  const least = instanceOf(cls, { wants: () => false, like: entity })?.value;
  if (least === undefined) return undefined;
  for (const { name } of given) example[name] = least[name] as Json;
  for (const { field, absent } of membersIn(cls, 'create')) {
    const { name, contains } = field;
    if ((absent === 'none' || absent === 'empty') && contains === undefined && !isNothing(least[name]))
      example[name] = least[name] as Json;
  }
  return example;
}

const isNothing = (value: Json | undefined): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

/** One of the fields that a client may change, of those that the class itself declares if there are such. */
export function updateExample(cls: DomainClass): Members | undefined {
  return changeAmong(cls, ({ owner }) => owner === cls) ?? changeAmong(cls, ({ owner }) => owner !== cls);
}

function changeAmong(cls: DomainClass, isWanted: (field: Field) => boolean): Members | undefined {
  const entity = entityExample(cls);
  for (const field of cls.allFields) {
    if (!isMember(field, 'update') || !isWanted(field)) continue;
    // A single value that is certain to keep to all is found already.
    const known = field.cardinality === 'many' ? undefined : entity?.[field.name];
    const value = known ?? sampleOf(cls, field);
    if (!isNothing(value)) return { [field.name]: value as Json };
  }
  return undefined;
}

/** An instance with its related objects, with empty lists if it were too large otherwise; nothing if even that is. */
export function relationsExample(cls: DomainClass): TreeMap | undefined {
  const part = entityPart(cls);
  if (part === undefined) return undefined;
  const entity = part.members as Members;
  // What has no key has no object either.
  const relations = declaredRelations(cls).filter(
    ({ field, holder, many }) => many || holder === 'target' || entity[field.name] !== undefined,
  );
  const single = relations.filter(({ many }) => !many);
  const size = (included: readonly Relation[]) =>
    included.reduce((sum, { target }) => sum + target.allFields.length, cls.allFields.length);
  if (size(single) > MOST_VALUES) return undefined;
  const isListed = size(relations) <= MOST_VALUES;
  const related: Member[] = [];
  for (const relation of relations) {
    const { name, many } = relation;
    const shown = many && !isListed ? undefined : relatedExample(relation, entity);
    if (many) related.push([name, shown === undefined ? [] : [shown]]);
    else if (shown !== undefined) related.push([name, shown]);
    else return undefined;
  }
  return ofParts([part, related]);
}

/** The instance that an example refers to by its id, or that refers to it. */
function relatedExample({ target, field, holder }: Relation, entity: Members): TreeMap | undefined {
  const one = entityExample(target);
  if (one === undefined) return undefined;
  if (holder === 'target') {
    const named = { ...one, [field.name]: field.cardinality === 'many' ? [entity['id'] as Json] : (entity['id'] as Json) };
    // Of alternatives it has this one, and no other.
    for (const { fields } of allChoices(target)) {
      if (!fields.some(({ name }) => name === field.name)) continue;
      for (const { name } of fields) if (name !== field.name) delete named[name];
    }
    return named;
  }
  const ids = entity[field.name];
  if (isNothing(ids)) return undefined;
  const id = (Array.isArray(ids) ? ids[0] : ids) as Json;
  if (id === one['id']) return shownEntity(target);
  if (!(field.name in one)) return { ...one, id };
  // The other one refers to another.
  const { [field.name]: own, ...others } = one;
  return { ...others, id, ...(field.cardinality !== 'optional' && { [field.name]: own as Json }) };
}

export const pageInfoExample = { total: 1, limit: 20, offset: 0 } as const;

/** The one entry of a page that is shown; none if that is too large. */
export function pageEntity(cls: DomainClass): TreeMap | undefined {
  const [one = cls] = cls.abstract ? concreteClasses(cls) : [cls];
  return one.allFields.length > MOST_VALUES ? undefined : shownEntity(one);
}
