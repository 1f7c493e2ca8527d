/** Removes trailing `#` and `/` from an IRI, because ontologies are named with and without them. */
export function iriKey(iri: string): string {
  let end = iri.length;
  while (end > 0 && '#/'.includes(iri.charAt(end - 1))) end--;
  return iri.slice(0, end);
}
