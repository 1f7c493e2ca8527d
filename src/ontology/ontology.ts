import type { Place } from '../diagnostics/index.ts';
import { rdf, wellKnownPrefixes } from './vocabulary.ts';

/** An IRI, or a blank node (`_:…`). */
export type Node = string;

export interface Literal {
  readonly value: string;
  /** IRI of the datatype. */
  readonly datatype: string;
  /** Language tag in lower case, or the empty string. */
  readonly language: string;
}

export interface Statement {
  readonly predicate: string;
  readonly object: Node | Literal;
  /** Where the object stands, if the syntax has places; both count from 1. */
  readonly line: number | undefined;
  readonly column: number | undefined;
}

export function isBlank(node: Node): boolean {
  return node.startsWith('_:');
}

const NONE: readonly Statement[] = [];

/**
 * What an ontology file says about classes, properties and shapes, indexed by subject. Data that
 * describe no schema are counted, not kept.
 */
export class Ontology {
  /** The path as the user gave it. */
  readonly file: string;
  /** Namespace prefixes that the file declares, without the colon; the empty one included. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** All triples in the file, kept or not. */
  readonly tripleCount: number;
  /** Subjects with an `rdf:type`, in the order in which they were given their first one. */
  readonly typed: readonly Node[];
  readonly #statements: ReadonlyMap<Node, readonly Statement[]>;
  readonly #places: ReadonlyMap<Node, { line: number; column: number }>;

  constructor(parts: {
    file: string;
    prefixes: ReadonlyMap<string, string>;
    tripleCount: number;
    typed: readonly Node[];
    statements: ReadonlyMap<Node, readonly Statement[]>;
    places: ReadonlyMap<Node, { line: number; column: number }>;
  }) {
    this.file = parts.file;
    this.prefixes = parts.prefixes;
    this.tripleCount = parts.tripleCount;
    this.typed = parts.typed;
    this.#statements = parts.statements;
    this.#places = parts.places;
  }

  subjects(): Iterable<Node> {
    return this.#statements.keys();
  }

  statements(subject: Node): readonly Statement[] {
    return this.#statements.get(subject) ?? NONE;
  }

  /** The resources that `predicate` relates the subject to. */
  nodes(subject: Node, predicate: string): Node[] {
    const found: Node[] = [];
    for (const s of this.statements(subject)) if (s.predicate === predicate && typeof s.object === 'string') found.push(s.object);
    return found;
  }

  node(subject: Node, predicate: string): Node | undefined {
    return this.nodes(subject, predicate)[0];
  }

  literals(subject: Node, predicate: string): Literal[] {
    const found: Literal[] = [];
    for (const s of this.statements(subject)) if (s.predicate === predicate && typeof s.object !== 'string') found.push(s.object);
    return found;
  }

  has(subject: Node, predicate: string, object: Node): boolean {
    return this.statements(subject).some((s) => s.predicate === predicate && s.object === object);
  }

  /** Whether a boolean property is stated to be true (`true` or `1`). */
  isTrue(subject: Node, predicate: string): boolean {
    return this.literals(subject, predicate).some((l) => l.value === 'true' || l.value === '1');
  }

  types(subject: Node): Node[] {
    return this.nodes(subject, rdf.type);
  }

  /** The members of an RDF collection that are resources. A list that runs in a circle ends there. */
  list(head: Node): Node[] {
    const members: Node[] = [];
    const seen = new Set<Node>();
    for (let at: Node | undefined = head; at !== undefined && at !== rdf.nil && !seen.has(at); at = this.node(at, rdf.rest)) {
      seen.add(at);
      const first = this.node(at, rdf.first);
      if (first !== undefined) members.push(first);
    }
    return members;
  }

  /** Where a subject is declared: its first `rdf:type`, else its first statement. */
  place(subject: Node): Place {
    const at = this.#places.get(subject);
    return at ? { file: this.file, ...at } : { file: this.file };
  }

  /** An IRI as people write it: prefixed if the file or custom has a prefix for it, else in angle brackets. */
  show(node: Node): string {
    if (isBlank(node)) return 'an anonymous class';
    for (const prefixes of [this.prefixes, wellKnownPrefixes]) {
      let best: string | undefined;
      for (const [prefix, namespace] of prefixes) {
        if (
          namespace !== '' &&
          node.startsWith(namespace) &&
          /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(node.slice(namespace.length))
        ) {
          const shown = `${prefix}:${node.slice(namespace.length)}`;
          if (best === undefined || shown.length < best.length) best = shown;
        }
      }
      if (best !== undefined) return best;
    }
    return `<${node}>`;
  }

  /** The prefix that the file declares for the namespace of an IRI, if it has a name. */
  prefixOf(iri: string): string | undefined {
    const namespace = iri.slice(0, iri.length - localName(iri).length);
    for (const prefixes of [this.prefixes, wellKnownPrefixes]) {
      for (const [prefix, ns] of prefixes) if (prefix !== '' && ns === namespace) return prefix;
    }
    return undefined;
  }
}

/** What follows the last `#`, `/` or `:` of an IRI. */
export function localName(iri: string): string {
  const end = iri.replace(/[#/:]+$/, '');
  return end.slice(Math.max(end.lastIndexOf('#'), end.lastIndexOf('/'), end.lastIndexOf(':')) + 1);
}
