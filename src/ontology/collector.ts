import type { Place } from '../diagnostics/index.ts';
import { asKey } from './keys.ts';
import { isBlank, type Literal, type Node, type OntologyParts, type Statement, type Subject } from './ontology.ts';
import type { Position, TriplePlaces, TripleSink } from './sink.ts';
import { isStray } from './strays.ts';
import { isStandardTerm } from './terms.ts';
import { DCTERMS, LINKML_VALUES, OWL, owl, RDF, RDFS, rdf, SCHEMA, SHACL, SKOS, VANN, XSD } from './vocabulary.made.ts';

/** Predicates outside the schema vocabularies that say something about classes and properties. */
export const described: ReadonlySet<string> = new Set([
  rdf.type,
  rdf.first,
  rdf.rest,
  // The facet for language tags that OWL 2 takes from rdf:PlainLiteral.
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

/** Vocabularies of which every predicate does; those of XML Schema's are the facets of datatypes. */
export const schemaNamespaces: readonly string[] = [RDFS, OWL, SHACL, SKOS, XSD];

function isSchema(predicate: string): boolean {
  return (
    schemaNamespaces.some((namespace) => predicate.startsWith(namespace)) ||
    // What is no term of RDF was meant to be one.
    (predicate.startsWith(RDF) && !isStandardTerm(predicate)) ||
    described.has(predicate) ||
    // What is a term but for its namespace was meant to be one, too.
    isStray(predicate)
  );
}

/** A statement that an ontology imports another. */
export interface ImportStatement {
  readonly subject: Node;
  readonly iri: string;
  /** Where the IRI stands, if the syntax has places. */
  readonly at: Position | undefined;
}

/** A subject while files are read. */
type SubjectDraft = { -readonly [K in keyof Subject]: Subject[K] } & { isTyped: boolean };

const NONE: readonly Statement[] = [];

/** Builds the index of an ontology out of the triples of its files. */
export class Collector implements TripleSink {
  readonly #prefixes = new Map<string, string>();
  readonly #subjects = new Map<Node, SubjectDraft>();
  /** The subject at hand, and what is stated of it so far. */
  #subject: SubjectDraft | undefined;
  #said: Statement[] = [];
  readonly #typed: SubjectDraft[] = [];
  /** The predicates that were met, each as one string, or that it says nothing about classes and properties. */
  readonly #predicates = new Map<string, string | false>();
  /** Equal strings become one, so that large files stay small in memory: of all that statements name. */
  readonly #interned = new Map<string, string>();
  /** That of the last literal, which is often that of the next. */
  #datatype: string | undefined;
  #count = 0;
  /** The file at hand, unless it is the first, of which statements do not say that they are. */
  #file: string | undefined;
  #main = '';
  #files = 0;
  #ownPrefixes = this.#prefixes;
  #imports: ImportStatement[] = [];
  #ontologies = new Set<string>();

  /** The triples that follow are those of another file. */
  begin(file: string): void {
    if (this.#files++ > 0) {
      this.#file = file;
      this.#ownPrefixes = new Map();
    } else {
      this.#main = file;
    }
    this.#imports = [];
    this.#ontologies = new Set();
  }

  /** The file is read: what it imports, and the IRIs, with those of versions, of the ontologies that it declares. */
  end(): { readonly imports: readonly ImportStatement[]; readonly ontologies: ReadonlySet<string> } {
    if (this.#file !== undefined) {
      for (const [name, iri] of this.#ownPrefixes) if (!this.#prefixes.has(name)) this.#prefixes.set(name, iri);
    }
    return { imports: this.#imports, ontologies: this.#ontologies };
  }

  triple(subject: Node, predicate: string, object: Node | Literal, at?: TriplePlaces): void {
    this.#count++;
    let known = this.#predicates.get(predicate);
    if (known === undefined) {
      known = isSchema(predicate) ? this.#internPredicate(predicate) : false;
      this.#predicates.set(predicate, known);
    }
    if (known === false) return;
    if (this.#file === undefined) this.#add(subject, known, object, at);
    else this.#addFrom(this.#file, this.#scoped(subject), known, this.#scoped(object), at);
  }

  prefix(name: string, iri: string): void {
    this.#ownPrefixes.set(name, iri);
  }

  finish(): Pick<OntologyParts, 'prefixes' | 'tripleCount' | 'typed' | 'subjects' | 'terms'> {
    this.#keep();
    return {
      prefixes: this.#prefixes,
      tripleCount: this.#count,
      typed: this.#typed,
      subjects: this.#subjects,
      terms: this.#interned,
    };
  }

  /** Keeps a triple of the first file. */
  #add(subject: Node, predicate: string, object: Node | Literal, at?: TriplePlaces): void {
    this.#listOf(subject, at).push({
      predicate,
      object: this.#internTerm(object),
      line: at?.line,
      column: at?.column,
    });
    this.#note(subject, predicate, object, at);
  }

  /** Keeps a triple of a further file, unless it was stated before: an ontology is a set of triples. */
  #addFrom(file: string, subject: Node, predicate: string, object: Node | Literal, at?: TriplePlaces): void {
    const list = this.#listOf(subject, at);
    // Those of this file stand last, and are not looked at: there may be many.
    const before = list.find((s) => s.file === file || (s.predicate === predicate && sameTerm(s.object, object)));
    if (before === undefined || before.file === file) {
      list.push({
        predicate,
        object: this.#internTerm(object),
        line: at?.line,
        column: at?.column,
        file,
      });
    }
    this.#note(subject, predicate, object, at);
  }

  #listOf(node: Node, at: TriplePlaces | undefined): Statement[] {
    if (node === this.#subject?.node) return this.#said;
    this.#keep();
    this.#subject = this.#subjects.get(node);
    if (this.#subject) {
      this.#said = this.#subject.statements as Statement[];
    } else {
      this.#subject = { node, statements: NONE, place: this.#placeOf(at?.subject), isTyped: false };
      this.#subjects.set(node, this.#subject);
      this.#said = [];
    }
    return this.#said;
  }

  /** Keeps what was stated of the subject at hand in an array that takes no more room than it needs: there may be many. */
  #keep(): void {
    if (this.#subject?.statements === NONE) this.#subject.statements = this.#said.slice();
  }

  #placeOf(at: Position | undefined): Place | undefined {
    const file = this.#file ?? this.#main;
    if (at) return { file, line: at.line, column: at.column };
    return this.#file === undefined ? undefined : { file };
  }

  /** Takes down what is of interest beside the statement itself. */
  #note(subject: Node, predicate: string, object: Node | Literal, at?: TriplePlaces): void {
    if (predicate === rdf.type) {
      const about = this.#subject as SubjectDraft;
      if (!about.isTyped) {
        about.isTyped = true;
        this.#typed.push(about);
        // It is declared here, unless this is its first statement.
        if (about.statements !== NONE || this.#said.length > 1) about.place = this.#placeOf(at?.subject) ?? about.place;
      }
      if (object === owl.Ontology) this.#ontologies.add(subject);
    } else if (typeof object === 'string') {
      if (predicate === owl.imports) this.#imports.push({ subject, iri: object, at: objectOf(at) });
      else if (predicate === owl.versionIRI) this.#ontologies.add(object);
    }
  }

  /** Labels of blank nodes are those of a file: no syntax allows a `#` in one, so that of two files never meet. */
  #scoped<T extends Node | Literal>(term: T): T | Node {
    return typeof term === 'string' && isBlank(term) ? `_:${this.#files}#${term.slice(2)}` : term;
  }

  #internTerm(term: Node | Literal): Node | Literal {
    if (typeof term === 'string') return this.#intern(term);
    if (term.datatype !== this.#datatype) this.#datatype = this.#intern(term.datatype);
    return term;
  }

  #internPredicate(predicate: string): string {
    const known = this.#interned.get(predicate);
    if (known !== undefined) return known;
    const name = asKey(predicate);
    this.#interned.set(name, name);
    return name;
  }

  #intern(text: string): string {
    const known = this.#interned.get(text);
    if (known !== undefined) return known;
    this.#interned.set(text, text);
    return text;
  }
}

function objectOf(at: TriplePlaces | undefined): Position | undefined {
  const { line, column } = at ?? {};
  return line === undefined || column === undefined ? undefined : { line, column };
}

function sameTerm(a: Node | Literal, b: Node | Literal): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  return a.value === b.value && a.datatype === b.datatype && a.language === b.language;
}
