/** Checks of RDF lists: values where a list is required, lists where none is allowed, lists without an end. */

import { isBlank, type Node, type Ontology, owl, rdf, rdfs, type Statement } from '../../../ontology/index.ts';
import type { Reader } from '../reader.ts';
import { type Check, isFirst, turtleTerm, warnIgnored, warnKindMismatch } from './statement-checks.ts';

/** Reports values where a list is required; of several values, only the first one. */
export const checkList: Check = (reader, node, statement) => {
  if (isList(reader.ontology, statement.object)) return;
  // Further warnings about this class expression would only repeat this one.
  reader.reportedNodes.add(node);
  if (!isFirst(reader, node, statement)) return;
  const { predicate, object } = statement;
  const members = reader.ontology.statementsOf(node, predicate).map(({ object }) => turtleTerm(reader, object));
  const list = `${reader.show(predicate)} ( ${members.join(' ')} )`;
  const isUndefined = typeof object === 'string' && !isBlank(object) && reader.ontology.statements(object).length === 0;
  const reason = isUndefined
    ? `${reader.show(object)} is not a list in these files; write ${list}, or add the file that defines it`
    : `a list is required here: ${list}`;
  warnIgnored(reader, node, statement, reason);
};

/** Warns of a list that is written with rdf:first and rdf:rest, and does not end with rdf:nil. */
export const checkListEnd: Check = (reader, node, statement) => {
  const { ontology } = reader;
  const [tail] = ontology.statementsOf(node, rdf.rest);
  if (tail !== undefined) {
    if (isList(ontology, tail.object)) return;
    warnKindMismatch(reader, node, tail, {
      reason: 'this is not a list',
      effect: 'the members before it are read',
      instead: 'end the list with rdf:rest rdf:nil, or write it in brackets: ( :a :b )',
    });
    return;
  }
  warnKindMismatch(reader, node, statement, {
    reason: 'the list breaks off here, without rdf:rest',
    effect: 'its first members are used',
    instead: 'write lists in brackets: ( :a :b )',
  });
};

/** Warns of a list with a cycle, at the statement that closes it. */
export const checkListCycle: Check = (reader, _node, { object }) => {
  const { ontology } = reader;
  const visited = new Set<Node>();
  for (let at = typeof object === 'string' ? object : undefined; at !== undefined && at !== rdf.nil; ) {
    visited.add(at);
    const [tail] = ontology.statementsOf(at, rdf.rest);
    if (tail === undefined || typeof tail.object !== 'string') return;
    if (visited.has(tail.object)) {
      warnKindMismatch(reader, at, tail, {
        reason: 'the list leads back to itself and has no end',
        effect: 'each member is read once',
        instead: 'end the list with rdf:rest rdf:nil, or write it in brackets: ( :a :b )',
      });
      return;
    }
    at = tail.object;
  }
};

/**
 * Finds OWL lists that two expressions share, by the first node of the list. OWL 2 Mapping to RDF, 3.2.1, forbids this; often the
 * author copied an expression only in part.
 */
export class SharedLists {
  readonly #heads = new Set<Node>();

  /** Records a statement, and reports it if its list is one that another statement has. */
  record(reader: Reader, node: Node, statement: Statement): void {
    const { object } = statement;
    if (!listPredicates.has(statement.predicate) || typeof object !== 'string' || !isBlank(object)) return;
    if (!this.#heads.has(object)) {
      this.#heads.add(object);
      return;
    }
    warnKindMismatch(reader, node, statement, {
      reason: 'another expression has the same list',
      effect: 'both are read with it',
      instead: 'write the list in each of them',
    });
  }
}

const listPredicates: ReadonlySet<string> = new Set([owl.unionOf, owl.intersectionOf, owl.oneOf, owl.disjointUnionOf]);

/** Reports a list where an IRI, or several IRIs with commas between them, must stand. */
export const checkNotList: Check = (reader, node, statement) => {
  const { ontology } = reader;
  const { predicate, object } = statement;
  if (typeof object !== 'string' || ontology.statementsOf(object, rdf.first).length === 0) return;
  const members = ontology.terms(object).map((term) => turtleTerm(reader, term));
  const name = reader.show(predicate);
  const instead =
    predicate === rdfs.domain
      ? `several classes are ${name} [ a owl:Class ; owl:unionOf ( ${members.join(' ')} ) ]`
      : `several are ${name} ${members.join(' , ')}`;
  reader.reportedNodes.add(object);
  warnIgnored(reader, node, statement, 'a list is not allowed here', instead);
};

/** Returns whether a value is a list, empty or not. */
export function isList(ontology: Ontology, object: Statement['object']): boolean {
  if (typeof object !== 'string') return false;
  return object === rdf.nil || ontology.statementsOf(object, rdf.first).length > 0;
}

/** Returns whether a value is a list with members. For predicates whose value must not be a list. */
export function isMisplacedList(reader: Reader, object: Statement['object']): boolean {
  return typeof object === 'string' && object !== rdf.nil && isList(reader.ontology, object);
}
