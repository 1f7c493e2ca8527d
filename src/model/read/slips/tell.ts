import { isBlank, type Node, owl, rdf, rdfs, type Statement, XSD } from '../../../ontology/index.ts';
import { propertyTypes, type Reader } from '../reader.ts';
import { isDatatype } from '../resources.ts';

/** Looks at one statement of a subject, and tells what is wrong with it. */
export type Check = (reader: Reader, node: Node, statement: Statement) => void;

/** What names are declared to be; `property` of what may have values of both kinds. */
export type Kind = 'class' | 'datatype' | 'data' | 'object' | 'property';

/** Kinds in words. */
export const a: Readonly<Record<Kind, string>> = {
  class: 'a class',
  datatype: 'a datatype',
  data: 'an owl:DatatypeProperty',
  object: 'an owl:ObjectProperty',
  property: 'a property',
};

/** What a name is declared to be, if that is one thing: OWL 2 lets a name stand for several (Structural Specification, 5.9). */
export function kindOf({ ontology }: Reader, node: Node): Kind | undefined {
  if (isBlank(node)) return undefined;
  const types = ontology.types(node);
  const isClass = types.includes(owl.Class) || types.includes(rdfs.Class);
  if (types.some((type) => propertyTypes.has(type))) {
    const [isData, isObject] = [types.includes(owl.DatatypeProperty), types.includes(owl.ObjectProperty)];
    if (isClass) return undefined;
    return isData === isObject ? 'property' : isData ? 'data' : 'object';
  }
  if (isDatatype(ontology, node)) return 'datatype';
  return isClass ? 'class' : undefined;
}

/** Whether a kind is one of properties. */
export function isOfProperties(kind: Kind | undefined): kind is 'data' | 'object' | 'property' {
  return kind === 'data' || kind === 'object' || kind === 'property';
}

/**
 * Tells of a statement of which nothing comes.
 *
 * @param instead what to write
 */
export function tell(reader: Reader, node: Node, statement: Statement, reason: string, instead?: string): void {
  const said = { reason, ...(instead !== undefined && { instead }) };
  reader.warnEach('value-not-taken', saying(reader, node, statement), said, reader.ontology.placeOf(statement));
}

/** What is told of statements of which the same is wrong. */
export interface Note {
  readonly reason: string;
  /** What is generated all the same. */
  readonly taken: string;
  /** What to write, or which type to declare the subject to be. */
  readonly instead?: string;
  readonly declare?: string;
}

/** Tells of a statement that is no good, and of which what is meant is generated. */
export function note(reader: Reader, node: Node, statement: Statement, said: Note): void {
  reader.warnEach('kind-mismatch', saying(reader, node, statement), said, reader.ontology.placeOf(statement));
}

/** A statement as people write it. */
export function saying(reader: Reader, node: Node, statement: Statement): string {
  const subject = isBlank(node) ? '[ … ]' : reader.show(node);
  return `${subject} ${clause(reader, statement)}`;
}

/** The same without its subject. */
export function clause(reader: Reader, statement: Statement): string {
  const predicate = statement.predicate === rdf.type ? 'a' : reader.show(statement.predicate);
  return `${predicate} ${listed(reader, statement.object) ?? shown(reader, statement.object)}`;
}

/** A list as people write it, its first members if there are many; nothing if it is none. */
function listed(reader: Reader, object: Statement['object']): string | undefined {
  if (typeof object !== 'string' || !isBlank(object)) return undefined;
  const members = reader.ontology.terms(object).map((member) => shown(reader, member));
  if (members.length === 0) return undefined;
  return `( ${[...members.slice(0, MOST), ...(members.length > MOST ? ['…'] : [])].join(' ')} )`;
}

/** Members of a list that are shown. */
const MOST = 5;

/** A term as people write it. */
export function shown(reader: Reader, object: Statement['object']): string {
  if (typeof object === 'string') return object === rdf.nil ? '()' : isBlank(object) ? '[ … ]' : reader.show(object);
  return object.datatype === `${XSD}integer` || object.datatype === `${XSD}boolean` ? object.value : JSON.stringify(object.value);
}

/** The first of several values with one predicate, at which what is wrong with all of them is told. */
export function isFirst(reader: Reader, node: Node, statement: Statement): boolean {
  return reader.ontology.statementsOf(node, statement.predicate)[0] === statement;
}
