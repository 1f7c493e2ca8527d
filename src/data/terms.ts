/**
 * Converts RDF terms to text on one line and back, for spools. A node is itself; a literal is `"value"`, followed by `@` and the
 * language, by the datatype, or by nothing if the datatype is `xsd:string`.
 */

import { type Literal, type Node, rdf, XSD } from '../ontology/index.ts';

/** An IRI, a blank node (`_:…`) or a literal. */
export type Term = Node | Literal;

/** Characters that a line must not contain: separators, and unpaired surrogates, which UTF-8 cannot store. */
const SPECIAL = /[\t\n\\\p{Cs}]/u;
const ALL_SPECIAL = /[\t\n\\\p{Cs}]/gu;

const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\\': '\\\\' };

/** Escapes line breaks and tabs in a string. */
export function packString(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(ALL_SPECIAL, (c) => escapes[c] ?? `\\u${c.charCodeAt(0).toString(16)}`);
}

/** Returns the original of a {@link packString} string. */
export function unpackString(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/g, (_, code: string | undefined, letter: string) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return letters[letter] ?? letter;
  });
}

/** The characters that `escapes` writes as a backslash and a letter. */
const letters: Readonly<Record<string, string>> = { t: '\t', n: '\n' };

/** Returns a term as text without line breaks and tabs. */
export function packTerm(term: Term): string {
  if (typeof term === 'string') return packString(term);
  const { value, datatype, language } = term;
  const quoted = `"${packString(value)}"`;
  if (language !== '') return `${quoted}@${language}`;
  return datatype === `${XSD}string` ? quoted : quoted + packString(datatype);
}

/** Returns the term of a {@link packTerm}. */
export function unpackTerm(text: string): Term {
  if (!text.startsWith('"')) return unpackString(text);
  const end = text.lastIndexOf('"');
  const value = unpackString(text.slice(1, end));
  const suffix = text.slice(end + 1);
  if (suffix.startsWith('@')) return { value, datatype: rdf.langString, language: suffix.slice(1) };
  return { value, datatype: suffix === '' ? `${XSD}string` : unpackString(suffix), language: '' };
}

/** Returns whether a string is an RDF node as it is: an IRI with a scheme (RFC 3987, section 2.2) or a blank node. */
export function isAbsolute(node: Node): boolean {
  return /^(?:_|[a-z][a-z0-9+.-]*):/i.test(node);
}
