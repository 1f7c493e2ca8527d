import { statSync } from 'node:fs';
import lockfile from 'proper-lockfile';
import { fail, reasonOf } from '../diagnostics/index.ts';

/**
 * After this time, a lock counts as that of a killed process. Work under a lock takes milliseconds,
 * so a holder is this slow only if the machine is suspended; see `isHeld` below.
 */
const STALE_MS = 3000;

/** About 40 seconds: a hundred processes that want the same file at the same moment all get their turn. */
const RETRIES = { retries: 500, factor: 1, minTimeout: 40, maxTimeout: 120, randomize: true };

/**
 * Does synchronous work while no other process does such work on the same file.
 *
 * @param work receives a function that returns whether the lock is still held: a process that was paused
 * during its work and continues much later has lost it to another one
 */
export async function withLock<T>(file: string, work: (isHeld: () => boolean) => T): Promise<T> {
  const lockPath = `${file}.lock`;
  let release: () => Promise<void>;
  try {
    release = await lockfile.lock(file, {
      realpath: false,
      lockfilePath: lockPath,
      stale: STALE_MS,
      retries: RETRIES,
      onCompromised: () => {},
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') return fail('registry-busy', { lock: lockPath });
    return fail('write-failed', { path: lockPath, reason: reasonOf(error) });
  }
  const mine = identity(lockPath);
  const isHeld = () => mine !== undefined && identity(lockPath) === mine;
  try {
    return work(isHeld);
  } finally {
    // A process that took over the lock keeps it. If the lock is missing, that is not an error either.
    if (isHeld()) await release().catch(() => {});
  }
}

function identity(lockPath: string): bigint | undefined {
  const stat = statSync(lockPath, { bigint: true, throwIfNoEntry: false });
  // Not the modification time, which the lock library sets, and only to full seconds.
  return stat?.ctimeNs;
}
