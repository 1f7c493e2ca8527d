/** Loads the data of the site. Each file is a script that passes on its value: `file://` allows no other way. */

import type { DataFiles, SiteIndex } from '../data.ts';

declare global {
  interface Window {
    codegenData(name: string, value: unknown): void;
  }
}

const loaded = new Map<string, unknown>();
const pendingFiles = new Map<string, { readonly promise: Promise<unknown>; readonly resolve: (value: unknown) => void }>();

/** Registers the function that scripts call with their data. Must run before any of them loads. */
export function registerReceiver(): void {
  window.codegenData = (name, value) => {
    loaded.set(name, value);
    pendingFiles.get(name)?.resolve(value);
  };
}

/** Returns the data of a file if it is loaded already. */
export function loadedFile<K extends keyof DataFiles>(kind: K, slug?: string): DataFiles[K] | undefined {
  return loaded.get(nameOf(kind, slug)) as DataFiles[K] | undefined;
}

/** Loads a file, unless it is loaded already, and returns its data. */
export function loadFile<K extends keyof DataFiles>(kind: K, slug?: string): Promise<DataFiles[K]> {
  const name = nameOf(kind, slug);
  const value = loaded.get(name);
  if (value !== undefined) return Promise.resolve(value as DataFiles[K]);
  const waiting = pendingFiles.get(name);
  if (waiting) return waiting.promise as Promise<DataFiles[K]>;
  const { promise, resolve, reject } = createDeferred();
  pendingFiles.set(name, { promise, resolve });
  const script = document.createElement('script');
  script.src = `data/${name}.js`;
  script.onerror = () => {
    pendingFiles.delete(name);
    reject(new Error(`data/${name}.js is not there`));
  };
  script.onload = () => script.remove();
  document.head.append(script);
  return promise as Promise<DataFiles[K]>;
}

function nameOf(kind: string, slug?: string): string {
  return slug === undefined ? kind : `${kind}-${slug}`;
}

function createDeferred() {
  let resolve: (value: unknown) => void = () => {};
  let reject: (reason: Error) => void = () => {};
  const promise = new Promise<unknown>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** Returns the data that all pages share, which is loaded with the page. */
export function siteIndex(): SiteIndex {
  return loaded.get('index') as SiteIndex;
}
