/** Addresses of ontologies on servers, which can be given instead of a path. */

/** `sparql+https://host/path` is an endpoint to query; `https://host/path` is a file to download. */
const REMOTE = /^(?:sparql\+)?https?:\/\//i;

/** Returns whether the given path is an address on a server. */
export function isRemote(file: string): boolean {
  // Nearly all inputs are paths. V8 compiles a regular expression on first use, so this check avoids that.
  return file.includes('://') && REMOTE.test(file);
}

/** Returns whether it is a SPARQL endpoint; endpoints return statements in no stable order. */
export function isEndpoint(file: string): boolean {
  return isRemote(file) && /^sparql\+/i.test(file);
}
