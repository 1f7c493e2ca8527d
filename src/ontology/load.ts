import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, fail } from '../diagnostics/index.ts';
import { Collector, type ImportStatement } from './collector.ts';
import { type Bounds, type Importer, ImportResolver } from './imports.ts';
import { iriKey } from './iri.ts';
import { type ImportedFile, Ontology } from './ontology.ts';
import type { ParsedFiles } from './parsed.ts';
import { Reach, realPath } from './reach.ts';
import type { TripleSink } from './sink.ts';
import { openSource } from './source.ts';
import { Texts, unbounded } from './texts.ts';
import { parseSource } from './triples.ts';
import { undefinedTerms } from './undefined-terms.ts';
import { OWL, RDF, RDFS, SHACL, XSD } from './vocabulary.made.ts';

/** What belongs to an ontology beside its file. */
export interface LoadOptions {
  /** Files that hold shapes for its classes. */
  readonly shapes?: readonly string[];
  /** Where ontologies lie that are imported. */
  readonly imports?: readonly ImportedFile[];
  /** An OASIS catalogue of such; without it `catalog-v001.xml` beside the ontology is one, if it is there. */
  readonly catalog?: string;
  /** Folders that imports may lead to, beside the repository of the ontology or, if it is in none, its own folder. */
  readonly allowRead?: readonly string[];
  /** Texts that stand for files, by their paths. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Whether there is nothing beside those texts: then no file is read, and imports are resolved among them. */
  readonly onlyTexts?: boolean;
  /** What files held when they were read before, for who reads again and again. */
  readonly parsed?: ParsedFiles;
  /** The named graphs of an endpoint that are read; who fetches them asks for it. */
  readonly graphs?: readonly string[];
  /** Ends the work between two files. */
  readonly signal?: AbortSignal;
}

/**
 * Reads an ontology: its file, what that imports, what those import, and the files of shapes with what they import,
 * in this order, each file once. An import that no local file is found for is a warning.
 *
 * @throws DiagnosticError with the place if a file cannot be read or does not parse.
 */
export async function loadOntology(file: string, options: LoadOptions = {}): Promise<Ontology> {
  const { shapes = [], imports = [], catalog, allowRead = [], onlyTexts = false } = options;
  const texts = options.texts && new Texts(options.texts, onlyTexts);
  const reach = texts?.isWhole ? unbounded : new Reach(file, [...shapes, ...imports.map((given) => given.file)], allowRead);
  const resolver = await ImportResolver.open(file, imports, catalog, reach, texts);
  const loader = new Loader(resolver, reach, texts, options);
  options.parsed?.begin();
  for (const each of [file, ...shapes]) await loader.load(each);
  return loader.finish(file);
}

/** An import that no file is known for, unless a file that is read later declares it. */
interface Missing extends ImportStatement {
  readonly importer: Importer;
  readonly reason: string | undefined;
  /** The catalogue that knows the file, and is not read. */
  readonly catalog: string | undefined;
}

/** What every ontology is written in is known without a file. */
const builtIn: ReadonlySet<string> = new Set([RDF, RDFS, OWL, XSD, SHACL].map(iriKey));

class Loader {
  readonly #resolver: ImportResolver;
  readonly #reach: Bounds;
  readonly #texts: Texts | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #parsed: ParsedFiles | undefined;
  readonly #collector = new Collector();
  readonly #bases = new Map<string, string>();
  readonly #imports = new Map<string, ImportedFile>();
  readonly #missing = new Map<string, Missing>();
  /** The files that are read, without symbolic links. */
  readonly #known = new Set<string>();
  /** Where ontologies are declared that are read, by IRI. */
  readonly #declared = new Map<string, string>();

  constructor(
    resolver: ImportResolver,
    reach: Bounds,
    texts: Texts | undefined,
    { signal, parsed }: Pick<LoadOptions, 'signal' | 'parsed'>,
  ) {
    this.#resolver = resolver;
    this.#reach = reach;
    this.#texts = texts;
    this.#signal = signal;
    this.#parsed = parsed;
  }

  /** Reads a file, and then what it imports. */
  async load(file: string): Promise<void> {
    const waiting: Importer[] = [{ file, base: baseIri(file) }];
    for (const importer of waiting) {
      for (const statement of await this.#read(importer)) {
        const found = await this.#find(statement, importer);
        // A document's own IRI is what its relative IRIs are resolved against (RFC 3986, 5.1.3).
        if (found !== undefined) waiting.push({ file: found, base: statement.iri.split('#', 1)[0] ?? '' });
      }
    }
  }

  finish(main: string): Ontology {
    const imports = [...this.#imports.values()];
    const { sought } = this.#resolver;
    const parts = { ...this.#collector.finish(), file: main, bases: this.#bases, imports, sought };
    const bare = new Ontology({ ...parts, diagnostics: [] });
    return new Ontology({ ...parts, diagnostics: this.#diagnostics(bare) });
  }

  /** Reads a file, unless it is read already, and gives what it imports. */
  async #read({ file, base }: Importer): Promise<readonly ImportStatement[]> {
    this.#signal?.throwIfAborted();
    const real = this.#texts?.isWhole ? path.resolve(file) : realPath(file);
    if (this.#known.has(real)) return [];
    this.#known.add(real);
    this.#bases.set(file, base);
    try {
      await this.#parse(file, base);
    } catch (error) {
      // What is wrong with it is told with words of its text.
      if (error instanceof DiagnosticError && !this.#reach.isShown(file)) fail('foreign-unreadable', { file });
      throw error;
    }
    const { imports, ontologies } = this.#collector.end();
    for (const iri of ontologies) if (!this.#declared.has(iriKey(iri))) this.#declared.set(iriKey(iri), file);
    return imports;
  }

  async #parse(file: string, base: string): Promise<void> {
    this.#collector.begin(file);
    const isText = this.#texts !== undefined && (this.#texts.isWhole || this.#texts.get(file) !== undefined);
    const parse = (sink: TripleSink) => this.#parseInto(file, base, sink);
    if (!this.#parsed || isText) await parse(this.#collector);
    else if (!this.#parsed.replay(file, base, this.#collector)) await this.#parsed.keep(file, base, this.#collector, parse);
  }

  #parseInto(file: string, base: string, sink: TripleSink): Promise<void> {
    return parseSource(openSource(file, this.#texts), base, sink);
  }

  /** The file to be read for an import; nothing if it is read already, or none is found. */
  async #find(statement: ImportStatement, importer: Importer): Promise<string | undefined> {
    const key = iriKey(statement.iri);
    if (this.#imports.has(key)) return undefined;
    let file = this.#resolver.given(statement.iri);
    if (file === undefined) {
      if (this.#isRead(statement, importer)) return undefined;
      const found = await this.#resolver.find(statement, importer);
      if ('missing' in found) {
        if (builtIn.has(key) || this.#missing.has(key)) return undefined;
        this.#missing.set(key, { ...statement, importer, reason: found.missing, catalog: found.unread });
        return undefined;
      }
      file = found.file;
    }
    this.#imports.set(key, { iri: statement.iri, file });
    return file;
  }

  /** Whether a file that is read declares the ontology; that the importing one mentions it does not count. */
  #isRead({ iri, subject }: ImportStatement, importer: Importer): boolean {
    const file = this.#declared.get(iriKey(iri));
    return file !== undefined && (file !== importer.file || iriKey(iri) === iriKey(subject));
  }

  #diagnostics(ontology: Ontology): Diagnostic[] {
    const found: Diagnostic[] = [];
    for (const [key, missing] of this.#missing) {
      if (this.#imports.has(key) || this.#isRead(missing, missing.importer)) continue;
      const { iri, importer, at, reason, catalog } = missing;
      const names = undefinedTerms(ontology, iri).map((term) => ontology.show(term));
      found.push(diagnostic('import-missing', { iri, reason, names, catalog }, { file: importer.file, ...at }));
    }
    for (const { iri, file } of this.#resolver.unused()) found.push(diagnostic('import-unused', { iri, file }));
    return found;
  }
}

/**
 * Relative IRIs are resolved against the file's name alone, so that the result is the same
 * wherever the file lies.
 */
export function baseIri(file: string): string {
  return `file:///${encodeURIComponent(path.basename(file))}`;
}
