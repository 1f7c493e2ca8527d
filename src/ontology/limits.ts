/**
 * Limits of input. An error names the limit that was exceeded, and where. They are far above the size of real ontologies:
 * the Gene Ontology, one of the largest, has 26 MB of Turtle and 47,000 classes.
 */

const MB = 1_000_000;

export const limits = {
  /** Bytes of a file that is read as a stream: Turtle, TriG, N-Triples, N-Quads. */
  streamed: 2000 * MB,
  /** Bytes of a data file; it is read as a stream and not kept in memory. */
  data: 100_000 * MB,
  /** Bytes of a file that must be in memory to be parsed (RDF/XML and JSON-LD), and of a line. */
  whole: 250 * MB,
  /** Bytes of a catalogue. */
  catalog: 5 * MB,
  /** Bytes of a query. */
  query: 1 * MB,
  /** Nesting depth of XML elements: tools write a list as two nested elements per member. */
  depth: 10_000,
  /** Nesting depth of objects and lists in JSON-LD, and of brackets in SPARQL: oxigraph parses them recursively. */
  stackDepth: 500,
  /** Characters that the entity references of an XML document expand to, in total. */
  entities: 50 * MB,
  /** Pairs of a class and an inherited superclass or field. The Gene Ontology has a fifth of this number. */
  inherited: 3_000_000,
  /** Triples about classes, properties and shapes; these are kept in memory. */
  statements: 12_000_000,
} as const;

/** Formats a number of bytes or characters, such as "5 MB". */
export function inMegabytes(bytes: number): string {
  return `${bytes / MB} MB`;
}
