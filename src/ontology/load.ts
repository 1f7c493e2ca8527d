import path from 'node:path';
import { type Literal, type Node, Ontology, type Statement } from './ontology.ts';
import type { Position, TripleSink } from './sink.ts';
import { openSource } from './source.ts';
import { parseTurtleFamily } from './turtle.ts';
import { OWL, RDFS, rdf, SCHEMA, SHACL, SKOS } from './vocabulary.ts';

/** Predicates outside the schema vocabularies that say something about classes and properties. */
const described = new Set([
  rdf.type,
  rdf.first,
  rdf.rest,
  'http://purl.org/dc/terms/description',
  'http://purl.org/dc/terms/title',
  'http://purl.org/dc/elements/1.1/description',
  'http://purl.org/dc/elements/1.1/title',
  ...SCHEMA.flatMap((ns) => ['domainIncludes', 'rangeIncludes', 'description'].map((name) => ns + name)),
]);

function isSchema(predicate: string): boolean {
  return (
    predicate.startsWith(RDFS) ||
    predicate.startsWith(OWL) ||
    predicate.startsWith(SHACL) ||
    predicate.startsWith(SKOS) ||
    described.has(predicate)
  );
}

/** Builds the index. */
class Collector implements TripleSink {
  readonly #file: string;
  readonly #prefixes = new Map<string, string>();
  readonly #statements = new Map<Node, Statement[]>();
  readonly #places = new Map<Node, Position>();
  readonly #typed = new Set<Node>();
  readonly #relevant = new Map<string, boolean>();
  /** Equal strings become one, so that large files stay small in memory. */
  readonly #interned = new Map<string, string>();
  #count = 0;

  constructor(file: string) {
    this.#file = file;
  }

  triple(subject: Node, predicate: string, object: Node | Literal, subjectAt?: Position, objectAt?: Position): void {
    this.#count++;
    let relevant = this.#relevant.get(predicate);
    if (relevant === undefined) {
      relevant = isSchema(predicate);
      this.#relevant.set(predicate, relevant);
    }
    if (!relevant) return;
    let list = this.#statements.get(subject);
    if (!list) {
      list = [];
      this.#statements.set(subject, list);
      if (subjectAt) this.#places.set(subject, subjectAt);
    }
    list.push({
      predicate: this.#intern(predicate),
      object: typeof object === 'string' ? this.#intern(object) : object,
      line: objectAt?.line,
      column: objectAt?.column,
    });
    if (predicate === rdf.type && !this.#typed.has(subject)) {
      this.#typed.add(subject);
      if (subjectAt) this.#places.set(subject, subjectAt);
    }
  }

  prefix(name: string, iri: string): void {
    this.#prefixes.set(name, iri);
  }

  finish(): Ontology {
    return new Ontology({
      file: this.#file,
      prefixes: this.#prefixes,
      tripleCount: this.#count,
      typed: [...this.#typed],
      statements: this.#statements,
      places: this.#places,
    });
  }

  #intern(text: string): string {
    const known = this.#interned.get(text);
    if (known !== undefined) return known;
    this.#interned.set(text, text);
    return text;
  }
}

/**
 * Relative IRIs are resolved against the file's name alone, so that the result is the same
 * wherever the file lies.
 */
function baseIri(file: string): string {
  return `file:///${encodeURIComponent(path.basename(file))}`;
}

/**
 * Reads an ontology file.
 *
 * @throws DiagnosticError with the place if the file cannot be read or does not parse.
 */
export async function loadOntology(file: string): Promise<Ontology> {
  const source = openSource(file);
  const collector = new Collector(file);
  switch (source.syntax) {
    case 'turtle':
    case 'trig':
    case 'ntriples':
    case 'nquads': {
      parseTurtleFamily(source, source.syntax, baseIri(file), collector);
      break;
    }
    case 'rdfxml':
    case 'jsonld': {
      const { parseWithOxigraph } = await import('./oxigraph.ts');
      await parseWithOxigraph(source, source.syntax, baseIri(file), collector);
      break;
    }
    default:
      source.syntax satisfies never;
  }
  return collector.finish();
}
