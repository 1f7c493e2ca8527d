/** Prints RDF as Turtle (https://www.w3.org/TR/turtle/): short nodes on one line, others with one statement on each line. */

import { escapedText } from '../../shared/tree/index.ts';
import type { Mark } from '../../target.ts';
import { type Lines, marked } from '../../text/index.ts';

/** A term in Turtle syntax such as `xsd:string`, a blank node, or a list. */
export type Node = string | Blank | readonly Node[];

/** A blank node with its statements. */
export interface Blank {
  readonly statements: readonly Statement[];
  /** Whether it is printed on several lines, even if it is short. */
  readonly isLong?: boolean;
  /** Its mark, if marks are recorded. */
  readonly mark?: Mark;
}

export type Statement = readonly [predicate: string, node: Node];

/** The line width. */
const WIDTH = 100;

/** Local names that need no escapes after a prefix. */
const LOCAL = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** Characters that Turtle does not allow in an IRI (section 6.4, IRIREF), and those that change the displayed order of a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
const ESCAPED_IN_IRI = /[\u0000-\u0020<>"{}|^`\\\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Prints terms with the prefixes of a document. */
export class Terms {
  readonly #prefixes: readonly (readonly [prefix: string, namespace: string])[];
  readonly #datatypes = new Map<string, string>();

  /** @param prefixes namespaces by prefix; if one namespace starts with another, the longer must come first */
  constructor(prefixes: Readonly<Record<string, string>>) {
    this.#prefixes = Object.entries(prefixes);
  }

  /** The declarations of prefixes, one on each line. */
  get prologue(): readonly string[] {
    return this.#prefixes.map(([prefix, namespace]) => `@prefix ${prefix}: ${iriRef(namespace)} .`);
  }

  iri(iri: string): string {
    for (const [prefix, namespace] of this.#prefixes) {
      if (!iri.startsWith(namespace)) continue;
      const local = iri.slice(namespace.length);
      if (LOCAL.test(local)) return `${prefix}:${local}`;
    }
    return iriRef(iri);
  }

  /** Returns the term of a datatype; cached, because a document has few datatypes. */
  datatype(iri: string): string {
    const term = this.#datatypes.get(iri) ?? this.iri(iri);
    this.#datatypes.set(iri, term);
    return term;
  }

  literal(text: string, datatype?: string): string {
    return datatype === undefined ? escapedText(text) : `${escapedText(text)}^^${this.datatype(datatype)}`;
  }
}

function iriRef(iri: string): string {
  return `<${iri.replace(ESCAPED_IN_IRI, (c) => `\\u${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)}>`;
}

/** Returns the lines of all statements about a subject. */
export function statementsOf(subject: string, statements: readonly Statement[]): Lines {
  return [subject, statementLines(statements, '    ', ' .')];
}

function statementLines(statements: readonly Statement[], pad: string, end: string): Lines[] {
  return statements.map(([predicate, object], i) =>
    nodeLines(`${predicate} `, object, i < statements.length - 1 ? ' ;' : end, pad),
  );
}

/** Returns the lines of a node between `head` and `tail`, such as `sh:in ` and ` ;`. */
function nodeLines(head: string, node: Node, tail: string, pad: string): Lines {
  const flat = flatNode(node, WIDTH - pad.length - head.length - tail.length);
  if (flat !== undefined) return `${pad}${head}${flat}${tail}`;
  if (typeof node === 'string') return `${pad}${head}${node}${tail}`;
  if ('statements' in node) {
    const above = `${pad}${head}[`;
    const lines = [statementLines(node.statements, `${pad}    `, ''), `${pad}]${tail}`];
    return node.mark ? marked(node.mark, lines, above) : [above, lines];
  }
  return [`${pad}${head}(`, node.map((item) => nodeLines('', item, '', `${pad}    `)), `${pad})${tail}`];
}

/** Returns a node on one line; undefined if it has more than `maxLength` characters. */
function flatNode(node: Node, maxLength: number): string | undefined {
  if (maxLength < 0) return undefined;
  if (typeof node === 'string') return node.length <= maxLength ? node : undefined;
  const isBlank = 'statements' in node;
  if (isBlank && node.isLong) return undefined;
  const items = isBlank ? node.statements.map(([predicate, object]) => [`${predicate} `, object] as const) : node.map(listItem);
  const [open, separator, close] = isBlank ? ['[', ' ; ', ']'] : ['(', ' ', ')'];
  if (items.length === 0) return open + close;
  const texts: string[] = [];
  let remaining = maxLength - `${open}  ${close}`.length;
  for (const [head, object] of items) {
    const text = flatNode(object, remaining - head.length);
    if (text === undefined) return undefined;
    texts.push(head + text);
    remaining -= head.length + text.length + separator.length;
  }
  const text = `${open} ${texts.join(separator)} ${close}`;
  return text.length <= maxLength ? text : undefined;
}

const listItem = (item: Node) => ['', item] as const;
