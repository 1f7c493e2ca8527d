/**
 * The JSON form of a model: the only source of the published JSON Schema (docs/model.schema.json) and of the type of the output
 * (`write.ts`). Members are never absent: without a value they are null or empty lists. The descriptions document the members for
 * readers of the schema.
 */

import { z } from 'zod';
import { scalarKinds } from '../kinds/kinds.ts';
import { policyNames } from '../policies.ts';

/** Increases when a member changes its meaning or is removed; a new member does not increase it. */
export const MODEL_VERSION = 1;

/** The identifier of the schema, also in every document. */
export const MODEL_SCHEMA = `urn:codegen:model:${MODEL_VERSION}`;

const text = (about: string) => z.string().meta({ description: about });
const texts = (about: string) => z.array(z.string()).meta({ description: about });
const orNull = <T extends z.ZodType>(type: T, about: string) => z.union([type, z.null()]).meta({ description: about });
const flag = (about: string) => z.boolean().meta({ description: about });
const count = (about: string) => orNull(z.int().min(0), about);

const place = z
  .strictObject({ file: text('the path of the file'), line: count('from 1'), column: count('from 1, in UTF-16 units') })
  .meta({ id: 'Place', description: 'source location in the ontology' });
const where = orNull(place, 'source location in the ontology');
const iri = (of: string) => orNull(z.string(), `the IRI of ${of}`);

const described = {
  label: orNull(z.string(), 'the display name: rdfs:label'),
  doc: orNull(z.string(), 'the documentation; line breaks are \\n'),
  deprecated: flag('whether it is not to be used any more'),
  replacedBy: orNull(z.string(), 'the replacement of a deprecated element: a name in the model, or an IRI in its short form'),
};

const bound = z
  .strictObject({
    value: text('the value as in JSON, without quotes'),
    inclusive: flag('whether the value itself is allowed'),
  })
  .meta({ id: 'Bound', description: 'the least or the greatest value' });

const pattern = z
  .strictObject({
    source: text('the regular expression'),
    flags: text('of fn:matches (XQuery and XPath Functions 3.1): any of smixq'),
    syntax: z
      .enum(['xpath', 'xsd'])
      .meta({ description: 'xpath: matches anywhere in the string; xsd: matches the whole string' }),
    escapes: orNull(z.enum(['ascii', 'unicode']), 'the reading of \\d, \\w and the flag i, if the pattern has them'),
  })
  .meta({ id: 'Pattern', description: 'a regular expression' });

const type = z
  .strictObject({
    kind: z.enum(['id', 'scalar', 'enumeration', 'union', 'reference']).meta({
      description: 'the identity of an instance (a UUID); a value; one of a list; one of several kinds; the id of an instance',
    }),
    scalar: orNull(z.enum(scalarKinds as [string, ...string[]]), 'of a scalar: its kind, which decides its form in JSON'),
    datatype: orNull(z.string(), 'of a scalar: the IRI of its datatype in the ontology'),
    unmapped: z.boolean().describe('true if the datatype is neither known nor defined, so that its values are any strings'),
    literalDatatype: orNull(
      z.string(),
      'of a scalar: the IRI of the datatype of its literals in RDF, if sh:datatype states one of the ontology',
    ),
    otherDatatypes: z.array(z.string()).meta({
      description: 'of a scalar: IRIs of the other datatypes of its literals in RDF; sh:IRI for IRIs of resources',
    }),
    minimum: orNull(bound, 'of a scalar'),
    maximum: orNull(bound, 'of a scalar'),
    minLength: count('of a scalar that is a string, in code points'),
    maxLength: count('of a scalar that is a string, in code points'),
    patterns: z.array(pattern).meta({ description: 'of a scalar: the string must match all of them' }),
    values: orNull(z.array(z.string()), 'of a scalar: the only values, written as a bound is'),
    enumeration: orNull(z.string(), 'the name of the enumeration'),
    only: orNull(z.array(z.string()), 'of an enumeration: the names of those values that a subclass allows'),
    union: orNull(z.string(), 'the name of the union'),
    target: orNull(z.string(), 'of a reference: the name of the class that it leads to'),
  })
  .meta({ id: 'Type', description: 'what the values of a field are' });

const field = z
  .strictObject({
    name: text('snake_case, unique in every class that has it: the key in JSON and the column in SQL'),
    ...described,
    type,
    cardinality: z.enum(['one', 'optional', 'many']).meta({ description: 'exactly one value; none or one; a list' }),
    minItems: count('of a list'),
    maxItems: count('of a list'),
    generated: orNull(z.enum(['uuid', 'now', 'zero']), 'what a constructor supplies: a fresh UUID, the current time, or 0'),
    managed: orNull(z.enum(['created', 'updated']), 'of a time that clients never write: set once, or at each update'),
    default: orNull(z.string(), 'the value where none is given'),
    constant: orNull(z.string(), 'the only value'),
    contains: texts('values that are always among those of a list'),
    absent: flag('whether instances of the class never have a value'),
    irreflexive: flag("whether it never is the instance's own id"),
    refines: orNull(
      z.string(),
      'the field of a superclass that it narrows: Class.field, to be found in its fields or refinements',
    ),
    onDelete: orNull(z.enum(['cascade', 'set-null', 'restrict']), 'of a reference: what deleting what it refers to does'),
    discriminator: flag('whether it is the discriminator of the class hierarchy'),
    builtIn: flag('whether every class has it, or every class of a hierarchy, without any property: id, and the discriminator'),
    unique: flag('whether no two instances share a value'),
    owner: text('the class that declares it'),
    iri: iri('the property'),
    place: where,
  })
  .meta({ id: 'Field', description: 'a field of a class' });

const relation = z
  .strictObject({
    name: text('snake_case, unique among fields and relations of every class that has it'),
    ...described,
    source: text('the class where it begins'),
    target: text('the class that it leads to'),
    many: flag('whether it leads to several instances'),
    required: flag('of a single one: whether it is always there'),
    declared: flag('whether a property of the ontology names this direction'),
    field: text('the reference that stores it: Class.field'),
    holder: z.enum(['source', 'target']).meta({ description: 'which end has that field' }),
    inverse: orNull(z.string(), 'the same relation from the other end: Class.relation'),
    iri: iri('the property'),
    place: where,
  })
  .meta({ id: 'Relation', description: 'a way from instances of one class to those of another' });

const key = z
  .strictObject({ fields: texts('the names of two or more fields'), place: where })
  .meta({ id: 'Key', description: 'fields whose values together are unique' });

const choice = z
  .strictObject({
    name: text('snake_case'),
    typeName: text('PascalCase, for a type of the alternatives'),
    fields: texts('the names of the alternatives'),
    required: flag('whether exactly one has a value'),
    iri: iri('the property'),
    place: where,
  })
  .meta({ id: 'Choice', description: 'fields of which at most one has a value' });

const total = z
  .strictObject({
    name: text('snake_case'),
    fields: texts('the names of the fields'),
    minItems: count('how many values they have in all'),
    maxItems: count('how many values they have in all'),
    iri: iri('the property'),
    place: where,
  })
  .meta({ id: 'Total', description: 'fields whose values are counted together' });

const comparison = z
  .strictObject({
    lesser: text('the name of the field with the lesser value'),
    greater: text('the name of the field with the greater value'),
    orEqual: flag('whether the values may be equal'),
    place: where,
  })
  .meta({ id: 'Comparison', description: 'two fields whose values are in order, if an instance has both' });

const cls = z
  .strictObject({
    name: text('PascalCase, unique among all types'),
    slug: text('snake_case, unique: files are named by it'),
    plural: text('snake_case plural, unique: tables are named by it'),
    iri: text('the IRI of the class'),
    ...described,
    place: where,
    parents: texts('direct superclasses, most derived first'),
    bases: texts('the parents, and further superclasses that Python needs for its method resolution order'),
    ancestors: texts('all superclasses, each before its own'),
    children: texts('direct subclasses'),
    fields: z.array(field).meta({ description: 'those that the class adds' }),
    refinements: z.array(field).meta({ description: 'inherited fields in the narrower form that they have here' }),
    allFields: texts('all fields, in order: Class.field, to be found among the fields or refinements of that class'),
    constructorFields: texts('the names of the required constructor arguments'),
    keys: z.array(key).meta({ description: 'those that the class adds' }),
    choices: z.array(choice).meta({ description: 'those that the class adds' }),
    totals: z.array(total).meta({ description: 'those that the class adds' }),
    comparisons: z.array(comparison).meta({ description: 'those that the class adds' }),
    resource: flag('whether an API has paths and root queries for it'),
    abstract: flag('whether it has no instances but those of its subclasses'),
    blankNodes: flag('whether its instances are blank nodes in RDF'),
    closed: flag('whether instances have no other fields'),
    relations: z.array(relation).meta({ description: 'those that the class adds' }),
    refinedRelations: z.array(relation).meta({ description: 'inherited relations in the narrower form that they have here' }),
    allRelations: texts(
      'all relations, in order: Class.relation, to be found among the relations or refinedRelations of that class',
    ),
    relationsName: orNull(z.string(), 'the name of the type for an instance with its related objects'),
    relationsBases: texts('the superclasses whose types with related objects that type specialises'),
  })
  .meta({ id: 'Class', description: 'a class' });

const enumeration = z
  .strictObject({
    name: text('PascalCase, unique among all types'),
    slug: text('snake_case, unique'),
    ...described,
    values: z.array(
      z
        .strictObject({
          value: text('its value in JSON and SQL'),
          name: text('snake_case, unique in the enumeration'),
          ...described,
          iri: iri('the individual'),
          place: where,
        })
        .meta({ id: 'Value', description: 'a value of an enumeration' }),
    ),
    iri: iri('the class or datatype'),
    place: where,
  })
  .meta({ id: 'Enumeration', description: 'a closed list of strings or individuals' });

const union = z
  .strictObject({
    name: text('PascalCase, unique among all types'),
    slug: text('snake_case, unique'),
    members: z.array(type).meta({ description: 'scalars, in the order in which a reader should try them' }),
  })
  .meta({ id: 'Union', description: 'a value of one of several kinds' });

const column = z
  .strictObject({
    name: text('its name in the table'),
    type: text('the type in PostgreSQL: VARCHAR(255), TEXT[]'),
    notNull: flag('whether every row has a value'),
    primaryKey: flag('whether it alone is the primary key'),
    unique: flag('whether no two rows share a value'),
    default: orNull(z.string(), 'the default value, as an SQL expression'),
    generated: orNull(z.string(), 'the SQL expression of a generated column, which no program writes'),
    field: orNull(
      z.string(),
      'the name of the field of the class that it stores; the keys of subclasses and join tables store none',
    ),
  })
  .meta({ id: 'Column', description: 'a column of a table' });

const foreignKey = z
  .strictObject({
    columns: texts('one or more columns of the table'),
    table: text('the table that they refer to'),
    targets: texts('the columns that they refer to, in the same order'),
    onDelete: orNull(z.enum(['CASCADE', 'SET NULL', 'RESTRICT']), 'what deleting the referenced row does'),
    deferred: flag('whether it is checked at the end of the transaction'),
    later: flag('whether the referenced table is created later'),
  })
  .meta({ id: 'ForeignKey', description: 'a foreign key of a table' });

const table = z
  .strictObject({
    name: text('unique among all tables'),
    class: text('the class whose instances are its rows; of a join table: the class that has the list of references'),
    field: orNull(z.string(), 'of a join table: the name of the list of references, whose pairs are its rows'),
    columns: z.array(column).meta({ description: 'in order; of a join table: the instance with the list, then its target' }),
    primaryKey: texts('the columns of the primary key'),
    foreignKeys: z.array(foreignKey).meta({ description: 'to the tables of superclasses and of referenced classes' }),
  })
  .meta({ id: 'Table', description: 'a table of the PostgreSQL schema: of a class, or of a list of references' });

const constraint = z
  .strictObject({
    kind: text('required, pattern, disjoint, …: docs/explanation/constraints.md has them all'),
    class: text('the class whose instances must satisfy it'),
    field: orNull(z.string(), 'the name of the field that it is about'),
    other: orNull(z.string(), 'the other class: of disjoint, or the superclass of inheritance'),
    fields: orNull(z.array(z.string()), 'the names of the fields: of key or comparison'),
    name: orNull(z.string(), 'the name: of choice or total'),
    pattern: orNull(pattern, 'of pattern'),
  })
  .meta({ id: 'Constraint', description: 'what something comes to in the model' });

const axiom = z
  .strictObject({
    construct: text('owl:maxCardinality, sh:pattern, …'),
    statement: text('the statement on one line'),
    iri: iri('the subject: a class, property or shape'),
    place: where,
    constraints: z.array(constraint).meta({ description: 'all that it comes to' }),
    shortfall: orNull(z.string(), 'why the model ignores it or reads only a part of it'),
  })
  .meta({ id: 'Axiom', description: 'an axiom of the ontology, or a constraint of a shape' });

const assumption = z
  .strictObject({
    kind: text('required, single, direction, …: docs/explanation/assumptions.md has them all'),
    policy: z.enum(policyNames as [string, ...string[]]).meta({ description: 'the policy that decides it' }),
    element: text('what it is about: Post.title'),
    iri: iri('the property or class'),
    place: where,
    decided: text('what was decided, as a clause'),
    because: text('why, as a clause'),
    otherwise: text('what in the ontology would state it; empty if nothing could'),
    at: orNull(place, 'where the user decided it of this very element, if not by a policy'),
    constraints: z.array(constraint).meta({ description: 'all that it comes to' }),
  })
  .meta({ id: 'Assumption', description: 'a decision where the ontology is silent' });

const slice = z
  .strictObject({
    select: texts('the selected classes; all if empty'),
    exclude: texts('the excluded classes'),
    depth: z.int().min(0).meta({ description: 'how many references away others may be' }),
    outside: z.enum(['iri', 'omit']).meta({ description: 'what references to other classes became' }),
    of: z.int().min(1).meta({ description: 'number of classes of the whole model' }),
    leaving: z.array(
      z
        .strictObject({
          element: text('a member of the slice: Offer.seller_id'),
          target: text('the class outside that it leads to'),
          becomes: z.enum(['iri', 'omitted', 'elsewhere', 'wider']).meta({
            description: 'an IRI; nothing; nothing, as the other class keeps it; a reference to a more general class',
          }),
          iri: iri('the property'),
          place: where,
        })
        .meta({ id: 'Leaving', description: 'a reference that leaves the slice' }),
    ),
  })
  .meta({ id: 'Slice', description: 'the selection of classes' });

const decided = z
  .strictObject({
    element: text('the element as in the settings: ex:title, ex:Post/ex:title'),
    iri: text('the IRI of the class or property'),
    class: orNull(z.string(), 'the IRI of the class, if the decision applies to the property in one class only'),
    choice: text('what is decided: name, required, …'),
    says: text('the decision as a clause: has the name headline'),
    despite: orNull(z.string(), 'the reason for contradicting the ontology'),
    place: place.meta({ description: 'where it is decided' }),
  })
  .meta({ id: 'Decided', description: 'one thing that the user decided of an element of the ontology' });

const policy = z
  .strictObject({ value: text('its value'), chosen: flag('whether the user set it') })
  .meta({ id: 'Policy', description: 'what is decided where the ontology is silent' });

const model = z.strictObject({
  $schema: z.literal(MODEL_SCHEMA).meta({ description: 'the name of this schema' }),
  modelVersion: z.literal(MODEL_VERSION).meta({
    description: 'version of this format; new members do not increase it, so readers must ignore unknown members',
  }),
  name: text('snake_case: blog'),
  iri: iri('the ontology'),
  version: orNull(z.string(), 'the version that the ontology states'),
  source: text('the file name of the ontology, without folders'),
  ...described,
  policies: z
    .strictObject(Object.fromEntries(policyNames.map((name) => [name, policy])))
    .meta({ description: 'by which what is not stated was decided, by name' }),
  slice: orNull(slice, 'the selection of classes, if not all'),
  classes: z.array(cls).meta({ description: 'in the order of declaration' }),
  enumerations: z.array(enumeration).meta({ description: 'those that are used or declared, in the order of declaration' }),
  unions: z.array(union).meta({ description: 'those that are used, in the order of use' }),
  tables: z
    .array(table)
    .meta({ description: 'the tables that sql-schema creates, in order of creation: those of classes, then join tables' }),
  axioms: z.array(axiom).meta({ description: 'all axioms and shapes, in the order of their places' }),
  assumptions: z.array(assumption).meta({ description: 'what default policies decided' }),
  chosen: z.array(assumption).meta({ description: 'what was decided by policies that the user set' }),
  decided: z.array(decided).meta({ description: 'what the user decided of single elements' }),
});

export type PlaceJson = z.infer<typeof place>;
export type PatternJson = z.infer<typeof pattern>;
export type TypeJson = z.infer<typeof type>;
export type FieldJson = z.infer<typeof field>;
export type RelationJson = z.infer<typeof relation>;
export type KeyJson = z.infer<typeof key>;
export type ChoiceJson = z.infer<typeof choice>;
export type TotalJson = z.infer<typeof total>;
export type ComparisonJson = z.infer<typeof comparison>;
export type ClassJson = z.infer<typeof cls>;
export type EnumerationJson = z.infer<typeof enumeration>;
export type UnionJson = z.infer<typeof union>;
export type TableJson = z.infer<typeof table>;
export type ConstraintJson = z.infer<typeof constraint>;
export type AxiomJson = z.infer<typeof axiom>;
export type DecidedJson = z.infer<typeof decided>;
export type AssumptionJson = z.infer<typeof assumption>;
export type SliceJson = z.infer<typeof slice>;
export type ModelJson = z.infer<typeof model>;

/** Returns the published JSON Schema (draft 2020-12). */
export function modelSchema(): object {
  const { $schema, ...schema } = z.toJSONSchema(model);
  return { $schema, $id: MODEL_SCHEMA, title: 'A domain model', description: 'What codegen graph model prints', ...schema };
}
