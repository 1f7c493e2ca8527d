/**
 * Judges constraints of shapes that no layer can enforce, such as `sh:lessThan`, paths of several steps or `sh:not` of whole
 * instances, with a SHACL Core engine. The engine holds the data in memory, so their size is limited.
 */

import { type Axiom, faultOfCount, type Policies } from '../model/index.ts';
import {
  baseIri,
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
} from '../ontology/index.ts';
import { type Translation, translatePattern } from '../pattern/index.ts';
import { type Remedy, remediesOf } from './shape-remedies.ts';
import type { ShapeResult, Triple } from './shapes-engine.ts';
import type { DataWorkspace } from './workspace.ts';

/** The files of an ontology, and the base of relative IRIs in them. */
export interface ShapeFiles {
  readonly files: readonly string[];
  readonly baseOf: (file: string) => string;
}

/** A node of the data, or a literal that is a target, that violates a shape. */
export interface ShapeBreach {
  readonly node: Node | Literal;
  /** The property, if the path is a single property. */
  readonly property: string | undefined;
  /** The axioms that are violated, at least one. */
  readonly violated: readonly AxiomRequest[];
  readonly at: Position | undefined;
  /** Its severity is not `sh:Violation` (SHACL 1.0, section 2.1.4). */
  readonly isAdvice: boolean;
  /** The value of `sh:class` about which the data have no statement: it may be described elsewhere. */
  readonly unresolved?: string | undefined;
}

export interface JudgedShapes {
  readonly judged: ReadonlySet<Axiom>;
  /** Axioms that are judged without the parts that the engine cannot judge. */
  readonly partlyJudged: ReadonlySet<Axiom>;
  readonly breaches: readonly ShapeBreach[];
  /** What may correct the data. */
  readonly remedies: readonly Remedy[];
  /** Axioms with invalid parameters, or of shapes with several paths (appendix A), which no engine judges. */
  readonly malformed: ReadonlySet<Axiom>;
  /** Why the engine judged nothing. */
  readonly hindrance?: string;
}

/** The maximum number of statements: for twice as many, the engine takes more than twice as long. */
export const MOST_STATEMENTS = 100_000;

/** The time limit: paths of any length and nested shapes can take longer than any user waits. */
const SECONDS = 120;

/** The maximum bytes and seconds for reading. */
const LIMITS = { bytes: 50_000_000, seconds: 120 };

/** Parameters of SHACL Core that the engine judges, with the names of their components (section 4). */
const parameters: ReadonlyMap<string, readonly string[]> = new Map([
  ...[
    ...['minCount', 'maxCount', 'class', 'datatype', 'nodeKind', 'hasValue', 'in', 'languageIn', 'uniqueLang', 'closed'],
    ...['minExclusive', 'minInclusive', 'maxExclusive', 'maxInclusive', 'minLength', 'maxLength', 'pattern'],
    ...['equals', 'disjoint', 'lessThan', 'lessThanOrEquals', 'not', 'and', 'or', 'xone', 'node'],
    ...['qualifiedMinCount', 'qualifiedMaxCount'],
  ].map((name): [string, string[]] => [`${SHACL}${name}`, [componentOf(name)]]),
  ...['qualifiedValueShape', 'qualifiedValueShapesDisjoint'].map((name): [string, string[]] => [
    `${SHACL}${name}`,
    ['qualifiedMinCount', 'qualifiedMaxCount'].map(componentOf),
  ]),
]);

/** Parameters that select the nodes of a shape (section 2.1.3). */
const targets: ReadonlySet<string> = new Set(
  ['targetNode', 'targetClass', 'targetSubjectsOf', 'targetObjectsOf'].map((name) => `${SHACL}${name}`),
);

/** SHACL-SPARQL (sections 5 and 6) and extensions (https://www.w3.org/TR/shacl-af/, https://www.w3.org/TR/shacl-js/). */
const nonCoreComponents: ReadonlySet<string> = new Set(['sparql', 'expression', 'js'].map((name) => `${SHACL}${name}`));

/** Extensions that are not constraints: they select nodes or state other facts. */
const nonConstraints: ReadonlySet<string> = new Set(['target', 'rule', 'values'].map((name) => `${SHACL}${name}`));

/** Parameters that only property shapes may have (sections 4.2, 4.4.5, 4.5.3 and 4.5.4): on others they stop the engine. */
const propertyOnlyParameters: ReadonlySet<string> = new Set(
  ['minCount', 'maxCount', 'uniqueLang', 'lessThan', 'lessThanOrEquals'].map((name) => `${SHACL}${name}`),
);

/** Parameters whose values are non-negative integers. */
const counts: ReadonlySet<string> = new Set(
  ['minCount', 'maxCount', 'minLength', 'maxLength', 'qualifiedMinCount', 'qualifiedMaxCount'].map((name) => `${SHACL}${name}`),
);

const CLASS = componentOf('class');

function componentOf(parameter: string): string {
  return `${SHACL}${parameter.charAt(0).toUpperCase()}${parameter.slice(1)}ConstraintComponent`;
}

/**
 * Judges the data of a file by the shapes that no layer enforces.
 *
 * @param file data in RDF
 * @param unjudged axioms of shapes that no layer enforces
 * @param escapes the meaning of `\d` and `\w` in patterns
 * @returns undefined if there is nothing that the engine could judge
 */
export async function judgeShapes(
  file: string,
  { files, baseOf }: ShapeFiles,
  unjudged: readonly Axiom[],
  escapes: Policies['regex'],
  workspace: DataWorkspace,
): Promise<JudgedShapes | undefined> {
  const shapes = new Graph(workspace.files, 's');
  for (const each of files) await shapes.read(each, baseOf(each));
  if (shapesOf(unjudged, shapes).requests.size === 0) return undefined;
  const malformed = shapes.malformed(unjudged);
  const unjudgedBecause = (hindrance: string): JudgedShapes => ({
    ...{ judged: new Set<Axiom>(), partlyJudged: new Set<Axiom>(), breaches: [], remedies: [], malformed },
    hindrance,
  });
  const stated = [...shapes.triples];
  if (!shapes.keepCore()) return unjudgedBecause('a nested shape uses a constraint outside SHACL Core');
  if (!shapes.keepWellFormed()) return unjudgedBecause('a shape within another one is invalid');
  if (!shapes.makeSafe(escapes)) return unjudgedBecause('a pattern of the shapes is invalid, or may take more than linear time');
  const { requests, judged, partlyJudged } = shapesOf(unjudged, shapes);
  if (requests.size === 0) return { judged, partlyJudged, breaches: [], remedies: [], malformed };
  shapes.addClasses();
  const data = new Graph(workspace.files, 'd', MOST_STATEMENTS);
  try {
    await data.read(file, baseIri(file));
  } catch (error) {
    if (error instanceof TooManyStatements)
      return unjudgedBecause(`the data have more than ${MOST_STATEMENTS.toLocaleString('en')} statements`);
    throw error;
  }
  let results: readonly ShapeResult[];
  try {
    results = await workspace.runEngine(SECONDS, { shapes: shapes.triples, data: data.triples });
  } catch (error) {
    // Invalid shapes (appendix A) stop the engine.
    return unjudgedBecause(`the engine of SHACL gave up: ${error instanceof Error ? error.message : error}`);
  }
  const subjects = new Set<Node>(data.triples.map(({ subject }) => subject));
  const isUnresolved = ({ component, value, isIri }: ShapeResult): boolean =>
    component === CLASS && isIri && value !== undefined && !subjects.has(value);
  const breaches = results.flatMap((result) => {
    const { node, shape, component, property, value, isAdvice } = result;
    const found = [`${shape} ${component}`, shape].flatMap((key) => requests.get(key) ?? []);
    if (found.length === 0) return [];
    const named = typeof node === 'string' ? data.labelOf(node) : node;
    const at = typeof node === 'string' ? data.placeOf(node, property, value) : data.placeOf(node.value);
    return { node: named, property, violated: found, at, isAdvice, unresolved: isUnresolved(result) ? value : undefined };
  });
  const remedies = breaches.length === 0 ? [] : remediesOf(results, stated, escapes);
  return { judged, partlyJudged, breaches, remedies, malformed };
}

export interface AxiomRequest {
  readonly axiom: Axiom;
  /** The constraint that is violated, if the axiom is a part of its shape. */
  readonly violatedConstraint?: string;
}

/** Parameters that combine shapes: results do not state which of these is violated (sections 4.6 and 4.7.3). */
const logicalParameters: ReadonlySet<string> = new Set(
  ['not', 'and', 'or', 'xone', 'qualifiedValueShape'].map((name) => `${SHACL}${name}`),
);

/** Predicates by which a shape is a part of another one, or of a list. */
const partPredicates: ReadonlySet<string> = new Set([`${SHACL}property`, `${SHACL}node`, rdf.first, rdf.rest]);

/** Axioms by shape and constraint component, or by shape alone if the axiom selects its nodes. */
interface AxiomsByShape {
  readonly requests: ReadonlyMap<string, readonly AxiomRequest[]>;
  /** All axioms that the engine judges: several may form one constraint, or select nodes for one shape. */
  readonly judged: ReadonlySet<Axiom>;
  readonly partlyJudged: ReadonlySet<Axiom>;
}

/** The references between shapes. */
interface ShapeReferences {
  /** The statements that refer to a shape, or to a list of shapes. */
  readonly incoming: ReadonlyMap<Node, readonly Triple[]>;
  /** The property shapes of a shape. */
  readonly properties: ReadonlyMap<Node, readonly Node[]>;
  /** The same, and the shapes that `sh:node` refers to. */
  readonly parts: ReadonlyMap<Node, readonly Node[]>;
}

function shapeReferences(triples: readonly Triple[]): ShapeReferences {
  const incoming = new Map<Node, Triple[]>();
  const properties = new Map<Node, Node[]>();
  const parts = new Map<Node, Node[]>();
  for (const triple of triples) {
    const { subject, predicate, object } = triple;
    if (typeof object !== 'string') continue;
    if (predicate === `${SHACL}property`) pushTo(properties, subject, object);
    if (predicate === `${SHACL}property` || predicate === sh.node) pushTo(parts, subject, object);
    if (partPredicates.has(predicate) || logicalParameters.has(predicate)) pushTo(incoming, object, triple);
  }
  return { incoming, properties, parts };
}

function shapesOf(axioms: readonly Axiom[], { at, triples, partial }: Graph): AxiomsByShape {
  const found = new Map<string, AxiomRequest[]>();
  const judged = new Set<Axiom>();
  const partlyJudged = new Set<Axiom>();
  const { incoming, properties, parts } = shapeReferences(triples);
  const climb = (node: Node, axiom: Axiom, seen: Set<Node>): void => {
    for (const { subject, predicate } of incoming.get(node) ?? []) {
      for (const component of logicalParameters.has(predicate) ? (parameters.get(predicate) ?? []) : []) {
        const key = `${subject} ${component}`;
        const violatedConstraint = `${predicate.replace(SHACL, 'sh:')}, in which ${axiom.statement} is`;
        pushTo(found, key, { axiom, violatedConstraint });
        judged.add(axiom);
      }
      if (seen.has(subject)) continue;
      seen.add(subject);
      climb(subject, axiom, seen);
    }
  };
  const withSource = axioms.flatMap((axiom) => {
    const triple = sourceTriple(axiom, at);
    return triple ? [{ axiom, triple }] : [];
  });
  const valueShapes = shapesOfValues(
    withSource.map(({ triple }) => triple),
    triples,
    parts,
  );
  for (const { axiom, triple } of withSource) {
    const { subject, predicate, object } = triple;
    if (valueShapes.has(subject)) {
      judged.add(axiom);
      continue;
    }
    const chosen = targetedShape(triple);
    if (parameters.has(predicate) || chosen !== undefined) judged.add(axiom);
    for (const component of parameters.get(predicate) ?? []) pushTo(found, `${subject} ${component}`, { axiom });
    for (const shape of chosen === undefined ? [] : shapeClosure(chosen, properties)) pushTo(found, shape, { axiom });
    climb(subject, axiom, new Set([subject]));
    if (typeof object === 'string' && partial.has(object) && judged.delete(axiom)) partlyJudged.add(axiom);
  }
  return { requests: found, judged, partlyJudged };
}

/**
 * Returns the shapes without targets that `sh:node` statements refer to, with their parts. A result about such a statement covers
 * them, so their own results are not reported.
 */
function shapesOfValues(
  statements: readonly Triple[],
  all: readonly Triple[],
  parts: ReadonlyMap<Node, readonly Node[]>,
): ReadonlySet<Node> {
  const targeted = new Set(all.filter(({ predicate }) => targets.has(predicate)).map(({ subject }) => subject));
  const named = statements.flatMap(({ predicate, object }) =>
    predicate === sh.node && typeof object === 'string' && !targeted.has(object) ? [object] : [],
  );
  return new Set(named.flatMap((shape) => [...shapeClosure(shape, parts)]));
}

/** Returns the statement that an axiom was read from. */
function sourceTriple({ place, construct }: Axiom, at: ReadonlyMap<string, Triple>): Triple | undefined {
  return at.get(`${place?.file}:${place?.line}:${place?.column} ${construct.replace(/^sh:/, SHACL)}`);
}

/** Returns the shape for which a statement selects nodes. */
function targetedShape({ subject, predicate, object }: Triple): Node | undefined {
  if (targets.has(predicate)) return subject;
  return predicate === `${SHACL}property` && typeof object === 'string' ? object : undefined;
}

/** Returns a shape and its property shapes, at any depth. */
function shapeClosure(shape: Node, parts: ReadonlyMap<Node, readonly Node[]>): ReadonlySet<Node> {
  const all = new Set([shape]);
  for (const each of all) for (const part of parts.get(each) ?? []) all.add(part);
  return all;
}

/** Returns the pattern of a shape as a JavaScript expression; undefined if it is not a literal. */
function javascriptPattern(
  { subject, object }: Triple,
  flags: ReadonlyMap<Node, string>,
  escapes: Policies['regex'],
): Translation | undefined {
  if (typeof object === 'string') return undefined;
  return translatePattern({ source: object.value, flags: flags.get(subject) ?? '', syntax: 'xpath', escapes }, 'ecmascript');
}

class TooManyStatements extends Error {}

/** Statements with their source locations. Blank nodes are distinct in each file. */
class Graph {
  readonly triples: Triple[] = [];
  /** Statements by the location of the object and the predicate, because several statements can end at one location. */
  readonly at = new Map<string, Triple>();
  /** Shapes, and lists of shapes, from which a constraint was removed. */
  readonly partial = new Set<Node>();
  readonly #places = new Map<string, Position>();
  readonly #sign: string;
  readonly #limit: number;
  readonly #files: SourceFiles;
  #count = 0;

  constructor(files: SourceFiles, sign: string, most = Number.POSITIVE_INFINITY) {
    this.#files = files;
    this.#sign = sign;
    this.#limit = most;
  }

  async read(file: string, base: string): Promise<void> {
    const prefix = `_:${this.#sign}${this.#count++}`;
    const own = (node: Node): Node => (isBlank(node) ? `${prefix}${node.slice(2)}` : node);
    const triple = (s: Node, predicate: string, o: Node | Literal, at?: TriplePlaces): void => {
      const subject = own(s);
      const object = typeof o === 'string' ? own(o) : o;
      const stated = { subject, predicate, object };
      if (this.triples.push(stated) > this.#limit) throw new TooManyStatements();
      const value = typeof object === 'string' ? object : object.value;
      const { line, column } = at ?? {};
      const objectAt = line === undefined || column === undefined ? undefined : { line, column };
      if (objectAt) this.at.set(`${file}:${objectAt.line}:${objectAt.column} ${predicate}`, stated);
      this.#keep([subject], at?.subject);
      this.#keep([subject, predicate], objectAt);
      this.#keep([subject, predicate, value], objectAt);
      this.#keep(['', '', value], objectAt);
    };
    await readTriples(this.#files, file, base, { triple, prefix: () => undefined }, LIMITS);
  }

  #keep(texts: readonly string[], at: Position | undefined): void {
    const key = texts.join('\t');
    if (at && !this.#places.has(key)) this.#places.set(key, at);
  }

  /** Returns the location of a value of a property, else of the property, else of the node as a subject, else as a value. */
  placeOf(node: string, property = '', value = ''): Position | undefined {
    const words = [`${node}\t${property}\t${value}`, `${node}\t${property}`, node, `\t\t${node}`];
    return words.map((key) => this.#places.get(key)).find((at) => at !== undefined);
  }

  /** Returns a node with its name in the file. */
  labelOf(node: Node): Node {
    return isBlank(node) ? `_:${node.slice(`_:${this.#sign}0`.length)}` : node;
  }

  /**
   * Removes what is not SHACL Core, and imports, which have been read if available. Returns false if that would change the
   * meaning of another part: `sh:not` of an empty shape is always violated.
   */
  keepCore(): boolean {
    this.#drop(new Set(this.triples.filter(({ predicate }) => predicate === owl.imports || nonConstraints.has(predicate))));
    return this.#leaveOut(new Set(this.triples.filter(({ predicate }) => nonCoreComponents.has(predicate))));
  }

  /**
   * Removes invalid parameters and property shapes with several paths (appendix A), which are only reported. Returns false as
   * above.
   */
  keepWellFormed(): boolean {
    return this.#leaveOut(new Set(this.triples.filter(this.#malformed())));
  }

  /** Returns the axioms that are invalid parameters, invalid patterns and parts of invalid shapes included. */
  malformed(axioms: readonly Axiom[]): ReadonlySet<Axiom> {
    const isMalformed = this.#malformed();
    const flags = this.#flags();
    return new Set(
      axioms.filter((axiom) => {
        const triple = sourceTriple(axiom, this.at);
        if (!triple || isMalformed(triple)) return triple !== undefined;
        const found = triple.predicate === sh.pattern ? javascriptPattern(triple, flags, 'ascii') : undefined;
        return found?.ok === false && found.reason.startsWith('invalid');
      }),
    );
  }

  #malformed(): (triple: Triple) => boolean {
    const withPath = new Set<Node>();
    // A property shape has exactly one path (section 2.3.1): several stop the engine.
    const withPaths = new Set<Node>();
    for (const { subject, predicate } of this.triples) {
      if (predicate === sh.path) (withPath.has(subject) ? withPaths : withPath).add(subject);
    }
    const isPart = ({ predicate, object }: Triple) =>
      predicate === sh.property && typeof object === 'string' && withPaths.has(object);
    const owners = new Set(withPaths.size === 0 ? [] : this.triples.filter(isPart).map(({ subject }) => subject));
    return (triple) => {
      const { subject, predicate, object } = triple;
      if (withPaths.has(subject) || isPart(triple)) return true;
      // Without the property shape, a closed shape would reject the properties of its paths.
      if (predicate === sh.closed && owners.has(subject)) return true;
      if (propertyOnlyParameters.has(predicate) && !withPath.has(subject)) return true;
      return counts.has(predicate) && faultOfCount(object) !== undefined;
    };
  }

  /** Returns the flags of the patterns of each shape. */
  #flags(): ReadonlyMap<Node, string> {
    const flags = new Map<Node, string>();
    for (const { subject, predicate, object } of this.triples) {
      if (predicate === `${SHACL}flags` && typeof object !== 'string') flags.set(subject, object.value);
    }
    return flags;
  }

  /** Applies shapes that are classes to their instances, also if only OWL's terms declare them as classes. */
  addClasses(): void {
    for (const subject of [owl.Class, owl.DeprecatedClass]) {
      this.triples.push({ subject, predicate: rdfs.subClassOf, object: rdfs.Class });
    }
  }

  /** Removes constraints. Returns false if another one would then reject valid data: where a shape need not be satisfied. */
  #leaveOut(constraints: ReadonlySet<Triple>): boolean {
    const above = new Map<Node, Triple[]>();
    for (const triple of this.triples) {
      if (typeof triple.object === 'string') pushTo(above, triple.object, triple);
    }
    const shapes = new Set([...constraints].map(({ subject }) => subject));
    for (const shape of shapes) {
      for (const { subject, predicate } of above.get(shape) ?? []) {
        if (partPredicates.has(predicate) || predicate === `${SHACL}and`) shapes.add(subject);
        else if (logicalParameters.has(predicate)) return false;
      }
    }
    for (const shape of shapes) this.partial.add(shape);
    this.#drop(constraints);
    return true;
  }

  #drop(others: ReadonlySet<Triple>): void {
    if (others.size === 0) return;
    for (const triple of this.triples.splice(0)) if (!others.has(triple)) this.triples.push(triple);
    for (const [place, triple] of this.at) if (others.has(triple)) this.at.delete(place);
  }

  /**
   * Replaces the patterns of shapes with expressions that match the same strings in JavaScript in linear time, and removes
   * patterns without such an expression. Returns false if that would change the meaning of another part.
   */
  makeSafe(escapes: Policies['regex']): boolean {
    const flags = this.#flags();
    const without = new Set<Triple>();
    const safe = new Map<Triple, string>();
    for (const triple of this.triples) {
      const found = triple.predicate === sh.pattern ? javascriptPattern(triple, flags, escapes) : undefined;
      if (!found) continue;
      if (found.ok) safe.set(triple, found.source);
      else without.add(triple);
    }
    if (!this.#leaveOut(without)) return false;
    for (const triple of this.triples.splice(0)) {
      const { subject, predicate, object } = triple;
      if (predicate === `${SHACL}flags`) continue;
      const source = safe.get(triple);
      if (source === undefined || typeof object === 'string') {
        this.triples.push(triple);
        continue;
      }
      this.triples.push({ subject, predicate, object: { ...object, value: source } });
      this.triples.push({ subject, predicate: `${SHACL}flags`, object: { ...object, value: 'u' } });
    }
    return true;
  }
}
