/** Addresses of servers, which users may give instead of a path. codegen itself never uses the network to read ontologies. */

import { fail } from '../diagnostics/index.ts';

const REMOTE = /^(?:sparql\+)?https?:\/\//i;

/** Returns whether the given path is an address on a server. */
export function isRemote(file: string): boolean {
  return REMOTE.test(file);
}

/** The files that a caller names, and texts for some of them. */
interface NamedFiles {
  readonly shapes?: readonly string[];
  readonly imports?: readonly { readonly file: string }[];
  readonly texts?: Readonly<Record<string, string>>;
}

/** @throws DiagnosticError if an ontology, its shapes or an import is on a server, and its text is not given */
export function rejectRemote(file: string, { shapes = [], imports = [], texts = {} }: NamedFiles): void {
  const named = [file, ...shapes, ...imports.map((each) => each.file)];
  const remote = named.find((each) => isRemote(each) && texts[each] === undefined);
  if (remote === undefined) return;
  fail('usage', {
    message: `${remote} is on a server, and codegen reads only files`,
    help: `download it first: curl -L -H 'Accept: text/turtle' -o ontology.ttl ${remote.replace(/^sparql\+/i, '')}`,
  });
}
