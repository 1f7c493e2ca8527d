/**
 * The answers of SHACL Core to each kind of constraint, with its constraint components
 * (https://www.w3.org/TR/shacl/#core-components): a minimum of 18 becomes `sh:minInclusive 18`.
 */

import {
  type Bound,
  type Demand,
  type DomainClass,
  type Field,
  type FieldType,
  includesEveryLiteral,
  isJsonNumber,
  kindOf,
  type ScalarType,
  withDescendants,
} from '../../model/index.ts';
import { type Answer, type Answers, declared, enforced, nothing } from '../core/index.ts';
import { isOfResources, type Node, propertyOf, rdfDatatype, type Statement, type Terms } from '../shared/rdf/index.ts';
import { invalidPattern, type Pattern } from '../text/index.ts';
import { pathNode, patternStatements, RDF, SH, scalarTerm, shape, valueTerm, XSD } from './terms.ts';

/** The settings for printing constraints. */
export interface Site {
  readonly terms: Terms;
  /** Returns the term of the shape of a class. */
  readonly shapeOf: (cls: DomainClass) => string;
  /** Returns the classes of which SHACL recognizes the instances of a class: itself, and subclasses without `rdfs:subClassOf`. */
  readonly membersOf: (cls: DomainClass) => readonly DomainClass[];
}

/** Statements about a class shape or a property shape. */
export type Code = readonly Statement[];

/** Checks for the id and the discriminator. They need no shapes: a node has an IRI, and shapes target nodes by their class. */
const isOfNodeItself = (field: Field): boolean => propertyOf(field) === undefined;

export const answers: Answers<Site, Code> = {
  member: declared,
  inheritance: ({ parent }) => enforced(({ shapeOf }) => [['sh:node', shapeOf(parent)]]),
  inverse: declared,
  type: ({ field, type }) => typeAnswer(field, type),
  required: ({ field }) => (isOfNodeItself(field) ? declared : enforced(() => [['sh:minCount', '1']])),
  single: ({ field, class: cls }) =>
    field.absent || isOfNodeItself(field)
      ? declared
      : (sharedPropertyAnswer(cls, field) ?? enforced(() => [['sh:maxCount', '1']])),
  absent: ({ field, class: cls }) => sharedPropertyAnswer(cls, field) ?? enforced(() => [['sh:maxCount', '0']]),
  minimum: ({ field, bound }) => boundAnswer('min', field.type, bound),
  maximum: ({ field, bound }) => boundAnswer('max', field.type, bound),
  'min-length': ({ length }) => enforced(() => [['sh:minLength', String(length)]]),
  'max-length': ({ length }) => enforced(() => [['sh:maxLength', String(length)]]),
  pattern: ({ pattern }) => patternAnswer(pattern),
  values: ({ field, values }) => (isOfNodeItself(field) ? declared : equalityAnswer(field.type, values)),
  constant: ({ field, value }) => (isOfNodeItself(field) ? declared : equalityAnswer(field.type, [value])),
  contains: ({ field, values }) => containsAnswer(field.type, values),
  'min-items': ({ length }) => enforced(() => [['sh:minCount', String(length)]]),
  'max-items': ({ length, field, class: cls }) =>
    sharedPropertyAnswer(cls, field) ?? enforced(() => [['sh:maxCount', String(length)]]),
  irreflexive: ({ field }) => irreflexiveAnswer(field),
  choice: ({ choice }) => enforced(({ terms }) => choiceStatements(choice.fields, choice.required, terms)),
  total: totalAnswer,
  comparison: comparisonAnswer,
  closed: ({ class: cls }) => enforced((site) => closedStatements(cls, site)),
  disjoint: ({ other }) => enforced((site) => [['sh:not', shape(instanceStatement(other, site))]]),
  'one-class': ({ class: cls }) => oneClassAnswer(cls),
  unique: ({ field }) =>
    kindsOf(field.type).every(({ scalar }) => isOneSpelling(scalar))
      ? declared
      : { achieves: 'approximated', how: 'literals are counted by lexical form' },
  key: nothing('SHACL Core does not compare several values of one node with those of another; SHACL-SPARQL would'),
  default: ({ field, value }) =>
    isOfNodeItself(field)
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
 * Returns the answer to a maximum of values if another field has the same property and refers to the same class, a superclass or
 * a subclass; undefined for all other fields. RDF does not record to which of the fields a value belongs, so the values of one
 * field cannot be counted.
 */
function sharedPropertyAnswer(cls: DomainClass, field: Field): ReturnType<typeof nothing> | undefined {
  if (field.type.kind !== 'reference') return undefined;
  const { target } = field.type;
  const mayShareValues = (other: Field) =>
    other.name !== field.name &&
    other.iri === field.iri &&
    other.type.kind === 'reference' &&
    (other.type.target === target ||
      other.type.target.ancestors.includes(target) ||
      target.ancestors.includes(other.type.target));
  return cls.allFields.some(mayShareValues) ? nothing('its values are also values of another field of the property') : undefined;
}

function kindsOf(type: FieldType): readonly ScalarType[] {
  return type.kind === 'scalar' ? [type] : type.kind === 'union' ? type.union.members : [];
}

/** Checks whether equal literals have equal lexical forms. Numbers have several in RDF, even if they have one in JSON. */
function isOneSpelling(scalar: ScalarType['scalar']): boolean {
  return kindOf(scalar).spellings === 'one' && !isJsonNumber(scalar);
}

/**
 * Checks whether equality is expressed by two bounds: `sh:in` compares lexical forms (SHACL 1.0, section 4.8.3), bounds values.
 */
const isComparedByBounds = (type: ScalarType): boolean =>
  !isOneSpelling(type.scalar) && kindOf(type.scalar).order !== undefined && hasComparison(type);

/** Checks whether SPARQL compares literals of the datatype (SPARQL 1.1, section 17.3): not if only the ontology defines it. */
const hasComparison = ({ literalDatatype }: ScalarType): boolean => literalDatatype === undefined;

/** Returns the answer to the constraint that each value of a field is one of `values`. */
function equalityAnswer(type: FieldType, values: readonly string[]): Answer<'values' | 'constant', Site, Code> {
  if (kindsOf(type).some(isTagged)) return nothing(UNKNOWN_TAGS);
  const isByBounds = type.kind === 'scalar' && isComparedByBounds(type);
  const print = ({ terms }: Site): Code =>
    isByBounds
      ? [['sh:or', values.map((value) => equalShape(type, value, terms))]]
      : [['sh:in', values.map((value) => valueTerm(type, value, terms))]];
  if (isByBounds || kindsOf(type).every(({ scalar }) => isOneSpelling(scalar))) return enforced(print);
  return { achieves: 'approximated', how: 'values without an order are compared by lexical form', print };
}

const isTagged = ({ datatype }: ScalarType): boolean => datatype === `${RDF}langString`;

const UNKNOWN_TAGS = 'the model does not have the language tags of values';

/** Returns a shape that matches values equal to the given one, in any lexical form. */
function equalShape(type: ScalarType, value: string, terms: Terms): Node {
  const term = scalarTerm(type, value, terms);
  return shape(['sh:minInclusive', term], ['sh:maxInclusive', term]);
}

/**
 * Returns the answer to the constraint that a list has certain values. `sh:hasValue` compares lexical forms, and a property shape
 * can count the values of one shape only (SHACL 1.0, section 4.7.3).
 */
function containsAnswer(type: FieldType, values: readonly string[]): Answer<'contains', Site, Code> {
  if (kindsOf(type).some(isTagged)) return nothing(UNKNOWN_TAGS);
  if (kindsOf(type).every(({ scalar }) => isOneSpelling(scalar)))
    return enforced(({ terms }) => values.map((value) => ['sh:hasValue', valueTerm(type, value, terms)]));
  const [only, ...more] = values;
  if (type.kind !== 'scalar' || !isComparedByBounds(type) || only === undefined || more.length > 0)
    return nothing('values with several lexical forms are compared by lexical form');
  return enforced(({ terms }) => [
    ['sh:qualifiedValueShape', equalShape(type, only, terms)],
    ['sh:qualifiedMinCount', '1'],
  ]);
}

function patternAnswer(pattern: Pattern): Answer<'pattern', Site, Code> {
  const problem = invalidPattern(pattern);
  if (problem !== undefined) return nothing(`no regular expression: ${problem}`);
  return enforced(({ terms }) => patternStatements(pattern, terms));
}

function boundAnswer(end: 'min' | 'max', type: FieldType, bound: Bound): Answer<'minimum' | 'maximum', Site, Code> {
  if (!kindsOf(type).every(hasComparison)) return nothing('literals of a datatype that the ontology defines are not compared');
  return enforced(({ terms }) => boundStatements(end, type, bound, terms));
}

function boundStatements(end: 'min' | 'max', type: FieldType, { value, inclusive }: Bound, terms: Terms): Code {
  return [[`sh:${end}${inclusive ? 'Inclusive' : 'Exclusive'}`, valueTerm(type, value, terms)]];
}

/** Kinds for which all literals of the datatype are valid in JSON, too. */
const kindsOfAllLiterals: ReadonlySet<string> = new Set('string boolean int8 int16 int32 uint8 uint16 uint32 float64'.split(' '));

/** Checks whether all literals of the datatype are valid in JSON: for integers that are literals of xsd:decimal, 0.5 is not. */
function hasAllLiterals(type: ScalarType): boolean {
  const isDecimal = rdfDatatype(type) === `${XSD}decimal` && type.scalar !== 'decimal';
  return kindsOfAllLiterals.has(type.scalar) && !isDecimal;
}

function typeAnswer(field: Field, type: FieldType): Answer<'type', Site, Code> {
  if (isOfNodeItself(field)) return declared;
  // A shape can have one list of values; a narrower list replaces that of the type.
  if (type.kind === 'enumeration' && (type.only !== undefined || field.constant !== undefined)) return declared;
  const print = (site: Site) => typeStatements(type, site);
  if (kindsOf(type).every(hasAllLiterals)) return enforced(print);
  return { achieves: 'approximated', how: 'accepts every literal of the datatype; JSON represents only a part of them', print };
}

function typeStatements(type: FieldType, site: Site): Code {
  const { terms } = site;
  switch (type.kind) {
    case 'id':
      return [];
    case 'reference':
      return [instanceStatement(type.target, site)];
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

/** Returns the statement that a node is an instance of a class. */
export function instanceStatement(cls: DomainClass, { terms, membersOf }: Site): Statement {
  const classes = membersOf(cls).map(({ iri }) => ['sh:class', terms.iri(iri)] as const);
  return classes.length === 1 ? (classes[0] as Statement) : ['sh:or', classes.map((one) => shape(one))];
}

/** The kinds with the same range as a datatype. */
const exactKinds: ReadonlyMap<string, ScalarType['scalar']> = new Map([
  [`${XSD}byte`, 'int8'],
  [`${XSD}short`, 'int16'],
  [`${XSD}int`, 'int32'],
  [`${XSD}unsignedByte`, 'uint8'],
  [`${XSD}unsignedShort`, 'uint16'],
  [`${XSD}unsignedInt`, 'uint32'],
]);

/** Returns the statement about the datatype. If it has a wider range than the kind, the bounds of the kind follow. */
export function scalarStatements(type: ScalarType, terms: Terms): Statement[] {
  const { otherDatatypes, ...main } = type;
  if (otherDatatypes) {
    const others = otherDatatypes.map((datatype): Statement => {
      if (datatype === `${SH}IRI`) return ['sh:nodeKind', 'sh:IRI'];
      return includesEveryLiteral(datatype) ? ['sh:nodeKind', 'sh:Literal'] : ['sh:datatype', terms.datatype(datatype)];
    });
    return [['sh:or', [shape(...scalarStatements(main, terms)), ...others.map((one) => shape(one))]]];
  }
  if (isOfResources(type)) return [['sh:nodeKind', 'sh:IRI']];
  const datatype = rdfDatatype(type);
  const { range, space } = kindOf(type.scalar);
  const isWider = exactKinds.get(datatype) !== type.scalar;
  const literal = (value: string) => scalarTerm(type, value, terms);
  const bounds: Statement[] =
    range && space === 'integer' && isWider && hasComparison(type)
      ? [
          ...(type.minimum ? [] : [['sh:minInclusive', literal(range.minimum)] as const]),
          ...(type.maximum ? [] : [['sh:maxInclusive', literal(range.maximum)] as const]),
        ]
      : [];
  return [['sh:datatype', terms.datatype(datatype)], ...bounds];
}

/** Returns the statements about a member of a union, with its constraints. */
function memberStatements(member: ScalarType, terms: Terms): Statement[] {
  const { minLength, maxLength, minimum, maximum, patterns = [], values } = member;
  return [
    ...scalarStatements(member, terms),
    ...(minimum && hasComparison(member) ? boundStatements('min', member, minimum, terms) : []),
    ...(maximum && hasComparison(member) ? boundStatements('max', member, maximum, terms) : []),
    ...(minLength ? [['sh:minLength', String(minLength)] as const] : []),
    ...(maxLength === undefined ? [] : [['sh:maxLength', String(maxLength)] as const]),
    ...patterns
      .filter((pattern) => invalidPattern(pattern) === undefined)
      .map((pattern): Statement => ['sh:node', shape(...patternStatements(pattern, terms))]),
    ...(values ? [['sh:in', values.map((value) => scalarTerm(member, value, terms))] as const] : []),
  ];
}

/**
 * Returns the answer for a reference that never leads to its own node. A single one has no value, or `sh:zeroOrOnePath` leads to
 * two nodes: the node itself and another one. This does not work for lists.
 */
function irreflexiveAnswer(field: Field): Answer<'irreflexive', Site, Code> {
  const path = propertyOf(field);
  if (!path || field.cardinality === 'many')
    return nothing('SHACL Core compares no list of values with the node that has them; SHACL-SPARQL would');
  return enforced(({ terms }) => {
    const property = pathNode(path, terms);
    const nodeAndValue = shape(['sh:zeroOrOnePath', property]);
    const none = shape(['sh:property', shape(['sh:path', property], ['sh:maxCount', '0'])]);
    const another = shape(['sh:property', shape(['sh:path', nodeAndValue], ['sh:minCount', '2'])]);
    return [['sh:or', [none, another]]];
  });
}

/** Returns the property paths of fields, each once. */
function distinctPaths(fields: readonly Field[], terms: Terms): readonly Node[] {
  const byPath = new Map<string, Node>();
  for (const field of fields) {
    const path = propertyOf(field);
    if (path) byPath.set(`${path.inverse} ${path.iri}`, pathNode(path, terms));
  }
  return [...byPath.values()];
}

const propertyShape = (path: Node, ...statements: readonly Statement[]): Statement => [
  'sh:property',
  shape(['sh:path', path], ...statements),
];

/**
 * Returns the statements that at most one of the fields has a value, or exactly one. Several fields may have the same property.
 */
function choiceStatements(fields: readonly Field[], isRequired: boolean, terms: Terms): Code {
  const paths = distinctPaths(fields, terms);
  const [only] = paths;
  if (paths.length === 1 && only !== undefined)
    return [propertyShape(only, ...(isRequired ? [['sh:minCount', '1'] as const] : []), ['sh:maxCount', '1'])];
  const shapes = paths.map((path) => shape(propertyShape(path, ['sh:minCount', '1'])));
  const none = shape(['sh:not', shape(['sh:or', shapes])]);
  return [['sh:xone', isRequired ? shapes : [...shapes, none]]];
}

function totalAnswer({ total }: Demand<'total'>): Answer<'total', Site, Code> {
  const { fields, minItems, maxItems } = total;
  const iris = new Set(fields.map(({ iri }) => iri));
  const print = ({ terms }: Site): Code => {
    const paths = distinctPaths(fields, terms);
    const path = paths.length === 1 ? (paths[0] as Node) : shape(['sh:alternativePath', paths]);
    return [
      propertyShape(
        path,
        ...(minItems === undefined ? [] : [['sh:minCount', String(minItems)] as const]),
        ...(maxItems === undefined ? [] : [['sh:maxCount', String(maxItems)] as const]),
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
    propertyShape(pathNode(path, terms), [orEqual ? 'sh:lessThanOrEquals' : 'sh:lessThan', terms.iri(other)]),
  ]);
}

/** Returns the statements that a node has no properties except those of the class's fields and relations, and `rdf:type`. */
function closedStatements(cls: DomainClass, site: Site): Code {
  const { terms } = site;
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
  return [['sh:or', [...cls.children.map((child) => shape(instanceStatement(child, site))), shape(...closed)]]];
}

/** Returns the direct subclasses that exclude each other: those that share no descendant with another one. */
export function exclusiveSubclasses(cls: DomainClass): readonly DomainClass[] {
  const childOf = new Map<DomainClass, DomainClass>();
  const shared = new Set<DomainClass>();
  for (const child of cls.children) {
    for (const descendant of withDescendants(child)) {
      const other = childOf.get(descendant);
      if (other === undefined) childOf.set(descendant, child);
      else shared.add(other).add(child);
    }
  }
  return cls.children.filter((child) => !shared.has(child));
}

function oneClassAnswer(root: DomainClass): Answer<'one-class', Site, Code> {
  if (withDescendants(root).every((cls) => exclusiveSubclasses(cls).length === cls.children.length)) return declared;
  return { achieves: 'approximated', how: 'subclasses that have a subclass in common do not exclude each other' };
}

/** Returns the statements that reject instances whose type is the abstract class itself. */
export function abstractConstraint(cls: DomainClass, terms: Terms): Code {
  return [propertyShape('rdf:type', ['sh:not', shape(['sh:hasValue', terms.iri(cls.iri)])])];
}

/** Returns the statements that an instance of a class belongs to at most one of its subclasses, or their subclasses. */
export function disjointSubclassesConstraint(cls: DomainClass, terms: Terms): Code {
  const children = exclusiveSubclasses(cls);
  if (children.length < 2) return [];
  const isChild = shape(['sh:in', children.map(({ iri }) => terms.iri(iri))]);
  const typesPath: Node = ['rdf:type', shape(['sh:zeroOrMorePath', 'rdfs:subClassOf'])];
  return [propertyShape(typesPath, ['sh:qualifiedValueShape', isChild], ['sh:qualifiedMaxCount', '1'])];
}
