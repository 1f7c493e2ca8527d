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
import type { Reader } from './reader.ts';

/** Predicates whose values are classes, properties, datatypes or shapes, and never texts. */
const ofNames: ReadonlySet<string> = new Set([
  rdf.type,
  ...[rdfs.domain, rdfs.range, rdfs.subClassOf, rdfs.subPropertyOf],
  ...[owl.equivalentClass, owl.inverseOf, owl.onProperty, owl.onClass, owl.onDataRange, owl.onDatatype],
  ...[owl.allValuesFrom, owl.someValuesFrom, owl.disjointWith],
  ...[sh.path, sh.targetClass, sh.property, sh.node, sh.class, sh.datatype, sh.nodeKind],
]);

/** What a restriction says of the property that it names. */
const ofRestrictions: readonly string[] = [
  ...[owl.minCardinality, owl.maxCardinality, owl.cardinality],
  ...[owl.minQualifiedCardinality, owl.maxQualifiedCardinality, owl.qualifiedCardinality],
  ...[owl.someValuesFrom, owl.allValuesFrom, owl.hasValue],
];

/**
 * Warns of what is stated where it says nothing: texts where names are asked for, what a restriction says where there is none
 * or none that names a property, and shapes of properties that name none.
 */
export function warnOfMisplaced(reader: Reader): void {
  const { ontology } = reader;
  const restricting = new Set(ofRestrictions.filter((predicate) => ontology.mentions(predicate)));
  const hasShapes = ontology.mentions(sh.property);
  for (const { node, statements } of ontology.entries()) {
    for (const statement of statements) {
      const { predicate, object } = statement;
      if (typeof object !== 'string') {
        if (ofNames.has(predicate)) tell(reader, node, statement, textForName(reader, object.value));
      } else if (hasShapes && predicate === sh.property && !namesProperty(ontology, object)) {
        tell(reader, node, statement, 'the shape names no property, as in sh:path :property');
      }
      if (restricting.has(predicate) && ontology.statementsOf(node, owl.onProperty).length === 0) {
        tell(reader, node, statement, withoutProperty(reader, node, statement));
      }
    }
  }
}

function tell(reader: Reader, node: Node, statement: Statement, reason: string): void {
  const { ontology } = reader;
  const subject = isBlank(node) ? '[ … ]' : reader.show(node);
  const said = `${subject} ${reader.show(statement.predicate)} ${shown(reader, statement)}`;
  reader.warn('value-not-taken', { statement: said, reason }, ontology.placeOf(statement));
}

function shown(reader: Reader, { object }: Statement): string {
  if (typeof object === 'string') return isBlank(object) ? '[ … ]' : reader.show(object);
  return object.datatype === `${XSD}integer` ? object.value : JSON.stringify(object.value);
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
