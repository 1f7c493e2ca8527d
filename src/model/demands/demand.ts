/**
 * What a model demands of instances, in no language's terms.
 *
 * Demands are a view of the settled model: what a class or a field holds is demanded, so nothing can be forgotten. A
 * target answers each kind; what it answers is what it prints (`src/targets/core/answers.ts`).
 */

import type { ScalarKind } from '../kinds/kinds.ts';
import { covers, totalsOf } from '../queries.ts';
import type {
  Bound,
  Choice,
  Constraint,
  DomainClass,
  Field,
  FieldType,
  GeneratedValue,
  Key,
  OnDelete,
  Pattern,
  ReferenceField,
  Total,
} from '../types.ts';

/** What each kind of demand says beyond whom it is made of. */
export interface Demands {
  // Of the field: that it is there, and how it is declared.
  /** The class has the field. */
  member: object;
  /** The kind of its values. */
  type: { readonly type: FieldType };
  /** It has a value. */
  required: object;
  /** It has at most one. */
  single: object;
  /** It has none. */
  absent: object;

  // Of each value.
  minimum: { readonly scalar: ScalarKind; readonly bound: Bound };
  maximum: { readonly scalar: ScalarKind; readonly bound: Bound };
  'min-length': { readonly length: number };
  'max-length': { readonly length: number };
  pattern: { readonly pattern: Pattern };
  /** Only some of the values of its type: as a `Bound` is written, or the `value`s of an enumeration. */
  values: { readonly values: readonly string[] };
  constant: { readonly value: string };
  /** Never the instance's own id. */
  irreflexive: object;

  // Of a list.
  'min-items': { readonly length: number };
  'max-items': { readonly length: number };
  contains: { readonly values: readonly string[] };

  // Of the object.
  choice: { readonly choice: Choice };
  /** The values of several fields, counted together. */
  total: { readonly total: Total };
  /** There are no other fields. */
  closed: object;
  /** An instance is one of the parent, too. */
  inheritance: { readonly parent: DomainClass };

  // Of all that is stored.
  unique: object;
  key: { readonly key: Key };
  /** No instance belongs to both classes. */
  disjoint: { readonly other: DomainClass };
  /** Each instance has one most specific class among those of the hierarchy below: siblings exclude each other. */
  'one-class': object;
  /** A relation that is read in both directions and stored once. */
  inverse: { readonly field: ReferenceField };
  /** What deleting the instance that is referred to does. */
  deletion: { readonly how: OnDelete };

  // What is supplied, and what people are told.
  default: { readonly value: string };
  generated: { readonly value: GeneratedValue };
  deprecated: object;
}

export type DemandKind = keyof Demands;

/** Kinds of demands that are made of a class, not of a field of it. */
export type ObjectKind = 'choice' | 'total' | 'one-class' | 'closed' | 'inheritance' | 'key' | 'disjoint';

interface OnClass {
  readonly class: DomainClass;
}

interface OnField extends OnClass {
  /** In the form that it has in the class. */
  readonly field: Field;
}

type On<K extends DemandKind> = K extends ObjectKind
  ? OnClass
  : K extends 'deprecated'
    ? OnClass & { readonly field?: Field }
    : OnField;

/** A demand of one of several kinds, each with what it says. */
export type Demand<K extends DemandKind = DemandKind> = { [P in K]: On<P> & Readonly<Demands[P]> & { readonly kind: P } }[K];

/** Demands made of a field: of each value, if there is one, and of all its values together. */
export interface FieldDemands {
  readonly field: Field;
  readonly whole: readonly Demand[];
  readonly each: readonly Demand[];
}

/** All that a class demands of its instances, what it inherits included. */
export interface ClassDemands {
  readonly class: DomainClass;
  /** Of the object: superclasses, choices, closedness, keys. `class` is the one that adds it. */
  readonly object: readonly Demand[];
  /** By field, in the order of `allFields`. */
  readonly fields: ReadonlyMap<Field, FieldDemands>;
}

type Maker = (cls: DomainClass, field: Field) => Demand | undefined;

/** What a field holds, as a demand of each kind that is read off it. */
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
} satisfies { readonly [K in Exclude<DemandKind, ObjectKind | 'deprecated' | 'inverse' | 'pattern'>]: Maker };

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

/** The demand that what an axiom or an assumption comes to is in the settled model; undefined if nothing is left of it. */
export function demandOf(constraint: Constraint): Demand | undefined {
  switch (constraint.kind) {
    case 'inheritance':
    case 'disjoint':
    case 'key':
    case 'choice':
    case 'total':
    case 'one-class':
    case 'closed':
    case 'deprecated':
    case 'inverse':
    case 'pattern':
      return constraint;
    default:
      return makers[constraint.kind](constraint.class, constraint.field) ?? ofMember(constraint);
  }
}

const facets: ReadonlySet<string> = new Set(['minimum', 'maximum', 'min-length', 'max-length', 'values']);

/** What is asked of a member of a union is a part of what its values are. */
function ofMember({ kind, class: cls, field }: Extract<Constraint, { readonly field: Field }>): Demand | undefined {
  return field?.type.kind === 'union' && facets.has(kind) ? makers.type(cls, field) : undefined;
}

const ofEach = ['type', 'minimum', 'maximum', 'min-length', 'max-length', 'values', 'irreflexive'] as const;
const ofOther = ['type', 'irreflexive'] as const;
const ofType = ['type'] as const;
const ofNone = ['member', 'single', 'absent'] as const;
const ofConstant = ['type', 'constant', 'irreflexive'] as const;
const ofWhole = [
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

/** The demands that some makers make, in their order. */
function made(among: readonly Maker[], cls: DomainClass, field: Field): Demand[] {
  const demands: Demand[] = [];
  for (const make of among) {
    const demand = make(cls, field);
    if (demand) demands.push(demand);
  }
  return demands;
}

/** Makes what a field demands in a class that has it in this form. */
type DemandsOfField = (cls: DomainClass, field: Field) => FieldDemands;

/** What a field demands in a class that has it in this form. */
export const demandsOfField: DemandsOfField = demandsAmong({ has: () => true });

/**
 * What fields demand, as far as somebody asks for it.
 *
 * @param wanted the kinds of demands that are asked for
 */
export function demandsAmong(wanted: Pick<ReadonlySet<DemandKind>, 'has'>): DemandsOfField {
  const among = (kinds: readonly FieldKind[]): readonly Maker[] => {
    return kinds.filter((kind) => wanted.has(kind)).map((kind) => makers[kind]);
  };
  const [none, whole, constant, each, other, type] = [
    among(ofNone),
    among(ofWhole),
    among(ofConstant),
    among(ofEach),
    among(ofOther),
    among(ofType),
  ];
  const patterns = wanted.has('pattern');
  return (cls, field) => {
    // Nothing is asked of values that there are not.
    if (field.absent) return { field, whole: made(none, cls, field), each: made(type, cls, field) };
    // What is the only value keeps to all else.
    if (field.constant !== undefined) return { field, whole: made(whole, cls, field), each: made(constant, cls, field) };
    const ofValues = made(field.type.kind === 'scalar' || field.type.kind === 'enumeration' ? each : other, cls, field);
    if (field.type.kind === 'scalar' && patterns) {
      for (const pattern of field.type.patterns ?? []) ofValues.push({ kind: 'pattern', class: cls, field, pattern });
    }
    return { field, whole: made(whole, cls, field), each: ofValues };
  };
}

function objectDemands(cls: DomainClass): readonly Demand[] {
  const line = [...[...cls.ancestors].reverse(), cls];
  const choices = new Map<string, Demand<'choice'>>();
  for (const c of line) {
    for (const choice of c.choices) {
      const known = choices.get(choice.name);
      if (!known || !covers(known.choice, choice)) choices.set(choice.name, { kind: 'choice', class: c, choice });
    }
  }
  return [
    ...cls.parents.map((parent): Demand => ({ kind: 'inheritance', class: cls, parent })),
    ...choices.values(),
    ...totalsOf(cls).map((found): Demand => ({ kind: 'total', ...found })),
    ...(cls.closed ? [{ kind: 'closed', class: cls } as const] : []),
    ...line.flatMap((c) => c.keys.map((key): Demand => ({ kind: 'key', class: c, key }))),
  ];
}

/** Most targets ask for those of the object alone, or for those of the fields. */
class LazyDemands implements ClassDemands {
  readonly class: DomainClass;
  #object: readonly Demand[] | undefined;
  #fields: ReadonlyMap<Field, FieldDemands> | undefined;

  constructor(cls: DomainClass) {
    this.class = cls;
  }

  get object(): readonly Demand[] {
    this.#object ??= objectDemands(this.class);
    return this.#object;
  }

  get fields(): ReadonlyMap<Field, FieldDemands> {
    this.#fields ??= new Map(this.class.allFields.map((field) => [field, demandsOfField(this.class, field)]));
    return this.#fields;
  }
}

const known = new WeakMap<DomainClass, ClassDemands>();

/** All that a class demands of its instances. Made when it is asked for, and kept as long as the class is. */
export function demandsOn(cls: DomainClass): ClassDemands {
  let demands = known.get(cls);
  if (!demands) {
    demands = new LazyDemands(cls);
    known.set(cls, demands);
  }
  return demands;
}
