/** Distributes the statements of a file over buckets by their subjects. */

import { isBlank, type Literal, type Node, type Position, rdf, type TriplePlaces, type TripleSink } from '../ontology/index.ts';
import type { Buckets } from './statement-buckets.ts';
import type { ModelIndex } from './statement-fields.ts';
import { packString, packTerm } from './terms.ts';

/** The first word of a line with statements about a subject. */
export const SUBJECT_LINE = 'S';
/** The first word of a line with a statement that its object keeps. */
export const OBJECT_LINE = 'L';

/**
 * Receives the statements of a file. Consecutive statements about one subject become one line.
 *
 * `S`, its order, the subject and its location, then for each statement the property, the object and its location;
 * `L`, its order, the object, the property, the subject and its location.
 */
export class StatementGatherer implements TripleSink {
  readonly #modelIndex: ModelIndex;
  readonly #buckets: Buckets;
  readonly #isNumbered: boolean;
  readonly #classes: ReadonlyMap<unknown, number>;
  readonly properties: string[] = [];
  readonly #properties = new Map<string, number>();
  readonly #blanks = new Map<string, string>();
  #parts: string[] = [];
  #subject: string | undefined;
  #subjectKey = '';
  #bucket = 0;
  count = 0;

  /** @param isNumbered whether the parser gives blank nodes random names, so that they are numbered instead */
  constructor(modelIndex: ModelIndex, buckets: Buckets, isNumbered: boolean) {
    this.#modelIndex = modelIndex;
    this.#buckets = buckets;
    this.#isNumbered = isNumbered;
    this.#classes = new Map(modelIndex.classes.map((cls, i) => [cls, i]));
  }

  prefix(): void {}

  triple(subject: Node, predicate: string, to: Node | Literal, at?: TriplePlaces): void {
    const order = this.count++;
    if (subject !== this.#subject) this.#begin(subject, order, at?.subject);
    const object = typeof to === 'string' && isBlank(to) ? this.#blank(to) : to;
    const term = packTerm(object);
    this.#parts.push(String(this.#property(predicate)), term, at?.line === undefined ? '' : `${at.line}:${at.column}`);
    if (typeof object !== 'string') return;
    if (predicate === rdf.type) {
      const cls = this.#modelIndex.classOf(object);
      if (cls) this.#buckets.declare(this.#subjectKey, String(this.#classes.get(cls)));
    } else if (this.#modelIndex.referenceProperties.has(predicate)) {
      this.#buckets.ask(term, this.#bucket);
      if (this.#modelIndex.inverseReferenceProperties.has(predicate)) this.#addObjectLine(order, term, predicate, at?.subject);
    }
  }

  /** Writes the last line. Call it after the last statement. */
  end(): void {
    if (this.#subject !== undefined) this.#buckets.add(this.#bucket, this.#parts.join('\t'));
    this.#subject = undefined;
  }

  #begin(subject: Node, order: number, at: Position | undefined): void {
    this.end();
    this.#subject = subject;
    this.#subjectKey = packString(isBlank(subject) ? this.#blank(subject) : subject);
    this.#bucket = this.#buckets.indexOf(this.#subjectKey);
    this.#parts = [SUBJECT_LINE, String(order), this.#subjectKey, formatPosition(at)];
  }

  #addObjectLine(order: number, object: string, predicate: string, at: Position | undefined): void {
    const bucket = this.#buckets.indexOf(object);
    this.#buckets.add(
      bucket,
      [OBJECT_LINE, order, object, this.#property(predicate), this.#subjectKey, formatPosition(at)].join('\t'),
    );
    this.#buckets.ask(this.#subjectKey, bucket);
  }

  #property(iri: string): number {
    let index = this.#properties.get(iri);
    if (index === undefined) {
      index = this.properties.push(iri) - 1;
      this.#properties.set(iri, index);
    }
    return index;
  }

  /** Removes the prefix that the parser adds to names of blank nodes. Unnamed ones have a letter and a number. */
  #blank(node: string): string {
    if (!this.#isNumbered) return isUnnamed.test(node) ? node : `_:${escapeName(node.slice(2).replace(/^b\d+_/, ''))}`;
    let name = this.#blanks.get(node);
    if (name === undefined) {
      name = `_:n${this.#blanks.size}`;
      this.#blanks.set(node, name);
    }
    return name;
  }
}

const isUnnamed = /^_:n\d+$/;

/** Returns a name that cannot be the name of an unnamed node. */
const escapeName = (name: string): string => (/^(n\d+$|x-)/.test(name) ? `x-${name}` : name);

const formatPosition = (at: Position | undefined): string => (at ? `${at.line}:${at.column}` : '');

/** Returns the location in a line. */
export function parsePosition(text: string): Position | undefined {
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { line: Number(text.slice(0, colon)), column: Number(text.slice(colon + 1)) };
}
