/**
 * Reads OASIS XML catalogues, which map the IRIs of ontologies to files:
 * `<uri name="http://example.org/core" uri="core.ttl"/>`.
 */

import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DOMParser, type Element, type Node, ParseError } from '@xmldom/xmldom';
import { checkMemory, countStep, fail, type Place, runWithTimeLimit } from '../diagnostics/index.ts';
import { readText } from './bounded-read.ts';
import { fileIriFault } from './file-iri.ts';
import { iriKey } from './iri.ts';
import { limits } from './limits.ts';
import type { Catalog } from './source-files.ts';
import { checkXml } from './xml.ts';

/** OASIS XML Catalogs 1.1, https://www.oasis-open.org/committees/download.php/14809/xml-catalogs.html */
const NAMESPACE = 'urn:oasis:names:tc:entity:xmlns:xml:catalog';
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** A URI in a catalogue, with its source location. */
interface Target {
  readonly uri: URL;
  readonly at: Place;
}

interface Entries {
  readonly exact: Map<string, Target>;
  /** Key: the start of an IRI. */
  readonly rewrites: Map<string, Target>;
  /** Key: the end of an IRI. */
  readonly suffixes: Map<string, Target>;
  /** The files of the `nextCatalog` entries, as absolute paths. */
  readonly next: { readonly file: string; readonly at: Place }[];
}

/**
 * Reads a catalogue and its next catalogues, and returns a function that looks up an IRI. Supports the entries for URIs
 * `uri`, `rewriteURI`, `uriSuffix` and `nextCatalog`, also in groups; ignores `delegateURI` and the entries for document
 * types.
 *
 * @param check throws if a next catalogue may not be read; its second argument is the location of the `nextCatalog` entry
 * @throws DiagnosticError with the location if a catalogue cannot be read or contains an invalid `file:` URI.
 */
export function readCatalog(file: string, check: (file: string, place: Place) => void): Catalog {
  const catalogs = new Map<string, Entries>();
  const waiting: { readonly file: string; readonly at?: Place }[] = [{ file }];
  // The list grows during the loop. Catalogues may refer to each other.
  for (const { file, at } of waiting) {
    const absolute = path.resolve(file);
    if (catalogs.has(absolute)) continue;
    if (at) check(file, at);
    const entries = runWithTimeLimit(`reading the catalogue ${file}`, () => readEntries(file), { file });
    catalogs.set(absolute, entries);
    for (const next of entries.next) waiting.push(next);
  }
  const folder = path.dirname(file);
  return (iri) => {
    const entry = lookUp(iri, path.resolve(file), catalogs);
    if (entry === undefined) return undefined;
    const { uri, at } = entry;
    if (uri.protocol !== 'file:') return { iri: uri.href };
    // If the path of the catalogue is relative, so are the paths of its files.
    return { file: path.join(folder, path.relative(folder, pathOf(uri, at))) };
  };
}

function pathOf(uri: URL, at: Place): string {
  const reason = fileIriFault(uri.href);
  if (reason !== undefined) fail('catalog-unreadable', { file: at.file, reason: `${uri.href} names no file: ${reason}` }, at);
  return fileURLToPath(uri);
}

/** Looks up an IRI as in section 7.2.2 of the standard, without delegation. */
function lookUp(iri: string, first: string, catalogs: ReadonlyMap<string, Entries>): Target | undefined {
  const visited = new Set<string>();
  const stack = [first];
  for (let file = stack.pop(); file !== undefined; file = stack.pop()) {
    const entries = visited.has(file) ? undefined : catalogs.get(file);
    visited.add(file);
    if (entries === undefined) continue;
    const match = lookUpIn(iri, entries);
    if (match) return match;
    for (const next of entries.next.toReversed()) stack.push(next.file);
  }
  return undefined;
}

/** Looks up an IRI in one catalogue: an exact entry, or else the longest start, or else the longest end. */
function lookUpIn(iri: string, { exact, rewrites, suffixes }: Entries): Target | undefined {
  const known = exact.get(iriKey(iri));
  if (known) return known;
  for (let length = rewrites.size === 0 ? 0 : iri.length; length > 0; length--) {
    const found = rewrites.get(iri.slice(0, length));
    if (found) return { uri: new URL(found.uri.href + iri.slice(length)), at: found.at };
  }
  for (let from = suffixes.size === 0 ? iri.length : 0; from < iri.length; from++) {
    const found = suffixes.get(iri.slice(from));
    if (found) return found;
  }
  return undefined;
}

function readEntries(file: string): Entries {
  const entries: Entries = { exact: new Map(), rewrites: new Map(), suffixes: new Map(), next: [] };
  const root = parseXml(file);
  if (root.namespaceURI !== NAMESPACE || root.localName !== 'catalog') {
    fail(
      'catalog-unreadable',
      { file, reason: `its root is <${root.nodeName}>, not <catalog xmlns="${NAMESPACE}">` },
      placeOf(root, file),
    );
  }
  const missing = (element: Element, name: string): never =>
    fail('catalog-unreadable', { file, reason: `<${element.nodeName}> has no attribute ${name}` }, placeOf(element, file));
  const required = (element: Element, name: string): string => element.getAttribute(name) ?? missing(element, name);
  const resolve = (element: Element, name: string, base: URL): URL => {
    const value = required(element, name);
    try {
      return new URL(value, base);
    } catch {
      return fail('catalog-unreadable', { file, reason: `"${value}" is not a URI` }, placeOf(element, file));
    }
  };
  /** Keeps only the first entry for a name. */
  const addEntry = (map: Map<string, Target>, key: string, element: Element, uri: URL) => {
    if (!map.has(key)) map.set(key, { uri, at: placeOf(element, file) });
  };

  // A stack instead of recursion, because groups may be nested deeply. Elements are visited in document order.
  const stack: { readonly element: Element; readonly baseOfParent: URL }[] = [
    { element: root, baseOfParent: pathToFileURL(path.resolve(file)) },
  ];
  for (let current = stack.pop(); current; current = stack.pop()) {
    const { element, baseOfParent } = current;
    countStep();
    const base = element.getAttributeNS(XML_NAMESPACE, 'base') ? resolve(element, 'xml:base', baseOfParent) : baseOfParent;
    switch (element.namespaceURI === NAMESPACE ? element.localName : '') {
      case 'catalog':
      case 'group': {
        for (const child of [...elementsOf(element)].reverse()) stack.push({ element: child, baseOfParent: base });
        break;
      }
      case 'uri':
        addEntry(entries.exact, iriKey(required(element, 'name')), element, resolve(element, 'uri', base));
        break;
      case 'rewriteURI':
        addEntry(entries.rewrites, required(element, 'uriStartString'), element, resolve(element, 'rewritePrefix', base));
        break;
      case 'uriSuffix':
        addEntry(entries.suffixes, required(element, 'uriSuffix'), element, resolve(element, 'uri', base));
        break;
      case 'nextCatalog': {
        const uri = resolve(element, 'catalog', base);
        // Next catalogues on the network are not fetched. The standard makes a missing next catalogue no error.
        if (uri.protocol !== 'file:') break;
        const at = placeOf(element, file);
        entries.next.push({ file: pathOf(uri, at), at });
      }
    }
  }
  return entries;
}

function* elementsOf(parent: Element): Iterable<Element> {
  for (let node: Node | null = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === node.ELEMENT_NODE) yield node as Element;
  }
}

function placeOf(node: Node, file: string): Place {
  return { file, ...(node.lineNumber && { line: node.lineNumber, column: node.columnNumber ?? 1 }) };
}

function parseXml(file: string): Element {
  const text = readText(file, limits.catalog, 'a catalogue');
  checkXml(file, text);
  checkMemory(`reading the catalogue ${file}`, { file });
  let reason: string | undefined;
  try {
    const parser = new DOMParser({
      onError: (level, message) => {
        if (level === 'warning') return;
        reason = message;
        throw new Error(message);
      },
    });
    const root = parser.parseFromString(text.replace(/^\ufeff/, ''), 'text/xml').documentElement;
    if (root) return root;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const { lineNumber: line, columnNumber: column } = error.locator ?? {};
    return fail('catalog-unreadable', { file, reason: reason ?? error.message }, { file, ...(line && { line, column }) });
  }
  return fail('catalog-unreadable', { file, reason: 'it has no element' }, { file });
}
