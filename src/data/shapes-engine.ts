/** Runs a SHACL Core engine with limits of time and memory. Its input and results are plain data. */

import Validator from 'rdf-validate-shacl';
import type { ValidationResult } from 'rdf-validate-shacl/src/validation-report.js';
import { checkMemory, runWithTimeout } from '../diagnostics/index.ts';
import { isBlank, type Literal, type Node, pushTo, sh } from '../ontology/index.ts';

export interface Triple {
  readonly subject: Node;
  readonly predicate: string;
  readonly object: Node | Literal;
}

export interface ShapeTask {
  readonly shapes: readonly Triple[];
  readonly data: readonly Triple[];
}

/** A node that violates a constraint of a shape (SHACL 1.0, section 3.6.2). */
export interface ShapeResult {
  /** Literals may be targets, too (section 2.1.3.1). */
  readonly node: Node | Literal;
  readonly shape: Node;
  readonly component: string;
  /** The property, if the path is a single property. */
  readonly property: string | undefined;
  /** The IRI, or the lexical form. */
  readonly value: string | undefined;
  /** Whether `value` is an IRI. */
  readonly isIri: boolean;
  /** Its severity is not `sh:Violation` (section 2.1.4). */
  readonly isAdvice: boolean;
}

/**
 * Validates data against shapes, and returns the violations.
 *
 * @throws Error with the reason for messages, if shapes are invalid, or the engine needs more time or memory
 */
export function runEngine(seconds: number, task: ShapeTask): readonly ShapeResult[] {
  return runWithTimeout(
    seconds,
    () => judge(task),
    () => {
      throw new Error(`it takes longer than ${seconds} seconds`);
    },
  );
}

function judge({ shapes, data }: ShapeTask): readonly ShapeResult[] {
  const { factory } = new Validator(new Set() as never);
  const terms = new Terms(factory);
  const graph = shapes.map((triple) => terms.quad(triple));
  const all = [...graph, ...data.map((triple) => terms.quad(triple))];
  // A dataset has no statement twice.
  const dataGraph = new DataGraph([...factory.dataset(all)] as Quad[]);
  const validator = new Validator(factory.dataset(graph));
  // The method `validate` waits for imports first, so a limit of time would end before the work begins.
  validator.$data = factory.clownface({ dataset: dataGraph as never });
  validator.validationEngine.validateAll(validator.$data);
  const { results } = validator.validationEngine.getReport();
  return withDetails(results).flatMap(
    ({ focusNode, path, value, severity, sourceShape, sourceConstraintComponent: component }) => {
      const node = termOf(focusNode);
      const shape = nodeOf(sourceShape);
      if (node === undefined || shape === undefined || !component) return [];
      const property = path?.termType === 'NamedNode' ? path.value : undefined;
      const isAdvice = severity?.value !== sh.Violation;
      const isIri = value?.termType === 'NamedNode';
      return { node, shape, component: component.value, property, value: value?.value, isIri, isAdvice };
    },
  );
}

/** Number of calls between two checks of the memory, because a check takes about a microsecond. */
const MATCHES_PER_CHECK = 128;

type Quad = ReturnType<Terms['quad']>;
type Term = Quad['subject'] | Quad['predicate'] | Quad['object'];

/**
 * The part of a dataset that the engine reads (https://rdf.js.org/dataset-spec/). It matters for speed: `match` of the factory's
 * datasets makes an index of each result, and the engine asks for all subclasses again for each value of `sh:class`.
 */
class DataGraph extends Set<Quad> {
  readonly #bySubject = new Map<string, Quad[]>();
  /** Statements by predicate, then by object. */
  readonly #byPredicate = new Map<string, Map<string, Quad[]>>();
  #matches = 0;

  constructor(quads: readonly Quad[]) {
    super(quads);
    for (const quad of quads) {
      pushTo(this.#bySubject, quad.subject.value, quad);
      const byObject = this.#byPredicate.get(quad.predicate.value) ?? new Map<string, Quad[]>();
      this.#byPredicate.set(quad.predicate.value, byObject);
      pushTo(byObject, quad.object.value, quad);
    }
  }

  /** Returns the statements with these terms; null stands for any term. */
  match(subject?: Term | null, predicate?: Term | null, object?: Term | null): ReadonlySet<Quad> {
    // Results are few for one call, but may be as many as the square of the statements.
    if (this.#matches++ % MATCHES_PER_CHECK === 0) checkMemory('it');
    return new Set(
      this.#candidates(subject, predicate, object).filter(
        (quad) =>
          (!subject || quad.subject.equals(subject)) &&
          (!predicate || quad.predicate.equals(predicate)) &&
          (!object || quad.object.equals(object)),
      ),
    );
  }

  #candidates(subject?: Term | null, predicate?: Term | null, object?: Term | null): readonly Quad[] {
    if (subject) return this.#bySubject.get(subject.value) ?? [];
    if (!predicate) return [...this];
    const byObject = this.#byPredicate.get(predicate.value) ?? new Map<string, Quad[]>();
    return object ? (byObject.get(object.value) ?? []) : [...byObject.values()].flat();
  }
}

/** Returns results, each followed by its details: the results of the shapes that `sh:node` names. */
function withDetails(results: readonly ValidationResult[]): readonly ValidationResult[] {
  return results.flatMap((result) => [result, ...withDetails(result.detail)]);
}

type Factory = InstanceType<typeof Validator>['factory'];

/** Converts terms to RDF/JS, the data model of RDF libraries in JavaScript (https://rdf.js.org/data-model-spec/). */
class Terms {
  readonly #factory: Factory;

  constructor(factory: Factory) {
    this.#factory = factory;
  }

  quad({ subject, predicate, object }: Triple) {
    const factory = this.#factory;
    const value = typeof object === 'string' ? this.#node(object) : this.#literal(object);
    return factory.quad(this.#node(subject), factory.namedNode(predicate), value);
  }

  #node(node: Node) {
    return isBlank(node) ? this.#factory.blankNode(node.slice(2)) : this.#factory.namedNode(node);
  }

  #literal({ value, datatype, language }: Literal) {
    return this.#factory.literal(value, language === '' ? this.#factory.namedNode(datatype) : language);
  }
}

interface EngineTerm {
  readonly termType: string;
  readonly value: string;
  readonly datatype?: { readonly value: string };
  readonly language?: string;
}

function termOf(term: EngineTerm | undefined | null): Node | Literal | undefined {
  if (term?.termType !== 'Literal') return nodeOf(term);
  return { value: term.value, datatype: term.datatype?.value ?? '', language: term.language ?? '' };
}

function nodeOf(term: EngineTerm | undefined | null): Node | undefined {
  if (term?.termType === 'BlankNode') return `_:${term.value}`;
  return term?.termType === 'NamedNode' ? term.value : undefined;
}
