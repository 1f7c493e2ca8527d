/**
 * Scans Turtle that may be incomplete, because the user is typing (Turtle 1.1, https://www.w3.org/TR/turtle/#sec-grammar). Finds
 * the names with their roles: in `ex:Post a owl:Class`, `ex:Post` is the subject, `a` the predicate, `owl:Class` the object.
 */

import { type Ontology, rdf, wellKnownPrefixes } from '../ontology/index.ts';

/** The position of a name in a triple. */
export type Role = 'subject' | 'predicate' | 'object';

/** A prefixed name, an IRI in angle brackets, or the keyword `a`. */
export interface Name {
  readonly text: string;
  /** Offsets in the text. */
  readonly start: number;
  readonly end: number;
  readonly role: Role;
  /** Number of open brackets around it. */
  readonly depth: number;
}

/** The state at the end of a text or at a cursor. */
export interface Position {
  readonly role: Role;
  /** Whether a name may start here: not inside a comment, a string or an IRI. */
  readonly isFree: boolean;
  /** The predicate of the current triple, if it was read already. */
  readonly predicate: string | undefined;
}

export interface Scan {
  readonly names: readonly Name[];
  readonly prefixes: ReadonlyMap<string, string>;
  readonly base: string | undefined;
  readonly end: Position;
}

/** Matches all tokens; an unclosed token extends to the end of its line or of the text. */
const TOKEN =
  /(?<comment>#[^\n]*)|(?<long>"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*(?:"""|$)|'''(?:[^'\\]|\\[\s\S]|'{1,2}(?!'))*(?:'''|$))|(?<text>"(?:[^"\\\n]|\\.)*(?:"|(?=\n)|$)|'(?:[^'\\\n]|\\.)*(?:'|(?=\n)|$))|(?<iri><[^<>\s]*(?:>|(?=\s)|$))|(?<tag>@(?:prefix|base)\b|@[A-Za-z-]*|\b(?:PREFIX|BASE)(?=\s))|(?<number>[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[\p{L}_](?:[\p{L}\p{N}_-]|\.(?=[\p{L}\p{N}_-]))*(?::(?:[\p{L}\p{N}_:%-]|\\.|\.(?=[\p{L}\p{N}_:%-]))*)?|:(?:[\p{L}\p{N}_:%-]|\\.|\.(?=[\p{L}\p{N}_:%-]))*)|(?<sign>\^\^|[.;,[\]()])/gu;

export function scan(text: string, until = text.length): Scan {
  const reader = new Scanner();
  for (const match of text.slice(0, until).matchAll(TOKEN)) reader.read(match, until);
  return { names: reader.names, prefixes: reader.prefixes, base: reader.base, end: reader.end };
}

/** Returns the IRI of a name; undefined if its prefix is unknown. */
export function resolveName(text: string, prefixes: ReadonlyMap<string, string>): string | undefined {
  if (text.startsWith('<')) return /^<([^<>\s]*)>$/.exec(text)?.[1];
  const colon = text.indexOf(':');
  const namespace = colon < 0 ? undefined : prefixes.get(text.slice(0, colon));
  return namespace === undefined ? undefined : namespace + text.slice(colon + 1).replace(/\\(.)/g, '$1');
}

/** Returns the IRI of a name or of the keyword `a`; undefined if its prefix is unknown. */
export function iriOf(text: string, prefixes: ReadonlyMap<string, string>): string | undefined {
  return text === 'a' ? rdf.type : resolveName(text, prefixes);
}

/** Returns the prefixes that a text declares, those of its ontology, and well-known ones. */
export function prefixesOf({ prefixes }: Scan, ontology: Pick<Ontology, 'prefixes'> | undefined): ReadonlyMap<string, string> {
  return new Map([...wellKnownPrefixes, ...(ontology?.prefixes ?? []), ...prefixes]);
}

/** Returns the name that contains an offset or ends at it. */
export function nameAt({ names }: Scan, offset: number): Name | undefined {
  return names.find(({ start, end }) => start <= offset && offset <= end);
}

class Scanner {
  readonly names: Name[] = [];
  readonly prefixes = new Map<string, string>();
  base: string | undefined;
  #role: Role = 'subject';
  #predicate: string | undefined;
  #isFree = true;
  /** The states before the open brackets. */
  readonly #brackets: { readonly role: Role; readonly predicate: string | undefined; readonly isList: boolean }[] = [];
  /** The tokens of the current directive so far. */
  #directive: string[] | undefined;
  #isDatatype = false;

  get end(): Position {
    return { role: this.#role, isFree: this.#isFree, predicate: this.#predicate };
  }

  read({ 0: text, index, groups = {} }: RegExpMatchArray, end: number): void {
    const { comment, long, text: quoted, iri, tag, name, sign } = groups;
    const start = index ?? 0;
    const reachesEnd = start + text.length === end;
    this.#isFree = true;
    if (comment !== undefined) this.#isFree = !reachesEnd;
    else if (long !== undefined || quoted !== undefined) {
      this.#isFree = !reachesEnd || isClosed(text);
      this.#next();
    } else if (tag !== undefined) this.#tag(tag);
    else if (iri !== undefined) {
      this.#isFree = !reachesEnd || iri.endsWith('>');
      this.#name(iri, start);
    } else if (name !== undefined) this.#name(name, start);
    else if (sign !== undefined) this.#sign(sign);
    else this.#next();
  }

  /** Handles the keyword of a directive; ignores language tags. */
  #tag(tag: string): void {
    if (/^(@prefix|@base|PREFIX|BASE)$/.test(tag)) this.#directive = [tag];
  }

  #name(text: string, start: number): void {
    if (this.#directive) {
      this.#declare(text, this.#directive);
      return;
    }
    if (this.#isDatatype) {
      this.#isDatatype = false;
      this.names.push({ text, start, end: start + text.length, role: 'object', depth: this.#brackets.length });
      return;
    }
    this.names.push({ text, start, end: start + text.length, role: this.#role, depth: this.#brackets.length });
    if (this.#role === 'predicate') this.#predicate = text;
    this.#next();
  }

  #declare(text: string, directive: string[]): void {
    directive.push(text);
    const [keyword = '', prefix = '', iri] = directive;
    if (/base/i.test(keyword)) {
      this.base = text.replace(/^<|>$/g, '');
      this.#directive = keyword === 'BASE' ? undefined : directive;
      return;
    }
    if (iri === undefined) return;
    if (iri.startsWith('<')) this.prefixes.set(prefix.replace(/:$/, ''), iri.replace(/^<|>$/g, ''));
    // SPARQL-style directives have no final dot (Turtle 1.1, 6.5).
    if (keyword === 'PREFIX') this.#directive = undefined;
  }

  #sign(sign: string): void {
    switch (sign) {
      case '^^':
        this.#isDatatype = true;
        return;
      case '.':
        this.#directive = undefined;
        this.#brackets.length = 0;
        this.#role = 'subject';
        this.#predicate = undefined;
        return;
      case ';':
        this.#role = 'predicate';
        return;
      case ',':
        this.#role = 'object';
        return;
      case '[':
      case '(':
        this.#brackets.push({ role: this.#role, predicate: this.#predicate, isList: sign === '(' });
        if (sign === '[') this.#role = 'predicate';
        return;
      default: {
        const opener = this.#brackets.pop();
        if (!opener) return;
        this.#role = opener.role;
        this.#predicate = opener.predicate;
        this.#next();
      }
    }
  }

  /** Moves to the role after a term. */
  #next(): void {
    if (this.#brackets.at(-1)?.isList) return;
    if (this.#role === 'subject') this.#role = 'predicate';
    else if (this.#role === 'predicate') this.#role = 'object';
  }
}

function isClosed(text: string): boolean {
  const quotes = /^("""|'''|"|')/.exec(text)?.[0] ?? '"';
  return text.length >= 2 * quotes.length && text.endsWith(quotes);
}
