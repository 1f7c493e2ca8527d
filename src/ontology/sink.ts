import type { Literal, Node } from './ontology.ts';

/** Takes triples in the order of the file. */
export interface TripleSink {
  /** @param at where it stands, if the syntax has places; what it says changes after the call */
  triple(subject: Node, predicate: string, object: Node | Literal, at?: TriplePlaces): void;
  prefix(name: string, iri: string): void;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the triple at hand stands: one object for all triples of a file, of which there may be millions. */
export interface TriplePlaces {
  readonly subject: Position | undefined;
  /** Those of the object. */
  readonly line: number | undefined;
  readonly column: number | undefined;
}
