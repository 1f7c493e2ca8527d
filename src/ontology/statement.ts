/** The RDF terms and statements of an ontology: `:title rdfs:range xsd:string` is a {@link Statement} of the subject `:title`. */

/** An IRI, or a blank node (`_:…`). */
export type Node = string;

export interface Literal {
  readonly value: string;
  /** IRI of the datatype. */
  readonly datatype: string;
  /** Language tag in lower case, or the empty string. */
  readonly language: string;
}

export interface Statement {
  readonly predicate: string;
  readonly object: Node | Literal;
  /** Source location of the object, if the parser reports locations; both count from 1. */
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** The file that contains the statement, unless it is the main file. */
  readonly file?: string;
}
