/** Writes a model as JSON data, with names instead of objects, to avoid cycles (docs/reference/model.md). */

import type { Place } from '../../diagnostics/index.ts';
import { pushTo } from '../../ontology/index.ts';
import { policyNames } from '../policies.ts';
import { constructorFields, isBuiltIn } from '../queries.ts';
import type {
  Assumption,
  Axiom,
  Choice,
  Comparison,
  Constraint,
  Decided,
  DomainClass,
  DomainModel,
  Enumeration,
  EnumerationValue,
  Field,
  FieldType,
  Key,
  Leaving,
  Pattern,
  Relation,
  ScalarType,
  Slice,
  Total,
  Union,
} from '../types.ts';
import type {
  AssumptionJson,
  AxiomJson,
  ChoiceJson,
  ClassJson,
  ComparisonJson,
  ConstraintJson,
  DecidedJson,
  EnumerationJson,
  FieldJson,
  KeyJson,
  ModelJson,
  PatternJson,
  PlaceJson,
  RelationJson,
  SliceJson,
  TableJson,
  TotalJson,
  TypeJson,
  UnionJson,
} from './schema.ts';

/** Requires a value for each member of a type, so that code with a missing member does not compile. */
type Complete<T> = { readonly [K in keyof Required<T>]: unknown };

const orNull = <T>(value: T | undefined): T | null => value ?? null;
const nameOf = ({ name }: { readonly name: string }) => name;
const namesOf = (all: readonly { readonly name: string }[]) => all.map(nameOf);

function placeJson(place: Place | undefined): PlaceJson | null {
  return place ? ({ file: place.file, line: orNull(place.line), column: orNull(place.column) } satisfies Complete<Place>) : null;
}

type Described = Pick<Field, 'label' | 'doc' | 'deprecated' | 'replacedBy'>;

function descriptionJson({ label, doc, deprecated, replacedBy }: Described) {
  return { label: orNull(label), doc: orNull(doc), deprecated, replacedBy: orNull(replacedBy) } satisfies Complete<Described>;
}

/** Empty values of the members that only some types have. */
const noType = {
  ...{
    scalar: null,
    datatype: null,
    unmapped: false,
    literalDatatype: null,
    otherDatatypes: [],
    minimum: null,
    maximum: null,
    minLength: null,
    maxLength: null,
    patterns: [],
    values: null,
  },
  ...{ enumeration: null, only: null, union: null, target: null },
};

function patternJson({ source, flags, syntax, escapes }: Pattern): PatternJson {
  return { source, flags, syntax, escapes: escapes ?? null } satisfies Complete<Pattern>;
}

function scalarJson(type: ScalarType): TypeJson {
  const {
    scalar,
    datatype,
    unmapped = false,
    literalDatatype,
    otherDatatypes = [],
    minimum,
    maximum,
    minLength,
    maxLength,
    patterns,
    values,
  } = type;
  const json = {
    kind: 'scalar' as const,
    scalar,
    datatype: orNull(datatype),
    unmapped,
    literalDatatype: orNull(literalDatatype),
    otherDatatypes: [...otherDatatypes],
    minimum: minimum ? { value: minimum.value, inclusive: minimum.inclusive } : null,
    maximum: maximum ? { value: maximum.value, inclusive: maximum.inclusive } : null,
    minLength: orNull(minLength),
    maxLength: orNull(maxLength),
    patterns: (patterns ?? []).map(patternJson),
    values: values ? [...values] : null,
  } satisfies Complete<ScalarType>;
  return Object.assign({ kind: 'scalar' as const }, noType, json);
}

function typeJson(type: FieldType): TypeJson {
  switch (type.kind) {
    case 'id':
      return { kind: 'id', ...noType };
    case 'scalar':
      return scalarJson(type);
    case 'enumeration':
      return { kind: 'enumeration', ...noType, enumeration: type.enumeration.name, only: type.only ? namesOf(type.only) : null };
    case 'union':
      return { kind: 'union', ...noType, union: type.union.name };
    case 'reference':
      return { kind: 'reference', ...noType, target: type.target.name };
    default:
      return type satisfies never;
  }
}

function keyJson({ fields, place }: Key): KeyJson {
  return { fields: namesOf(fields), place: placeJson(place) } satisfies Complete<Key>;
}

function choiceJson({ name, typeName, fields, required, iri, place }: Choice): ChoiceJson {
  return {
    name,
    typeName,
    fields: namesOf(fields),
    required,
    iri: orNull(iri),
    place: placeJson(place),
  } satisfies Complete<Choice>;
}

function totalJson({ name, fields, minItems, maxItems, iri, place }: Total): TotalJson {
  return {
    ...{ name, fields: namesOf(fields), minItems: orNull(minItems), maxItems: orNull(maxItems) },
    ...{ iri: orNull(iri), place: placeJson(place) },
  } satisfies Complete<Total>;
}

const comparedNames = ({ lesser, greater }: Comparison) => [lesser.name, greater.name];

function comparisonJson({ lesser, greater, orEqual, place }: Comparison): ComparisonJson {
  return { lesser: lesser.name, greater: greater.name, orEqual, place: placeJson(place) } satisfies Complete<Comparison>;
}

function enumerationJson(enumeration: Enumeration): EnumerationJson {
  const { name, slug, values, iri, place } = enumeration;
  return {
    name,
    slug,
    ...descriptionJson(enumeration),
    values: values.map(
      (each) =>
        ({
          value: each.value,
          name: each.name,
          ...descriptionJson(each),
          iri: orNull(each.iri),
          place: placeJson(each.place),
        }) satisfies Complete<EnumerationValue>,
    ),
    iri: orNull(iri),
    place: placeJson(place),
  } satisfies Complete<Enumeration>;
}

function unionJson({ name, slug, members }: Union): UnionJson {
  return { name, slug, members: members.map(scalarJson) } satisfies Complete<Union>;
}

function constraintJson(constraint: Constraint): ConstraintJson {
  const { kind, class: cls } = constraint;
  const field = 'field' in constraint ? constraint.field : undefined;
  return {
    kind,
    class: cls.name,
    field: orNull(field?.name),
    other: kind === 'disjoint' ? constraint.other.name : kind === 'inheritance' ? constraint.parent.name : null,
    fields: kind === 'key' ? namesOf(constraint.key.fields) : kind === 'comparison' ? comparedNames(constraint.comparison) : null,
    name: kind === 'choice' ? constraint.choice.name : kind === 'total' ? constraint.total.name : null,
    pattern: kind === 'pattern' ? patternJson(constraint.pattern) : null,
  };
}

function axiomJson({ construct, statement, iri, place, constraints, shortfall }: Axiom): AxiomJson {
  return {
    construct,
    statement,
    iri: orNull(iri),
    place: placeJson(place),
    constraints: constraints.map(constraintJson),
    shortfall: orNull(shortfall),
  } satisfies Complete<Axiom>;
}

function assumptionJson(assumption: Assumption): AssumptionJson {
  const { kind, policy, element, iri, place, decided, because, otherwise, at, constraints } = assumption;
  return {
    ...{ kind, policy, element, iri: orNull(iri), place: placeJson(place), decided, because, otherwise },
    at: placeJson(at),
    constraints: constraints.map(constraintJson),
  } satisfies Complete<Assumption>;
}

function decidedJson({ element, iri, class: cls, choice, says, despite, place }: Decided): DecidedJson {
  const { file, line, column } = place;
  return {
    ...{ element, iri, class: orNull(cls), choice, says, despite: orNull(despite) },
    place: { file, line: orNull(line), column: orNull(column) },
  } satisfies Complete<Decided>;
}

function sliceJson({ select, exclude, depth, outside, of, leaving }: Slice): SliceJson {
  return {
    ...{ select: [...select], exclude: [...exclude], depth, outside, of },
    leaving: leaving.map(
      ({ element, target, becomes, iri, place }) =>
        ({ element, target, becomes, iri: orNull(iri), place: placeJson(place) }) satisfies Complete<Leaving>,
    ),
  } satisfies Complete<Slice>;
}

/** Writes classes. It knows in which class each field and relation is listed. */
class ClassWriter {
  readonly #fields = new Map<Field, string>();
  readonly #relations = new Map<Relation, string>();
  readonly #refined = new Map<DomainClass, Relation[]>();

  constructor(classes: readonly DomainClass[]) {
    for (const cls of classes) {
      for (const field of [...cls.fields, ...cls.refinements]) this.#fields.set(field, `${cls.name}.${field.name}`);
      for (const relation of cls.relations) this.#relations.set(relation, `${cls.name}.${relation.name}`);
    }
    // A narrowed relation is listed in the class that narrows its field.
    for (const cls of classes) {
      for (const relation of cls.allRelations) {
        if (this.#relations.has(relation)) continue;
        const owner = [...cls.ancestors].reverse().find((each) => each.allRelations.includes(relation)) ?? cls;
        this.#relations.set(relation, `${owner.name}.${relation.name}`);
        pushTo(this.#refined, owner, relation);
      }
    }
  }

  write(cls: DomainClass): ClassJson {
    const relationOf = (relation: Relation) => this.#relationJson(relation);
    const fieldOf = (field: Field) => this.#fieldJson(field);
    const json = {
      ...{
        name: cls.name,
        slug: cls.slug,
        plural: cls.plural,
        iri: cls.iri,
        ...descriptionJson(cls),
        place: placeJson(cls.place),
      },
      parents: namesOf(cls.parents),
      bases: namesOf(cls.bases),
      ancestors: namesOf(cls.ancestors),
      children: namesOf(cls.children),
      fields: cls.fields.map(fieldOf),
      refinements: cls.refinements.map(fieldOf),
      allFields: cls.allFields.map((field) => this.#fields.get(field) ?? `${field.owner.name}.${field.name}`),
      constructorFields: namesOf(constructorFields(cls)),
      keys: cls.keys.map(keyJson),
      choices: cls.choices.map(choiceJson),
      totals: cls.totals.map(totalJson),
      comparisons: cls.comparisons.map(comparisonJson),
      resource: cls.resource ?? true,
      abstract: cls.abstract ?? false,
      blankNodes: cls.blankNodes ?? false,
      closed: cls.closed,
      relations: cls.relations.map(relationOf),
      refinedRelations: (this.#refined.get(cls) ?? []).map(relationOf),
      allRelations: cls.allRelations.map((relation) => this.#nameOf(relation)),
      relationsName: orNull(cls.relationsName),
      relationsBases: namesOf(cls.relationsBases),
    };
    return json satisfies Complete<DomainClass>;
  }

  #nameOf(relation: Relation): string {
    return this.#relations.get(relation) ?? `${relation.source.name}.${relation.name}`;
  }

  #fieldJson(field: Field): FieldJson {
    return {
      name: field.name,
      ...descriptionJson(field),
      type: typeJson(field.type),
      cardinality: field.cardinality,
      minItems: orNull(field.minItems),
      maxItems: orNull(field.maxItems),
      generated: orNull(field.generated),
      managed: orNull(field.managed),
      default: orNull(field.default),
      constant: orNull(field.constant),
      contains: [...(field.contains ?? [])],
      absent: field.absent ?? false,
      irreflexive: field.irreflexive ?? false,
      refines: field.refines ? (this.#fields.get(field.refines) ?? null) : null,
      onDelete: orNull(field.onDelete),
      discriminator: field.discriminator ?? false,
      builtIn: isBuiltIn(field),
      unique: field.unique,
      owner: field.owner.name,
      iri: orNull(field.iri),
      place: placeJson(field.place),
    } satisfies Complete<Field> & { readonly builtIn: boolean };
  }

  #relationJson(relation: Relation): RelationJson {
    const { name, source, target, many, required, declared, field, holder, inverse, iri, place } = relation;
    return {
      name,
      ...descriptionJson(relation),
      ...{ source: source.name, target: target.name, many, required, declared },
      field: this.#fields.get(field) ?? `${field.owner.name}.${field.name}`,
      holder,
      inverse: inverse ? this.#nameOf(inverse) : null,
      iri: orNull(iri),
      place: placeJson(place),
    } satisfies Complete<Relation>;
  }
}

/** @param tables the tables of the model, which the target `sql-schema` plans */
export function modelJson(model: DomainModel, tables: readonly TableJson[]): ModelJson {
  const writer = new ClassWriter(model.classes);
  const { name, iri, version, source, policies, slice, decided = [] } = model;
  return {
    $schema: SCHEMA,
    modelVersion: 1,
    ...{ name, iri: orNull(iri), version: orNull(version), source, ...descriptionJson(model) },
    policies: Object.fromEntries(policyNames.map((each) => [each, { value: policies[each], chosen: policies.chosen.has(each) }])),
    slice: slice ? sliceJson(slice) : null,
    classes: model.classes.map((cls) => writer.write(cls)),
    enumerations: model.enumerations.map(enumerationJson),
    unions: model.unions.map(unionJson),
    tables: [...tables],
    axioms: model.axioms.map(axiomJson),
    assumptions: model.assumptions.map(assumptionJson),
    chosen: model.chosen.map(assumptionJson),
    decided: decided.map(decidedJson),
  } satisfies Complete<DomainModel> & ModelJson;
}

/** The identifier of the schema; repeated here, because the schema itself is seldom loaded. */
const SCHEMA = 'urn:codegen:model:1';

/** Yields the document as JSON text, in pieces: that of a large model is longer than the longest string of V8. */
export function* modelText(json: ModelJson): Iterable<string> {
  let before = '{';
  for (const [name, value] of Object.entries(json)) {
    yield `${before}\n  ${JSON.stringify(name)}: `;
    before = ',';
    if (!Array.isArray(value) || value.length === 0) {
      yield indented(value, '  ');
      continue;
    }
    for (const [i, entry] of value.entries()) yield `${i === 0 ? '[' : ','}\n    ${indented(entry, '    ')}`;
    yield '\n  ]';
  }
  yield '\n}\n';
}

function indented(value: unknown, by: string): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${by}`);
}
