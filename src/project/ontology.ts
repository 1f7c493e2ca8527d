/** Decides where a project keeps the ontology that it is generated from, and the ontology's additional inputs. */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../diagnostics/index.ts';

export interface ProjectOntology {
  /** Relative to the project, with `/` between folders. */
  readonly path: string;
  /** The text to write there; undefined if the file is already in the project. */
  readonly copy: string | undefined;
}

/** Texts by file paths. */
type Texts = Readonly<Record<string, string>>;

/** Matches names that no scaffold file has, and that are valid on every operating system. */
const PLAIN_NAME =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d) *\.)[\p{L}\p{N}_][\p{L}\p{N}_ .+-]*\.(?:ttl|turtle|trig|nt|nq|rdf|owl|xml|jsonld|json)$/iu;

/**
 * Decides where a project keeps its ontology. A file within the project stays there. Others are copied next to the README
 * under their name or, if that is unusual, as `domain.ttl`.
 *
 * @param root of the project, absolute; it need not exist
 * @param graph the ontology file, which exists
 * @param texts texts that replace files; they are always copied
 */
export function placeOntology(root: string, graph: string, texts: Texts = {}): ProjectOntology {
  const text = texts[graph];
  if (text !== undefined) return { path: /^sparql\+/i.test(graph) ? 'domain.ttl' : plainName(graph, 'domain'), copy: text };
  if (!statSync(graph).isFile()) {
    fail('file-unreadable', { file: graph, reason: 'it is not a file, so the project cannot keep a copy of it' });
  }
  const inside = relativePath(root, graph);
  if (!isOutside(inside)) return { path: inside, copy: undefined };
  return { path: plainName(graph, 'domain'), copy: readFileSync(graph, 'utf8') };
}

/** Returns a file's name, or the fallback if the name is unusual. */
function plainName(file: string, fallback: string): string {
  const name = path.basename(file);
  if (PLAIN_NAME.test(name)) return name;
  return `${fallback}${PLAIN_NAME.test(`x${path.extname(name)}`) ? path.extname(name) : '.ttl'}`;
}

/** Returns the path from a project to a file, with symbolic links resolved. */
function relativePath(root: string, file: string): string {
  const relative = path.relative(realRoot(root), realpathSync(file)).split(path.sep).join('/');
  if (/\p{C}/u.test(relative)) fail('file-unreadable', { file, reason: 'its path has control characters in it' });
  return relative;
}

function isOutside(relative: string): boolean {
  return relative.split('/')[0] === '..' || path.isAbsolute(relative);
}

/** Additional inputs of an ontology. */
export interface ProjectSources {
  readonly imports: readonly ImportedFile[];
  /** Additional inputs as given on the command line. */
  readonly named: {
    readonly shapes?: readonly string[];
    readonly imports?: readonly ImportedFile[];
    readonly catalog?: string;
    readonly allowRead?: readonly string[];
    readonly texts?: Texts;
  };
}

interface ImportedFile {
  readonly iri: string;
  readonly file: string;
}

export interface PlacedSources {
  /** The command-line options for generating in the project's folder. */
  readonly options: readonly string[];
  /** The files to add to the project; `from` is the original file, if it is a copy. */
  readonly copies: readonly { readonly path: string; readonly content: string; readonly from?: string }[];
}

/** Folder for copies of imported ontologies and shapes. */
export const SOURCES_FOLDER = 'ontology';
/** Name of the catalogue that is found automatically next to an ontology. */
const CATALOG_FILE = 'catalog-v001.xml';

/**
 * Decides where a project keeps the additional inputs of its ontology. If the ontology is in the project, they stay where
 * they are, and the options name them. If it is copied, inputs from outside are copied as well, and a catalogue next to the
 * ontology locates them.
 */
export function placeSources(root: string, ontology: ProjectOntology, { imports, named }: ProjectSources): PlacedSources {
  const { shapes = [], catalog, texts = {} } = named;
  const shapesAt = (place: (file: string) => string) => shapes.flatMap((file) => ['--shapes', place(file)]);
  if (ontology.copy === undefined) {
    const place = (file: string) => relativePath(root, file);
    return {
      options: [
        ...shapesAt(place),
        ...(named.imports ?? []).flatMap(({ iri, file }) => [
          '--import',
          `${iri.includes('=') ? `<${iri}>` : iri}=${place(file)}`,
        ]),
        ...(catalog === undefined ? [] : ['--catalog', place(catalog)]),
        ...(named.allowRead ?? []).flatMap((folder) => ['--allow-read', place(folder) || '.']),
      ],
      copies: [],
    };
  }
  const copies = new Map<string, { path: string; content: string; from: string }>();
  const taken = new Set<string>();
  const place = (file: string): string => {
    const text = texts[file];
    const relative = text === undefined ? relativePath(root, file) : undefined;
    if (relative !== undefined && !isOutside(relative)) return relative;
    const real = text === undefined ? realpathSync(file) : file;
    const known = copies.get(real);
    if (known) return known.path;
    const { name, ext } = path.parse(plainName(file, 'part'));
    let copy = name + ext;
    for (let n = 2; taken.has(copy.toLowerCase()); n++) copy = `${name}-${n}${ext}`;
    taken.add(copy.toLowerCase());
    copies.set(real, { path: `${SOURCES_FOLDER}/${copy}`, content: text ?? readFileSync(real, 'utf8'), from: file });
    return `${SOURCES_FOLDER}/${copy}`;
  };
  const entries = imports.map(({ iri, file }) => ({ iri, path: place(file) }));
  const options = shapesAt(place);
  const index = entries.length === 0 ? [] : [{ path: CATALOG_FILE, content: printCatalog(entries) }];
  return { options, copies: [...copies.values(), ...index] };
}

/** Prints a catalogue in the format of OASIS XML Catalogs 1.1, as Protégé reads it. */
function printCatalog(entries: readonly { readonly iri: string; readonly path: string }[]): string {
  const quoted = (text: string) => `"${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')}"`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<catalog prefer="public" xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
${entries
  .map(
    ({ iri, path }) => `    <uri name=${quoted(iri)} uri=${quoted(path.split('/').map(encodeURIComponent).join('/'))}/>
`,
  )
  .join('')}</catalog>
`;
}

/** Resolves symbolic links in a path, of which the last folders need not exist. */
function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    const parent = path.dirname(root);
    return parent === root ? root : path.join(realRoot(parent), path.basename(root));
  }
}
