/** Answers to constraints: constraint components of SHACL Core (https://www.w3.org/TR/shacl/#core-components). */

import {
  type Bound,
  type Demand,
  type DemandKind,
  type DomainClass,
  type Field,
  type FieldType,
  isJsonNumber,
  kindOf,
  type ScalarType,
  withDescendants,
} from '../../model/index.ts';
import { type Answer, type Answers, declared, enforced, nothing } from '../core/index.ts';
import { isOfResources, type Node, propertyOf, rdfDatatype, type Statement, type Terms } from '../shared/rdf/index.ts';
import { invalidPattern, type Pattern } from '../text/index.ts';
import { pathNode } from './paths.ts';
import { integerTerm, patternStatements, scalarTerm, shape, valueTerm, XSD } from './terms.ts';

/** The settings for printing constraints. */
export interface Site {
  readonly terms: Terms;
  /** Returns the name of the shape of a class. */
  readonly shapeOf: (cls: DomainClass) => string;
}

/** Statements about a class shape or a property shape. */
export type Code = readonly Statement[];

/** Checks for the id or the discriminator, which need no shapes: a node has an IRI, and shapes target nodes by their class. */
const isNode = (field: Field): boolean => propertyOf(field) === undefined;

export const answers: Answers<Site, Code> = {
  member: declared,
  inheritance: ({ parent }) => enforced(({ shapeOf }) => [['sh:node', shapeOf(parent)]]),
  inverse: declared,
  type: ({ field, type }) => typeAnswer(field, type),
  required: ({ field }) => (isNode(field) ? declared : enforced(() => [['sh:minCount', '1']])),
  single: ({ field, class: cls }) =>
    field.absent || isNode(field) ? declared : (sharedPropertyAnswer(cls, field) ?? enforced(() => [['sh:maxCount', '1']])),
  absent: ({ field, class: cls }) => sharedPropertyAnswer(cls, field) ?? enforced(() => [['sh:maxCount', '0']]),
  minimum: ({ field, bound }) => boundAnswer('min', field.type, bound),
  maximum: ({ field, bound }) => boundAnswer('max', field.type, bound),
  'min-length': ({ length }) => enforced(() => [['sh:minLength', integerTerm(length)]]),
  'max-length': ({ length }) => enforced(() => [['sh:maxLength', integerTerm(length)]]),
  pattern: ({ pattern }) => patternAnswer(pattern),
  values: ({ field, values }) =>
    isNode(field) ? declared : equalTo('values', field.type, ({ terms }) => oneOf(field.type, values, terms)),
  constant: ({ field, value }) =>
    isNode(field) ? declared : equalTo('constant', field.type, ({ terms }) => oneOf(field.type, [value], terms)),
  contains: ({ field, values }) => containsAnswer(field.type, values),
  'min-items': ({ length }) => enforced(() => [['sh:minCount', integerTerm(length)]]),
  'max-items': ({ length, field, class: cls }) =>
    sharedPropertyAnswer(cls, field) ?? enforced(() => [['sh:maxCount', integerTerm(length)]]),
  irreflexive: ({ field }) => irreflexiveAnswer(field),
  choice: ({ choice }) => enforced(({ terms }) => alternatives(choice.fields, choice.required, terms)),
  total: totalAnswer,
  comparison: comparisonAnswer,
  closed: ({ class: cls }) => enforced(({ terms }) => closedStatements(cls, terms)),
  disjoint: ({ other }) => enforced(({ terms }) => [['sh:not', shape(['sh:class', terms.iri(other.iri)])]]),
  'one-class': ({ class: cls }) => oneClassAnswer(cls),
  unique: ({ field }) =>
    kindsOf(field.type).every(({ scalar }) => isOneSpelling(scalar))
      ? declared
      : { achieves: 'approximated', how: 'literals are counted by lexical form' },
  key: nothing('SHACL Core does not compare several values of one node with those of another; SHACL-SPARQL would'),
  default: ({ field, value }) =>
    isNode(field)
      ? declared
      : {
          achieves: 'approximated',
          how: '`sh:defaultValue`, which data producers should apply',
          print: ({ terms }) => [['sh:defaultValue', valueTerm(field.type, value, terms)]],
        },
  generated: nothing('shapes do not generate values'),
  deletion: nothing('shapes describe data, not operations on it'),
  deprecated: { achieves: 'approximated', how: 'stated in the description' },
};

/**
 * Returns the answer to a maximum of values if another field of the property refers to the same class, a superclass or a
 * subclass. RDF does not record which of the fields a value belongs to, so those of one field cannot be counted.
 */
function sharedPropertyAnswer(cls: DomainClass, field: Field): ReturnType<typeof nothing> | undefined {
  if (field.type.kind !== 'reference') return undefined;
  const { target } = field.type;
  const isAlike = (other: Field) =>
    other.name !== field.name &&
    other.iri === field.iri &&
    other.type.kind === 'reference' &&
    (other.type.target === target ||
      other.type.target.ancestors.includes(target) ||
      target.ancestors.includes(other.type.target));
  return cls.allFields.some(isAlike) ? nothing('its values are also values of another field of the property') : undefined;
}

function kindsOf(type: FieldType): readonly ScalarType[] {
  return type.kind === 'scalar' ? [type] : type.kind === 'union' ? type.union.members : [];
}

/** Checks whether equal literals have equal lexical forms. Numbers have several in RDF, even if they have one in JSON. */
function isOneSpelling(scalar: ScalarType['scalar']): boolean {
  return kindOf(scalar).spellings === 'one' && !isJsonNumber(scalar);
}

/** Checks whether equality must be expressed by bounds, because SHACL compares lexical forms (SHACL 1.0, 4.8). */
const isCompared = (type: ScalarType): boolean =>
  !isOneSpelling(type.scalar) && kindOf(type.scalar).order !== undefined && hasComparison(type);

/** Checks whether SPARQL compares literals of the datatype (SPARQL 1.1, 17.3): not if only the ontology defines it. */
const hasComparison = ({ literalDatatype }: ScalarType): boolean => literalDatatype === undefined;

function equalTo<K extends DemandKind>(_: K, type: FieldType, print: (site: Site) => Code): Answer<K, Site, Code> {
  if (kindsOf(type).every((one) => isOneSpelling(one.scalar) || (type.kind === 'scalar' && isCompared(one))))
    return enforced(print);
  return { achieves: 'approximated', how: 'values without an order are compared by lexical form', print };
}

/** Returns a shape that matches values equal to the given one, in any lexical form. */
function equal(type: ScalarType, value: string, terms: Terms): Node {
  const term = scalarTerm(type, value, terms);
  return shape(['sh:minInclusive', term], ['sh:maxInclusive', term]);
}

/** Requires each value to be one of several. */
function oneOf(type: FieldType, values: readonly string[], terms: Terms): Code {
  if (type.kind === 'scalar' && isCompared(type)) return [['sh:or', values.map((value) => equal(type, value, terms))]];
  return [['sh:in', values.map((value) => valueTerm(type, value, terms))]];
}

/** Requires certain values to be present. A property shape can count the values of one shape only (SHACL 1.0, 4.7.3). */
function containsAnswer(type: FieldType, values: readonly string[]): Answer<'contains', Site, Code> {
  if (kindsOf(type).every(({ scalar }) => isOneSpelling(scalar)))
    return enforced(({ terms }) => values.map((value) => ['sh:hasValue', valueTerm(type, value, terms)]));
  const [only, ...more] = values;
  if (type.kind !== 'scalar' || !isCompared(type) || only === undefined || more.length > 0)
    return nothing('values with several lexical forms are compared by lexical form');
  return enforced(({ terms }) => [
    ['sh:qualifiedValueShape', equal(type, only, terms)],
    ['sh:qualifiedMinCount', '1'],
  ]);
}

function patternAnswer(pattern: Pattern): Answer<'pattern', Site, Code> {
  const fault = invalidPattern(pattern);
  if (fault !== undefined) return nothing(`no regular expression: ${fault}`);
  return enforced(({ terms }) => patternStatements(pattern, terms));
}

function boundAnswer(end: 'min' | 'max', type: FieldType, bound: Bound): Answer<'minimum' | 'maximum', Site, Code> {
  if (!kindsOf(type).every(hasComparison)) return nothing('literals of a datatype that the ontology defines are not compared');
  return enforced(({ terms }) => bounded(end, type, bound, terms));
}

function bounded(end: 'min' | 'max', type: FieldType, { value, inclusive }: Bound, terms: Terms): Code {
  return [[`sh:${end}${inclusive ? 'Inclusive' : 'Exclusive'}`, valueTerm(type, value, terms)]];
}

/** Kinds whose values are all literals of their datatype. */
const unrestrictedKinds: ReadonlySet<string> = new Set([
  'string',
  'boolean',
  'int8',
  'int16',
  'int32',
  'uint8',
  'uint16',
  'uint32',
  'float64',
]);

function typeAnswer(field: Field, type: FieldType): Answer<'type', Site, Code> {
  if (isNode(field)) return declared;
  // A shape can have one list of values; a narrower list replaces that of the type.
  if (type.kind === 'enumeration' && (type.only !== undefined || field.constant !== undefined)) return declared;
  const print = (site: Site) => typeStatements(type, site.terms);
  if (kindsOf(type).every(({ scalar }) => unrestrictedKinds.has(scalar))) return enforced(print);
  return { achieves: 'approximated', how: 'accepts every literal of the datatype; JSON represents only a part of them', print };
}

function typeStatements(type: FieldType, terms: Terms): Code {
  switch (type.kind) {
    case 'id':
      return [];
    case 'reference':
      return [['sh:class', terms.iri(type.target.iri)]];
    case 'enumeration':
      return [['sh:in', type.enumeration.values.map(({ value }) => valueTerm(type, value, terms))]];
    case 'union':
      return [['sh:or', type.union.members.map((member) => shape(...memberStatements(member, terms)))]];
    case 'scalar':
      return scalarStatements(type, terms);
    default:
      return type satisfies never;
  }
}

/** Datatypes with the same range as their kind. */
const OF_WIDTH: ReadonlySet<string> = new Set(
  ['byte', 'short', 'int', 'unsignedByte', 'unsignedShort', 'unsignedInt'].map((name) => XSD + name),
);

/** Returns the datatype, and the range of the kind if the datatype has a wider one. */
export function scalarStatements(type: ScalarType, terms: Terms): Statement[] {
  if (isOfResources(type)) return [['sh:nodeKind', 'sh:IRI']];
  const datatype = rdfDatatype(type);
  const { range, space } = kindOf(type.scalar);
  const isWider = !OF_WIDTH.has(datatype);
  const literal = (value: string) => scalarTerm(type, value, terms);
  const ends: Statement[] =
    range && space === 'integer' && isWider && hasComparison(type)
      ? [
          ...(type.minimum ? [] : [['sh:minInclusive', literal(range.minimum)] as const]),
          ...(type.maximum ? [] : [['sh:maxInclusive', literal(range.maximum)] as const]),
        ]
      : [];
  return [['sh:datatype', terms.datatype(datatype)], ...ends];
}

/** Returns the statements about a member of a union, with its constraints. */
function memberStatements(member: ScalarType, terms: Terms): Statement[] {
  const { minLength, maxLength, minimum, maximum, patterns = [], values } = member;
  return [
    ...scalarStatements(member, terms),
    ...(minimum && hasComparison(member) ? bounded('min', member, minimum, terms) : []),
    ...(maximum && hasComparison(member) ? bounded('max', member, maximum, terms) : []),
    ...(minLength ? [['sh:minLength', integerTerm(minLength)] as const] : []),
    ...(maxLength === undefined ? [] : [['sh:maxLength', integerTerm(maxLength)] as const]),
    ...patterns
      .filter((pattern) => invalidPattern(pattern) === undefined)
      .map((pattern): Statement => ['sh:node', shape(...patternStatements(pattern, terms))]),
    ...(values ? [['sh:in', values.map((value) => scalarTerm(member, value, terms))] as const] : []),
  ];
}

/** For a single reference: it has no value, or value and node are two different nodes. Lists cannot be checked so. */
function irreflexiveAnswer(field: Field): Answer<'irreflexive', Site, Code> {
  const path = propertyOf(field);
  if (!path || field.cardinality === 'many')
    return nothing('SHACL Core compares no list of values with the node that has them; SHACL-SPARQL would');
  return enforced(({ terms }) => {
    const property = pathNode(path, terms);
    const itself: Node = { statements: [['sh:zeroOrOnePath', property]] };
    const none = shape(['sh:property', shape(['sh:path', property], ['sh:maxCount', '0'])]);
    const another = shape(['sh:property', shape(['sh:path', itself], ['sh:minCount', '2'])]);
    return [['sh:or', [none, another]]];
  });
}

/** Returns the distinct property paths of some fields. */
function pathsOf(fields: readonly Field[], terms: Terms): readonly Node[] {
  const byPath = new Map<string, Node>();
  for (const field of fields) {
    const path = propertyOf(field);
    if (path) byPath.set(`${path.inverse} ${path.iri}`, pathNode(path, terms));
  }
  return [...byPath.values()];
}

const property = (path: Node, ...statements: readonly Statement[]): Statement => [
  'sh:property',
  shape(['sh:path', path], ...statements),
];

/** Alternatives of one property share its values; with several properties, only one of them may have values. */
function alternatives(fields: readonly Field[], isRequired: boolean, terms: Terms): Code {
  const paths = pathsOf(fields, terms);
  const [only] = paths;
  if (paths.length === 1 && only !== undefined)
    return [property(only, ...(isRequired ? [['sh:minCount', '1'] as const] : []), ['sh:maxCount', '1'])];
  const shapes = paths.map((path) => shape(property(path, ['sh:minCount', '1'])));
  const none = shape(['sh:not', shape(['sh:or', shapes])]);
  return [['sh:xone', isRequired ? shapes : [...shapes, none]]];
}

function totalAnswer({ total }: Demand<'total'>): Answer<'total', Site, Code> {
  const { fields, minItems, maxItems } = total;
  const iris = new Set(fields.map(({ iri }) => iri));
  const print = ({ terms }: Site): Code => {
    const paths = pathsOf(fields, terms);
    const path: Node = paths.length === 1 ? (paths[0] as Node) : { statements: [['sh:alternativePath', paths]] };
    return [
      property(
        path,
        ...(minItems === undefined ? [] : [['sh:minCount', integerTerm(minItems)] as const]),
        ...(maxItems === undefined ? [] : [['sh:maxCount', integerTerm(maxItems)] as const]),
      ),
    ];
  };
  if (iris.size === 1) return enforced(print);
  return { achieves: 'approximated', how: 'a value that two of the properties share counts once', print };
}

function comparisonAnswer({ comparison: { lesser, greater, orEqual } }: Demand<'comparison'>): Answer<'comparison', Site, Code> {
  const [path, other] = [propertyOf(lesser), greater.iri];
  if (!path || other === undefined || !kindsOf(lesser.type).concat(kindsOf(greater.type)).every(hasComparison))
    return nothing('literals of a datatype that the ontology defines are not compared');
  return enforced(({ terms }) => [
    property(pathNode(path, terms), [orEqual ? 'sh:lessThanOrEquals' : 'sh:lessThan', terms.iri(other)]),
  ]);
}

/** Closes a shape, except for the class's fields, its relations and rdf:type. */
function closedStatements(cls: DomainClass, terms: Terms): Code {
  const forward = (path: ReturnType<typeof propertyOf>) => (path && !path.inverse ? [path.iri] : []);
  const iris = new Set([
    ...cls.allFields.flatMap((field) => forward(propertyOf(field))),
    ...cls.allRelations.flatMap(({ declared, iri }) => (declared && iri !== undefined ? [iri] : [])),
  ]);
  const closed: Code = [
    ['sh:closed', 'true'],
    ['sh:ignoredProperties', ['rdf:type', ...[...iris].map((iri) => terms.iri(iri))]],
  ];
  if (cls.children.length === 0) return closed;
  // Instances of subclasses may have further properties.
  return [['sh:or', [...cls.children.map(({ iri }) => shape(['sh:class', terms.iri(iri)])), shape(...closed)]]];
}

/** Returns the subclasses that exclude each other: those that share no descendant with another subclass. */
export function exclusiveSubclasses(cls: DomainClass): readonly DomainClass[] {
  const owner = new Map<DomainClass, DomainClass>();
  const shared = new Set<DomainClass>();
  for (const child of cls.children) {
    for (const each of withDescendants(child)) {
      const other = owner.get(each);
      if (other === undefined) owner.set(each, child);
      else shared.add(other).add(child);
    }
  }
  return cls.children.filter((child) => !shared.has(child));
}

function oneClassAnswer(root: DomainClass): Answer<'one-class', Site, Code> {
  if (withDescendants(root).every((cls) => exclusiveSubclasses(cls).length === cls.children.length)) return declared;
  return { achieves: 'approximated', how: 'subclasses that have a subclass in common do not exclude each other' };
}

/** Rejects instances whose type is the abstract class itself. */
export function abstractConstraint(cls: DomainClass, terms: Terms): Code {
  return [property('rdf:type', ['sh:not', shape(['sh:hasValue', terms.iri(cls.iri)])])];
}

/** Requires instances of a class to belong to at most one of its subclasses, directly or through their superclasses. */
export function disjointSubclassesConstraint(cls: DomainClass, terms: Terms): Code {
  const children = exclusiveSubclasses(cls);
  if (children.length < 2) return [];
  const one = shape(['sh:in', children.map(({ iri }) => terms.iri(iri))]);
  const types: Node = ['rdf:type', { statements: [['sh:zeroOrMorePath', 'rdfs:subClassOf']] }];
  return [property(types, ['sh:qualifiedValueShape', one], ['sh:qualifiedMaxCount', '1'])];
}
