/**
 * Why a `file:` IRI is no path on this machine; nothing if it may be one. RFC 8089 has hosts, which are other machines;
 * a slash that is percent-encoded is part of a name (RFC 3986, 2.2), and no name of a file has one, nor a NUL.
 *
 * @param iri any IRI; of those of other schemes there is nothing to say
 */
export function faultOf(iri: string): string | undefined {
  if (!/^file:/i.test(iri)) return undefined;
  let url: URL;
  try {
    url = new URL(iri);
  } catch {
    return 'it is not a URI';
  }
  if (url.host !== '' && url.host !== 'localhost') return `it is a file of another machine, ${url.host}`;
  if (/%2f/i.test(url.pathname)) return 'it has an encoded slash in a name';
  if (/%00/.test(url.pathname)) return 'it has an encoded NUL in a name';
  try {
    decodeURIComponent(url.pathname);
  } catch {
    return 'its percent-encoding is none';
  }
  return undefined;
}
