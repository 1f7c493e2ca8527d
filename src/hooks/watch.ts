import { unwatchFile, watchFile } from 'node:fs';
import { watch as chokidarWatch } from 'chokidar';

/** A change is looked at when nothing has happened to the file for so long. */
export const QUIET_MS = 200;

/** A file that never comes to rest is looked at after so long all the same. */
const LONGEST_WAIT_MS = 5000;

/** More often a file is not polled. */
const SHORTEST_INTERVAL_MS = 50;

/** Files that are watched. */
export interface Watch {
  /** Watches these files from now on, and no others. */
  readonly update: (files: Iterable<string>) => void;
  readonly end: () => Promise<void>;
}

export interface WatchOptions {
  /** Whole paths. */
  readonly files: Iterable<string>;
  /** Between two polls, in milliseconds. */
  readonly interval: number;
  readonly quiet?: number;
  /** Called some time after something happened to a file: its content may have changed, or not. */
  readonly onRest: (file: string) => void;
  /** The system's notices cannot be had; polling goes on. */
  readonly onError: (error: unknown) => void;
}

/**
 * Watches files, whether they exist yet or not. The system's notices, by chokidar, make it quick; polling makes
 * it certain: on network disks, which give no notices, and where a file, or the folder it is in, goes and comes. Returns
 * when all is being watched.
 */
export async function watch(options: WatchOptions): Promise<Watch> {
  const interval = Math.max(options.interval, SHORTEST_INTERVAL_MS);
  const quiet = options.quiet ?? QUIET_MS;
  const waiting = new Map<string, { readonly since: number; timer: NodeJS.Timeout }>();

  const touched = (file: string) => {
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
    // Where it polls, because CHOKIDAR_USEPOLLING says so.
    interval,
    binaryInterval: interval,
    // A file that is gone for a moment needs no care of its own: what counts is its content at rest.
    atomic: false,
  });
  const listeners = new Map<string, () => void>();
  const update = (files: Iterable<string>) => {
    const wanted = new Set(files);
    for (const [file, listener] of listeners) {
      if (wanted.has(file)) continue;
      unwatchFile(file, listener);
      watcher.unwatch(file);
      listeners.delete(file);
    }
    for (const file of wanted) {
      if (listeners.has(file)) continue;
      const listener = () => touched(file);
      watchFile(file, { interval }, listener);
      // Those that it began with it has, and would forget when they go if they were added again.
      if (!first.has(file)) watcher.add(file);
      listeners.set(file, listener);
    }
  };
  watcher.on('all', (event, file) => {
    if (!listeners.has(file)) return;
    touched(file);
    // It forgets a file that goes, unless that is the only one; one that is not there it waits for.
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
