/** Converts source locations and symbols into the types of the protocol. */

import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  DiagnosticSeverity,
  type DocumentSymbol,
  type Location,
  type Diagnostic as LspDiagnostic,
  type Position,
  type Range,
  type SymbolInformation,
  SymbolKind,
} from 'vscode-languageserver/node.js';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic, Place } from '../diagnostics/index.ts';
import type { Ontology } from '../ontology/index.ts';
import { type Name, resolveName, type Scan } from './tokens.ts';

/** Returns the path of a document; unsaved documents get a path in the working directory. */
export function fileOf(uri: string): string {
  return uri.startsWith('file:') ? fileURLToPath(uri) : path.resolve(`${encodeURIComponent(uri)}.ttl`);
}

export function uriOf(file: string): string {
  return pathToFileURL(path.resolve(file)).href;
}

/** Converts a diagnostic; its range extends to the end of the word. */
export function toLspDiagnostic(
  { code, severity, message, help, place }: Diagnostic,
  lineAt: (line: number) => string,
): LspDiagnostic {
  return {
    range: rangeAt(place, lineAt),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: 'codegen',
    message: help === undefined ? message : `${message}\n${help}`,
  };
}

/** @param lineAt returns a line of the file; counts from 1 */
function rangeAt(place: Place | undefined, lineAt: (line: number) => string): Range {
  const start = lspPosition(place);
  const following = lineAt(start.line + 1).slice(start.character);
  // An IRI, a string or another token, without the final period.
  const length = /^(?:<[^<>\s]*>|"[^"]*"|[^\s;,()[\]]+)/.exec(following)?.[0].replace(/\.$/, '').length ?? 1;
  return { start, end: { line: start.line, character: start.character + Math.max(1, length) } };
}

/** Returns a position that counts from 0. */
function lspPosition({ line = 1, column = 1 }: Pick<Place, 'line' | 'column'> = {}): Position {
  return { line: line - 1, character: column - 1 };
}

/** Returns the declaration of an IRI: in the current text of the document, else in the last analysis. */
export function definitionOf(
  iri: string,
  document: TextDocument,
  scanned: Scan,
  prefixes: ReadonlyMap<string, string>,
  ontology: Ontology | undefined,
): Location | undefined {
  const subject = scanned.names.find((name) => isSubject(name) && resolveName(name.text, prefixes) === iri);
  if (subject) return { uri: document.uri, range: lspRange(subject, document) };
  if (!ontology || ontology.statements(iri).length === 0) return undefined;
  return locationOf(ontology.place(iri));
}

function isSubject({ role, depth }: Name): boolean {
  return role === 'subject' && depth === 0;
}

/** Converts the offsets of a name to lines and characters, which start at 0. */
export function lspRange({ start, end }: Pick<Name, 'start' | 'end'>, document: TextDocument): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export type KindOf = (iri: string) => keyof typeof kinds;

export function toSymbolInformation(name: string, kind: keyof typeof kinds, place: Place): SymbolInformation {
  return { name, kind: kinds[kind], location: locationOf(place) };
}

function locationOf(place: Place): Location {
  const at = lspPosition(place);
  return { uri: uriOf(place.file), range: { start: at, end: at } };
}

/** Returns the subjects of a document; each extends to the start of the next one. */
export function documentSymbols(
  document: TextDocument,
  { names }: Scan,
  kindOf: KindOf,
  prefixes: ReadonlyMap<string, string>,
): DocumentSymbol[] {
  const subjects = names.filter(isSubject);
  const text = document.getText();
  return subjects.map((name, i) => {
    const end = subjects[i + 1]?.start ?? text.length;
    const trimmed = name.start + text.slice(name.start, end).trimEnd().length;
    const iri = resolveName(name.text, prefixes);
    return {
      name: name.text,
      kind: kinds[iri === undefined ? 'other' : kindOf(iri)],
      range: lspRange({ start: name.start, end: trimmed }, document),
      selectionRange: lspRange(name, document),
    };
  });
}

const kinds = { class: SymbolKind.Class, property: SymbolKind.Property, other: SymbolKind.Object } as const;
