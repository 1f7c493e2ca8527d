import type { Literal, Node } from './ontology.ts';

/** Takes triples in the order of the file. */
export interface TripleSink {
  triple(subject: Node, predicate: string, object: Node | Literal, subjectAt?: Position, objectAt?: Position): void;
  prefix(name: string, iri: string): void;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}
