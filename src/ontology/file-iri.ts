/**
 * Returns why a `file:` IRI is not a path on this machine, or undefined if it may be one. RFC 8089 allows hosts, which are
 * other machines. A percent-encoded slash is part of a name (RFC 3986, 2.2), but file names contain neither `/` nor NUL.
 *
 * @param iri any IRI; other schemes are accepted
 */
export function fileIriFault(iri: string): string | undefined {
  if (!/^file:/i.test(iri)) return undefined;
  let url: URL;
  try {
    url = new URL(iri);
  } catch {
    return 'it is not a URI';
  }
  // For `localhost`, URL leaves the host empty.
  if (url.host !== '') return `it is a file of another machine, ${url.host}`;
  if (/%2f/i.test(url.pathname)) return 'it has an encoded slash in a name';
  if (/%00/.test(url.pathname)) return 'it has an encoded NUL in a name';
  try {
    decodeURIComponent(url.pathname);
  } catch {
    return 'its percent-encoding is none';
  }
  return undefined;
}
