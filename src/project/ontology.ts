/** Where a project keeps the ontology that it is generated from, and what belongs to that. */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail } from '../diagnostics/index.ts';

export interface ProjectOntology {
  /** Relative to the project, with `/` between folders. */
  readonly path: string;
  /** The text to be copied there; nothing if it lies there already. */
  readonly copy: string | undefined;
}

/** Texts by the paths of files. */
type Texts = Readonly<Record<string, string>>;

/** Names that no file of the scaffold has, and that need no care on any system. */
const plain =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d) *\.)[\p{L}\p{N}_][\p{L}\p{N}_ .+-]*\.(?:ttl|turtle|trig|nt|nq|rdf|owl|xml|jsonld|json)$/iu;

/**
 * Finds a project's place for an ontology: its own one if it lies in the project, else one under its name beside
 * the README, or, if that name is unusual, `domain.ttl`.
 *
 * @param root of the project, absolute; it need not exist
 * @param graph the ontology file, which exists
 * @param texts what stands for files, of which a copy is taken in any case
 */
export function placeOntology(root: string, graph: string, texts: Texts = {}): ProjectOntology {
  const text = texts[graph];
  if (text !== undefined) return { path: /^sparql\+/i.test(graph) ? 'domain.ttl' : plainName(graph, 'domain'), copy: text };
  if (!statSync(graph).isFile()) {
    fail('file-unreadable', { file: graph, reason: 'it is not a file, so the project cannot keep a copy of it' });
  }
  const inside = pathFrom(root, graph);
  if (!isOutside(inside)) return { path: inside, copy: undefined };
  return { path: plainName(graph, 'domain'), copy: readFileSync(graph, 'utf8') };
}

/** A file's own name, or, if it is unusual, another one. */
function plainName(file: string, fallback: string): string {
  const name = path.basename(file);
  if (plain.test(name)) return name;
  return `${fallback}${plain.test(`x${path.extname(name)}`) ? path.extname(name) : '.ttl'}`;
}

/** The way from a project to a file, without symbolic links. */
function pathFrom(root: string, file: string): string {
  const relative = path.relative(realRoot(root), realpathSync(file)).split(path.sep).join('/');
  if (/\p{C}/u.test(relative)) fail('file-unreadable', { file, reason: 'its path has control characters in it' });
  return relative;
}

function isOutside(relative: string): boolean {
  return relative.split('/')[0] === '..' || path.isAbsolute(relative);
}

/** What an ontology is made of beside its file. */
export interface ProjectSources {
  /** The ontologies that it imports, and where they were found. */
  readonly imports: readonly ImportedFile[];
  /** How the command line gave what belongs to the ontology. */
  readonly given: {
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
  /** The options by which the project is generated from its own folder. */
  readonly options: readonly string[];
  /** The files that the project takes in: where, what, and from which file, if it is a copy of one. */
  readonly copies: readonly { readonly path: string; readonly content: string; readonly from?: string }[];
}

/** Where a project keeps copies of imported ontologies and of shapes. */
const FOLDER = 'ontology';
/** The catalogue that is found beside an ontology without being given. */
const CATALOG_FILE = 'catalog-v001.xml';

/**
 * Finds a project's places for what belongs to its ontology. An ontology that lies in the project is left with all
 * that belongs to it as it is: the options name the files where they lie. To one that is copied into the project,
 * what lies outside is copied as well, and a catalogue beside it says what is where.
 */
export function placeSources(root: string, ontology: ProjectOntology, { imports, given }: ProjectSources): PlacedSources {
  const { shapes = [], catalog, texts = {} } = given;
  const shapesAt = (place: (file: string) => string) => shapes.flatMap((file) => ['--shapes', place(file)]);
  if (ontology.copy === undefined) {
    const place = (file: string) => pathFrom(root, file);
    return {
      options: [
        ...shapesAt(place),
        ...(given.imports ?? []).flatMap(({ iri, file }) => [
          '--import',
          `${iri.includes('=') ? `<${iri}>` : iri}=${place(file)}`,
        ]),
        ...(catalog === undefined ? [] : ['--catalog', place(catalog)]),
        ...(given.allowRead ?? []).flatMap((folder) => ['--allow-read', place(folder) || '.']),
      ],
      copies: [],
    };
  }
  const copies = new Map<string, { path: string; content: string; from: string }>();
  const taken = new Set<string>();
  const place = (file: string): string => {
    const text = texts[file];
    const relative = text === undefined ? pathFrom(root, file) : undefined;
    if (relative !== undefined && !isOutside(relative)) return relative;
    const real = text === undefined ? realpathSync(file) : file;
    const known = copies.get(real);
    if (known) return known.path;
    const { name, ext } = path.parse(plainName(file, 'part'));
    let copy = name + ext;
    for (let n = 2; taken.has(copy.toLowerCase()); n++) copy = `${name}-${n}${ext}`;
    taken.add(copy.toLowerCase());
    copies.set(real, { path: `${FOLDER}/${copy}`, content: text ?? readFileSync(real, 'utf8'), from: file });
    return `${FOLDER}/${copy}`;
  };
  const entries = imports.map(({ iri, file }) => ({ iri, path: place(file) }));
  const options = shapesAt(place);
  const index = entries.length === 0 ? [] : [{ path: CATALOG_FILE, content: printCatalog(entries) }];
  return { options, copies: [...copies.values(), ...index] };
}

/** A catalogue as OASIS XML Catalogs 1.1 and Protégé have it. */
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

/** The folder without symbolic links; of one that does not exist, as much of it as does. */
function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch {
    const parent = path.dirname(root);
    return parent === root ? root : path.join(realRoot(parent), path.basename(root));
  }
}
