/** An IRI as a key: with or without a `#` or `/` at its end it names the same ontology. */
export function iriKey(iri: string): string {
  return iri.replace(/[#/]+$/, '');
}
