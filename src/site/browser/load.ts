/**
 * Loads the data of the site. Each file is a script that calls `codegenData` (JSONP), because a page that is opened from `file://`
 * can neither `fetch` files nor import modules.
 */

import type { DataFiles, SiteIndex } from '../data.ts';

declare global {
  interface Window {
    codegenData(name: string, value: unknown): void;
  }
}

const loaded = new Map<string, unknown>();
const pendingFiles = new Map<string, Promise<unknown>>();

/** Registers the function that scripts call with their data. Must run before any of them loads. */
export function registerCallback(): void {
  window.codegenData = (name, value) => loaded.set(name, value);
}

export function loadedFile<K extends keyof DataFiles>(kind: K, slug?: string): DataFiles[K] | undefined {
  return loaded.get(nameOf(kind, slug)) as DataFiles[K] | undefined;
}

/** Loads a file, unless it is loaded already or pending. */
export function loadFile<K extends keyof DataFiles>(kind: K, slug?: string): Promise<DataFiles[K]> {
  const name = nameOf(kind, slug);
  const pending = pendingFiles.get(name) ?? (loaded.has(name) ? Promise.resolve(loaded.get(name)) : loadScript(name));
  pendingFiles.set(name, pending);
  return pending as Promise<DataFiles[K]>;
}

function loadScript(name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `data/${name}.js`;
    const fail = (problem: string) => {
      pendingFiles.delete(name);
      reject(new Error(`data/${name}.js ${problem}`));
    };
    script.onerror = () => fail('is not there');
    script.onload = () => {
      script.remove();
      if (loaded.has(name)) resolve(loaded.get(name));
      else fail('is incomplete');
    };
    document.head.append(script);
  });
}

function nameOf(kind: string, slug?: string): string {
  return slug === undefined ? kind : `${kind}-${slug}`;
}

/** Returns the data that all pages share, which is loaded with the page. */
export function siteIndex(): SiteIndex {
  return loaded.get('index') as SiteIndex;
}
