/**
 * The statements of shapes or data with their source locations, as the SHACL engine needs them: without constraints that the
 * engine does not support, such as `sh:sparql`, or that would stop it, such as `sh:minCount "x"`.
 */

import { type Axiom, faultOfCount, type Policies } from '../model/index.ts';
import {
  isBlank,
  type Literal,
  type Node,
  owl,
  type Position,
  pushTo,
  rdf,
  rdfs,
  readTriples,
  SHACL,
  type SourceFiles,
  sh,
  type TriplePlaces,
  XSD,
} from '../ontology/index.ts';
import { type Translation, translatePattern } from '../pattern/index.ts';
import type { Triple } from './shapes-engine.ts';

/** The maximum bytes and seconds for reading. */
const LIMITS = { bytes: 50_000_000, seconds: 120 };

export const shaclTerms = (...names: readonly string[]): ReadonlySet<string> => new Set(names.map((name) => SHACL + name));

/** SHACL-SPARQL (sections 5 and 6) and extensions (https://www.w3.org/TR/shacl-af/, https://www.w3.org/TR/shacl-js/). */
const nonCoreComponents = shaclTerms('sparql', 'expression', 'js');

/** Extensions that are not constraints: they select nodes or state other facts. */
const nonConstraints = shaclTerms('target', 'rule', 'values');

/** Parameters that only property shapes may have (sections 4.2, 4.4.5, 4.5.3 and 4.5.4): on others they stop the engine. */
const propertyOnlyParameters = shaclTerms('minCount', 'maxCount', 'uniqueLang', 'lessThan', 'lessThanOrEquals');

/** Parameters whose values are non-negative integers. */
const counts = shaclTerms('minCount', 'maxCount', 'minLength', 'maxLength', 'qualifiedMinCount', 'qualifiedMaxCount');

/** Parameters that combine shapes: results do not state which of these is violated (sections 4.6 and 4.7.3). */
export const logicalParameters = shaclTerms('not', 'and', 'or', 'xone', 'qualifiedValueShape');

/** Predicates by which a shape is a part of another one, or of a list. */
export const partPredicates: ReadonlySet<string> = new Set([sh.property, sh.node, rdf.first, rdf.rest]);

/** Parameters whose values are lists (sections 4.1.3, 4.4.4, 4.6, 4.8.1 and 4.8.3). */
const listParameters = shaclTerms('in', 'languageIn', 'and', 'or', 'xone', 'ignoredProperties');

/** Parameters whose values are shapes. */
const shapeParameters: ReadonlySet<string> = new Set([sh.property, sh.node, `${SHACL}not`, `${SHACL}qualifiedValueShape`]);

/** Parameters that compare values with one value, and with the values of a property (sections 4.3, 4.5.3 and 4.5.4). */
const bounds = shaclTerms('minExclusive', 'minInclusive', 'maxExclusive', 'maxInclusive');
const orders = shaclTerms('lessThan', 'lessThanOrEquals');

/** Datatypes that the engine does not order, or that it orders by the rules of a locale. */
const unordered: ReadonlySet<string> = new Set(
  ['string', 'duration', 'dayTimeDuration', 'yearMonthDuration', 'time', 'dateTimeStamp'].map((name) => XSD + name),
);

const isUnordered = (term: Node | Literal): boolean => typeof term !== 'string' && unordered.has(term.datatype);

/** Predicates of the paths that are not a property or a sequence of paths (section 2.3.1). */
const pathPredicates = shaclTerms('inversePath', 'alternativePath', 'zeroOrMorePath', 'oneOrMorePath', 'zeroOrOnePath');

/** Returns the statement that an axiom was read from. */
export function sourceTriple(axiom: Axiom, at: ReadonlyMap<string, Triple>): Triple | undefined {
  return at.get(sourceKey(axiom));
}

/** Returns the key of the statement that an axiom was read from. */
function sourceKey({ place, construct }: Axiom): string {
  return `${place?.file}:${place?.line}:${place?.column} ${construct.replace(/^sh:/, SHACL)}`;
}

/** Returns the pattern of a shape as a JavaScript expression; undefined if it is not a literal. */
function javascriptPattern(
  { subject, object }: Triple,
  flags: ReadonlyMap<Node, string>,
  escapes: Policies['regex'],
): Translation | undefined {
  if (typeof object === 'string') return undefined;
  return translatePattern(
    { source: object.value, flags: flags.get(subject) ?? '', syntax: 'xpath', escapes, allowsLookaround: true },
    'ecmascript',
  );
}

export class TooManyStatements extends Error {}

/** Statements with their source locations. Blank nodes are distinct in each file. */
export class Graph {
  readonly triples: Triple[] = [];
  /** Statements by the location of the object and the predicate, because several statements can end at one location. */
  readonly at = new Map<string, Triple>();
  /** Shapes, and lists of shapes, from which a constraint was removed. */
  readonly partial = new Set<Node>();
  /** Why statements were removed, by the same keys as `at`. */
  readonly #omitted = new Map<string, string>();
  readonly #places = new Map<string, Position>();
  readonly #blankPrefix: string;
  readonly #limit: number;
  readonly #files: SourceFiles;
  #count = 0;

  /**
   * @param blankPrefix a letter that distinguishes the blank nodes of this graph from those of others
   * @param limit the maximum number of statements
   */
  constructor(files: SourceFiles, blankPrefix: string, limit = Number.POSITIVE_INFINITY) {
    this.#files = files;
    this.#blankPrefix = blankPrefix;
    this.#limit = limit;
  }

  async read(file: string, base: string): Promise<void> {
    const prefix = `_:${this.#blankPrefix}${this.#count++}`;
    const relabel = (node: Node): Node => (isBlank(node) ? `${prefix}${node.slice(2)}` : node);
    const triple = (s: Node, predicate: string, o: Node | Literal, at?: TriplePlaces): void => {
      const subject = relabel(s);
      const object = typeof o === 'string' ? relabel(o) : o;
      const stated = { subject, predicate, object };
      if (this.triples.push(stated) > this.#limit) throw new TooManyStatements();
      const value = typeof object === 'string' ? object : object.value;
      const { line, column } = at ?? {};
      const objectAt = line === undefined || column === undefined ? undefined : { line, column };
      if (objectAt) this.at.set(`${file}:${objectAt.line}:${objectAt.column} ${predicate}`, stated);
      this.#notePlace([subject], at?.subject);
      this.#notePlace([subject, predicate], objectAt);
      this.#notePlace([subject, predicate, value], objectAt);
      this.#notePlace(['', '', value], objectAt);
    };
    await readTriples(this.#files, file, base, { triple, prefix: () => undefined }, LIMITS);
  }

  /** Keeps the first location of a subject, a predicate and a value. */
  #notePlace(terms: readonly string[], at: Position | undefined): void {
    const key = terms.join('\t');
    if (at && !this.#places.has(key)) this.#places.set(key, at);
  }

  /** Returns the location of a value of a property, else of the property, else of the node as a subject, else as a value. */
  placeOf(node: string, property = '', value = ''): Position | undefined {
    const keys = [`${node}\t${property}\t${value}`, `${node}\t${property}`, node, `\t\t${node}`];
    return keys.map((key) => this.#places.get(key)).find((at) => at !== undefined);
  }

  /** Returns a node with its name in the file. */
  labelOf(node: Node): Node {
    return isBlank(node) ? `_:${node.slice(`_:${this.#blankPrefix}0`.length)}` : node;
  }

  /** Removes what is not SHACL Core, and imports, which have been read if available. */
  keepCore(): void {
    this.#removeTriples(
      new Set(this.triples.filter(({ predicate }) => predicate === owl.imports || nonConstraints.has(predicate))),
    );
    const unsupported = this.triples.filter(({ predicate }) => nonCoreComponents.has(predicate));
    this.#removeConstraints(new Set(unsupported), 'a nested shape uses a constraint outside SHACL Core');
  }

  /** Removes invalid parameters and property shapes without one valid path (appendix A), which are only reported. */
  keepWellFormed(): void {
    this.#removeConstraints(new Set(this.triples.filter(this.#malformed())), 'a nested shape is invalid');
  }

  /** Removes comparisons of values that the engine does not order, such as durations. */
  keepComparable(data: readonly Triple[]): void {
    const ordered = new Set(data.filter(({ object }) => !isUnordered(object)).map(({ predicate }) => predicate));
    const withoutOrder = new Set(data.map(({ predicate }) => predicate).filter((predicate) => !ordered.has(predicate)));
    const paths = new Map(
      this.triples.filter(({ predicate }) => predicate === sh.path).map(({ subject, object }) => [subject, object as Node]),
    );
    // Values with and without an order do not compare: each pair is a violation (section 4.5.3).
    const isRemoved = ({ subject, predicate, object }: Triple) =>
      bounds.has(predicate)
        ? isUnordered(object)
        : orders.has(predicate) && withoutOrder.has(object as Node) && !ordered.has(paths.get(subject) ?? '');
    this.#removeConstraints(new Set(this.triples.filter(isRemoved)), 'a nested shape compares strings, times or durations');
  }

  /** Returns why an axiom was removed; undefined if it was not, or if the reason is the axiom itself. */
  reasonOf(axiom: Axiom): string | undefined {
    return this.#omitted.get(sourceKey(axiom));
  }

  /** Returns the axioms that are invalid parameters, invalid patterns and parts of invalid shapes included. */
  malformed(axioms: readonly Axiom[]): ReadonlySet<Axiom> {
    const isMalformed = this.#malformed();
    const flags = this.#flags();
    return new Set(
      axioms.filter((axiom) => {
        const triple = sourceTriple(axiom, this.at);
        if (!triple || isMalformed(triple)) return triple !== undefined;
        const translation = triple.predicate === sh.pattern ? javascriptPattern(triple, flags, 'ascii') : undefined;
        return translation?.ok === false && translation.reason.startsWith('invalid');
      }),
    );
  }

  #malformed(): (triple: Triple) => boolean {
    const withPath = new Set<Node>();
    // A property shape has exactly one valid path (section 2.3.1): the engine stops at others.
    const withoutValidPath = new Set<Node>();
    const syntax = new ShapeSyntax(this.triples);
    for (const { subject, predicate, object } of this.triples) {
      if (predicate !== sh.path) continue;
      if (withPath.has(subject) || !syntax.isPath(object)) withoutValidPath.add(subject);
      withPath.add(subject);
    }
    const isPart = ({ predicate, object }: Triple) =>
      predicate === sh.property && typeof object === 'string' && withoutValidPath.has(object);
    const owners = new Set(withoutValidPath.size === 0 ? [] : this.triples.filter(isPart).map(({ subject }) => subject));
    return (triple) => {
      const { subject, predicate, object } = triple;
      if (withoutValidPath.has(subject) || isPart(triple)) return true;
      // Without the property shape, a closed shape would reject the properties of its paths.
      if (predicate === sh.closed && owners.has(subject)) return true;
      if (propertyOnlyParameters.has(predicate) && !withPath.has(subject)) return true;
      if (listParameters.has(predicate)) return syntax.members(object) === undefined;
      if (shapeParameters.has(predicate)) return typeof object !== 'string';
      return counts.has(predicate) && faultOfCount(object) !== undefined;
    };
  }

  /** Returns the flags of the patterns of each shape. */
  #flags(): ReadonlyMap<Node, string> {
    const flags = new Map<Node, string>();
    for (const { subject, predicate, object } of this.triples) {
      if (predicate === sh.flags && typeof object !== 'string') flags.set(subject, object.value);
    }
    return flags;
  }

  /** Applies shapes that are classes to their instances, also if only OWL's terms declare them as classes. */
  addClasses(): void {
    for (const subject of [owl.Class, owl.DeprecatedClass]) {
      this.triples.push({ subject, predicate: rdfs.subClassOf, object: rdfs.Class });
    }
  }

  /**
   * Removes constraints. If one is in a shape that need not be satisfied, as in `sh:not` or `sh:or`, that whole statement is
   * removed: without the constraint it would reject valid data.
   *
   * @param reason why such a statement cannot be judged
   */
  #removeConstraints(constraints: ReadonlySet<Triple>, reason: string): void {
    if (constraints.size === 0) return;
    const incoming = new Map<Node, Triple[]>();
    for (const triple of this.triples) {
      if (typeof triple.object === 'string') pushTo(incoming, triple.object, triple);
    }
    const combinations = new Set<Triple>();
    const shapes = new Set([...constraints].map(({ subject }) => subject));
    for (const shape of shapes) {
      for (const triple of incoming.get(shape) ?? []) {
        const { subject, predicate } = triple;
        const isCombination = logicalParameters.has(predicate) && predicate !== sh.and;
        if (isCombination) combinations.add(triple);
        if (isCombination || partPredicates.has(predicate) || predicate === sh.and) shapes.add(subject);
      }
    }
    for (const shape of shapes) this.partial.add(shape);
    const parts = this.#partsOf(combinations);
    this.#removeTriples(new Set([...constraints, ...parts]), { triples: parts, reason });
  }

  /** Returns statements that combine shapes, with the counts that belong to them and the statements of their inline shapes. */
  #partsOf(combinations: ReadonlySet<Triple>): ReadonlySet<Triple> {
    const parts = new Set(combinations);
    if (combinations.size === 0) return parts;
    const bySubject = new Map<Node, Triple[]>();
    for (const triple of this.triples) pushTo(bySubject, triple.subject, triple);
    for (const part of parts) {
      const { subject, predicate, object } = part;
      if (predicate === `${SHACL}qualifiedValueShape`) {
        const counted = (bySubject.get(subject) ?? []).filter((one) => one.predicate.startsWith(`${SHACL}qualified`));
        for (const one of counted) parts.add(one);
      }
      if (typeof object === 'string' && isBlank(object)) for (const inner of bySubject.get(object) ?? []) parts.add(inner);
    }
    return parts;
  }

  /** @param explained the statements for which {@link reasonOf} returns a reason */
  #removeTriples(
    removed: ReadonlySet<Triple>,
    explained?: { readonly triples: ReadonlySet<Triple>; readonly reason: string },
  ): void {
    if (removed.size === 0) return;
    for (const triple of this.triples.splice(0)) if (!removed.has(triple)) this.triples.push(triple);
    for (const [place, triple] of this.at) {
      if (!removed.has(triple)) continue;
      this.at.delete(place);
      if (explained?.triples.has(triple)) this.#omitted.set(place, explained.reason);
    }
  }

  /**
   * Replaces the patterns of shapes with expressions that match the same strings in JavaScript in polynomial time, and removes
   * patterns without such an expression.
   */
  makeSafe(escapes: Policies['regex']): void {
    const flags = this.#flags();
    const untranslatable = new Set<Triple>();
    const safe = new Map<Triple, string>();
    for (const triple of this.triples) {
      const translation = triple.predicate === sh.pattern ? javascriptPattern(triple, flags, escapes) : undefined;
      if (!translation) continue;
      if (translation.ok) safe.set(triple, translation.source);
      else untranslatable.add(triple);
    }
    this.#removeConstraints(untranslatable, 'a pattern of the nested shape is invalid, or may take exponential time');
    for (const triple of this.triples.splice(0)) {
      const { subject, predicate, object } = triple;
      if (predicate === sh.flags) continue;
      const source = safe.get(triple);
      if (source === undefined || typeof object === 'string') {
        this.triples.push(triple);
        continue;
      }
      this.triples.push({ subject, predicate, object: { ...object, value: source } });
      this.triples.push({ subject, predicate: sh.flags, object: { ...object, value: 'u' } });
    }
  }
}

/** Checks the syntax of lists and paths. */
class ShapeSyntax {
  readonly #bySubject = new Map<Node, Triple[]>();

  constructor(triples: readonly Triple[]) {
    for (const triple of triples) pushTo(this.#bySubject, triple.subject, triple);
  }

  /** Returns the members of a list; undefined if it is no valid list (section 1.1). */
  members(head: Node | Literal): readonly (Node | Literal)[] | undefined {
    const members: (Node | Literal)[] = [];
    const cells = new Set<Node>();
    for (let cell = head; cell !== rdf.nil; ) {
      if (typeof cell !== 'string' || cells.has(cell)) return undefined;
      cells.add(cell);
      const [first, ...otherFirst] = this.#objects(cell, rdf.first);
      const [rest, ...otherRest] = this.#objects(cell, rdf.rest);
      if (first === undefined || rest === undefined || otherFirst.length + otherRest.length > 0) return undefined;
      members.push(first);
      cell = rest;
    }
    return members;
  }

  /** Returns whether a node is a valid path (section 2.3.1). A list with one member is accepted, as by other engines. */
  isPath(path: Node | Literal, outerPaths: ReadonlySet<Node> = new Set()): boolean {
    if (typeof path !== 'string' || outerPaths.has(path)) return false;
    if (!isBlank(path)) return true;
    const paths = new Set([...outerPaths, path]);
    const steps = (this.#bySubject.get(path) ?? []).filter(({ predicate }) => pathPredicates.has(predicate));
    const [step] = steps;
    if (step === undefined) return this.#isPathList(path, paths);
    if (steps.length > 1) return false;
    if (step.predicate === `${SHACL}alternativePath`) return this.#isPathList(step.object, paths);
    return this.isPath(step.object, paths);
  }

  #isPathList(list: Node | Literal, outerPaths: ReadonlySet<Node>): boolean {
    const members = this.members(list) ?? [];
    return members.length > 0 && members.every((member) => this.isPath(member, outerPaths));
  }

  #objects(subject: Node, predicate: string): readonly (Node | Literal)[] {
    return (this.#bySubject.get(subject) ?? []).filter((one) => one.predicate === predicate).map(({ object }) => object);
  }
}
