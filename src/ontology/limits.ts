/**
 * What input may cost. Whoever meets one of these is told which, and where; they are far above what ontologies come to:
 * the Gene Ontology, among the largest, has 26 MB of Turtle and 47,000 classes.
 */

const MB = 1_000_000;

export const limits = {
  /** Bytes of a file that is read piece by piece: Turtle and its family. */
  streamed: 2000 * MB,
  /** Bytes of a file of data, of which nothing is held. */
  data: 100_000 * MB,
  /** Bytes of a file that is held whole while it is read: RDF/XML and JSON-LD; and of a line. */
  whole: 250 * MB,
  /** Bytes of a catalogue. */
  catalog: 5 * MB,
  /** Bytes of a query. */
  query: 1 * MB,
  /** Elements of XML that stand within each other: tools write a list of literals as two for each member. */
  depth: 10_000,
  /** Objects and lists of JSON-LD, and brackets of SPARQL, for each of which the engine needs its stack. */
  stackDepth: 500,
  /** Characters that the entities of an XML document come to where they are used. */
  entities: 50 * MB,
  /** Pairs of a class and what it inherits, which are superclasses and fields. The Gene Ontology comes to a fifth of it. */
  inherited: 3_000_000,
  /** Triples about classes, properties and shapes, which are held in memory. */
  statements: 12_000_000,
} as const;

/** A number of bytes or characters in words. */
export function inMegabytes(bytes: number): string {
  return `${bytes / MB} MB`;
}
