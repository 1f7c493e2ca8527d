/** What all checks share: the kind of a resource, two forms of warnings, and statements in the form of Turtle. */

import { isBlank, type Node, owl, rdf, rdfs, type Statement, XSD } from '../../../ontology/index.ts';
import { cutText } from '../axioms.ts';
import { propertyDeclarationTypes, type Reader } from '../reader.ts';
import { isDatatype } from '../resources.ts';

/** Checks one statement of a subject, and reports what is wrong with it. */
export type Check = (reader: Reader, node: Node, statement: Statement) => void;

/** What an IRI is declared to be; `property` if its values may be literals or resources. */
export type Kind = 'class' | 'datatype' | 'data' | 'object' | 'property';

export const kindWithArticle: Readonly<Record<Kind, string>> = {
  class: 'a class',
  datatype: 'a datatype',
  data: 'an owl:DatatypeProperty',
  object: 'an owl:ObjectProperty',
  property: 'a property',
};

/** Returns the kind of an IRI, if it is declared as exactly one; OWL 2 allows several (Structural Specification, 5.9). */
export function kindOf({ ontology }: Reader, node: Node): Kind | undefined {
  if (isBlank(node)) return undefined;
  const types = ontology.types(node);
  const isClass = types.includes(owl.Class) || types.includes(rdfs.Class);
  if (types.some((type) => propertyDeclarationTypes.has(type))) {
    const [isData, isObject] = [types.includes(owl.DatatypeProperty), types.includes(owl.ObjectProperty)];
    if (isClass) return undefined;
    return isData === isObject ? 'property' : isData ? 'data' : 'object';
  }
  if (isDatatype(ontology, node)) return 'datatype';
  return isClass ? 'class' : undefined;
}

export function isOfProperties(kind: Kind | undefined): kind is 'data' | 'object' | 'property' {
  return kind === 'data' || kind === 'object' || kind === 'property';
}

/**
 * Warns that a statement is ignored.
 *
 * @param instead what to write
 */
export function warnIgnored(reader: Reader, node: Node, statement: Statement, reason: string, instead?: string): void {
  const params = { reason, ...(instead !== undefined && { instead }) };
  reader.warnEach('value-not-taken', turtleStatement(reader, node, statement), params, reader.ontology.placeOf(statement));
}

/** The texts of a warning about a faulty statement that codegen nevertheless uses. */
export interface KindMismatch {
  readonly reason: string;
  /** How codegen uses the statement. */
  readonly effect: string;
  /** What to write; or, in `declare`, the type that the subject must have. */
  readonly instead?: string;
  readonly declare?: string;
}

/** Warns of a faulty statement whose intended meaning is generated. */
export function warnKindMismatch(reader: Reader, node: Node, statement: Statement, mismatch: KindMismatch): void {
  reader.warnEach('kind-mismatch', turtleStatement(reader, node, statement), mismatch, reader.ontology.placeOf(statement));
}

export function turtleStatement(reader: Reader, node: Node, statement: Statement): string {
  const subject = isBlank(node) ? '[ … ]' : reader.show(node);
  return `${subject} ${turtlePredicate(reader, statement)}`;
}

/** Returns a statement without its subject. */
export function turtlePredicate(reader: Reader, statement: Statement): string {
  const predicate = statement.predicate === rdf.type ? 'a' : reader.show(statement.predicate);
  return `${predicate} ${turtleList(reader, statement.object) ?? turtleTerm(reader, statement.object)}`;
}

/** Returns a list in the form of Turtle, cut after its first members; undefined for other values. */
function turtleList(reader: Reader, object: Statement['object']): string | undefined {
  if (typeof object !== 'string' || !isBlank(object)) return undefined;
  const members = reader.ontology.terms(object).map((member) => turtleTerm(reader, member));
  if (members.length === 0) return undefined;
  return `( ${[...members.slice(0, MAX_SHOWN), ...(members.length > MAX_SHOWN ? ['…'] : [])].join(' ')} )`;
}

/** Number of list members that messages show. */
const MAX_SHOWN = 5;

export function turtleTerm(reader: Reader, object: Statement['object']): string {
  if (typeof object === 'string') return object === rdf.nil ? '()' : isBlank(object) ? '[ … ]' : reader.show(object);
  return object.datatype === `${XSD}integer` || object.datatype === `${XSD}boolean`
    ? object.value
    : JSON.stringify(cutText(object.value));
}

/** Returns whether a statement is the first with its predicate: faults of all values are reported only there. */
export function isFirst(reader: Reader, node: Node, statement: Statement): boolean {
  return reader.ontology.statementsOf(node, statement.predicate)[0] === statement;
}
