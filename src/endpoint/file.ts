/** Fetches an ontology file that the user named by its address. */

import { fail } from '../diagnostics/index.ts';
import { hashOf, Lock } from './lock.ts';
import { Refused, type Server, TooLong } from './request.ts';

/** What fetching may cost: a file of RDF/XML may be no larger than that either. */
const BYTES = 64e6;
const SECONDS = 120;

const ACCEPT = 'text/turtle, application/n-triples;q=0.9, application/rdf+xml;q=0.8, application/ld+json;q=0.7, */*;q=0.1';

/** What is done about a file that is another one than that which the lock knows. */
export interface Locking {
  /** Where `codegen.lock` lies. */
  readonly folder: string;
  /** Whether what the server holds now is to be taken from now on. */
  readonly isRenewed: boolean;
}

/**
 * The text of a file on a server. It is the one that the lock knows, or the first one, which the lock knows from then on.
 *
 * @throws DiagnosticError if it cannot be fetched, or is another one
 */
export async function fetchFile(server: Server, { folder, isRenewed }: Locking): Promise<string> {
  const { name: address } = server.address;
  const lock = new Lock(folder);
  const text = await textOf(server);
  const known = lock.get(address);
  const hash = hashOf(text);
  if (known === hash) return text;
  if (known !== undefined && !isRenewed) fail('source-changed', { address, lock: lock.file });
  lock.set(address, hash);
  return text;
}

async function textOf(server: Server): Promise<string> {
  try {
    return await server.text({ accept: ACCEPT, seconds: SECONDS }, BYTES);
  } catch (error) {
    if (error instanceof Refused) server.explain(error);
    if (error instanceof TooLong) {
      const reason = `the file is larger than ${BYTES / 1e6} MB, or took longer than ${SECONDS} s`;
      fail('server-failed', { address: server.address.name, reason });
    }
    throw error;
  }
}
