/** Finds the local files of the ontologies that are imported. The network is never asked. */

import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { DiagnosticError, fail, type Place } from '../diagnostics/index.ts';
import type { Catalog } from './catalog.ts';
import type { ImportStatement } from './collector.ts';
import { faultOf } from './file-iri.ts';
import { iriKey } from './iri.ts';
import { notFound } from './missing.ts';
import type { ImportedFile } from './ontology.ts';
import type { Reach } from './reach.ts';
import { extensions } from './source.ts';
import { lineOf } from './syntax-error.ts';
import type { Texts } from './texts.ts';

/** The catalogue that is looked for beside an ontology: the one that Protégé keeps there. */
export const CATALOG_FILE = 'catalog-v001.xml';

/** A file that was read, and the IRI against which its relative IRIs were resolved. */
export interface Importer {
  readonly file: string;
  readonly base: string;
}

/** Which files may be read. */
export type Bounds = Pick<Reach, 'isShown' | 'isOpen' | 'name' | 'check'>;

/** The file of an import, or why there is none although a catalogue knows it, and the catalogue that would lead to one. */
export type Resolution =
  | { readonly file: string }
  | { readonly missing: string | undefined; readonly unread?: string | undefined };

export class ImportResolver {
  readonly #given = new Map<string, ImportedFile>();
  readonly #used = new Set<ImportedFile>();
  readonly #sought = new Set<string>();
  readonly #folder: string;
  readonly #reach: Bounds;
  readonly #texts: Texts | undefined;
  #catalogFile: string | undefined;
  /** Whether the command line names the catalogue: then it vouches for the files that it leads to. */
  #isVouched = false;
  #catalog: Catalog | undefined;
  /** A catalogue further up, which is not read unless it is named: many repositories keep one at their root. */
  #above: { readonly file: string; readonly catalog: Catalog } | undefined | 'unknown' = 'unknown';

  private constructor(main: string, given: readonly ImportedFile[], reach: Bounds, texts: Texts | undefined) {
    this.#folder = path.dirname(main);
    this.#reach = reach;
    this.#texts = texts;
    for (const one of given) this.#given.set(iriKey(one.iri), one);
  }

  /**
   * @param main the ontology file
   * @param given where ontologies lie, whatever a catalogue says; of two files for one IRI the last counts
   * @param catalog an OASIS catalogue; without it `catalog-v001.xml` beside the ontology counts, if it is there
   * @param reach which files may be read
   * @param texts what stands for files
   * @throws DiagnosticError if a file that is given is not there, or the catalogue given cannot be read.
   */
  static async open(
    main: string,
    given: readonly ImportedFile[],
    catalog: string | undefined,
    reach: Bounds,
    texts?: Texts,
  ): Promise<ImportResolver> {
    const isThere = (file: string) => texts?.get(file) !== undefined || (!texts?.isWhole && existsSync(file));
    for (const { file } of given) if (!isThere(file)) notFound(file);
    const resolver = new ImportResolver(main, given, reach, texts);
    // A catalogue leads to files.
    if (texts?.isWhole) return resolver;
    const beside = path.join(resolver.#folder, CATALOG_FILE);
    resolver.#catalogFile = catalog ?? (isFile(beside) ? beside : undefined);
    resolver.#isVouched = catalog !== undefined;
    if (catalog !== undefined) await resolver.#openCatalog();
    return resolver;
  }

  /** The imports that were given and that nothing asked for. */
  unused(): ImportedFile[] {
    return [...this.#given.values()].filter((one) => !this.#used.has(one));
  }

  /** The files of imports that were not found, wherever each might have been. */
  get sought(): readonly string[] {
    return [...this.#sought];
  }

  /** The file that was given for an import. */
  given(iri: string): string | undefined {
    const given = this.#given.get(iriKey(iri));
    if (given) this.#used.add(given);
    return given?.file;
  }

  /**
   * Finds the file of an import that none was given for: by the catalogue, as a file that a relative or `file:` IRI
   * names, or beside the importing file or the main one, where it is named like the last segment of the IRI.
   *
   * @throws DiagnosticError if the catalogue cannot be read, the IRI is one of a file but of none that there can be,
   * or the file is out of reach.
   */
  async find(statement: ImportStatement, importer: Importer): Promise<Resolution> {
    const catalog = await this.#openCatalog();
    const place: Place = { file: importer.file, ...statement.at };
    const what = `the import ${statement.iri}`;
    const located = catalog?.(statement.iri);
    if (located && 'iri' in located) {
      return { missing: `${this.#catalogFile} maps it to ${located.iri}, which is not fetched from the network` };
    }
    if (located) {
      if (!isFile(located.file)) {
        this.#sought.add(located.file);
        return { missing: `${this.#catalogFile} maps it to ${located.file}, which is not there` };
      }
      if (this.#isVouched) this.#reach.name(located.file);
      else this.#reach.check(located.file, what, place);
      return located;
    }
    const reason = faultOf(statement.iri);
    if (reason !== undefined) fail('import-no-path', { iri: statement.iri, reason }, place);
    const itself = path.resolve(importer.file);
    // A name alone is a guess: none is made in a folder that nobody opened, of which a single file was named.
    const guessed = [...beside(statement.iri, importer, this.#folder)].filter((file) => this.#reach.isOpen(path.dirname(file)));
    const candidates = [...named(statement, importer, this.#texts), ...guessed];
    for (const candidate of candidates) {
      if (!this.#isThere(candidate) || path.resolve(candidate) === itself) continue;
      this.#reach.check(candidate, what, place);
      return { file: candidate };
    }
    const declaring = this.#texts?.declaring(statement.iri);
    if (declaring !== undefined && path.resolve(declaring) !== itself) return { file: declaring };
    // A folder of that name is no file that may come.
    for (const candidate of candidates) if (!existsSync(candidate)) this.#sought.add(candidate);
    return { missing: undefined, unread: await this.#unread(statement.iri) };
  }

  /** The catalogue in a folder above that knows the file of an import, where no other one counts. */
  async #unread(iri: string): Promise<string | undefined> {
    if (this.#catalogFile !== undefined || this.#texts?.isWhole) return undefined;
    if (this.#above === 'unknown') this.#above = await this.#findAbove();
    if (this.#above === undefined) return undefined;
    const located = this.#above.catalog(iri);
    return located && 'file' in located && isFile(located.file) ? this.#above.file : undefined;
  }

  async #findAbove(): Promise<{ readonly file: string; readonly catalog: Catalog } | undefined> {
    let folder = this.#folder;
    for (let up = path.join(folder, '..'); this.#reach.isOpen(up) && up !== folder; up = path.join(folder, '..')) {
      folder = up;
      const file = path.join(folder, CATALOG_FILE);
      if (!isFile(file) || !this.#reach.isOpen(file)) continue;
      const { readCatalog } = await import('./catalog.ts');
      try {
        return { file, catalog: readCatalog(file, (next, place) => this.#reach.check(next, 'the catalogue', place)) };
      } catch (error) {
        // Nobody asked for it: one that cannot be read is no advice.
        if (error instanceof DiagnosticError) return undefined;
        throw error;
      }
    }
    return undefined;
  }

  #isThere(file: string): boolean {
    return this.#texts?.get(file) !== undefined || (!this.#texts?.isWhole && isFile(file));
  }

  async #openCatalog(): Promise<Catalog | undefined> {
    if (this.#catalog === undefined && this.#catalogFile !== undefined) {
      const { readCatalog } = await import('./catalog.ts');
      const check = (file: string, place: Place) => this.#reach.check(file, 'the catalogue', place);
      if (!this.#isVouched) check(this.#catalogFile, { file: this.#catalogFile });
      this.#catalog = readCatalog(this.#catalogFile, this.#isVouched ? () => {} : check);
    }
    return this.#catalog;
  }
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The files that a `file:` IRI may mean: relative to the importing file, as most are written, or as it stands. */
function* named({ iri, at }: ImportStatement, importer: Importer, texts: Texts | undefined): Iterable<string> {
  if (!iri.startsWith('file:')) return;
  const folder = path.dirname(importer.file);
  // The base has no more folders than the file's name has, so that `..` is lost when a relative IRI is resolved.
  const written = at && /^<(\.\.\/[^>]*)>/.exec(lineOf(importer.file, at.line, texts)?.slice(at.column - 1) ?? '')?.[1];
  const local = written === undefined ? undefined : decode(written);
  if (local !== undefined) yield path.join(folder, local);
  try {
    if (importer.base.startsWith('file:')) {
      const [from, to] = [new URL(importer.base).pathname, new URL(iri).pathname];
      yield path.join(folder, decodeURIComponent(path.posix.relative(path.posix.dirname(from), to)));
    }
    yield fileURLToPath(iri);
  } catch {
    // It names a file of another machine, or none at all.
  }
}

/** What else lies beside an ontology under its name may well be XML or JSON, but no RDF. */
const usual = extensions.filter((extension) => extension !== '.xml' && extension !== '.json');

/** `http://example.org/shop/core#`: `core`, or `core.ttl` and the like, beside the importing file or the main one. */
function* beside(iri: string, importer: Importer, folder: string): Iterable<string> {
  const [location = ''] = iriKey(iri).split(/[?#]/, 1);
  const segment = decode(location.split(/[/:]/).at(-1) ?? '');
  if (segment === undefined || segment === '' || /[/\\\0]|^\.+$/.test(segment)) return;
  const own = extensions.find((extension) => segment.toLowerCase().endsWith(extension));
  const stem = own === undefined ? segment : segment.slice(0, -own.length);
  for (const at of new Set([path.dirname(importer.file), folder])) {
    yield path.join(at, segment);
    for (const extension of usual) yield path.join(at, stem + extension);
  }
}

/** Undoes percent-encoding; nothing if it is none. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
