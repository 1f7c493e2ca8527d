/** Generates, for each constraint of a class, an instance that violates only this constraint. */

import { shiftMoment } from '../../src/instances/date-times.ts';
import {
  type Instance,
  type InstanceOptions,
  instanceOf,
  MAX_VALUES,
  type Members,
  valuesFor,
} from '../../src/instances/instance.ts';
import { adjacentNumeral } from '../../src/instances/numbers.ts';
import { padText } from '../../src/instances/texts.ts';
import { acceptsValue, type Json, jsonOf, jsonValues, valuesOf } from '../../src/instances/values.ts';
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
} from '../../src/model/index.ts';
import { createMatcher, invalidPattern, textsMatching } from '../../src/pattern/index.ts';

/** An instance and the constraint that it violates. */
export interface InvalidInstance extends Instance {
  readonly demand: Demand;
}

/** Changes the members of a valid instance so that they violate a constraint; returns undefined if it cannot. */
type ViolationMaker<K extends DemandKind> = (demand: Demand<K>, valid: Members) => Members | undefined;

/** For constraints across instances, constraints that supply values, and annotations: one instance cannot violate them. */
const cannotViolate = () => undefined;

const violationMakers: { readonly [K in DemandKind]: ViolationMaker<K> } = {
  member: cannotViolate,
  type: ({ field }, valid) => replaceValue(valid, field, mistypedValue(field)),
  required: ({ field }, valid) => omitField(valid, field),
  single: ({ field }, valid) => ({ ...valid, [field.name]: duplicateValue(field, valid) }),
  absent: ({ field }, valid) => {
    const { absent: _, ...unrestricted } = field;
    const values = valuesFor(unrestricted, 1, 0, String(valid['id']));
    return values && { ...valid, [field.name]: field.cardinality === 'many' ? values : (values[0] as Json) };
  },
  minimum: (demand, valid) => violateBound(demand, valid, 'below'),
  maximum: (demand, valid) => violateBound(demand, valid, 'above'),
  'min-length': ({ field, length }, valid) => setTextLength(field, valid, 0, length - 1),
  'max-length': ({ field, length }, valid) => setTextLength(field, valid, length + 1, length + 1),
  pattern: ({ field, pattern }, valid) => {
    if (field.type.kind !== 'scalar' || invalidPattern(pattern) !== undefined) return undefined;
    const others = (field.type.patterns ?? []).filter((one) => one !== pattern && invalidPattern(one) === undefined);
    const rest = omitValueList(field.type, { patterns: others });
    const isMatch = createMatcher([pattern]);
    if (isMatch === undefined) return undefined;
    for (const text of textCandidates(rest, field.name))
      if (!isMatch(text) && acceptsValue(rest, text)) return replaceValue(valid, field, text);
    return undefined;
  },
  values: ({ field, values }, valid) => replaceValue(valid, field, unlistedValue(field, values)),
  constant: ({ field, value }, valid) => replaceValue(valid, field, unlistedValue(field, [value])),
  irreflexive: ({ field }, valid) => replaceValue(valid, field, valid['id']),
  'min-items': ({ field, length }, valid) => {
    const needed = field.contains?.length ?? 0;
    const values = length - 1 < needed ? undefined : valuesFor(field, length - 1, 0, String(valid['id']));
    return values && { ...valid, [field.name]: values };
  },
  'max-items': ({ field, length }, valid) => {
    const values = valuesFor(field, length + 1, 0, String(valid['id']));
    return values && { ...valid, [field.name]: values };
  },
  contains: ({ field, values }, valid) => {
    const count = Math.max(field.minItems ?? 0, values.length, 1);
    const [missing, ...given] = values;
    const others = [...jsonValues(field.type, field.name)].filter((value) => String(value) !== missing);
    const other = others.find((value) => !given.includes(String(value)));
    if (count > MAX_VALUES || other === undefined || (field.maxItems !== undefined && count > field.maxItems)) return undefined;
    const kept = (valuesFor(field, values.length, 0, String(valid['id'])) ?? []).filter((value) => String(value) !== missing);
    return { ...valid, [field.name]: Array.from({ length: count }, (_, i) => kept[i] ?? other) };
  },
  choice: ({ choice: { fields, required } }, valid) => {
    const given = fields.filter(({ name }) => valid[name] !== undefined);
    if (required && given.length === 1) return given.reduce((members, field) => omitField(members, field), valid);
    const other = fields.find((field) => !given.includes(field));
    const values = other && valuesFor(other, 1, 0, String(valid['id']));
    return other && values && given.length > 0 ? { ...valid, [other.name]: values[0] as Json } : undefined;
  },
  total: ({ total: { fields, minItems = 0, maxItems } }, valid) => {
    const emptied = fields.map(({ name, cardinality }) => [name, cardinality === 'many' ? [] : null] as const);
    if (minItems > 0) return { ...valid, ...Object.fromEntries(emptied) };
    const many = fields.find(({ cardinality }) => cardinality === 'many');
    const values = many && maxItems !== undefined && valuesFor(many, maxItems + 1, 0, String(valid['id']));
    return many && values ? { ...valid, ...Object.fromEntries(emptied), [many.name]: values } : undefined;
  },
  comparison: ({ comparison: { lesser, greater, orEqual } }, valid) => {
    const high = valid[greater.name];
    if (lesser.type.kind !== 'scalar' || high === undefined) return undefined;
    const bound = { value: kindOf(lesser.type.scalar).read(String(high)) ?? '', inclusive: !orEqual };
    const [value] = valuesFor({ ...lesser, type: { ...lesser.type, minimum: bound } }, 1, 0, String(valid['id'])) ?? [];
    return replaceValue(valid, lesser, value);
  },
  closed: (_, valid) => ({ ...valid, 'no such member': 1 }),
  inheritance: cannotViolate,
  unique: cannotViolate,
  key: cannotViolate,
  disjoint: cannotViolate,
  'one-class': cannotViolate,
  inverse: cannotViolate,
  deletion: cannotViolate,
  default: cannotViolate,
  generated: cannotViolate,
  deprecated: cannotViolate,
};

/** Kinds of constraints that a single instance can violate. */
export const violableKinds: readonly DemandKind[] = (Object.keys(violationMakers) as DemandKind[]).filter(
  (kind) => violationMakers[kind] !== cannotViolate,
);

/**
 * Yields an invalid instance for each constraint of a class that a single instance can violate, if one is found.
 *
 * @param options options of the underlying valid instance
 */
export function* invalidInstances(cls: DomainClass, options: Omit<InstanceOptions, 'isWanted'> = {}): Generator<InvalidInstance> {
  const valid = instanceOf(cls, options);
  const minimal = instanceOf(cls, { ...options, isWanted: () => false });
  if (valid === undefined || minimal === undefined) return;
  const { object, fields } = demandsOn(cls);
  const demands = [...object, ...[...fields.values()].flatMap(({ whole, each }) => [...whole, ...each])];
  for (const demand of demands) {
    const makeViolation = violationMakers[demand.kind] as ViolationMaker<DemandKind>;
    // If the instance with all fields cannot be changed, try the one with only the required fields.
    const value = makeViolation(demand, valid.value) ?? makeViolation(demand, minimal.value);
    if (value !== undefined) yield { class: cls, value, demand };
  }
}

// Members

/** Returns the members with another value of a field; in a list, it replaces the last value. */
function replaceValue(valid: Members, field: Field, value: Json | undefined): Members | undefined {
  if (value === undefined) return undefined;
  if (field.cardinality !== 'many') return { ...valid, [field.name]: value };
  const list = valid[field.name];
  if (!Array.isArray(list) || field.maxItems === 0) return undefined;
  // Required values of the list come first and are kept.
  const kept = list.slice(0, Math.max(field.contains?.length ?? 0, list.length - 1));
  return { ...valid, [field.name]: [...kept, value] };
}

const omitField = (valid: Members, { name }: Field): Members =>
  Object.fromEntries(Object.entries(valid).filter(([key]) => key !== name));

function duplicateValue({ name, type }: Field, valid: Members): Json {
  const value = valid[name] ?? [...jsonValues(type, name)][0] ?? 'x';
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
function violateBound(demand: Demand<'minimum' | 'maximum'>, valid: Members, side: 'below' | 'above'): Members | undefined {
  const { field, bound, scalar } = demand as Demand<'minimum'> & Demands['minimum'];
  if (field.type.kind !== 'scalar') return undefined;
  const { [demand.kind]: _, ...typeWithoutBound } = omitValueList(field.type);
  const step = side === 'below' ? -1 : 1;
  const near = isNumeric(scalar)
    ? [adjacentNumeral(scalar, bound.value, side), `${Number(bound.value) + step}`]
    : shiftMoment(scalar, bound.value, step);
  const candidates = bound.inclusive ? near : [bound.value, ...near];
  const isBeyond = (value: string) => {
    const order = compareValues(scalar, value, bound.value) * step;
    return bound.inclusive ? order > 0 : order >= 0;
  };
  const read = candidates.flatMap((value) => kindOf(scalar).read(value) ?? []);
  const value = read.find((one) => isBeyond(one) && acceptsValue(typeWithoutBound, one));
  return value === undefined ? undefined : replaceValue(valid, field, jsonOf(scalar, value));
}

/** Puts a string with a length in the given range that satisfies all other constraints. */
function setTextLength(field: Field, valid: Members, minLength: number, maxLength: number): Members | undefined {
  if (field.type.kind !== 'scalar' || maxLength < 0) return undefined;
  const type = omitValueList(field.type, { minLength, maxLength });
  for (const text of textCandidates(type, field.name)) if (acceptsValue(type, text)) return replaceValue(valid, field, text);
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
  const unrestricted = type.kind === 'scalar' ? omitValueList(type) : type;
  for (const value of jsonValues(unrestricted, name)) if (!values.includes(String(value))) return value;
  return undefined;
}
