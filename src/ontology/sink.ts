/** The interface between the parsers and the code that receives their triples. */

import type { Literal, Node } from './ontology.ts';

/** Receives triples in the order of the file. */
export interface TripleSink {
  /** @param at the source location, if the parser reports locations; the object is reused after the call */
  triple(subject: Node, predicate: string, object: Node | Literal, at?: TriplePlaces): void;
  prefix(name: string, iri: string): void;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Source location of the current triple: one mutable object for all triples of a file, because there may be millions. */
export interface TriplePlaces {
  readonly subject: Position | undefined;
  /** Line and column of the object. */
  readonly line: number | undefined;
  readonly column: number | undefined;
}
