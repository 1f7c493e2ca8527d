/** Generates, for each constraint of a class, an instance that violates only this constraint. */

import {
  compareValues,
  type Demand,
  type DemandKind,
  type Demands,
  type DomainClass,
  demandsOn,
  type Field,
  isNumeric,
  kindOf,
  type ScalarType,
} from '../model/index.ts';
import { invalidPattern, matcher, textsMatching } from '../pattern/index.ts';
import { shiftMoment } from './date-times.ts';
import { type Instance, instanceOf, type Members, MOST_VALUES, valuesFor, type Wishes } from './instance.ts';
import { adjacentNumeral } from './numbers.ts';
import { padText } from './texts.ts';
import { acceptsValue, type Json, jsonOf, jsonValues, valuesOf } from './values.ts';

/** An instance and the constraint that it violates. */
export interface InvalidInstance extends Instance {
  readonly demand: Demand;
}

/** Changes the members of a valid instance so that they violate a constraint; returns undefined if it cannot. */
type ViolationMaker<K extends DemandKind> = (demand: Demand<K>, sound: Members) => Members | undefined;

/** For constraints across instances, constraints that supply values, and annotations: one instance cannot violate them. */
const unbreakable = () => undefined;

const violationMakers: { readonly [K in DemandKind]: ViolationMaker<K> } = {
  member: unbreakable,
  type: ({ field }, sound) => replaceValue(sound, field, mistypedValue(field)),
  required: ({ field }, sound) => omitField(sound, field),
  single: ({ field }, sound) => ({ ...sound, [field.name]: duplicateValue(field, sound) }),
  absent: ({ field }, sound) => {
    const { absent: _, ...free } = field;
    const values = valuesFor(free, 1, 0, String(sound['id']));
    return values && { ...sound, [field.name]: field.cardinality === 'many' ? values : (values[0] as Json) };
  },
  minimum: (demand, sound) => violateBound(demand, sound, 'below'),
  maximum: (demand, sound) => violateBound(demand, sound, 'above'),
  'min-length': ({ field, length }, sound) => setTextLength(field, sound, 0, length - 1),
  'max-length': ({ field, length }, sound) => setTextLength(field, sound, length + 1, length + 1),
  pattern: ({ field, pattern }, sound) => {
    if (field.type.kind !== 'scalar' || invalidPattern(pattern) !== undefined) return undefined;
    const others = (field.type.patterns ?? []).filter((one) => one !== pattern && invalidPattern(one) === undefined);
    const rest = omitValueList(field.type, { patterns: others });
    const isMatch = matcher([pattern]);
    if (isMatch === undefined) return undefined;
    for (const text of textCandidates(rest, field.name))
      if (!isMatch(text) && acceptsValue(rest, text)) return replaceValue(sound, field, text);
    return undefined;
  },
  values: ({ field, values }, sound) => replaceValue(sound, field, unlistedValue(field, values)),
  constant: ({ field, value }, sound) => replaceValue(sound, field, unlistedValue(field, [value])),
  irreflexive: ({ field }, sound) => replaceValue(sound, field, sound['id']),
  'min-items': ({ field, length }, sound) => {
    const needed = field.contains?.length ?? 0;
    const values = length - 1 < needed ? undefined : valuesFor(field, length - 1, 0, String(sound['id']));
    return values && { ...sound, [field.name]: values };
  },
  'max-items': ({ field, length }, sound) => {
    const values = valuesFor(field, length + 1, 0, String(sound['id']));
    return values && { ...sound, [field.name]: values };
  },
  contains: ({ field, values }, sound) => {
    const count = Math.max(field.minItems ?? 0, values.length, 1);
    const [missing, ...given] = values;
    const others = [...jsonValues(field.type, field.name)].filter((value) => String(value) !== missing);
    const other = others.find((value) => !given.includes(String(value)));
    if (count > MOST_VALUES || other === undefined || (field.maxItems !== undefined && count > field.maxItems)) return undefined;
    const kept = (valuesFor(field, values.length, 0, String(sound['id'])) ?? []).filter((value) => String(value) !== missing);
    return { ...sound, [field.name]: Array.from({ length: count }, (_, i) => kept[i] ?? other) };
  },
  choice: ({ choice: { fields, required } }, sound) => {
    const given = fields.filter(({ name }) => sound[name] !== undefined);
    if (required && given.length === 1) return given.reduce((members, field) => omitField(members, field), sound);
    const other = fields.find((field) => !given.includes(field));
    const values = other && valuesFor(other, 1, 0, String(sound['id']));
    return other && values && given.length > 0 ? { ...sound, [other.name]: values[0] as Json } : undefined;
  },
  total: ({ total: { fields, minItems = 0, maxItems } }, sound) => {
    const emptied = fields.map(({ name, cardinality }) => [name, cardinality === 'many' ? [] : null] as const);
    if (minItems > 0) return { ...sound, ...Object.fromEntries(emptied) };
    const many = fields.find(({ cardinality }) => cardinality === 'many');
    const values = many && maxItems !== undefined && valuesFor(many, maxItems + 1, 0, String(sound['id']));
    return many && values ? { ...sound, ...Object.fromEntries(emptied), [many.name]: values } : undefined;
  },
  closed: (_, sound) => ({ ...sound, 'no such member': 1 }),
  inheritance: unbreakable,
  unique: unbreakable,
  key: unbreakable,
  disjoint: unbreakable,
  'one-class': unbreakable,
  inverse: unbreakable,
  deletion: unbreakable,
  default: unbreakable,
  generated: unbreakable,
  deprecated: unbreakable,
};

/** Kinds of constraints that a single instance can violate. */
export const breakableKinds: readonly DemandKind[] = (Object.keys(violationMakers) as DemandKind[]).filter(
  (kind) => violationMakers[kind] !== unbreakable,
);

/**
 * Yields an invalid instance for each constraint of a class that a single instance can violate, if one is found.
 *
 * @param wishes options of the underlying valid instance
 */
export function* invalidInstances(cls: DomainClass, wishes: Omit<Wishes, 'wants'> = {}): Generator<InvalidInstance> {
  const sound = instanceOf(cls, wishes);
  const smallest = instanceOf(cls, { ...wishes, wants: () => false });
  if (sound === undefined || smallest === undefined) return;
  const { object, fields } = demandsOn(cls);
  const demands = [...object, ...[...fields.values()].flatMap(({ whole, each }) => [...whole, ...each])];
  for (const demand of demands) {
    const breaker = violationMakers[demand.kind] as ViolationMaker<DemandKind>;
    // If the instance with all fields cannot be changed, try the one with only the required fields.
    const value = breaker(demand, sound.value) ?? breaker(demand, smallest.value);
    if (value !== undefined) yield { class: cls, value, demand };
  }
}

// Members

/** Returns the members with another value of a field; in a list, it replaces the last value. */
function replaceValue(sound: Members, field: Field, value: Json | undefined): Members | undefined {
  if (value === undefined) return undefined;
  if (field.cardinality !== 'many') return { ...sound, [field.name]: value };
  const list = sound[field.name];
  if (!Array.isArray(list) || field.maxItems === 0) return undefined;
  // Required values of the list come first and are kept.
  const kept = list.slice(0, Math.max(field.contains?.length ?? 0, list.length - 1));
  return { ...sound, [field.name]: [...kept, value] };
}

const omitField = (sound: Members, { name }: Field): Members =>
  Object.fromEntries(Object.entries(sound).filter(([key]) => key !== name));

function duplicateValue({ name, type }: Field, sound: Members): Json {
  const value = sound[name] ?? [...jsonValues(type, name)][0] ?? 'x';
  return [value, value];
}

// Values

/** Returns a value of another JSON type. */
function mistypedValue({ type }: Field): Json {
  if (type.kind === 'scalar') return kindOf(type.scalar).json === 'boolean' ? 'x' : true;
  // No value of a union is an object.
  return { none: 'of these' };
}

/** Returns the type without its list of values, which would restrict it most. */
function omitValueList(type: ScalarType, more: Partial<ScalarType> = {}): ScalarType {
  const { values: _, ...rest } = type;
  return { ...rest, ...more };
}

/** Puts a value just beyond a bound that satisfies all other constraints. */
function violateBound(demand: Demand<'minimum' | 'maximum'>, sound: Members, side: 'below' | 'above'): Members | undefined {
  const { field, bound, scalar } = demand as Demand<'minimum'> & Demands['minimum'];
  if (field.type.kind !== 'scalar') return undefined;
  const { [demand.kind]: _, ...typeWithoutBound } = omitValueList(field.type);
  const further = side === 'below' ? -1 : 1;
  const near = isNumeric(scalar)
    ? [adjacentNumeral(scalar, bound.value, side), `${Number(bound.value) + further}`]
    : shiftMoment(scalar, bound.value, further);
  const candidates = bound.inclusive ? near : [bound.value, ...near];
  const isBeyond = (value: string) => {
    const order = compareValues(scalar, value, bound.value) * further;
    return bound.inclusive ? order > 0 : order >= 0;
  };
  const read = candidates.flatMap((value) => kindOf(scalar).read(value) ?? []);
  const value = read.find((one) => isBeyond(one) && acceptsValue(typeWithoutBound, one));
  return value === undefined ? undefined : replaceValue(sound, field, jsonOf(scalar, value));
}

/** Puts a string with a length in the given range that satisfies all other constraints. */
function setTextLength(field: Field, sound: Members, minLength: number, maxLength: number): Members | undefined {
  if (field.type.kind !== 'scalar' || maxLength < 0) return undefined;
  const type = omitValueList(field.type, { minLength, maxLength });
  for (const text of textCandidates(type, field.name)) if (acceptsValue(type, text)) return replaceValue(sound, field, text);
  return undefined;
}

/** Yields various strings of the lengths that a type allows. */
function* textCandidates(type: ScalarType, name: string): Generator<string> {
  yield* valuesOf(type, name);
  const { minLength = 0, maxLength = 20, patterns = [] } = type;
  yield* textsMatching(patterns, { minLength, maxLength });
  for (const text of ['x', 'X', '1', '-', '~', 'é', 'x-1', 'a b']) yield padText(text, minLength, maxLength).slice(0, maxLength);
  yield '';
}

/** Returns a value of a field's type that is not in the list. */
function unlistedValue(field: Field, values: readonly string[]): Json | undefined {
  const { type, name } = field;
  if (type.kind === 'enumeration') return type.enumeration.values.find(({ value }) => !values.includes(value))?.value;
  const free = type.kind === 'scalar' ? omitValueList(type) : type;
  for (const value of jsonValues(free, name)) if (!values.includes(String(value))) return value;
  return undefined;
}
