/** Finds and renames occurrences of an IRI in the files of an ontology. */

import { DocumentHighlightKind, type Location, type TextEdit } from 'vscode-languageserver/node.js';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { wellKnownPrefixes } from '../ontology/index.ts';
import { lspRange } from './locations.ts';
import { type Name, resolveName, type Scan, scan } from './tokens.ts';

/** An occurrence of the requested IRI. */
export interface Mention {
  readonly document: TextDocument;
  readonly scanned: Scan;
  readonly name: Name;
}

/** A local name without escapes (Turtle 1.1, 6.5, `PN_LOCAL`). */
const LOCAL = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u;

/** Yields the occurrences of an IRI in documents, in order. */
export function* mentionsOf(iri: string, documents: Iterable<TextDocument>): Iterable<Mention> {
  // Every way of writing an IRI contains its last part, unless it contains escapes.
  const end = endOf(iri);
  for (const document of documents) {
    const text = document.getText();
    if (!text.includes(end) && !text.includes('\\')) continue;
    const scanned = scan(text);
    for (const name of scanned.names) if (iriOf(name, scanned, document.uri) === iri) yield { document, scanned, name };
  }
}

/** Returns the IRI of a name in its document. */
function iriOf({ text }: Name, { prefixes, base }: Scan, uri: string): string | undefined {
  const iri = resolveName(text, prefixes);
  if (iri === undefined || !text.startsWith('<') || /^[A-Za-z][A-Za-z0-9+.-]*:/.test(iri)) return iri;
  return URL.canParse(iri, base ?? uri) ? new URL(iri, base ?? uri).href : undefined;
}

/** Returns the part of an IRI after its last `#` or `/`. */
function endOf(iri: string): string {
  return iri.slice(Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1);
}

export function locationOf({ document, name }: Mention): Location {
  return { uri: document.uri, range: lspRange(name, document) };
}

/** Returns the highlight of a mention: a write where a statement about the element begins, elsewhere a read. */
export function highlightOf({ document, name }: Mention) {
  const kind = name.role === 'subject' && name.depth === 0 ? DocumentHighlightKind.Write : DocumentHighlightKind.Read;
  return { range: lspRange(name, document), kind };
}

/** Returns the part of a name to edit in a rename: after the prefix, or after the last `#` or `/`. */
export function localPartOf({ text, start, end }: Name): { readonly start: number; readonly end: number; readonly text: string } {
  const isWhole = text.startsWith('<');
  const last = isWhole ? end - 1 : end;
  const inner = text.slice(0, last - start);
  const from = isWhole ? Math.max(inner.lastIndexOf('#'), inner.lastIndexOf('/'), 0) : inner.indexOf(':');
  return { start: start + from + 1, end: last, text: inner.slice(from + 1) };
}

/**
 * Returns the IRI of a new name.
 *
 * @param typed a local name in the old namespace, such as `headline`, or a full name: `ex:headline`, `<http://…#headline>`
 * @returns undefined if it is not a valid name
 */
export function newIri(old: string, typed: string, { prefixes }: Scan): string | undefined {
  if (LOCAL.test(typed)) return old.slice(0, old.length - endOf(old).length) + typed;
  const isWhole = /^<[A-Za-z][A-Za-z0-9+.-]*:[^<>\s"{}|^`\\]*>$/.test(typed) || LOCAL.test(typed.slice(typed.indexOf(':') + 1));
  return isWhole ? resolveName(typed, new Map([...wellKnownPrefixes, ...prefixes])) : undefined;
}

/** Returns the edit that replaces a mention by another IRI, with the prefixes of the document. */
export function renameEdit({ document, scanned, name }: Mention, iri: string): TextEdit {
  return { range: lspRange(name, document), newText: formatIri(name.text, iri, scanned.prefixes) };
}

function formatIri(before: string, iri: string, prefixes: ReadonlyMap<string, string>): string {
  if (before.startsWith('<')) return `<${iri}>`;
  const oldPrefix = before.slice(0, before.indexOf(':'));
  const byLength = [...prefixes].sort(([, a], [, b]) => b.length - a.length).map(([prefix]) => prefix);
  for (const prefix of [oldPrefix, ...byLength]) {
    const namespace = prefixes.get(prefix);
    if (namespace === undefined || namespace === '' || !iri.startsWith(namespace)) continue;
    const local = iri.slice(namespace.length);
    if (LOCAL.test(local)) return `${prefix}:${local}`;
  }
  return `<${iri}>`;
}
