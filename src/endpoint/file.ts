/** Downloads ontology files, and compares them with the hashes in `codegen.lock`. */

import { fail } from '../diagnostics/index.ts';
import { hashOf, Lock } from './lock.ts';
import { RequestRejected, ResponseLimitExceeded, type Server } from './request.ts';

const MAX_BYTES = 64e6;
const MAX_SECONDS = 120;

const ACCEPT = 'text/turtle, application/n-triples;q=0.9, application/rdf+xml;q=0.8, application/ld+json;q=0.7, */*;q=0.1';

/** Handling of files whose content differs from the hash in the lock file. */
export interface Locking {
  /** The folder of `codegen.lock`. */
  readonly folder: string;
  /** Whether to accept the current content and update the lock file. */
  readonly isRenewed: boolean;
}

/**
 * Downloads a file and compares it with the hash in the lock file; adds the hash if it is missing.
 *
 * @throws DiagnosticError if the download fails, or the content has changed
 */
export async function fetchFile(server: Server, { folder, isRenewed }: Locking): Promise<string> {
  const { name: address } = server.address;
  const lock = new Lock(folder);
  const text = await textOf(server);
  const known = lock.get(address);
  const hash = hashOf(text);
  if (known === hash) return text;
  if (known !== undefined && !isRenewed) fail('source-changed', { address, lock: lock.file });
  // Another process may have written the lock during the download.
  new Lock(folder).set(address, hash);
  return text;
}

async function textOf(server: Server): Promise<string> {
  try {
    return await server.text({ accept: ACCEPT, seconds: MAX_SECONDS }, MAX_BYTES);
  } catch (error) {
    if (error instanceof RequestRejected) server.explain(error);
    if (error instanceof ResponseLimitExceeded) {
      const reason = `the file is larger than ${MAX_BYTES / 1e6} MB, or took longer than ${MAX_SECONDS} s`;
      fail('server-failed', { address: server.address.name, reason });
    }
    throw error;
  }
}
