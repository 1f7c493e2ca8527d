/** Reads all files of an ontology and hashes them, so that a watcher notices which content changed. */

import { createHash } from 'node:crypto';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic } from '../diagnostics/index.ts';
import { CATALOG_FILE, type LoadOptions, loadOntology } from '../ontology/index.ts';
import { contentHash } from './content.ts';

/** The files that an ontology was read from, with hashes of their contents. */
export interface Sources {
  /** A hash of all files together; undefined if the ontology's own file does not exist. */
  readonly content: string | undefined;
  /** The absolute paths of the files, with hashes of their contents; undefined for missing files. */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** Why it is not a valid ontology at the moment. */
  readonly errors?: readonly Diagnostic[];
}

/**
 * Reads an ontology as generation does, and returns the files that it was read from.
 *
 * @throws DiagnosticError if its file exists but cannot be read.
 */
export async function readSources(graph: {
  readonly namedPath: string;
  readonly file: string;
  readonly options: LoadOptions;
}): Promise<Sources> {
  const { namedPath, file, options } = graph;
  const { shapes = [], imports = [], catalog } = options;
  // For an invalid ontology, only the named files can be watched. A catalogue may be created later.
  const namedFiles = [
    namedPath,
    ...shapes,
    ...imports.map((each) => each.file),
    catalog ?? path.join(path.dirname(namedPath), CATALOG_FILE),
  ];
  if ((await contentHash(namedPath)) === undefined) return contentOf(resolveAll(namedFiles), file);
  try {
    const ontology = await loadOntology(namedPath, options);
    const sources = await contentOf(resolveAll([...ontology.files, ...ontology.sought, ...namedFiles]), file);
    // An empty graph is valid, but hardly intended: many editors empty a file before they write it.
    return ontology.tripleCount > 0 ? sources : { ...sources, errors: [diagnostic('file-empty', { file: namedPath })] };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const places = error.diagnostics.flatMap(({ place }) => (place ? [place.file] : []));
    return { ...(await contentOf(resolveAll([...namedFiles, ...places]), file)), errors: error.diagnostics };
  }
}

function resolveAll(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.map((file) => path.resolve(file)));
}

/**
 * Returns the current content of files. For a single file it is its own hash, so that it stays the same if no other is read.
 *
 * @param main the ontology's own file: without it, the content is undefined
 */
export async function contentOf(paths: Iterable<string>, main: string): Promise<Sources> {
  const files = new Map<string, string | undefined>();
  for (const file of paths) files.set(file, await hashOf(file, main));
  const mainHash = files.get(main);
  const others = [...files].filter(([file, content]) => file !== main && content !== undefined);
  if (mainHash === undefined || others.length === 0) return { content: mainHash, files };
  const hash = createHash('sha256').update(mainHash);
  for (const [, content] of others.sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`\n${content}`);
  return { content: hash.digest('hex'), files };
}

/** Returns the hash of a file. An unreadable file, except `main`, counts as missing: reading the ontology reports the error. */
export async function hashOf(file: string, main?: string): Promise<string | undefined> {
  try {
    return await contentHash(file);
  } catch (error) {
    if (file === main || !(error instanceof DiagnosticError)) throw error;
    return undefined;
  }
}
