import { isEndpoint, isRemote, type LoadOptions } from '../ontology/index.ts';
import { addressOf } from './address.ts';
import { fetchFile, type Locking } from './file.ts';
import { dataLimits, readGraph, readWanted } from './graph.ts';
import { individualsOf } from './individuals.ts';
import { Server } from './request.ts';

export { passQuery } from './query.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The server that an address names, as it may be asked. */
export function serverOf(address: string, env: Env): Server {
  return new Server(addressOf(address, env), env);
}

/**
 * What an endpoint says of the individuals of some classes, in N-Triples, a line at a time, in the order of their IRIs.
 *
 * @param graphs the IRIs of named graphs; the endpoint's default graph, if there are none
 * @throws DiagnosticError if the endpoint cannot be asked, or gives no whole answer
 */
export async function readIndividuals(
  server: Server,
  graphs: readonly string[],
  classes: readonly string[],
  write: (line: string) => void,
): Promise<void> {
  await readWanted(server, graphs, individualsOf(classes), write, dataLimits);
}

/** How what lies on servers is read. */
export interface RemoteOptions extends Locking {
  /** The graphs of endpoints that are read. */
  readonly graphs: readonly string[];
  readonly env: Env;
}

/**
 * Gets what is named of an ontology and lies on servers, and gives the options by which all of it is loaded: texts that stand
 * for files. Nothing is asked for that is not named.
 *
 * @param file the ontology, which may be a file of this machine
 * @throws DiagnosticError if a server cannot be asked, or a file is another one than it was
 */
export async function withRemote(
  file: string,
  sources: LoadOptions,
  { graphs, env, ...locking }: RemoteOptions,
): Promise<LoadOptions> {
  const named = [file, ...(sources.shapes ?? []), ...(sources.imports ?? []).map((each) => each.file)].filter(isRemote);
  const texts: Record<string, string> = { ...sources.texts };
  // One after the other: they may share a lock.
  for (const address of new Set(named.filter((each) => texts[each] === undefined))) {
    const server = serverOf(address, env);
    texts[address] = isEndpoint(address) ? await readGraph(server, graphs) : await fetchFile(server, locking);
  }
  return { ...sources, texts };
}
