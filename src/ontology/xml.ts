/**
 * Checks XML before it is parsed: how deeply its elements are nested, and how long its expanded entities are ("billion laughs").
 * Parsers hold both in memory, and a few lines of input can exhaust it.
 */

import { fail } from '../diagnostics/index.ts';
import { inMegabytes, limits } from './limits.ts';

/** Returns the line number of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line++;
  return line;
}

/**
 * Checks the tags and entities of a document, and reports its namespaces. Reads the tags up to the first part that is not
 * well-formed; the parser reports it.
 *
 * @param onNamespace called for each namespace declaration
 * @throws DiagnosticError with the line if elements are nested too deeply, or entities are too long or external.
 */
export function checkXml(file: string, text: string, onNamespace: (prefix: string, iri: string) => void = () => {}): void {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const next = text.charAt(at + 1);
    const end = endOfMarkup(text, at);
    if (end < 0) break;
    if (next === '/') depth--;
    else if (next === '!') rejectExternalEntities(file, text, at, end);
    else if (next !== '?') {
      if (text.charAt(end - 2) !== '/') depth++;
      if (depth > limits.depth) {
        fail('too-deep', { what: 'elements', limit: limits.depth }, { file, line: lineAt(text, at) });
      }
      reportNamespaces(text.slice(at, end), onNamespace);
    }
    at = end;
  }
  checkEntities(file, text);
}

/** Returns the offset after the tag, comment, section or declaration that starts at an offset, or -1 if it does not end. */
function endOfMarkup(text: string, at: number): number {
  if (text.startsWith('<?', at)) return endOf(text, '?>', at);
  if (text.startsWith('<!--', at)) return endOf(text, '-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) return endOf(text, ']]>', at);
  return text.startsWith('<!', at) ? endOfDoctype(text, at) : endOfTag(text, at);
}

/** Returns the offset after the next occurrence of `ending`, or -1. */
function endOf(text: string, ending: string, from: number): number {
  const found = text.indexOf(ending, from);
  return found < 0 ? -1 : found + ending.length;
}

/** Returns the offset after the end of a tag, or -1; ignores a `>` in attribute values. */
function endOfTag(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '>') return i + 1;
    if (char !== '"' && char !== "'") continue;
    i = text.indexOf(char, i + 1);
    if (i < 0) return -1;
  }
  return -1;
}

/** Returns the offset after the end of a document type declaration with its internal subset, or -1. */
function endOfDoctype(text: string, from: number): number {
  let isInSubset = false;
  for (let i = from + 2; i < text.length; i++) {
    const char = text[i];
    if (char === '[') isInSubset = true;
    else if (char === ']') isInSubset = false;
    else if (char === '>' && !isInSubset) return i + 1;
    else if (char === '"' || char === "'") i = text.indexOf(char, i + 1);
    else if (text.startsWith('<!--', i)) i = endOf(text, '-->', i + 4) - 1;
    else if (text.startsWith('<?', i)) i = endOf(text, '?>', i) - 1;
    if (i < 0) return -1;
  }
  return -1;
}

function reportNamespaces(tag: string, onNamespace: (prefix: string, iri: string) => void): void {
  if (!tag.includes('xmlns')) return;
  for (const [, prefix = '', double, single] of tag.matchAll(/\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    onNamespace(prefix, double ?? single ?? '');
  }
}

/** Rejects external entities in a document type declaration; they are never read (XML 1.0, section 4.2.2). */
function rejectExternalEntities(file: string, text: string, from: number, end: number): void {
  if (text.startsWith('<!--', from) || text.startsWith('<![CDATA[', from)) return;
  const externalEntity = /<!--[\s\S]*?(?:-->|$)|<!ENTITY\s+(?:%\s+)?([^\s"'%<>&;]+)\s+(?:SYSTEM|PUBLIC)\s/g;
  for (const { 1: name, index } of text.slice(from, end).matchAll(externalEntity)) {
    if (name !== undefined) fail('entity-elsewhere', { name }, { file, line: lineAt(text, from + index) });
  }
}

/**
 * Replaces the single quotes around entity values by double quotes: XML allows both (XML 1.0, 4.3.2, rule 9), but oxigraph
 * only double quotes. Offsets do not change.
 */
export function normalizeEntityQuotes(text: string): string {
  const start = text.indexOf('<!DOCTYPE');
  const end = start < 0 ? -1 : endOfDoctype(text, start);
  if (end < 0) return text;
  const doctype = text
    .slice(start, end)
    .replace(/<!--[\s\S]*?(?:-->|$)|(<!ENTITY\s+[^\s"'%<>&;]+\s+)'([^'"]*)'/g, (all, before?: string, value?: string) =>
      before === undefined ? all : `${before}"${value}"`,
    );
  return text.slice(0, start) + doctype + text.slice(end);
}

/**
 * Rejects a document whose expanded entities exceed the limit in total. Counts every declaration, also one in a comment, a second
 * one of a name, and one in a malformed document type declaration: oxigraph expands such values, and all when they are declared.
 */
function checkEntities(file: string, text: string): void {
  const declarations = [...text.matchAll(/<!ENTITY\s+(?:%\s+)?([^\s"'%<>&;]+)\s+(?:"([^"]*)"|'([^']*)')/g)].map(
    ({ 0: { length }, 1: name = '', 2: double, 3: single, index }) => ({
      name,
      value: double ?? single ?? '',
      at: index,
      length,
    }),
  );
  const last = declarations.at(-1);
  if (last === undefined) return;
  const lengths = entityLengths(declarations);
  let sum = 0;
  for (const { name, at } of [...declarations, ...references(text, last.at + last.length)]) {
    sum += lengths.get(name) ?? 0;
    if (sum > limits.entities) {
      fail('entities-too-long', { limit: inMegabytes(limits.entities) }, { file, line: lineAt(text, at) });
    }
  }
}

/** Returns the expanded length of each entity, with all values that it is declared with. A reference that closes a cycle counts as 0. */
function entityLengths(declarations: readonly { readonly name: string; readonly value: string }[]): ReadonlyMap<string, number> {
  const values = new Map<string, string>();
  for (const { name, value } of declarations) values.set(name, (values.get(name) ?? '') + value);
  const lengths = new Map<string, number>();
  // A stack instead of recursion, because entities may be nested deeply: an entity stays on it until its parts have a length.
  const stack = [...values.keys()];
  const visited = new Set<string>();
  for (let name = stack.at(-1); name !== undefined; name = stack.at(-1)) {
    const value = values.get(name);
    const names = value === undefined ? [] : references(value, 0).map((each) => each.name);
    if (!visited.has(name)) {
      visited.add(name);
      const missing = names.filter((each) => values.has(each) && !visited.has(each));
      for (const each of missing) stack.push(each);
      if (missing.length > 0) continue;
    }
    stack.pop();
    if (lengths.has(name)) continue;
    lengths.set(
      name,
      // A reference is replaced: it does not count itself.
      names.reduce((sum, each) => sum + (lengths.get(each) ?? 0) - `&${each};`.length, value?.length ?? 0),
    );
  }
  return lengths;
}

/** Returns the entity references of a text, without character references. */
function references(text: string, from: number): { readonly name: string; readonly at: number }[] {
  const entities: { name: string; at: number }[] = [];
  for (let at = text.indexOf('&', from); at >= 0; at = text.indexOf('&', at + 1)) {
    const [, name] = entityReference(text, at) ?? [];
    if (name !== undefined) entities.push({ name, at });
  }
  return entities;
}

function entityReference(text: string, at: number): RegExpExecArray | null {
  const reference = /&([^#;&<>"'\s][^;&<>"'\s]*);/y;
  reference.lastIndex = at;
  return reference.exec(text);
}
