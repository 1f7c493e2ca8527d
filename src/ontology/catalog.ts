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

/** The file of an ontology, by the key of its IRI. */
type Entries = ReadonlyMap<string, Target>;

/**
 * Reads a catalogue, and returns a function that looks up an IRI. Supports what Protégé writes: the entries `uri`, also in
 * groups, and `xml:base`. Ignores all other entries.
 *
 * @throws DiagnosticError with the location if the catalogue cannot be read or contains an invalid `file:` URI.
 */
export function readCatalog(file: string): Catalog {
  const entries = runWithTimeLimit(`reading the catalogue ${file}`, () => readEntries(file), { file });
  const folder = path.dirname(file);
  return (iri) => {
    const entry = entries.get(iriKey(iri));
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

function readEntries(file: string): Entries {
  const entries = new Map<string, Target>();
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
      case 'uri': {
        const key = iriKey(required(element, 'name'));
        const uri = resolve(element, 'uri', base);
        // The first entry for a name counts.
        if (!entries.has(key)) entries.set(key, { uri, at: placeOf(element, file) });
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
