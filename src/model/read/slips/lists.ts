import { type Ontology, rdf, rdfs, type Statement, sh } from '../../../ontology/index.ts';
import type { Reader } from '../reader.ts';
import { type Check, isFirst, note, shown, tell } from './tell.ts';

/** Tells where values stand in no list: at the first of several. */
export const noList: Check = (reader, node, statement) => {
  if (isList(reader.ontology, statement.object)) return;
  // What such a class expression is asked for follows from that.
  reader.told.add(node);
  if (!isFirst(reader, node, statement)) return;
  const { predicate } = statement;
  const list = reader.ontology.statementsOf(node, predicate).map(({ object }) => shown(reader, object));
  tell(reader, node, statement, `a list is asked for here: ${reader.show(predicate)} ( ${list.join(' ')} )`);
};

/** Tells of a list without members that says which values there may be. */
export const noMember: Check = (reader, node, statement) => {
  // A shape of nodes that nothing keeps to may be meant.
  if (statement.object === rdf.nil && reader.ontology.statementsOf(node, sh.path).length > 0)
    tell(reader, node, statement, 'the list is empty, and nothing could keep to it');
};

/** Tells of a list that is written out and not to its end. */
export const noEnd: Check = (reader, node, statement) => {
  if (reader.ontology.statementsOf(node, rdf.rest).length > 0) return;
  note(reader, node, statement, {
    reason: 'the list breaks off here, without rdf:rest',
    taken: 'what stands in it so far is taken',
    instead: 'write lists in brackets: ( :a :b )',
  });
};

/** Tells of a list where a name is asked for, or several with commas between them. */
export const listForName: Check = (reader, node, statement) => {
  const { ontology } = reader;
  const { predicate, object } = statement;
  if (typeof object !== 'string' || ontology.statementsOf(object, rdf.first).length === 0) return;
  const members = ontology.terms(object).map((term) => shown(reader, term));
  const name = reader.show(predicate);
  const instead =
    predicate === rdfs.domain
      ? `several classes are ${name} [ a owl:Class ; owl:unionOf ( ${members.join(' ')} ) ]`
      : `several are ${name} ${members.join(' , ')}`;
  reader.told.add(object);
  tell(reader, node, statement, 'no list is asked for here', instead);
};

/** Whether a value is a list that has members, or none. */
export function isList(ontology: Ontology, object: Statement['object']): boolean {
  if (typeof object !== 'string') return false;
  return object === rdf.nil || ontology.statementsOf(object, rdf.first).length > 0;
}

/** Whether a value is a list that stands where none is asked for. */
export function isMisplacedList(reader: Reader, object: Statement['object']): boolean {
  return typeof object === 'string' && object !== rdf.nil && isList(reader.ontology, object);
}
