import {
  isBlank,
  isStandardTerm,
  localName,
  type Node,
  type Ontology,
  owl,
  rdf,
  rdfs,
  type Statement,
  sh,
  XSD,
} from '../../ontology/index.ts';
import { propertyTypes, type Reader } from './reader.ts';
import { isDatatype } from './resources.ts';

/** Predicates whose values are classes, properties, datatypes or shapes, and never texts. */
const ofNames: ReadonlySet<string> = new Set([
  rdf.type,
  ...[rdfs.domain, rdfs.range, rdfs.subClassOf, rdfs.subPropertyOf],
  ...[owl.equivalentClass, owl.inverseOf, owl.onProperty, owl.onClass, owl.onDataRange, owl.onDatatype],
  ...[owl.allValuesFrom, owl.someValuesFrom, owl.disjointWith],
  ...[sh.path, sh.targetClass, sh.property, sh.node, sh.class, sh.datatype, sh.nodeKind],
]);

/** Predicates whose values are lists. */
const ofLists: ReadonlySet<string> = new Set([
  ...[owl.unionOf, owl.intersectionOf, owl.oneOf, owl.disjointUnionOf, owl.withRestrictions, owl.propertyChainAxiom],
  ...[sh.in, sh.or, sh.and, sh.xone, sh.ignoredProperties],
]);

/** What a restriction says of the property that it names. */
const ofRestrictions: readonly string[] = [
  ...[owl.minCardinality, owl.maxCardinality, owl.cardinality],
  ...[owl.minQualifiedCardinality, owl.maxQualifiedCardinality, owl.qualifiedCardinality],
  ...[owl.someValuesFrom, owl.allValuesFrom, owl.hasValue],
];

/** What an object property is often said to lead to: any resource is meant, and generated. */
const ANY_URI = `${XSD}anyURI`;

/** Predicates whose values are properties. */
const ofProperties: ReadonlySet<string> = new Set([sh.path, owl.onProperty]);

/**
 * Warns of what is stated where it says nothing: texts where names are asked for, values that stand in no list, what a restriction says where there is none
 * or none that names a property, and shapes of properties that name none.
 */
export function warnOfMisplaced(reader: Reader): void {
  const { ontology } = reader;
  const restricting = new Set(ofRestrictions.filter((predicate) => ontology.mentions(predicate)));
  const lists = new Set([...ofLists].filter((predicate) => ontology.mentions(predicate)));
  const hasShapes = ontology.mentions(sh.property);
  for (const { node, statements } of ontology.entries()) {
    for (const statement of statements) {
      const { predicate, object } = statement;
      if (typeof object !== 'string') {
        if (ofNames.has(predicate)) tell(reader, node, statement, textForName(reader, object.value));
      } else if (hasShapes && predicate === sh.property && !namesProperty(ontology, object)) {
        tell(reader, node, statement, 'the shape names no property, as in sh:path :property');
      }
      if (typeof object === 'string' && !isBlank(object)) tellOtherKind(reader, node, statement, object);
      if (lists.has(predicate) && !isList(ontology, object)) tellNoList(reader, node, statement);
      if (restricting.has(predicate) && ontology.statementsOf(node, owl.onProperty).length === 0) {
        tell(reader, node, statement, withoutProperty(reader, node, statement));
      }
    }
  }
}

function tell(reader: Reader, node: Node, statement: Statement, reason: string): void {
  reader.warn('value-not-taken', { statement: saying(reader, node, statement), reason }, reader.ontology.placeOf(statement));
}

function saying(reader: Reader, node: Node, statement: Statement): string {
  const subject = isBlank(node) ? '[ … ]' : reader.show(node);
  return `${subject} ${reader.show(statement.predicate)} ${shown(reader, statement)}`;
}

function shown(reader: Reader, { object }: Statement): string {
  if (typeof object === 'string') return isBlank(object) ? '[ … ]' : reader.show(object);
  return object.datatype === `${XSD}integer` ? object.value : JSON.stringify(object.value);
}

/** Tells where a class is named for a datatype, a datatype for a class, or a class for a property: what is meant is generated. */
function tellOtherKind(reader: Reader, node: Node, statement: Statement, object: Node): void {
  const { predicate } = statement;
  if (predicate === rdfs.range || predicate === sh.datatype || predicate === sh.class) {
    tellOtherValues(reader, node, statement, object);
  } else if (ofProperties.has(predicate) && isClassAlone(reader.ontology, object)) {
    const name = reader.show(object);
    tellKind(reader, node, statement, `${name} is a class, and no property`, 'a field is made of it', 'name the property');
  }
}

function tellOtherValues(reader: Reader, node: Node, statement: Statement, object: Node): void {
  const { ontology } = reader;
  const { predicate } = statement;
  const [subject, name] = [reader.show(node), reader.show(object)];
  const types = predicate === rdfs.range ? ontology.types(node) : [];
  const [isObject, isData] = [types.includes(owl.ObjectProperty), types.includes(owl.DatatypeProperty)];
  if (isObject && isData) return;
  if ((isData || predicate === sh.datatype) && isClassAlone(ontology, object)) {
    const instead = isData ? `declare it so: ${subject} a owl:ObjectProperty .` : `write sh:class ${name}`;
    const reason = isData ? `${name} is a class, and ${subject} an owl:DatatypeProperty` : `${name} is a class`;
    tellKind(reader, node, statement, reason, `values are instances of ${name}`, instead);
  } else if ((isObject ? object !== ANY_URI : predicate === sh.class) && isDatatype(ontology, object)) {
    const instead = isObject ? `declare it so: ${subject} a owl:DatatypeProperty .` : `write sh:datatype ${name}`;
    const reason = isObject ? `${name} is a datatype, and ${subject} an owl:ObjectProperty` : `${name} is a datatype`;
    tellKind(reader, node, statement, reason, `values are literals of ${name}`, instead);
  }
}

function tellKind(reader: Reader, node: Node, statement: Statement, reason: string, taken: string, instead: string): void {
  const said = saying(reader, node, statement);
  reader.warn('kind-mismatch', { statement: said, reason, taken, instead }, reader.ontology.placeOf(statement));
}

/** Whether a resource is a class, and neither a property nor a datatype. */
export function isClassAlone(ontology: Ontology, node: Node): boolean {
  const types = ontology.types(node);
  if (!types.includes(owl.Class) && !types.includes(rdfs.Class)) return false;
  return !types.some((type) => propertyTypes.has(type)) && !isDatatype(ontology, node);
}

function isList(ontology: Ontology, object: Statement['object']): boolean {
  if (typeof object !== 'string') return false;
  return object === rdf.nil || ontology.statementsOf(object, rdf.first).length > 0;
}

/** Tells at the first of several values that they are to stand in a list. */
function tellNoList(reader: Reader, node: Node, statement: Statement): void {
  const { predicate } = statement;
  const all = reader.ontology.statementsOf(node, predicate);
  if (all[0] !== statement) return;
  const list = all.map((one) => shown(reader, one)).join(' ');
  tell(reader, node, statement, `a list is asked for here: ${reader.show(predicate)} ( ${list} )`);
}

/** A shape that is used elsewhere may have its path in a file that is not here. */
function namesProperty(ontology: Ontology, shape: Node): boolean {
  return !isBlank(shape) || ontology.statementsOf(shape, sh.path).length > 0;
}

/** Why a text is none of what is asked for, and which name it may stand for. */
function textForName(reader: Reader, text: string): string {
  const { ontology } = reader;
  const candidates = [ontology.resolve(text), ...namedSo(ontology, text), `${XSD}${text}`];
  const meant = candidates.find((iri) => iri !== undefined && (isStandardTerm(iri) || ontology.statements(iri).length > 0));
  const suggestion = meant === undefined ? '' : `; did you mean ${reader.show(meant)}?`;
  return `a name is asked for here, and this is a text${suggestion}`;
}

/** What is declared by a local name. */
function namedSo(ontology: Ontology, name: string): readonly Node[] {
  return ontology.typed.filter((node) => localName(node) === name);
}

/** Why what a restriction says is none here, and how it is written. */
function withoutProperty(reader: Reader, node: Node, statement: Statement): string {
  if (isBlank(node)) return 'the restriction names no property, as in owl:onProperty :property';
  const { ontology } = reader;
  const isClass = ontology.types(node).some((type) => type === owl.Class || type === rdfs.Class);
  const [domain] = ontology.nodes(node, rdfs.domain);
  const cls = isClass ? node : domain !== undefined && !isBlank(domain) ? domain : undefined;
  const [of, property] = [cls === undefined ? ':Class' : reader.show(cls), isClass ? ':property' : reader.show(node)];
  const what = `${reader.show(statement.predicate)} ${shown(reader, statement)}`;
  return `a restriction says that: ${of} rdfs:subClassOf [ a owl:Restriction ; owl:onProperty ${property} ; ${what} ]`;
}
