/**
 * The constraints of a model on its instances ("demands"), independent of any programming language: a field `age` with the minimum
 * 18 is the demand `{ kind: 'minimum', field: age, bound: { value: '18', inclusive: true } }`.
 *
 * They are derived from the finished model: each property of a class or field is a demand, so none can be forgotten. A target has
 * an answer for each kind, and prints what it answers (`src/targets/core/answers.ts`).
 */

import type { OnDelete } from '../decide/choices.ts';
import { getOrCreate } from '../get-or-create.ts';
import type { ScalarKind } from '../kinds/kinds.ts';
import { choicesOf, comparisonsOf, totalsOf } from '../queries.ts';
import type {
  Bound,
  Choice,
  Comparison,
  Constraint,
  DomainClass,
  Field,
  FieldType,
  GeneratedValue,
  Key,
  Pattern,
  ReferenceField,
  Total,
} from '../types.ts';

/** The data of each kind of demand, besides its class and field. */
export interface Demands {
  // About the field itself.
  /** The class has the field. */
  member: object;
  /** The kind of its values. */
  type: { readonly type: FieldType };
  /** It has at least one value. */
  required: object;
  /** It has at most one value. */
  single: object;
  /** It has no value. */
  absent: object;

  // About each value.
  minimum: { readonly scalar: ScalarKind; readonly bound: Bound };
  maximum: { readonly scalar: ScalarKind; readonly bound: Bound };
  'min-length': { readonly length: number };
  'max-length': { readonly length: number };
  pattern: { readonly pattern: Pattern };
  /** Only some values of its type are allowed: in the form of `Bound.value`, or the `value`s of an enumeration. */
  values: { readonly values: readonly string[] };
  constant: { readonly value: string };
  /** Never the instance's own id. */
  irreflexive: object;

  // About a list.
  'min-items': { readonly length: number };
  'max-items': { readonly length: number };
  contains: { readonly values: readonly string[] };

  // About the object.
  choice: { readonly choice: Choice };
  /** The values of several fields, counted together. */
  total: { readonly total: Total };
  /** The values of two fields are in order, if both have one. */
  comparison: { readonly comparison: Comparison };
  /** There are no other fields. */
  closed: object;
  /** An instance is also an instance of the parent. */
  inheritance: { readonly parent: DomainClass };

  // About all stored instances.
  unique: object;
  key: { readonly key: Key };
  /** No instance belongs to both classes. */
  disjoint: { readonly other: DomainClass };
  /** Each instance has one most specific class in the hierarchy below: siblings exclude each other. */
  'one-class': object;
  /** A relation that is read in both directions and stored once. */
  inverse: { readonly field: ReferenceField };
  /** What deleting the target of the reference does. */
  deletion: { readonly how: OnDelete };

  // Supplied values and deprecation.
  default: { readonly value: string };
  generated: { readonly value: GeneratedValue };
  deprecated: object;
}

export type DemandKind = keyof Demands;

/** Kinds of demands about a class, not about one of its fields. */
export type ObjectKind = 'choice' | 'total' | 'comparison' | 'one-class' | 'closed' | 'inheritance' | 'key' | 'disjoint';

interface ClassSubject {
  readonly class: DomainClass;
}

interface FieldSubject extends ClassSubject {
  /** The field in the form that the class has, which may be narrowed. */
  readonly field: Field;
}

type SubjectOf<K extends DemandKind> = K extends ObjectKind
  ? ClassSubject
  : K extends 'deprecated'
    ? ClassSubject & { readonly field?: Field }
    : FieldSubject;

/** A demand of one of the given kinds, with its data. */
export type Demand<K extends DemandKind = DemandKind> = {
  [P in K]: SubjectOf<P> & Readonly<Demands[P]> & { readonly kind: P };
}[K];

/** The demands on a field: on each of its values, and on all of them together. */
export interface FieldDemands {
  readonly field: Field;
  readonly whole: readonly Demand[];
  readonly each: readonly Demand[];
}

/** All demands of a class on its instances, inherited ones included. */
export interface ClassDemands {
  readonly class: DomainClass;
  /** About the object: superclasses, choices, totals, comparisons, closedness, keys. `class` is the class that adds the demand. */
  readonly object: readonly Demand[];
  /** By field, in the order of `allFields`. */
  readonly fields: ReadonlyMap<Field, FieldDemands>;
}

type DemandMaker = (cls: DomainClass, field: Field) => Demand | undefined;

/** Creates the demands of each kind from the properties of a field. */
const makers = {
  member: (cls, field) => ({ kind: 'member', class: cls, field }),
  type: (cls, field) => ({ kind: 'type', class: cls, field, type: field.type }),
  required: (cls, field) => (field.cardinality === 'one' ? { kind: 'required', class: cls, field } : undefined),
  single: (cls, field) => (field.cardinality === 'many' ? undefined : { kind: 'single', class: cls, field }),
  absent: (cls, field) => (field.absent ? { kind: 'absent', class: cls, field } : undefined),
  minimum: (cls, field) => boundOf('minimum', cls, field),
  maximum: (cls, field) => boundOf('maximum', cls, field),
  'min-length': (cls, field) => {
    const length = field.type.kind === 'scalar' ? field.type.minLength : undefined;
    return length ? { kind: 'min-length', class: cls, field, length } : undefined;
  },
  'max-length': (cls, field) => {
    const length = field.type.kind === 'scalar' ? field.type.maxLength : undefined;
    return length === undefined ? undefined : { kind: 'max-length', class: cls, field, length };
  },
  values: (cls, field) => {
    const values = valuesOf(field.type);
    return values && { kind: 'values', class: cls, field, values };
  },
  constant: (cls, field) => withValue('constant', cls, field, field.constant),
  default: (cls, field) => withValue('default', cls, field, field.default),
  irreflexive: (cls, field) => (field.irreflexive ? { kind: 'irreflexive', class: cls, field } : undefined),
  'min-items': (cls, field) =>
    field.cardinality === 'many' && field.minItems ? { kind: 'min-items', class: cls, field, length: field.minItems } : undefined,
  'max-items': (cls, field) =>
    field.cardinality === 'many' && field.maxItems !== undefined && !field.absent
      ? { kind: 'max-items', class: cls, field, length: field.maxItems }
      : undefined,
  contains: (cls, field) => {
    const values = field.contains ?? [];
    return values.length > 0 ? { kind: 'contains', class: cls, field, values } : undefined;
  },
  unique: (cls, field) => (field.unique && field.type.kind !== 'id' ? { kind: 'unique', class: cls, field } : undefined),
  generated: (cls, field) => field.generated && { kind: 'generated', class: cls, field, value: field.generated },
  deletion: (cls, field) => field.onDelete && { kind: 'deletion', class: cls, field, how: field.onDelete },
} satisfies { readonly [K in Exclude<DemandKind, ObjectKind | 'deprecated' | 'inverse' | 'pattern'>]: DemandMaker };

function boundOf(kind: 'minimum' | 'maximum', cls: DomainClass, field: Field): Demand | undefined {
  const { type } = field;
  if (type.kind !== 'scalar') return undefined;
  const bound = type[kind];
  return bound && { kind, class: cls, field, scalar: type.scalar, bound };
}

function valuesOf(type: FieldType): readonly string[] | undefined {
  if (type.kind === 'enumeration') return type.only?.map(({ value }) => value);
  return type.kind === 'scalar' ? type.values : undefined;
}

function withValue(kind: 'constant' | 'default', cls: DomainClass, field: Field, value: string | undefined): Demand | undefined {
  return value === undefined ? undefined : { kind, class: cls, field, value };
}

/** Returns the demand in the finished model for a constraint of an axiom or assumption; undefined if nothing of it remains. */
export function demandOf(constraint: Constraint): Demand | undefined {
  switch (constraint.kind) {
    case 'inheritance':
    case 'disjoint':
    case 'key':
    case 'choice':
    case 'total':
    case 'comparison':
    case 'one-class':
    case 'closed':
    case 'deprecated':
    case 'inverse':
    case 'pattern':
      return constraint;
    default:
      return makers[constraint.kind](constraint.class, constraint.field) ?? memberDemand(constraint);
  }
}

const facets: ReadonlySet<string> = new Set(['minimum', 'maximum', 'min-length', 'max-length', 'values']);

/** Returns the demand `type` for a facet of a union member, because the type of a union includes the facets of its members. */
function memberDemand({ kind, class: cls, field }: Extract<Constraint, { readonly field: Field }>): Demand | undefined {
  return field?.type.kind === 'union' && facets.has(kind) ? makers.type(cls, field) : undefined;
}

const scalarValueKinds = ['type', 'minimum', 'maximum', 'min-length', 'max-length', 'values', 'irreflexive'] as const;
const otherValueKinds = ['type', 'irreflexive'] as const;
const typeKinds = ['type'] as const;
const absentFieldKinds = ['member', 'single', 'absent'] as const;
const constantKinds = ['type', 'constant', 'irreflexive'] as const;
const fieldKinds = [
  'member',
  'required',
  'single',
  'min-items',
  'max-items',
  'contains',
  'unique',
  'deletion',
  'default',
  'generated',
] as const;

type FieldKind = keyof typeof makers;

function makeDemands(kinds: readonly FieldKind[], cls: DomainClass, field: Field): Demand[] {
  const demands: Demand[] = [];
  for (const kind of kinds) {
    const demand = makers[kind](cls, field);
    if (demand) demands.push(demand);
  }
  return demands;
}

/** Returns all demands of a field, in the form that the class has. */
export function demandsOfField(cls: DomainClass, field: Field): FieldDemands {
  // A field without values has no demands on values except the type.
  if (field.absent) return { field, whole: makeDemands(absentFieldKinds, cls, field), each: makeDemands(typeKinds, cls, field) };
  const whole = makeDemands(fieldKinds, cls, field);
  // A constant satisfies all other demands on values.
  if (field.constant !== undefined) return { field, whole, each: makeDemands(constantKinds, cls, field) };
  const { type } = field;
  const hasFacets = type.kind === 'scalar' || type.kind === 'enumeration';
  const each = makeDemands(hasFacets ? scalarValueKinds : otherValueKinds, cls, field);
  const patterns = type.kind === 'scalar' ? (type.patterns ?? []) : [];
  for (const pattern of patterns) each.push({ kind: 'pattern', class: cls, field, pattern });
  return { field, whole, each };
}

function objectDemands(cls: DomainClass): readonly Demand[] {
  return [
    ...cls.parents.map((parent): Demand => ({ kind: 'inheritance', class: cls, parent })),
    ...choicesOf(cls).map((found): Demand => ({ kind: 'choice', ...found })),
    ...totalsOf(cls).map((found): Demand => ({ kind: 'total', ...found })),
    ...comparisonsOf(cls).map((found): Demand => ({ kind: 'comparison', ...found })),
    ...(cls.closed ? [{ kind: 'closed', class: cls } as const] : []),
    ...[...[...cls.ancestors].reverse(), cls].flatMap((c) => c.keys.map((key): Demand => ({ kind: 'key', class: c, key }))),
  ];
}

const known = new WeakMap<DomainClass, ClassDemands>();

/** Returns all demands of a class on its instances. Cached as long as the class exists. */
export function demandsOn(cls: DomainClass): ClassDemands {
  return getOrCreate(known, cls, () => {
    let fields: ClassDemands['fields'] | undefined;
    return {
      class: cls,
      object: objectDemands(cls),
      // A getter, because most callers need the object's demands only.
      get fields() {
        fields ??= new Map(cls.allFields.map((field) => [field, demandsOfField(cls, field)]));
        return fields;
      },
    };
  });
}
