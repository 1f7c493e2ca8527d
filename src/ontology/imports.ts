/** Finds the local files of imported ontologies. Never uses the network. */

import path from 'node:path';
import { fail, type Place } from '../diagnostics/index.ts';
import type { ImportStatement } from './collector.ts';
import { fileIriFault } from './file-iri.ts';
import { iriKey } from './iri.ts';
import type { ImportedFile } from './ontology.ts';
import { extensions } from './source.ts';
import type { Catalog, Permissions, SourceFiles } from './source-files.ts';
import { lineOf } from './syntax-error.ts';

/** Name of the catalogue file in the folder of an ontology; Protégé writes it. */
export const CATALOG_FILE = 'catalog-v001.xml';

/** A file that was read, and its base IRI. */
export interface Importer {
  readonly file: string;
  readonly base: string;
}

/** The result of the search for an import. */
export type Resolution =
  | {
      readonly file: string;
      /** Whether only the name of the file matches the import. */
      readonly isFoundByName?: boolean;
    }
  | {
      /** Why the file that the catalogue names cannot be used; undefined if the catalogue does not name one. */
      readonly missingReason: string | undefined;
    };

/** Resolves imports to local files: files that the user gave, files that a catalogue names, and files near the importing one. */
export class ImportResolver {
  readonly #userFiles = new Map<string, ImportedFile>();
  readonly #used = new Set<ImportedFile>();
  readonly #sought = new Set<string>();
  readonly #folder: string;
  readonly #permissions: Permissions;
  readonly #files: SourceFiles;
  #catalogFile: string | undefined;
  /** Whether the command line names the catalogue: then all files that it refers to may be read. */
  #isTrusted = false;
  #catalog: Catalog | undefined;

  private constructor(main: string, userFiles: readonly ImportedFile[], permissions: Permissions, files: SourceFiles) {
    this.#folder = path.dirname(main);
    this.#permissions = permissions;
    this.#files = files;
    for (const userFile of userFiles) this.#userFiles.set(iriKey(userFile.iri), userFile);
  }

  /**
   * @param main the ontology file
   * @param userFiles files of ontologies, which override the catalogue; the last file for an IRI wins
   * @param catalog an OASIS catalogue; the default is `catalog-v001.xml` in the folder of the ontology, if it exists
   * @param permissions decides which files may be read
   * @throws DiagnosticError if a given file does not exist, or the given catalogue cannot be read.
   */
  static async open(
    main: string,
    userFiles: readonly ImportedFile[],
    catalog: string | undefined,
    permissions: Permissions,
    files: SourceFiles,
  ): Promise<ImportResolver> {
    const exists = (file: string) => files.get(file) !== undefined || files.disk?.exists(file) === true;
    for (const { file } of userFiles) if (!exists(file)) fail('file-not-found', { file });
    const resolver = new ImportResolver(main, userFiles, permissions, files);
    // Catalogues refer to files, which must not be read then.
    if (!files.disk) return resolver;
    const catalogFile = path.join(resolver.#folder, CATALOG_FILE);
    resolver.#catalogFile = catalog ?? (files.disk.isFile(catalogFile) ? catalogFile : undefined);
    resolver.#isTrusted = catalog !== undefined;
    if (catalog !== undefined) await resolver.#openCatalog();
    return resolver;
  }

  /** Returns the files of the user that no import uses. */
  unused(): ImportedFile[] {
    return [...this.#userFiles.values()].filter((userFile) => !this.#used.has(userFile));
  }

  /** Paths where imports were searched in vain. */
  get sought(): readonly string[] {
    return [...this.#sought];
  }

  /** Returns the file that was given for an import. */
  userFile(iri: string): string | undefined {
    const given = this.#userFiles.get(iriKey(iri));
    if (given) this.#used.add(given);
    return given?.file;
  }

  /**
   * Finds the file of an import without a given file: in the catalogue, by a relative or `file:` IRI, or in the folder of
   * the importing or main file, with the last segment of the IRI as its name.
   *
   * @throws DiagnosticError if the catalogue cannot be read, the `file:` IRI is invalid,
   * or the file may not be read.
   */
  async find(statement: ImportStatement, importer: Importer): Promise<Resolution> {
    const place: Place = { file: importer.file, ...statement.at };
    const subject = `the import ${statement.iri}`;
    const located = await this.#findInCatalog(statement.iri, subject, place);
    if (located) return located;
    const reason = fileIriFault(statement.iri);
    if (reason !== undefined) fail('import-no-path', { iri: statement.iri, reason }, place);
    const importerPath = path.resolve(importer.file);
    // Names are tried only in folders that may be read as a whole, not in those where single files were named.
    const filesByName = [...siblingFiles(statement.iri, importer, this.#folder)].filter((file) =>
      this.#permissions.isReadable(path.dirname(file)),
    );
    const candidates = [...fileIriPaths(statement, importer, this.#files), ...filesByName];
    for (const candidate of candidates) {
      if (!this.#files.isFile(candidate) || path.resolve(candidate) === importerPath) continue;
      this.#permissions.check(candidate, subject, place);
      return { file: candidate, isFoundByName: filesByName.includes(candidate) };
    }
    const declaring = this.#files.fileDeclaring(statement.iri);
    if (declaring !== undefined && path.resolve(declaring) !== importerPath) return { file: declaring };
    // A path that exists already, such as a folder, cannot become the missing file.
    for (const candidate of candidates) if (!this.#files.disk?.exists(candidate)) this.#sought.add(candidate);
    return { missingReason: undefined };
  }

  /** Returns what the catalogue states about an import; undefined if it does not contain it. */
  async #findInCatalog(iri: string, subject: string, place: Place): Promise<Resolution | undefined> {
    const located = (await this.#openCatalog())?.(iri);
    if (!located) return undefined;
    if ('iri' in located) {
      return { missingReason: `${this.#catalogFile} gives the address ${located.iri}` };
    }
    if (!this.#files.disk?.isFile(located.file)) {
      this.#sought.add(located.file);
      return { missingReason: `${this.#catalogFile} maps it to ${located.file}, which is not there` };
    }
    if (this.#isTrusted) this.#permissions.allow(located.file);
    else this.#permissions.check(located.file, subject, place);
    return located;
  }

  async #openCatalog(): Promise<Catalog | undefined> {
    const { disk } = this.#files;
    if (disk && this.#catalog === undefined && this.#catalogFile !== undefined) {
      const file = this.#catalogFile;
      if (!this.#isTrusted) this.#permissions.check(file, 'the catalogue', { file });
      this.#catalog = await disk.readCatalog(file);
    }
    return this.#catalog;
  }
}

/** Yields the files that a `file:` IRI may mean: relative to the importing file, or absolute. */
function* fileIriPaths({ iri, at }: ImportStatement, importer: Importer, files: SourceFiles): Iterable<string> {
  if (!iri.startsWith('file:')) return;
  const folder = path.dirname(importer.file);
  // The base IRI contains only the file name, so resolving a relative IRI loses its `..`: read it from the source.
  const relativePath = at && /^<(\.\.\/[^>]*)>/.exec(lineOf(importer.file, at.line, files)?.slice(at.column - 1) ?? '')?.[1];
  const local = relativePath === undefined ? undefined : decode(relativePath);
  if (local !== undefined) yield path.join(folder, local);
  try {
    if (importer.base.startsWith('file:')) {
      const [from, to] = [new URL(importer.base).pathname, new URL(iri).pathname];
      yield path.join(folder, decodeURIComponent(path.posix.relative(path.posix.dirname(from), to)));
    }
    if (files.disk) yield files.disk.pathOf(iri);
  } catch {
    // The IRI names a file of another machine, or is invalid.
  }
}

/** Extensions to try. Files with the name of an ontology that end in .xml or .json are often not RDF. */
const importExtensions = extensions.filter((extension) => extension !== '.xml' && extension !== '.json');

/** Yields `core`, `core.ttl` etc. for `http://example.org/shop/core#`, in the folders of the importing and the main file. */
function* siblingFiles(iri: string, importer: Importer, folder: string): Iterable<string> {
  const [location = ''] = iriKey(iri).split(/[?#]/, 1);
  const segment = decode(location.split(/[/:]/).at(-1) ?? '');
  if (segment === undefined || segment === '' || /[/\\\0]|^\.+$/.test(segment)) return;
  const ownExtension = extensions.find((extension) => segment.toLowerCase().endsWith(extension));
  const stem = ownExtension === undefined ? segment : segment.slice(0, -ownExtension.length);
  for (const at of new Set([path.dirname(importer.file), folder])) {
    yield path.join(at, segment);
    for (const extension of importExtensions) yield path.join(at, stem + extension);
  }
}

/** Decodes percent-encoding; returns undefined if it is invalid. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
