import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DOMParser, type Element, type Node, ParseError } from '@xmldom/xmldom';
import { fail, type Place, reasonOf } from '../diagnostics/index.ts';
import { iriKey } from './iri.ts';

/** OASIS XML Catalogs 1.1, https://www.oasis-open.org/committees/download.php/14809/xml-catalogs.html */
const NAMESPACE = 'urn:oasis:names:tc:entity:xmlns:xml:catalog';
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** Where a catalogue says that an ontology lies: in a file, or at another IRI. */
export type Located = { readonly file: string } | { readonly iri: string };

export type Catalog = (iri: string) => Located | undefined;

interface Entries {
  readonly exact: Map<string, URL>;
  readonly rewrites: { readonly start: string; readonly prefix: URL }[];
  readonly suffixes: { readonly suffix: string; readonly uri: URL }[];
  readonly next: Entries[];
}

/**
 * Reads a catalogue, and those that it names as next, and gives a function that looks an IRI up in it. The entries
 * for URIs count: `uri`, `rewriteURI`, `uriSuffix` and `nextCatalog`, in groups or not; `delegateURI` and those for
 * document types do not.
 *
 * @throws DiagnosticError with the place if a catalogue cannot be read.
 */
export function readCatalog(file: string): Catalog {
  const entries = readEntries(file, new Map());
  const folder = path.dirname(file);
  return (iri) => {
    const found = lookUp(iri, entries, new Set());
    if (found === undefined) return undefined;
    try {
      // As the catalogue was given, so are its files: relative paths stay so.
      if (found.protocol === 'file:') return { file: path.join(folder, path.relative(folder, fileURLToPath(found))) };
    } catch {
      // A file of another machine, which is as good as one of the network.
    }
    return { iri: found.href };
  };
}

/** Looks an IRI up as 7.2.2 of the standard says, but for delegation. */
function lookUp(iri: string, { exact, rewrites, suffixes, next }: Entries, seen: Set<unknown>): URL | undefined {
  const known = exact.get(iriKey(iri));
  if (known) return known;
  const rewrite = longest(rewrites, ({ start }) => (iri.startsWith(start) ? start.length : 0));
  if (rewrite) return new URL(rewrite.prefix.href + iri.slice(rewrite.start.length));
  const ending = longest(suffixes, ({ suffix }) => (iri.endsWith(suffix) ? suffix.length : 0));
  if (ending) return ending.uri;
  for (const catalog of next) {
    if (seen.has(catalog)) continue;
    seen.add(catalog);
    const found = lookUp(iri, catalog, seen);
    if (found) return found;
  }
  return undefined;
}

/** The first of those that fit best; nothing if none fits. */
function longest<T>(candidates: readonly T[], sizeOf: (candidate: T) => number): T | undefined {
  let best: T | undefined;
  for (const candidate of candidates) if (sizeOf(candidate) > (best === undefined ? 0 : sizeOf(best))) best = candidate;
  return best;
}

/** @param read the catalogues that were begun, by path: they may name each other */
function readEntries(file: string, read: Map<string, Entries>): Entries {
  const absolute = path.resolve(file);
  const known = read.get(absolute);
  if (known) return known;
  const entries: Entries = { exact: new Map(), rewrites: [], suffixes: [], next: [] };
  read.set(absolute, entries);
  const root = parseXml(file);
  if (root.namespaceURI !== NAMESPACE || root.localName !== 'catalog') {
    fail(
      'catalog-unreadable',
      { file, reason: `its root is <${root.nodeName}>, not <catalog xmlns="${NAMESPACE}">` },
      at(root, file),
    );
  }

  const visit = (element: Element, outer: URL) => {
    const resolve = (name: string, base: URL): URL => {
      const value = element.getAttribute(name);
      if (value === null) return missing(name);
      try {
        return new URL(value, base);
      } catch {
        return fail('catalog-unreadable', { file, reason: `"${value}" is no URI` }, at(element, file));
      }
    };
    const required = (name: string): string => element.getAttribute(name) ?? missing(name);
    const missing = (name: string): never =>
      fail('catalog-unreadable', { file, reason: `<${element.nodeName}> has no attribute ${name}` }, at(element, file));

    const ownBase = element.getAttributeNS(XML_NAMESPACE, 'base');
    const base = ownBase ? resolve('xml:base', outer) : outer;
    switch (element.namespaceURI === NAMESPACE ? element.localName : '') {
      case 'catalog':
      case 'group':
        for (const child of elementsOf(element)) visit(child, base);
        return;
      case 'uri': {
        const key = iriKey(required('name'));
        if (!entries.exact.has(key)) entries.exact.set(key, resolve('uri', base));
        return;
      }
      case 'rewriteURI':
        entries.rewrites.push({ start: required('uriStartString'), prefix: resolve('rewritePrefix', base) });
        return;
      case 'uriSuffix':
        entries.suffixes.push({ suffix: required('uriSuffix'), uri: resolve('uri', base) });
        return;
      case 'nextCatalog': {
        const next = resolve('catalog', base);
        // One on the network is not fetched; nor does a standard catalogue fail for want of a next one.
        if (next.protocol === 'file:') entries.next.push(readEntries(fileURLToPath(next), read));
        return;
      }
    }
  };
  visit(root, pathToFileURL(absolute));
  return entries;
}

function* elementsOf(parent: Element): Iterable<Element> {
  for (let node: Node | null = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === node.ELEMENT_NODE) yield node as Element;
  }
}

function at(node: Node, file: string): Place {
  return { file, ...(node.lineNumber && { line: node.lineNumber, column: node.columnNumber ?? 1 }) };
}

function parseXml(file: string): Element {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') fail('file-not-found', { file });
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
  let found: string | undefined;
  try {
    const parser = new DOMParser({
      onError: (level, message) => {
        if (level === 'warning') return;
        found = message;
        throw new Error(message);
      },
    });
    const root = parser.parseFromString(text.replace(/^\ufeff/, ''), 'text/xml').documentElement;
    if (root) return root;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { lineNumber: line, columnNumber: column } = error.locator ?? {};
    return fail('catalog-unreadable', { file, reason: found ?? error.message }, { file, ...(line && { line, column }) });
  }
  return fail('catalog-unreadable', { file, reason: 'it has no element' }, { file });
}
