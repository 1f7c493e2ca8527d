import { isBlank, type Node, type Ontology, owl, rdf, rdfs, type Statement, sh } from '../../../ontology/index.ts';
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

/** Warns of a list that is written out and does not end with `rdf:nil`. */
export const noEnd: Check = (reader, node, statement) => {
  const { ontology } = reader;
  const [rest] = ontology.statementsOf(node, rdf.rest);
  if (rest !== undefined) {
    if (isList(ontology, rest.object)) return;
    note(reader, node, rest, {
      reason: 'this is no list',
      taken: 'the members before it are read',
      instead: 'end the list with rdf:rest rdf:nil, or write it in brackets: ( :a :b )',
    });
    return;
  }
  note(reader, node, statement, {
    reason: 'the list breaks off here, without rdf:rest',
    taken: 'what stands in it so far is taken',
    instead: 'write lists in brackets: ( :a :b )',
  });
};

/** Warns of a list that leads back to one of its own nodes, at the statement that does. */
export const circularList: Check = (reader, _node, { object }) => {
  const { ontology } = reader;
  const seen = new Set<Node>();
  for (let at = typeof object === 'string' ? object : undefined; at !== undefined && at !== rdf.nil; ) {
    seen.add(at);
    const [rest] = ontology.statementsOf(at, rdf.rest);
    if (rest === undefined || typeof rest.object !== 'string') return;
    if (seen.has(rest.object)) {
      note(reader, at, rest, {
        reason: 'the list leads back to itself and has no end',
        taken: 'each member is read once',
        instead: 'end the list with rdf:rest rdf:nil, or write it in brackets: ( :a :b )',
      });
      return;
    }
    at = rest.object;
  }
};

/**
 * Lists of OWL by the node at their head. Two expressions that share one (OWL 2 Mapping to RDF, 3.2.1, forbids it) are often one
 * that was copied in part.
 */
export class SharedLists {
  readonly #heads = new Set<Node>();

  see(reader: Reader, node: Node, statement: Statement): void {
    const { object } = statement;
    if (!lists.has(statement.predicate) || typeof object !== 'string' || !isBlank(object)) return;
    if (!this.#heads.has(object)) {
      this.#heads.add(object);
      return;
    }
    note(reader, node, statement, {
      reason: 'another expression has the same list',
      taken: 'both are read with it',
      instead: 'write the list in each of them',
    });
  }
}

const lists: ReadonlySet<string> = new Set([owl.unionOf, owl.intersectionOf, owl.oneOf, owl.disjointUnionOf]);

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
