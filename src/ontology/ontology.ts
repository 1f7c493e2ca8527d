/** The index of an ontology that the model is built from: `ontology.nodes(':Post', rdfs.subClassOf)` gives its superclasses. */

import type { Diagnostic, Place } from '../diagnostics/index.ts';
import { blankNodeSortKey } from './blank-node-order.ts';
import type { Literal, Node, Statement } from './statement.ts';
import { owl, rdf, VANN } from './vocabulary.build-time.ts';
import { wellKnownPrefixes } from './well-known.ts';

export type { Literal, Node, Statement } from './statement.ts';

/** A subject with all its statements. */
export interface Subject {
  readonly node: Node;
  readonly statements: readonly Statement[];
  /** Where it is declared, if the parser reports locations: its first `rdf:type`, else its first statement. */
  readonly place: Place | undefined;
}

/** The IRI of an imported ontology, and its file. */
export interface ImportedFile {
  readonly iri: string;
  readonly file: string;
}

/** The parts of an {@link Ontology}. */
export interface OntologyParts
  extends Pick<Ontology, 'file' | 'imports' | 'sought' | 'prefixes' | 'tripleCount' | 'diagnostics'> {
  /** The files, each with the base IRI of its relative IRIs. */
  readonly bases: ReadonlyMap<string, string>;
  readonly typed: readonly Subject[];
  readonly subjects: ReadonlyMap<Node, Subject>;
  /** Key: a term that occurs in a statement. */
  readonly terms: ReadonlyMap<string, unknown>;
}

/** Returns whether a node is a blank node, whose label begins with `_:`; all other nodes are IRIs. */
export function isBlank(node: Node): boolean {
  return node.startsWith('_:');
}

/** Returns whether two terms are equal: the same node, or literals with the same lexical form, datatype and language. */
export function isSameTerm(a: Node | Literal, b: Node | Literal): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.value === b.value && a.datatype === b.datatype && a.language === b.language;
}

const NONE: readonly Statement[] = [];

/** Compares strings by code point, as a comparison of UTF-8 does; JavaScript's `<` compares UTF-16 code units. */
export function compareCodePoints(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; ) {
    const [x, y] = [a.codePointAt(i) as number, b.codePointAt(i) as number];
    if (x !== y) return x - y;
    i += x > 0xffff ? 2 : 1;
  }
  return a.length - b.length;
}

/**
 * The statements of an ontology about classes, properties and shapes, indexed by subject. The main file, its imports and
 * the files with shapes form one graph. Triples that do not describe the schema are only counted.
 */
export class Ontology {
  /** The path of the main file, as the user gave it. */
  readonly file: string;
  /** All files that were read: the main file, then its imports, then the files with shapes. */
  readonly files: readonly string[];
  /** The imported ontologies, in the order of discovery; one file may contain several of them. */
  readonly imports: readonly ImportedFile[];
  /** Files that do not exist, each of which would be read for a missing import if it existed. */
  readonly sought: readonly string[];
  /**
   * Namespace prefixes that the files declare, without the colon, including the empty prefix. The first file wins. If no
   * prefix is declared for the ontology's own namespace, `vann:preferredNamespacePrefix` is added.
   */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Number of all triples in the files. */
  readonly tripleCount: number;
  /** Subjects with an `rdf:type`, in the order of their first `rdf:type`. */
  readonly typedSubjects: readonly Subject[];
  /** Warnings from loading the files. */
  readonly diagnostics: readonly Diagnostic[];
  readonly #subjects: ReadonlyMap<Node, Subject>;
  readonly #terms: ReadonlyMap<string, unknown>;
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

  /** Returns the prefixes, plus the ontology's preferred prefix (VANN) if its namespace has none. */
  #withPreferred(prefixes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const { iri } = this;
    if (iri === undefined) return prefixes;
    const prefix = this.literals(iri, `${VANN}preferredNamespacePrefix`)[0]?.value;
    const predicate = `${VANN}preferredNamespaceUri`;
    // VANN defines it as a literal, but it is often written as an IRI.
    const namespace = this.literals(iri, predicate)[0]?.value ?? this.node(iri, predicate);
    if (prefix === undefined || !namespace || !/^\p{L}[\p{L}\p{N}_-]*$/u.test(prefix)) return prefixes;
    if (prefixes.has(prefix) || [...prefixes.values()].includes(namespace)) return prefixes;
    return new Map([...prefixes, [prefix, namespace]]);
  }

  /**
   * Returns a copy that does not depend on the order of the files: IRIs are sorted; blank nodes follow, sorted by their
   * statements.
   */
  sorted(): Ontology {
    const blankNodeKey = blankNodeSortKey((node) => this.statements(node));
    const nodeKey = (node: Node) => (isBlank(node) ? blankNodeKey(node) : node);
    const compareNodes = (a: Node, b: Node) =>
      Number(isBlank(a)) - Number(isBlank(b)) || compareCodePoints(nodeKey(a), nodeKey(b));
    const literalKey = ({ value, language, datatype }: Literal) => `${value}\0${language}\0${datatype}`;
    const compareObjects = (a: Node | Literal, b: Node | Literal) => {
      if (typeof a === 'string' && typeof b === 'string') return compareNodes(a, b);
      if (typeof a !== 'string' && typeof b !== 'string') return compareCodePoints(literalKey(a), literalKey(b));
      return typeof a === 'string' ? -1 : 1;
    };
    const subjects = [...this.#subjects.values()].map(({ node, statements, place }): Subject => {
      const sorted = statements.toSorted(
        (a, b) => compareCodePoints(a.predicate, b.predicate) || compareObjects(a.object, b.object),
      );
      return { node, statements: sorted, place };
    });
    const byNode = new Map(subjects.sort((a, b) => compareNodes(a.node, b.node)).map((subject) => [subject.node, subject]));
    return new Ontology({
      file: this.file,
      bases: this.#bases,
      imports: this.imports,
      sought: this.sought,
      prefixes: this.prefixes,
      tripleCount: this.tripleCount,
      typed: [...this.typed].sort(compareNodes).flatMap((node) => byNode.get(node) ?? []),
      subjects: byNode,
      terms: this.#terms,
      diagnostics: this.diagnostics,
    });
  }

  /** The nodes of {@link typedSubjects}. */
  get typed(): readonly Node[] {
    return this.typedSubjects.map(({ node }) => node);
  }

  /** The IRI or blank node of the `owl:Ontology` that the main file declares. */
  get iri(): Node | undefined {
    if (!this.mentions(owl.Ontology)) return undefined;
    for (const { node, statements, place } of this.typedSubjects) {
      const isOntology = statements.some(({ predicate, object }) => object === owl.Ontology && predicate === rdf.type);
      if (isOntology && (place === undefined || place.file === this.file)) return node;
    }
    return undefined;
  }

  baseOf(file: string): string {
    const base = this.#bases.get(file);
    if (base === undefined) throw new Error(`${file} is not a file of this ontology`);
    return base;
  }

  /** Returns all predicates, objects, and datatypes of literals. */
  mentioned(): Iterable<string> {
    return this.#terms.keys();
  }

  /** Returns whether a term occurs as a predicate, object or datatype; lets callers skip a search. */
  mentions(term: string): boolean {
    return this.#terms.has(term);
  }

  subjects(): Iterable<Node> {
    return this.#subjects.keys();
  }

  /** Returns all subjects with their statements. */
  entries(): Iterable<Subject> {
    return this.#subjects.values();
  }

  statements(subject: Node): readonly Statement[] {
    return this.#subjects.get(subject)?.statements ?? NONE;
  }

  /** Returns the statements of a subject with one predicate, in the order of the files. */
  statementsOf(subject: Node, predicate: string): Statement[] {
    return this.statements(subject).filter((s) => s.predicate === predicate);
  }

  /** Returns the objects of a predicate that are IRIs or blank nodes. */
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

  /** Returns whether a boolean property is stated to be true (`true` or `1`). */
  isTrue(subject: Node, predicate: string): boolean {
    return this.literals(subject, predicate).some((l) => l.value === 'true' || l.value === '1');
  }

  types(subject: Node): Node[] {
    return this.nodes(subject, rdf.type);
  }

  /** Returns the members of an RDF collection that are IRIs or blank nodes. A cyclic list ends at the repeated node. */
  list(head: Node): Node[] {
    return this.terms(head).filter((member) => typeof member === 'string');
  }

  /** Returns all members of an RDF collection. A cyclic list ends at the repeated node. */
  terms(head: Node): (Node | Literal)[] {
    return this.members(head).map(({ object }) => object);
  }

  /** Returns the `rdf:first` statements of an RDF collection. */
  members(head: Node): Statement[] {
    const members: Statement[] = [];
    const visited = new Set<Node>();
    for (let at: Node | undefined = head; at !== undefined && at !== rdf.nil && !visited.has(at); at = this.node(at, rdf.rest)) {
      visited.add(at);
      const [first] = this.statementsOf(at, rdf.first);
      if (first !== undefined) members.push(first);
    }
    return members;
  }

  /** Returns where a subject is declared: its first `rdf:type`, else its first statement. */
  place(subject: Node): Place {
    return this.#subjects.get(subject)?.place ?? { file: this.file };
  }

  /** Returns the source location of the object of a statement. */
  placeOf({ file = this.file, line, column }: Statement): Place {
    return line === undefined ? { file } : column === undefined ? { file, line } : { file, line, column };
  }

  /** Yields the source locations of all statements of a subject and of the blank nodes that it leads to. */
  *placesAbout(subject: Node): Iterable<Place> {
    const waiting = [subject];
    const visited = new Set(waiting);
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      const place = this.#subjects.get(node)?.place;
      if (place) yield place;
      for (const statement of this.statements(node)) {
        yield this.placeOf(statement);
        const { object } = statement;
        if (typeof object !== 'string' || !isBlank(object) || visited.has(object)) continue;
        visited.add(object);
        waiting.push(object);
      }
    }
  }

  /**
   * Returns the IRI of a name `<http://…>` or `prefix:name`, with the prefixes of the files and the well-known ones. Returns
   * undefined for any other text.
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

  /** Formats an IRI for messages: with a declared or well-known prefix, else in angle brackets. */
  show(node: Node): string {
    if (isBlank(node)) return 'an anonymous class';
    return shorten(node, this.prefixes) ?? shorten(node, wellKnownPrefixes) ?? `<${node}>`;
  }

  /** Returns the non-empty prefix of the namespace of an IRI: a declared one, else a well-known one. */
  prefixOf(iri: string): string | undefined {
    const own = iri.slice(0, iri.length - localName(iri).length);
    for (const prefixes of [this.prefixes, wellKnownPrefixes]) {
      for (const [prefix, namespace] of prefixes) if (prefix !== '' && namespace === own) return prefix;
    }
    return undefined;
  }
}

/** Returns the shortest form `prefix:name` of an IRI, of equally short ones the first; undefined if no prefix applies. */
function shorten(iri: string, prefixes: ReadonlyMap<string, string>): string | undefined {
  let shortest: string | undefined;
  for (const [prefix, namespace] of prefixes) {
    if (namespace === '' || !iri.startsWith(namespace)) continue;
    const name = iri.slice(namespace.length);
    const text = `${prefix}:${name}`;
    if ((shortest === undefined || text.length < shortest.length) && isLocalName(name)) shortest = text;
  }
  return shortest;
}

/** Returns whether Turtle allows a text as the local name of a prefixed name, without escapes. */
function isLocalName(text: string): boolean {
  // Regular expressions with Unicode properties are slow to compile, and most IRIs do not need them.
  return /^(?![.-])[\w.-]+$/.test(text) || /^(?![.-])[\p{L}\p{N}_.-]+$/u.test(text);
}

/** Returns the part after the last `#`, `/` or `:` of an IRI; trailing separators are ignored. */
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
