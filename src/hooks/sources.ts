import { createHash } from 'node:crypto';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic } from '../diagnostics/index.ts';
import { CATALOG_FILE, type LoadOptions, loadOntology } from '../ontology/index.ts';
import { contentHash } from './content.ts';

/** What an ontology was read from. */
export interface Sources {
  /** What tells the contents of all files together from others; undefined if the ontology's own file is not there. */
  readonly content: string | undefined;
  /** The whole paths of the files, with their contents; undefined of those that are not there. */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** Why it is no ontology at the moment. */
  readonly errors?: readonly Diagnostic[];
}

/**
 * Reads an ontology as generation does, and tells what it was read from.
 *
 * @throws DiagnosticError if its file is there and cannot be read.
 */
export async function readSources(graph: {
  readonly given: string;
  readonly file: string;
  readonly options: LoadOptions;
}): Promise<Sources> {
  const { given, file, options } = graph;
  const { shapes = [], imports = [], catalog } = options;
  // Where it is no ontology, what is given is what can be watched; and a catalogue may come to be there.
  const known = [given, ...shapes, ...imports.map((each) => each.file), catalog ?? path.join(path.dirname(given), CATALOG_FILE)];
  if ((await contentHash(given)) === undefined) return contentOf(resolved(known), file);
  try {
    const ontology = await loadOntology(given, options);
    const sources = await contentOf(resolved([...ontology.files, ...ontology.sought, ...known]), file);
    // It is a graph, but hardly what the user has in mind: many editors empty a file before they write it.
    return ontology.tripleCount > 0 ? sources : { ...sources, errors: [diagnostic('file-empty', { file: given })] };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const places = error.diagnostics.flatMap(({ place }) => (place ? [place.file] : []));
    return { ...(await contentOf(resolved([...known, ...places]), file)), errors: error.diagnostics };
  }
}

function resolved(files: readonly string[]): ReadonlySet<string> {
  return new Set(files.map((file) => path.resolve(file)));
}

/**
 * What files hold now. Of a single file it is its own content, so that it stays the same where nothing else is read.
 *
 * @param main without which there is nothing
 */
export async function contentOf(paths: Iterable<string>, main: string): Promise<Sources> {
  const files = new Map<string, string | undefined>();
  for (const file of paths) files.set(file, await hashOf(file, main));
  const own = files.get(main);
  const others = [...files].filter(([file, content]) => file !== main && content !== undefined);
  if (own === undefined || others.length === 0) return { content: own, files };
  const hash = createHash('sha256').update(own);
  for (const [, content] of others.sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(`\n${content}`);
  return { content: hash.digest('hex'), files };
}

/** What cannot be read beside the main file is as good as not there: reading the ontology says what is wrong. */
export async function hashOf(file: string, main?: string): Promise<string | undefined> {
  try {
    return await contentHash(file);
  } catch (error) {
    if (file === main || !(error instanceof DiagnosticError)) throw error;
    return undefined;
  }
}
