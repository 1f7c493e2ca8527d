/**
 * Collects the triples of all files of an ontology into the index of {@link Ontology}. Keeps only statements about classes,
 * properties and shapes, such as `ex:age sh:minInclusive 18`; others are counted.
 */

import type { Place } from '../diagnostics/index.ts';
import { isMisspelledTerm } from './misspelled-namespaces.ts';
import { isBlank, isSameTerm, type Literal, type Node, type OntologyParts, type Statement, type Subject } from './ontology.ts';
import type { Position, TriplePlaces, TripleSink } from './sink.ts';
import { isStandardTerm } from './terms.ts';
import { DCTERMS, LINKML_VALUES, OWL, owl, RDF, RDFS, rdf, SCHEMA, SHACL, SKOS, VANN, XSD } from './vocabulary.build-time.ts';

/** Predicates outside the schema vocabularies that also describe classes and properties. */
export const describingPredicates: ReadonlySet<string> = new Set([
  rdf.type,
  rdf.first,
  rdf.rest,
  // OWL 2 uses this facet for language tags; it comes from rdf:PlainLiteral.
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#langRange',
  `${DCTERMS}description`,
  `${DCTERMS}title`,
  `${DCTERMS}isReplacedBy`,
  `${DCTERMS}replaces`,
  'http://www.w3.org/ns/prov#wasRevisionOf',
  'http://purl.org/dc/elements/1.1/description',
  'http://purl.org/dc/elements/1.1/title',
  `${VANN}preferredNamespacePrefix`,
  `${VANN}preferredNamespaceUri`,
  // "term replaced by", of the OBO ontologies
  'http://purl.obolibrary.org/obo/IAO_0100001',
  LINKML_VALUES,
  'http://datashapes.org/dash#abstract',
  ...SCHEMA.flatMap((ns) => ['domainIncludes', 'rangeIncludes', 'description', 'supersededBy'].map((name) => ns + name)),
]);

/** Vocabularies whose predicates all describe the schema; those of XML Schema are facets of datatypes. */
export const schemaNamespaces: readonly string[] = [RDFS, OWL, SHACL, SKOS, XSD];

function isSchemaPredicate(predicate: string): boolean {
  return (
    schemaNamespaces.some((namespace) => predicate.startsWith(namespace)) ||
    // A name in the RDF namespace that is not a term of RDF is probably a typo.
    (predicate.startsWith(RDF) && !isStandardTerm(predicate)) ||
    describingPredicates.has(predicate) ||
    // So is a term of a standard in a misspelled namespace.
    isMisspelledTerm(predicate)
  );
}

/** An `owl:imports` statement. */
export interface ImportStatement {
  readonly subject: Node;
  readonly iri: string;
  /** Source location of the IRI, if the parser reports locations. */
  readonly at: Position | undefined;
}

/** A subject while its statements are collected. */
type SubjectDraft = { -readonly [K in keyof Subject]: Subject[K] } & { isTyped: boolean };

const NONE: readonly Statement[] = [];

/** The number of statements from which they are found by key: to compare each with all others would take quadratic time. */
const MANY = 32;

/** Returns a text that identifies a statement of a subject. */
const keyOf = (predicate: string, object: Node | Literal): string =>
  typeof object === 'string' ? `${predicate} ${object}` : `${predicate} "${object.datatype} ${object.language} ${object.value}`;

/** Builds the index of an ontology from the triples of its files. */
export class Collector implements TripleSink {
  readonly #prefixes = new Map<string, string>();
  readonly #subjects = new Map<Node, SubjectDraft>();
  /** The current subject, and its statements so far. */
  #subject: SubjectDraft | undefined;
  #statements: Statement[] = [];
  readonly #typed: SubjectDraft[] = [];
  /** By subject with many statements: what identifies each. */
  readonly #keys = new Map<Node, Set<string>>();
  /** Per predicate: its interned string, or false if it does not describe the schema. */
  readonly #predicates = new Map<string, string | false>();
  /** Interns all terms of statements to save memory. */
  readonly #interned = new Map<string, string>();
  /** Datatype of the last literal; the next literal often has the same. */
  #datatype: string | undefined;
  #count = 0;
  /** The current file; undefined for the first one, whose statements store no file. */
  #file: string | undefined;
  #main = '';
  #files = 0;
  #ownPrefixes = this.#prefixes;
  #imports: ImportStatement[] = [];
  #ontologies = new Set<string>();
  #hasSchema = false;

  /** Starts a file: the following triples belong to it. */
  begin(file: string): void {
    if (this.#files++ > 0) {
      this.#file = file;
      this.#ownPrefixes = new Map();
    } else {
      this.#main = file;
    }
    this.#imports = [];
    this.#ontologies = new Set();
    this.#hasSchema = false;
  }

  /**
   * Ends a file. Returns its imports, the IRIs and version IRIs of the ontologies that it declares, and whether it contains terms
   * of OWL, RDFS or SHACL other than annotations.
   */
  end(): {
    readonly imports: readonly ImportStatement[];
    readonly ontologies: ReadonlySet<string>;
    readonly hasSchema: boolean;
  } {
    if (this.#file !== undefined) {
      for (const [name, iri] of this.#ownPrefixes) if (!this.#prefixes.has(name)) this.#prefixes.set(name, iri);
    }
    return { imports: this.#imports, ontologies: this.#ontologies, hasSchema: this.#hasSchema };
  }

  triple(subject: Node, predicate: string, object: Node | Literal, at?: TriplePlaces): void {
    this.#count++;
    let known = this.#predicates.get(predicate);
    if (known === undefined) {
      known = isSchemaPredicate(predicate) ? this.#intern(predicate) : false;
      this.#predicates.set(predicate, known);
    }
    if (known === false) return;
    this.#hasSchema ||= isOfSchema(predicate) || (typeof object === 'string' && isOfSchema(object));
    if (this.#file === undefined) this.#add(subject, known, object, at);
    else this.#addFrom(this.#file, this.#scoped(subject), known, this.#scoped(object), at);
  }

  prefix(name: string, iri: string): void {
    this.#ownPrefixes.set(name, iri);
  }

  finish(): Pick<OntologyParts, 'prefixes' | 'tripleCount' | 'typed' | 'subjects' | 'terms'> {
    this.#storeStatements();
    return {
      prefixes: this.#prefixes,
      tripleCount: this.#count,
      typed: this.#typed,
      subjects: this.#subjects,
      terms: this.#interned,
    };
  }

  /** Adds a triple of the first file, unless it is repeated: an ontology is a set of triples. */
  #add(subject: Node, predicate: string, object: Node | Literal, at?: TriplePlaces): void {
    const statements = this.#statementsOf(subject, at);
    if (!this.#isRepeated(statements, predicate, object))
      statements.push({ predicate, object: this.#internTerm(object), line: at?.line, column: at?.column });
    this.#noteDeclaration(subject, predicate, object, at);
  }

  /** Adds a triple of a further file, unless it is repeated. */
  #addFrom(file: string, subject: Node, predicate: string, object: Node | Literal, at?: TriplePlaces): void {
    const statements = this.#statementsOf(subject, at);
    if (!this.#isRepeated(statements, predicate, object))
      statements.push({ predicate, object: this.#internTerm(object), line: at?.line, column: at?.column, file });
    this.#noteDeclaration(subject, predicate, object, at);
  }

  /** Returns whether the current subject has a statement. Records it if the subject has many statements. */
  #isRepeated(statements: readonly Statement[], predicate: string, object: Node | Literal): boolean {
    if (statements.length < MANY) return statements.some((s) => s.predicate === predicate && isSameTerm(s.object, object));
    const node = this.#subject?.node as Node;
    let keys = this.#keys.get(node);
    if (!keys) {
      keys = new Set(statements.map((s) => keyOf(s.predicate, s.object)));
      this.#keys.set(node, keys);
    }
    return keys.size === keys.add(keyOf(predicate, object)).size;
  }

  /** Returns the list of statements of a subject, which becomes the current one. */
  #statementsOf(node: Node, at: TriplePlaces | undefined): Statement[] {
    if (node === this.#subject?.node) return this.#statements;
    this.#storeStatements();
    this.#subject = this.#subjects.get(node);
    if (this.#subject) {
      this.#statements = this.#subject.statements as Statement[];
    } else {
      this.#subject = { node, statements: NONE, place: this.#placeOf(at?.subject), isTyped: false };
      this.#subjects.set(node, this.#subject);
      this.#statements = [];
    }
    return this.#statements;
  }

  /** Stores the statements of the current subject in an array without spare capacity, because there may be many subjects. */
  #storeStatements(): void {
    if (this.#subject?.statements === NONE) this.#subject.statements = this.#statements.slice();
  }

  #placeOf(at: Position | undefined): Place | undefined {
    const file = this.#file ?? this.#main;
    if (at) return { file, line: at.line, column: at.column };
    return this.#file === undefined ? undefined : { file };
  }

  /** Updates the list of typed subjects, the declared ontologies and the imports. */
  #noteDeclaration(subject: Node, predicate: string, object: Node | Literal, at?: TriplePlaces): void {
    if (predicate === rdf.type) {
      const draft = this.#subject as SubjectDraft;
      if (!draft.isTyped) {
        draft.isTyped = true;
        this.#typed.push(draft);
        // A later `rdf:type` replaces the location of the first statement.
        if (draft.statements !== NONE || this.#statements.length > 1) draft.place = this.#placeOf(at?.subject) ?? draft.place;
      }
      if (object === owl.Ontology) this.#ontologies.add(subject);
    } else if (typeof object === 'string') {
      if (predicate === owl.imports) this.#imports.push({ subject, iri: object, at: objectPosition(at) });
      else if (predicate === owl.versionIRI) this.#ontologies.add(object);
    }
  }

  /** Makes a blank node label unique to its file. No syntax allows `#` in labels, so labels of two files never collide. */
  #scoped<T extends Node | Literal>(term: T): T | Node {
    return typeof term === 'string' && isBlank(term) ? `_:${this.#files}#${term.slice(2)}` : term;
  }

  #internTerm(term: Node | Literal): Node | Literal {
    if (typeof term === 'string') return this.#intern(term);
    if (term.datatype !== this.#datatype) this.#datatype = this.#intern(term.datatype);
    return term;
  }

  #intern(text: string): string {
    const known = this.#interned.get(text);
    if (known !== undefined) return known;
    this.#interned.set(text, text);
    return text;
  }
}

/** Returns whether a term is of OWL or SHACL, or a class or relation of RDFS. */
const isOfSchema = (iri: string): boolean =>
  iri.startsWith(OWL) || iri.startsWith(SHACL) || (iri.startsWith(RDFS) && !/#(?:label|comment|seeAlso|isDefinedBy)$/.test(iri));

function objectPosition(at: TriplePlaces | undefined): Position | undefined {
  const { line, column } = at ?? {};
  return line === undefined || column === undefined ? undefined : { line, column };
}
