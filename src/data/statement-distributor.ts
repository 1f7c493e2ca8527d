/** Distributes the statements of an RDF file over buckets by their subjects. */

import type { DomainClass } from '../model/index.ts';
import { isBlank, type Literal, type Node, type Position, rdf, type TriplePlaces, type TripleSink } from '../ontology/index.ts';
import type { Buckets } from './statement-buckets.ts';
import type { ModelIndex } from './statement-fields.ts';
import { packString, packTerm } from './terms.ts';

/** The first part of a line with statements about a subject. */
const SUBJECT_LINE = 'S';
/** The first part of a line with a statement that may fill an inverse reference of its object. */
export const OBJECT_LINE = 'O';

/**
 * Receives the statements of a file and writes them as lines, whose parts are separated by tabs. A property is its index in
 * `properties`; an order is the number of earlier statements.
 *
 * - `S`, the order of the first statement, the subject, its location, then for each statement: property, object, location.
 *   Consecutive statements about one subject become one line, in the bucket of the subject.
 * - `O`, the order of the statement, the object, the property, the subject, its location. In the bucket of the object.
 */
export class StatementDistributor implements TripleSink {
  readonly #modelIndex: ModelIndex;
  readonly #buckets: Buckets;
  readonly #hasRandomLabels: boolean;
  readonly #classIndexes: ReadonlyMap<DomainClass, number>;
  readonly properties: string[] = [];
  readonly #propertyIndexes = new Map<string, number>();
  readonly #blankNames = new Map<string, string>();
  /** The parts of the line of the latest subject, which is not written yet. */
  #parts: string[] = [];
  #subject: string | undefined;
  #subjectKey = '';
  #bucket = 0;
  statementCount = 0;

  /** @param hasRandomLabels whether the parser gives blank nodes random labels, so that this class numbers them */
  constructor(modelIndex: ModelIndex, buckets: Buckets, hasRandomLabels: boolean) {
    this.#modelIndex = modelIndex;
    this.#buckets = buckets;
    this.#hasRandomLabels = hasRandomLabels;
    this.#classIndexes = new Map(modelIndex.classes.map((cls, i) => [cls, i]));
  }

  prefix(): void {}

  triple(subject: Node, predicate: string, to: Node | Literal, at?: TriplePlaces): void {
    const order = this.statementCount++;
    if (subject !== this.#subject) this.#begin(subject, order, at?.subject);
    const object = typeof to === 'string' && isBlank(to) ? this.#blankName(to) : to;
    const term = packTerm(object);
    const objectAt = formatPosition(at);
    this.#parts.push(String(this.#propertyIndex(predicate)), term, objectAt);
    if (typeof object !== 'string') return;
    if (predicate === rdf.type) {
      const cls = this.#modelIndex.classOf(object);
      if (cls) this.#buckets.describe(this.#subjectKey, String(this.#classIndexes.get(cls)));
    } else if (this.#modelIndex.referenceProperties.has(predicate)) {
      this.#buckets.requestDescriptions(term, this.#bucket);
      if (this.#modelIndex.inverseReferenceProperties.has(predicate)) this.#addObjectLine(order, term, predicate, at?.subject);
    }
  }

  /** Writes the pending line. Call it after the last statement, too. */
  flush(): void {
    if (this.#subject !== undefined) this.#buckets.add(this.#bucket, this.#parts.join('\t'));
    this.#subject = undefined;
  }

  #begin(subject: Node, order: number, at: Position | undefined): void {
    this.flush();
    this.#subject = subject;
    this.#subjectKey = packString(isBlank(subject) ? this.#blankName(subject) : subject);
    this.#bucket = this.#buckets.indexOf(this.#subjectKey);
    this.#parts = [SUBJECT_LINE, String(order), this.#subjectKey, formatPosition(at)];
  }

  #addObjectLine(order: number, object: string, predicate: string, at: Position | undefined): void {
    const bucket = this.#buckets.indexOf(object);
    this.#buckets.add(
      bucket,
      [OBJECT_LINE, order, object, this.#propertyIndex(predicate), this.#subjectKey, formatPosition(at)].join('\t'),
    );
    this.#buckets.requestDescriptions(this.#subjectKey, bucket);
  }

  /** Returns the index of a property in `properties`, to which it adds new ones. */
  #propertyIndex(iri: string): number {
    let index = this.#propertyIndexes.get(iri);
    if (index === undefined) {
      index = this.properties.push(iri) - 1;
      this.#propertyIndexes.set(iri, index);
    }
    return index;
  }

  /**
   * Returns the name of a blank node that is the same in each run. The parser adds a prefix to names in the data, which this
   * removes, and calls unnamed nodes `_:n` and a number.
   */
  #blankName(node: string): string {
    if (!this.#hasRandomLabels) return UNNAMED_NODE.test(node) ? node : `_:${escapeName(node.slice(2).replace(/^b\d+_/, ''))}`;
    let name = this.#blankNames.get(node);
    if (name === undefined) {
      name = `_:n${this.#blankNames.size}`;
      this.#blankNames.set(node, name);
    }
    return name;
  }
}

const UNNAMED_NODE = /^_:n\d+$/;

/** Returns a name that cannot be the name of an unnamed node. */
const escapeName = (name: string): string => (/^(n\d+$|x-)/.test(name) ? `x-${name}` : name);

/** Returns a location as a part of a line: `12:5`, or an empty string. */
export const formatPosition = (at: Position | TriplePlaces | undefined): string =>
  at?.line === undefined ? '' : `${at.line}:${at.column}`;

export function parsePosition(text: string): Position | undefined {
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { line: Number(text.slice(0, colon)), column: Number(text.slice(colon + 1)) };
}
