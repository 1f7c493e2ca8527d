/** Ontologies that lie on a server: how they are named, in place of a path. */

/** `sparql+https://host/path`: an endpoint that is asked; `https://host/path`: a file that is fetched. */
const REMOTE = /^(?:sparql\+)?https?:\/\//i;

/** Whether what is named in place of a file lies on a server. */
export function isRemote(file: string): boolean {
  // Nearly all are paths, and V8 compiles an expression when it is tried first.
  return file.includes('://') && REMOTE.test(file);
}

/** Whether it is a SPARQL endpoint, which keeps no order of what it holds. */
export function isEndpoint(file: string): boolean {
  return isRemote(file) && /^sparql\+/i.test(file);
}
