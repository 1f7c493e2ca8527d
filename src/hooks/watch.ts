/** Watches files, and reports a change once a file is complete. */

import { unwatchFile, watchFile } from 'node:fs';
import { watch as chokidarWatch } from 'chokidar';

/** A change is reported when nothing has happened to the file for this time. */
export const QUIET_MS = 200;

/** After this time, a file that keeps changing is reported anyway. */
const LONGEST_WAIT_MS = 5000;

/** The minimum time between two polls. */
const SHORTEST_INTERVAL_MS = 50;

export interface Watch {
  /** Watches exactly these files from now on. */
  readonly update: (files: Iterable<string>) => void;
  readonly end: () => Promise<void>;
}

export interface WatchOptions {
  /** Absolute paths. */
  readonly files: Iterable<string>;
  /** Time between two polls, in milliseconds. */
  readonly interval: number;
  readonly quiet?: number;
  /** Called some time after something happened to a file: its content may have changed or not. */
  readonly onRest: (file: string) => void;
  /** Called if the notifications of the system are unavailable; polling continues. */
  readonly onError: (error: unknown) => void;
}

/**
 * Watches files, also those that do not exist yet. Notifications of the system, by chokidar, make it fast. Polling makes
 * it reliable: on network disks, which send no notifications, and if a file or its folder is deleted and created again. Resolves
 * when all files are watched.
 */
export async function watch(options: WatchOptions): Promise<Watch> {
  const interval = Math.max(options.interval, SHORTEST_INTERVAL_MS);
  const quiet = options.quiet ?? QUIET_MS;
  const waiting = new Map<string, { readonly since: number; timer: NodeJS.Timeout }>();

  const reportLater = (file: string) => {
    const before = waiting.get(file);
    if (before) clearTimeout(before.timer);
    const since = before?.since ?? performance.now();
    const delay = Math.max(0, Math.min(quiet, since + LONGEST_WAIT_MS - performance.now()));
    const timer = setTimeout(() => {
      waiting.delete(file);
      options.onRest(file);
    }, delay);
    waiting.set(file, { since, timer });
  };

  const first = new Set(options.files);
  const watcher = chokidarWatch([...first], {
    ignoreInitial: true,
    ignorePermissionErrors: true,
    // If chokidar polls, because CHOKIDAR_USEPOLLING is set.
    interval,
    binaryInterval: interval,
    // A file that is missing for a moment needs no special handling: only its content at rest counts.
    atomic: false,
  });
  const listeners = new Map<string, () => void>();
  const update = (files: Iterable<string>) => {
    const watchedFiles = new Set(files);
    for (const [file, listener] of listeners) {
      if (watchedFiles.has(file)) continue;
      unwatchFile(file, listener);
      watcher.unwatch(file);
      listeners.delete(file);
    }
    for (const file of watchedFiles) {
      if (listeners.has(file)) continue;
      const listener = () => reportLater(file);
      watchFile(file, { interval }, listener);
      // chokidar already has the first files. If they were added again, it would forget them when they are deleted.
      if (!first.has(file)) watcher.add(file);
      listeners.set(file, listener);
    }
  };
  watcher.on('all', (event, file) => {
    if (!listeners.has(file)) return;
    reportLater(file);
    // chokidar forgets a deleted file, unless it is the only one. It waits for one that does not exist.
    if (event === 'unlink') watcher.add(file);
  });
  watcher.on('error', options.onError);
  const isReady = new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  update(first);
  await isReady;
  return {
    update,
    async end() {
      update([]);
      for (const { timer } of waiting.values()) clearTimeout(timer);
      await watcher.close();
    },
  };
}
