/**
 * What an XML document costs a parser is known before it is parsed: how deep its elements stand, and how long the text
 * is that its entities come to. Parsers build both up in memory, and a few lines can ask for more than there is.
 */

import { fail } from '../diagnostics/index.ts';
import { inMegabytes, limits } from './limits.ts';

/** The line of an offset. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let i = text.indexOf('\n'); i >= 0 && i < offset; i = text.indexOf('\n', i + 1)) line++;
  return line;
}

/**
 * Walks through the tags of a document, and ends where it is not well-formed: the parser will say so.
 *
 * @param onNamespace is told the namespaces that are declared, by prefix
 * @throws DiagnosticError with the line if elements are too deep, or entities too long.
 */
export function checkXml(file: string, text: string, onNamespace: (prefix: string, iri: string) => void = () => {}): void {
  let depth = 0;
  let entities: ReadonlyMap<string, number> = new Map();
  let content = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const kind = text.charAt(at + 1);
    let end: number;
    if (kind === '?') end = after(text, '?>', at);
    else if (text.startsWith('<!--', at)) end = after(text, '-->', at + 4);
    else if (text.startsWith('<![CDATA[', at)) end = after(text, ']]>', at);
    else if (kind === '!') {
      end = endOfDoctype(text, at);
      refuseElsewhere(file, text, at, end);
      entities = sizes(text.slice(at, end));
      content = end;
    } else {
      end = endOfTag(text, at);
      if (kind === '/') depth--;
      else if (text.charAt(end - 2) !== '/') depth++;
      if (depth > limits.depth) {
        fail('too-deep', { what: 'elements', limit: limits.depth }, { file, line: lineAt(text, at) });
      }
      if (kind !== '/') namespaces(text.slice(at, end), onNamespace);
    }
    if (end < 0) break;
    at = end;
  }
  if (entities.size > 0) checkReferences(file, text, content, entities);
}

/** Where something ends that ends with a text; -1 if it does not. */
function after(text: string, ending: string, from: number): number {
  const found = text.indexOf(ending, from);
  return found < 0 ? -1 : found + ending.length;
}

/** Where a tag ends; in the values of attributes, a `>` is no end. */
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

/** Where a document type declaration ends, with what it declares in brackets. */
function endOfDoctype(text: string, from: number): number {
  let isInside = false;
  for (let i = from + 2; i < text.length; i++) {
    const char = text[i];
    if (char === '[') isInside = true;
    else if (char === ']') isInside = false;
    else if (char === '>' && !isInside) return i + 1;
    else if (char === '"' || char === "'") i = text.indexOf(char, i + 1);
    else if (char === '<' && text.startsWith('<!--', i)) i = after(text, '-->', i + 4) - 1;
    if (i < 0) return -1;
  }
  return -1;
}

function namespaces(tag: string, onNamespace: (prefix: string, iri: string) => void): void {
  if (!tag.includes('xmlns')) return;
  for (const [, prefix = '', double, single] of tag.matchAll(/\sxmlns(?::([\w.-]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    onNamespace(prefix, double ?? single ?? '');
  }
}

/** Refuses entities whose text lies in another file, which nothing reads: XML 1.0, section 4.2.2. */
function refuseElsewhere(file: string, text: string, from: number, end: number): void {
  let start = from;
  for (;;) {
    const at = text.indexOf('<!', start + 2);
    if (at < 0 || (end >= 0 && at >= end)) return;
    if (text.startsWith('<!--', at)) {
      start = after(text, '-->', at + 4) - 2;
      if (start < at) return;
      continue;
    }
    const [, name] = /^<!ENTITY\s+(?:%\s+)?([^\s"'%<>&;]+)\s+(?:SYSTEM|PUBLIC)\s/.exec(text.slice(at, at + 300)) ?? [];
    if (name !== undefined) fail('entity-elsewhere', { name }, { file, line: lineAt(text, at) });
    start = at;
  }
}

/**
 * The same text with the values of its entities in double quotes: XML takes either (XML 1.0, 4.3.2, rule 9), and the parser only
 * these. What stands where stays.
 */
export function inDoubleQuotes(text: string): string {
  const start = text.indexOf('<!DOCTYPE');
  const end = start < 0 ? -1 : endOfDoctype(text, start);
  if (end < 0) return text;
  const doctype = text
    .slice(start, end)
    .replace(/<!--[\s\S]*?-->|(<!ENTITY\s+[^\s"'%<>&;]+\s+)'([^'"]*)'/g, (all, before?: string, value?: string) =>
      before === undefined ? all : `${before}"${value}"`,
    );
  return text.slice(0, start) + doctype + text.slice(end);
}

/** How long each entity is where it is used. One that leads to itself has no length. */
function sizes(doctype: string): ReadonlyMap<string, number> {
  const values = new Map<string, string>();
  for (const [, name, double, single] of doctype.matchAll(/<!ENTITY\s+([^\s"'%<>&;]+)\s+(?:"([^"]*)"|'([^']*)')/g)) {
    // The first declaration counts (XML 1.0, 4.2).
    if (name !== undefined && !values.has(name)) values.set(name, double ?? single ?? '');
  }
  const known = new Map<string, number>();
  const waiting = [...values.keys()];
  const begun = new Set<string>();
  for (let name = waiting.at(-1); name !== undefined; name = waiting.at(-1)) {
    const value = values.get(name);
    const names = value === undefined ? [] : references(value, 0).map((each) => each.name);
    if (!begun.has(name)) {
      begun.add(name);
      const missing = names.filter((each) => values.has(each) && !begun.has(each));
      for (const each of missing) waiting.push(each);
      if (missing.length > 0) continue;
    }
    waiting.pop();
    if (known.has(name)) continue;
    known.set(
      name,
      names.reduce((sum, each) => sum + (known.get(each) ?? 0), value?.length ?? 0),
    );
  }
  return known;
}

/** The entities that a text refers to, but for characters by their number. */
function references(text: string, from: number): { readonly name: string; readonly at: number }[] {
  const found: { name: string; at: number }[] = [];
  for (let at = text.indexOf('&', from); at >= 0; at = text.indexOf('&', at + 1)) {
    const end = text.slice(at + 1, at + 258).indexOf(';');
    if (end > 0 && text.charAt(at + 1) !== '#') found.push({ name: text.slice(at + 1, at + 1 + end), at });
  }
  return found;
}

function checkReferences(file: string, text: string, from: number, entities: ReadonlyMap<string, number>): void {
  let sum = 0;
  for (const { name, at } of references(text, from)) {
    sum += entities.get(name) ?? 0;
    if (sum > limits.entities) {
      fail('entities-too-long', { limit: inMegabytes(limits.entities) }, { file, line: lineAt(text, at) });
    }
  }
}
