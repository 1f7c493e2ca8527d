/** Builds small domain models for tests, with only what `sql-schema` reads. */

import type {
  Axiom,
  Cardinality,
  Choice,
  Constraint,
  DomainClass,
  DomainModel,
  Enumeration,
  Facets,
  Field,
  FieldType,
  GeneratedValue,
  Key,
  ScalarKind,
  Union,
} from '../../src/model/index.ts';
import { defaultPolicies } from '../../src/model/index.ts';

type TypeSpec = ScalarKind | { readonly to: string } | { readonly values: Enumeration } | { readonly union: Union };

interface FieldSpec
  extends Omit<Facets, 'minimum' | 'maximum'>,
    Partial<Pick<Field, 'default' | 'constant' | 'contains' | 'absent' | 'irreflexive' | 'deprecated' | 'replacedBy'>> {
  readonly type?: TypeSpec;
  readonly cardinality?: Cardinality;
  readonly generated?: GeneratedValue;
  readonly unique?: boolean;
  readonly doc?: string;
  /** `5` is an inclusive bound, `5!` an exclusive one. */
  readonly minimum?: number | string;
  readonly maximum?: number | string;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export interface ClassSpec {
  readonly plural?: string;
  readonly doc?: string;
  readonly parents?: readonly string[];
  readonly fields?: Readonly<Record<string, FieldSpec>>;
  /** Inherited fields that the class narrows. */
  readonly refinements?: Readonly<Record<string, FieldSpec & { readonly only?: readonly string[] }>>;
  readonly keys?: readonly (readonly string[])[];
  /** Names of fields by the name of the choice; a trailing `!` makes the choice required. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  readonly disjoint?: readonly string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns an enumeration of values without documentation. */
export function enumerationOf(name: string, ...values: readonly string[]): Enumeration {
  return {
    name,
    slug: name.toLowerCase(),
    deprecated: false,
    values: values.map((value, i) => ({ value, name: `value_${i}`, deprecated: false })),
  };
}

/** Returns a model of classes by slug, in an order with superclasses first; each class without parents has an `id`. */
export function modelFrom(specs: Readonly<Record<string, ClassSpec>>, name = 'sample'): DomainModel {
  const classes = new Map<string, Mutable<DomainClass>>();
  const classOf = (slug: string): Mutable<DomainClass> => {
    const cls = classes.get(slug);
    if (!cls) throw new Error(`no class ${slug}`);
    return cls;
  };
  const typeOf = (type: TypeSpec, facets: Facets): FieldType => {
    if (typeof type === 'string') return { kind: 'scalar', scalar: type, ...facets };
    if ('to' in type) return { kind: 'reference', target: classOf(type.to) };
    if ('values' in type) return { kind: 'enumeration', enumeration: type.values };
    return { kind: 'union', union: type.union };
  };
  const fieldOf = (cls: DomainClass, field: string, spec: FieldSpec): Field => {
    const { type = 'string', minimum, maximum, minLength, maxLength, patterns, values, ...others } = spec;
    const facets = { minimum: bound(minimum), maximum: bound(maximum), minLength, maxLength, patterns, values };
    const given = Object.fromEntries(Object.entries(facets).filter(([, facet]) => facet !== undefined));
    return {
      name: field,
      cardinality: 'one',
      unique: false,
      deprecated: false,
      ...(typeof type === 'object' && 'to' in type && { onDelete: spec.cardinality === 'optional' ? 'set-null' : 'cascade' }),
      ...others,
      owner: cls,
      type: typeOf(type, given),
    };
  };
  const named = (cls: DomainClass, field: string): Field => {
    const found = cls.allFields.find((f) => f.name === field);
    if (!found) throw new Error(`no field ${field}`);
    return found;
  };

  for (const [slug, { plural, doc }] of Object.entries(specs)) {
    classes.set(slug, {
      name: slug,
      slug,
      plural: plural ?? `${slug}s`,
      iri: `http://example.org/${slug}`,
      deprecated: false,
      parents: [],
      bases: [],
      ancestors: [],
      children: [],
      fields: [],
      allFields: [],
      refinements: [],
      keys: [],
      choices: [],
      totals: [],
      comparisons: [],
      closed: false,
      relations: [],
      allRelations: [],
      relationsBases: [],
      ...(doc !== undefined && { doc }),
    });
  }
  const constraints: Constraint[] = [];
  for (const [slug, spec] of Object.entries(specs)) {
    const cls = classOf(slug);
    cls.parents = (spec.parents ?? []).map(classOf);
    cls.bases = cls.parents;
    cls.ancestors = [...new Set(cls.parents.flatMap((parent) => [parent, ...parent.ancestors]))];
    for (const parent of cls.parents as Mutable<DomainClass>[]) parent.children = [...parent.children, cls];
    const choices = Object.entries(spec.choices ?? {});
    const needed = new Set(choices.flatMap(([name, of]) => (name.endsWith('!') ? of : [])));
    const fields = Object.entries(spec.fields ?? {}).map(([field, rest]) => {
      const made = fieldOf(cls, field, rest);
      return made.onDelete && needed.has(field) ? { ...made, onDelete: 'cascade' as const } : made;
    });
    const id: Field = { ...fieldOf(cls, 'id', { generated: 'uuid', unique: true }), type: { kind: 'id' } };
    cls.fields = cls.parents.length > 0 ? fields : [id, ...fields];

    const inherited = new Map(cls.parents.flatMap((parent) => parent.allFields.map((f): [string, Field] => [f.name, f])));
    cls.refinements = Object.entries(spec.refinements ?? {}).map(([field, { only, type, ...rest }]) => {
      const refines = inherited.get(field);
      if (!refines) throw new Error(`no field ${field} to refine`);
      const own = fieldOf(refines.owner, field, { ...(type !== undefined && { type }), ...rest });
      const narrowed: FieldType = {
        ...refines.type,
        ...(refines.type.kind === 'scalar' && own.type.kind === 'scalar' && { ...own.type, scalar: refines.type.scalar }),
        ...(refines.type.kind === 'reference' && own.type.kind === 'reference' && own.type),
        ...(refines.type.kind === 'enumeration' &&
          only && { only: refines.type.enumeration.values.filter(({ value }) => only.includes(value)) }),
      } as FieldType;
      const cardinality = rest.cardinality ?? refines.cardinality;
      return { ...refines, ...own, unique: refines.unique, cardinality, type: narrowed, refines };
    });
    for (const field of cls.refinements) inherited.set(field.name, field);
    cls.allFields = [...inherited.values(), ...cls.fields];
    cls.keys = (spec.keys ?? []).map((key): Key => ({ fields: key.map((field) => named(cls, field)) }));
    cls.choices = Object.entries(spec.choices ?? {}).map(([key, of]): Choice => {
      const choice = key.replace('!', '');
      return { name: choice, typeName: choice, required: key.endsWith('!'), fields: of.map((field) => named(cls, field)) };
    });
    for (const other of spec.disjoint ?? []) constraints.push({ kind: 'disjoint', class: cls, other: classOf(other) });
  }
  const axiom: Axiom = { construct: 'owl:disjointWith', statement: '', constraints };
  return {
    name,
    source: `${name}.ttl`,
    deprecated: false,
    classes: [...classes.values()],
    enumerations: [],
    unions: [],
    axioms: constraints.length > 0 ? [axiom] : [],
    assumptions: [],
    chosen: [],
    policies: defaultPolicies,
  };
}

function bound(value: number | string | undefined): Facets['minimum'] {
  if (value === undefined) return undefined;
  const text = String(value);
  return { value: text.replace('!', ''), inclusive: !text.endsWith('!') };
}
