/** An IRI as a key: with or without a `#` or `/` at its end it names the same ontology. */
export function iriKey(iri: string): string {
  let end = iri.length;
  while (end > 0 && '#/'.includes(iri.charAt(end - 1))) end--;
  return iri.slice(0, end);
}
