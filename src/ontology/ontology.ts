import type { Diagnostic, Place } from '../diagnostics/index.ts';
import { Prefixing } from './prefixing.ts';
import { unnamedOrder } from './unnamed.ts';
import { owl, rdf, VANN } from './vocabulary.made.ts';
import { wellKnownPrefixes } from './well-known.ts';

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
  /** The file that states it, unless it is the main one. */
  readonly file?: string;
}

/** A subject with all that is stated of it. */
export interface Subject {
  readonly node: Node;
  readonly statements: readonly Statement[];
  /** Where it is declared, if the syntax has places: its first `rdf:type`, else its first statement. */
  readonly place: Place | undefined;
}

/** An ontology that another one imports, and the file that holds it. */
export interface ImportedFile {
  readonly iri: string;
  readonly file: string;
}

/** What {@link Ontology} is made of; its fields are explained there. */
export interface OntologyParts {
  readonly file: string;
  /** The files, and what relative IRIs are resolved against in them. */
  readonly bases: ReadonlyMap<string, string>;
  readonly imports: readonly ImportedFile[];
  readonly sought: readonly string[];
  readonly prefixes: ReadonlyMap<string, string>;
  readonly tripleCount: number;
  readonly typed: readonly Subject[];
  readonly subjects: ReadonlyMap<Node, Subject>;
  /** By what statements name. */
  readonly terms: ReadonlyMap<string, unknown>;
  readonly diagnostics: readonly Diagnostic[];
}

export function isBlank(node: Node): boolean {
  return node.startsWith('_:');
}

const NONE: readonly Statement[] = [];

/** The order of texts by their code points, which is that of their UTF-8, and not that of JavaScript's own comparison. */
export function compareCodePoints(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; ) {
    const [x, y] = [a.codePointAt(i) as number, b.codePointAt(i) as number];
    if (x !== y) return x - y;
    i += x > 0xffff ? 2 : 1;
  }
  return a.length - b.length;
}

/**
 * What an ontology says about classes, properties and shapes, indexed by subject. It is one file, or one with those
 * that it imports and those that hold shapes for it; all count as one graph. Data that describe no schema are
 * counted, not kept.
 */
export class Ontology {
  /** The path of the main file, as the user gave it. */
  readonly file: string;
  /** All files that were read, the main one first, then what it imports, then those of shapes. */
  readonly files: readonly string[];
  /** What was imported, in the order in which it was found; a file may hold more than one of them. */
  readonly imports: readonly ImportedFile[];
  /** The files that were looked for in vain: any of them would be read for an import that is missing, if it were there. */
  readonly sought: readonly string[];
  /**
   * Namespace prefixes that the files declare, without the colon; the empty one included. The first file wins. Where
   * none is for the ontology's own namespace, its `vann:preferredNamespacePrefix` is.
   */
  readonly prefixes: ReadonlyMap<string, string>;
  /** All triples in the files, kept or not. */
  readonly tripleCount: number;
  /** Subjects with an `rdf:type`, with what is stated of them, in the order in which they were given their first one. */
  readonly typedSubjects: readonly Subject[];
  /** Warnings of reading the files. */
  readonly diagnostics: readonly Diagnostic[];
  readonly #subjects: ReadonlyMap<Node, Subject>;
  #typed: readonly Node[] | undefined;
  readonly #terms: ReadonlyMap<string, unknown>;
  /** The prefixes of namespaces, once one was asked for. */
  #prefixesOf: ReadonlyMap<string, string> | undefined;
  /** The namespace that a prefix was asked for last, and that prefix. */
  #latest: { readonly namespace: string; readonly prefix: string | undefined } = { namespace: '', prefix: undefined };
  /** By the files' prefixes, and by those that everybody knows. */
  #prefixings: readonly Prefixing[] | undefined;
  readonly #bases: ReadonlyMap<string, string>;

  constructor(parts: OntologyParts) {
    this.file = parts.file;
    this.files = [...parts.bases.keys()];
    this.imports = parts.imports;
    this.sought = parts.sought;
    this.tripleCount = parts.tripleCount;
    this.typedSubjects = parts.typed;
    this.diagnostics = parts.diagnostics;
    this.#subjects = parts.subjects;
    this.#terms = parts.terms;
    this.#bases = parts.bases;
    this.prefixes = this.#withPreferred(parts.prefixes);
  }

  /** The prefixes, with the one that the ontology prefers for itself (VANN) if its namespace has none. */
  #withPreferred(prefixes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const { iri } = this;
    if (iri === undefined) return prefixes;
    const prefix = this.literals(iri, `${VANN}preferredNamespacePrefix`)[0]?.value;
    const predicate = `${VANN}preferredNamespaceUri`;
    // Published as a literal, and often written as an IRI.
    const namespace = this.literals(iri, predicate)[0]?.value ?? this.node(iri, predicate);
    if (prefix === undefined || !namespace || !/^\p{L}[\p{L}\p{N}_-]*$/u.test(prefix)) return prefixes;
    if (prefixes.has(prefix) || [...prefixes.values()].includes(namespace)) return prefixes;
    return new Map([...prefixes, [prefix, namespace]]);
  }

  /**
   * The same with all that is named in the order of its IRIs, whatever the order in the files; what has no name comes last, in
   * the order of what is said of it.
   */
  sorted(): Ontology {
    const unnamed = unnamedOrder((node) => this.statements(node));
    const key = (node: Node) => (isBlank(node) ? unnamed(node) : node);
    const nodes = (a: Node, b: Node) => Number(isBlank(a)) - Number(isBlank(b)) || compareCodePoints(key(a), key(b));
    const text = ({ value, language, datatype }: Literal) => `${value}\0${language}\0${datatype}`;
    const objects = (a: Node | Literal, b: Node | Literal) => {
      if (typeof a === 'string' && typeof b === 'string') return nodes(a, b);
      if (typeof a !== 'string' && typeof b !== 'string') return compareCodePoints(text(a), text(b));
      return typeof a === 'string' ? -1 : 1;
    };
    const subjects = [...this.#subjects.values()].map(({ node, statements, place }): Subject => {
      const said = [...statements].sort((a, b) => compareCodePoints(a.predicate, b.predicate) || objects(a.object, b.object));
      return { node, statements: said, place };
    });
    const byNode = new Map(subjects.sort((a, b) => nodes(a.node, b.node)).map((subject) => [subject.node, subject]));
    const parts: OntologyParts = {
      ...{ file: this.file, bases: this.#bases, imports: this.imports, sought: this.sought },
      ...{ prefixes: this.prefixes, tripleCount: this.tripleCount },
      typed: [...this.typed].sort(nodes).flatMap((node) => byNode.get(node) ?? []),
      subjects: byNode,
      terms: this.#terms,
      diagnostics: this.diagnostics,
    };
    return new Ontology(parts);
  }

  /** The nodes of {@link typedSubjects}. */
  get typed(): readonly Node[] {
    this.#typed ??= this.typedSubjects.map(({ node }) => node);
    return this.#typed;
  }

  /** The ontology that the main file declares itself to be. */
  get iri(): Node | undefined {
    if (!this.mentions(owl.Ontology)) return undefined;
    for (const { node, statements, place } of this.typedSubjects) {
      const isOntology = statements.some(({ predicate, object }) => object === owl.Ontology && predicate === rdf.type);
      if (isOntology && (place === undefined || place.file === this.file)) return node;
    }
    return undefined;
  }

  /** The IRI against which relative IRIs are resolved in one of the files. */
  baseOf(file: string): string {
    const base = this.#bases.get(file);
    if (base === undefined) throw new Error(`${file} is not a file of this ontology`);
    return base;
  }

  /** All that statements name: predicates, objects, and datatypes of literals. */
  mentioned(): Iterable<string> {
    return this.#terms.keys();
  }

  /** Whether a statement names a term. What nothing names need not be looked for. */
  mentions(term: string): boolean {
    return this.#terms.has(term);
  }

  subjects(): Iterable<Node> {
    return this.#subjects.keys();
  }

  /** The subjects, each with all that is stated of it, for who looks at all of them. */
  entries(): Iterable<Subject> {
    return this.#subjects.values();
  }

  statements(subject: Node): readonly Statement[] {
    return this.#subjects.get(subject)?.statements ?? NONE;
  }

  /** What is stated of the subject with one predicate, in the order of the files. */
  statementsOf(subject: Node, predicate: string): Statement[] {
    return this.statements(subject).filter((s) => s.predicate === predicate);
  }

  /** The resources that `predicate` relates the subject to. */
  nodes(subject: Node, predicate: string): Node[] {
    const found: Node[] = [];
    for (const s of this.statements(subject)) if (s.predicate === predicate && typeof s.object === 'string') found.push(s.object);
    return found;
  }

  node(subject: Node, predicate: string): Node | undefined {
    for (const s of this.statements(subject)) if (s.predicate === predicate && typeof s.object === 'string') return s.object;
    return undefined;
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
    return this.terms(head).filter((member) => typeof member === 'string');
  }

  /** The members of an RDF collection, literals included. A list that runs in a circle ends there. */
  terms(head: Node): (Node | Literal)[] {
    return this.members(head).map(({ object }) => object);
  }

  /** The statements of the members of an RDF collection. */
  members(head: Node): Statement[] {
    const members: Statement[] = [];
    const seen = new Set<Node>();
    for (let at: Node | undefined = head; at !== undefined && at !== rdf.nil && !seen.has(at); at = this.node(at, rdf.rest)) {
      seen.add(at);
      const [first] = this.statementsOf(at, rdf.first);
      if (first !== undefined) members.push(first);
    }
    return members;
  }

  /** Where a subject is declared: its first `rdf:type`, else its first statement. */
  place(subject: Node): Place {
    return this.#subjects.get(subject)?.place ?? { file: this.file };
  }

  /** Where the object of a statement stands. */
  placeOf({ file = this.file, line, column }: Statement): Place {
    return line === undefined ? { file } : column === undefined ? { file, line } : { file, line, column };
  }

  /** Where anything is said of a subject, or of what has no name and stands below it. */
  *placesAbout(subject: Node): Iterable<Place> {
    const waiting = [subject];
    const seen = new Set(waiting);
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const place = this.#subjects.get(node)?.place;
      if (place) yield place;
      for (const statement of this.statements(node)) {
        yield this.placeOf(statement);
        const { object } = statement;
        if (typeof object !== 'string' || !isBlank(object) || seen.has(object)) continue;
        seen.add(object);
        waiting.push(object);
      }
    }
  }

  /**
   * The IRI that people mean by `<http://…>`, or by a prefix and a name: by the prefixes of the files, then by those that
   * everybody knows. Undefined if it is neither.
   */
  resolve(name: string): string | undefined {
    const full = /^<([^<>\s]+)>$/.exec(name)?.[1];
    if (full !== undefined) return full;
    const colon = name.indexOf(':');
    if (colon < 0) return undefined;
    const prefix = name.slice(0, colon);
    const namespace = this.prefixes.get(prefix) ?? wellKnownPrefixes.get(prefix);
    return namespace === undefined ? undefined : namespace + name.slice(colon + 1);
  }

  /** An IRI as people write it: prefixed if the file or custom has a prefix for it, else in angle brackets. */
  show(node: Node): string {
    if (isBlank(node)) return 'an anonymous class';
    this.#prefixings ??= [this.prefixes, wellKnownPrefixes].map((prefixes) => new Prefixing(prefixes));
    for (const prefixing of this.#prefixings) {
      const shown = prefixing.shorten(node);
      if (shown !== undefined) return shown;
    }
    return `<${node}>`;
  }

  /** The prefix that the file declares for the namespace of an IRI, if it has a name. */
  prefixOf(iri: string): string | undefined {
    this.#prefixesOf ??= prefixesByNamespace([this.prefixes, wellKnownPrefixes]);
    const namespace = iri.slice(0, iri.length - localName(iri).length);
    // Most have that of the one before.
    if (namespace !== this.#latest.namespace) this.#latest = { namespace, prefix: this.#prefixesOf.get(namespace) };
    return this.#latest.prefix;
  }
}

/** The prefixes of namespaces, the first one of each, but not the empty one. */
function prefixesByNamespace(all: readonly ReadonlyMap<string, string>[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const prefixes of all) {
    for (const [prefix, namespace] of prefixes) if (prefix !== '' && !found.has(namespace)) found.set(namespace, prefix);
  }
  return found;
}

/** What follows the last `#`, `/` or `:` of an IRI. */
export function localName(iri: string): string {
  let end = iri.length;
  while (end > 0 && isSeparator(iri.charCodeAt(end - 1))) end--;
  let start = end;
  while (start > 0 && !isSeparator(iri.charCodeAt(start - 1))) start--;
  return iri.slice(start, end);
}

const [HASH, SLASH, COLON] = ['#', '/', ':'].map((separator) => separator.charCodeAt(0));

function isSeparator(code: number): boolean {
  return code === HASH || code === SLASH || code === COLON;
}
