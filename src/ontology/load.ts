/** Loads an ontology from its main file, the files that it imports, and the files with shapes. */

import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, fail } from '../diagnostics/index.ts';
import { Collector, type ImportStatement } from './collector.ts';
import { type Importer, ImportResolver } from './imports.ts';
import { iriKey } from './iri.ts';
import { type ImportedFile, Ontology } from './ontology.ts';
import { openSource } from './source.ts';
import { type Permissions, type SourceFiles, unrestrictedPermissions } from './source-files.ts';
import { parseSource } from './triples.ts';
import { undefinedTerms } from './undefined-terms.ts';
import { OWL, RDF, RDFS, SHACL, XSD } from './vocabulary.build-time.ts';

/** Options of {@link loadFrom}. */
export interface LoadFromOptions {
  /** Files with shapes for the classes. */
  readonly shapes?: readonly string[];
  /** Files of imported ontologies. */
  readonly imports?: readonly ImportedFile[];
  /** An OASIS catalogue that locates imports; default: `catalog-v001.xml` in the folder of the ontology, if it exists. */
  readonly catalog?: string;
  /** Additional folders that imports may be read from, besides the repository (or folder) of the ontology. */
  readonly allowRead?: readonly string[];
  /** The named graphs of an endpoint to read; only the code that queries the endpoint uses this. */
  readonly graphs?: readonly string[];
  /** Aborts loading between two files. */
  readonly signal?: AbortSignal;
}

/**
 * Loads an ontology: its file, the imports transitively, and the files with shapes and their imports, in this order, each
 * file once. An import without a local file leads to a warning.
 *
 * @throws DiagnosticError with the source location if a file cannot be read or parsed.
 */
export async function loadFrom(files: SourceFiles, file: string, options: LoadFromOptions = {}): Promise<Ontology> {
  const { shapes = [], imports = [], catalog, allowRead = [] } = options;
  const extraFiles = [...shapes, ...imports.map((imported) => imported.file)];
  const permissions = files.disk?.permissions(file, extraFiles, allowRead) ?? unrestrictedPermissions;
  const resolver = await ImportResolver.open(file, imports, catalog, permissions, files);
  const loader = new Loader(resolver, permissions, files, options.signal);
  for (const each of [file, ...shapes]) await loader.load(each);
  return loader.finish(file, shapes);
}

/** An import without a file; a file that is read later may still declare it. */
interface MissingImport extends ImportStatement {
  readonly importer: Importer;
  readonly reason: string | undefined;
}

/** The standard vocabularies need no file. */
const standardVocabularies: ReadonlySet<string> = new Set([RDF, RDFS, OWL, XSD, SHACL].map(iriKey));

class Loader {
  readonly #resolver: ImportResolver;
  readonly #permissions: Permissions;
  readonly #files: SourceFiles;
  readonly #signal: AbortSignal | undefined;
  readonly #collector = new Collector();
  readonly #bases = new Map<string, string>();
  readonly #imports = new Map<string, ImportedFile>();
  readonly #missing = new Map<string, MissingImport>();
  /** The imports whose files were found by the file name alone: such a file may declare another ontology. */
  readonly #foundByName: (ImportStatement & { readonly importer: Importer; readonly file: string })[] = [];
  /** The files read so far, with symbolic links resolved. */
  readonly #readPaths = new Set<string>();
  readonly #withoutSchema = new Set<string>();
  /** The file that declares each ontology, by IRI. */
  readonly #declared = new Map<string, string>();

  constructor(resolver: ImportResolver, permissions: Permissions, files: SourceFiles, signal: AbortSignal | undefined) {
    this.#resolver = resolver;
    this.#permissions = permissions;
    this.#files = files;
    this.#signal = signal;
  }

  /** Reads a file and its imports. */
  async load(file: string): Promise<void> {
    const importers: Importer[] = [{ file, base: baseIri(file) }];
    // The list grows during the loop.
    for (const importer of importers) {
      for (const statement of await this.#read(importer)) {
        const found = await this.#find(statement, importer);
        // Relative IRIs are resolved against the IRI of the document (RFC 3986, 5.1.3).
        if (found !== undefined) importers.push({ file: found, base: statement.iri.split('#', 1)[0] ?? '' });
      }
    }
  }

  /** @param shapes the files that the user gave as shapes */
  finish(main: string, shapes: readonly string[]): Ontology {
    const imports = [...this.#imports.values()];
    // Commands that watch an ontology wait for these files.
    const { sought } = this.#resolver;
    const parts = { ...this.#collector.finish(), file: main, bases: this.#bases, imports, sought };
    // The diagnostics name terms of the ontology, so they need it.
    const ontology = new Ontology({ ...parts, diagnostics: [] });
    return new Ontology({ ...parts, diagnostics: this.#diagnostics(ontology, shapes) });
  }

  /** Reads a file, unless it was read already, and returns its imports. */
  async #read({ file, base }: Importer): Promise<readonly ImportStatement[]> {
    this.#signal?.throwIfAborted();
    const real = this.#files.realPath(file);
    if (this.#readPaths.has(real)) return [];
    this.#readPaths.add(real);
    this.#bases.set(file, base);
    try {
      this.#collector.begin(file);
      await parseSource(openSource(file, this.#files), base, this.#collector);
    } catch (error) {
      // Syntax errors quote the file, which may be secret.
      if (error instanceof DiagnosticError && !this.#permissions.isShown(file)) fail('foreign-unreadable', { file });
      throw error;
    }
    const { imports, ontologies, hasSchema } = this.#collector.end();
    if (!hasSchema) this.#withoutSchema.add(file);
    for (const iri of ontologies) if (!this.#declared.has(iriKey(iri))) this.#declared.set(iriKey(iri), file);
    return imports;
  }

  /** Returns the file to read for an import; undefined if it was read already or not found. */
  async #find(statement: ImportStatement, importer: Importer): Promise<string | undefined> {
    const key = iriKey(statement.iri);
    if (this.#imports.has(key)) return undefined;
    // A file that the user gave for the import is read even if another file declares the ontology.
    let file = this.#resolver.userFile(statement.iri);
    if (file === undefined) {
      if (this.#isRead(statement, importer)) return undefined;
      const resolution = await this.#resolver.find(statement, importer);
      if ('missingReason' in resolution) {
        if (standardVocabularies.has(key) || this.#missing.has(key)) return undefined;
        this.#missing.set(key, { ...statement, importer, reason: resolution.missingReason });
        return undefined;
      }
      file = resolution.file;
      if (resolution.isFoundByName) this.#foundByName.push({ ...statement, importer, file });
    }
    this.#imports.set(key, { iri: statement.iri, file });
    return file;
  }

  /**
   * Returns whether a file read so far declares the ontology. A declaration in the importing file itself does not count, unless
   * the ontology imports itself.
   */
  #isRead({ iri, subject }: ImportStatement, importer: Importer): boolean {
    const file = this.#declared.get(iriKey(iri));
    return file !== undefined && (file !== importer.file || iriKey(iri) === iriKey(subject));
  }

  #diagnostics(ontology: Ontology, shapes: readonly string[]): Diagnostic[] {
    const diagnostics: Diagnostic[] = [];
    for (const [key, missing] of this.#missing) {
      if (this.#imports.has(key) || this.#isRead(missing, missing.importer)) continue;
      const { iri, importer, at, reason } = missing;
      const names = undefinedTerms(ontology, iri).map((term) => ontology.show(term));
      diagnostics.push(diagnostic('import-missing', { iri, reason, names }, { file: importer.file, ...at }));
    }
    for (const { iri, importer, at, file } of this.#foundByName) {
      const declared = [...this.#declared].flatMap(([key, declaring]) => (declaring === file ? [key] : []));
      const [first] = declared;
      if (first === undefined || declared.includes(iriKey(iri))) continue;
      diagnostics.push(diagnostic('import-other-ontology', { iri, file, other: first }, { file: importer.file, ...at }));
    }
    for (const { iri, file } of this.#resolver.unused()) diagnostics.push(diagnostic('import-unused', { iri, file }));
    for (const file of shapes) {
      if (this.#withoutSchema.has(file)) diagnostics.push(diagnostic('shapes-without-shape', { file }, { file }));
    }
    return diagnostics;
  }
}

/**
 * Returns the base IRI of a file. It contains only the file's name, so that the result does not depend on the folder of
 * the file.
 */
export function baseIri(file: string): string {
  return `file:///${encodeURIComponent(path.basename(file))}`;
}
