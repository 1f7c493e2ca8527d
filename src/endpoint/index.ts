/** Reads ontologies and data from SPARQL endpoints, and downloads ontology files from servers. */

import { isEndpoint, isRemote, type LoadOptions } from '../ontology/index.ts';
import { addressOf, type Env } from './address.ts';
import { fetchFile, type Locking } from './file.ts';
import { dataLimits, readGraph, readStatements } from './graph.ts';
import { individualsOf } from './individuals.ts';
import { Server } from './request.ts';

export { forwardQuery } from './query.ts';

/** Creates the client of a server. */
export function serverOf(address: string, env: Env): Server {
  return new Server(addressOf(address, env), env);
}

/**
 * Reads the individuals of some classes from an endpoint, and writes them as N-Triples line by line, in the order of IRIs.
 *
 * @param graphs the IRIs of named graphs; an empty list means the endpoint's default graph
 * @throws DiagnosticError if the endpoint fails, or gives no complete response
 */
export async function readIndividuals(
  server: Server,
  graphs: readonly string[],
  classes: readonly string[],
  write: (line: string) => void,
): Promise<void> {
  await readStatements(server, graphs, individualsOf(classes), write, dataLimits);
}

/** Options of reading from servers. */
export interface RemoteOptions extends Locking {
  /** The graphs of endpoints to read. */
  readonly graphs: readonly string[];
  readonly env: Env;
}

/**
 * Downloads the ontology, shapes and imports that the user gave as addresses, and returns the load options with their texts.
 * Never downloads anything else.
 *
 * @param file the ontology: an address or a local file
 * @throws DiagnosticError if a server fails, or the content of a file has changed
 */
export async function downloadSources(
  file: string,
  sources: LoadOptions,
  { graphs, env, ...locking }: RemoteOptions,
): Promise<LoadOptions> {
  const addresses = [file, ...(sources.shapes ?? []), ...(sources.imports ?? []).map((each) => each.file)].filter(isRemote);
  const texts: Record<string, string> = { ...sources.texts };
  // Sequentially, because they may share a lock file.
  for (const address of new Set(addresses.filter((each) => texts[each] === undefined))) {
    const server = serverOf(address, env);
    texts[address] = isEndpoint(address) ? await readGraph(server, graphs) : await fetchFile(server, locking);
  }
  return { ...sources, texts };
}
