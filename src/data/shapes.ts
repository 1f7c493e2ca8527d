/**
 * Validates data against constraints of shapes that no layer can enforce, such as `sh:equals`, paths of several steps or
 * `sh:not` of whole instances, with a SHACL Core engine. The engine holds the data in memory, so their size is limited.
 */

import type { Axiom, Policies } from '../model/index.ts';
import { baseIri, type Literal, type Node, type Position, pushTo, SHACL, sh } from '../ontology/index.ts';
import { Graph, logicalParameters, partPredicates, shaclTerms, sourceTriple, TooManyStatements } from './shape-graph.ts';
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
  /** Axioms with invalid parameters, or of shapes without one valid path (appendix A), which no engine judges. */
  readonly malformed: ReadonlySet<Axiom>;
  /** Why the engine cannot judge an axiom, if the reason is a nested shape. */
  readonly reasonOf: (axiom: Axiom) => string | undefined;
  /** Why the engine judged nothing. */
  readonly hindrance?: string;
  /** Whether that is a failure of the engine, and not a limit that is known before. */
  readonly hasFailed?: boolean;
}

/** The maximum number of statements: for twice as many, the engine takes more than twice as long. */
export const MAX_STATEMENTS = 100_000;

/** The time limit: paths of any length and nested shapes can take longer than any user waits. */
const MAX_SECONDS = 120;

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
const targets = shaclTerms('targetNode', 'targetClass', 'targetSubjectsOf', 'targetObjectsOf');

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
  const reasonOf = (axiom: Axiom): string | undefined => shapes.reasonOf(axiom);
  const nothingJudged = (hindrance: string): JudgedShapes => ({
    judged: new Set(),
    partlyJudged: new Set(),
    breaches: [],
    remedies: [],
    malformed,
    reasonOf,
    hindrance,
  });
  const stated = [...shapes.triples];
  shapes.keepCore();
  shapes.keepWellFormed();
  shapes.makeSafe(escapes);
  const data = new Graph(workspace.files, 'd', MAX_STATEMENTS);
  try {
    await data.read(file, baseIri(file));
  } catch (error) {
    if (error instanceof TooManyStatements)
      return nothingJudged(`the data have more than ${MAX_STATEMENTS.toLocaleString('en')} statements`);
    throw error;
  }
  shapes.keepComparable(data.triples);
  const { requests, judged, partlyJudged } = shapesOf(unjudged, shapes);
  if (requests.size === 0) return { judged, partlyJudged, breaches: [], remedies: [], malformed, reasonOf };
  shapes.addClasses();
  let results: readonly ShapeResult[];
  try {
    results = await workspace.runEngine(MAX_SECONDS, { shapes: shapes.triples, data: data.triples });
  } catch (error) {
    // Invalid shapes (appendix A) stop the engine.
    const reason = `the SHACL engine stopped: ${error instanceof Error ? error.message : error}`;
    return { ...nothingJudged(reason), hasFailed: true };
  }
  const subjects = new Set<Node>(data.triples.map(({ subject }) => subject));
  const isUnresolved = ({ component, value, isIri }: ShapeResult): boolean =>
    component === CLASS && isIri && value !== undefined && !subjects.has(value);
  // The engine reads the shapes with the data, so it also selects nodes of the shapes, which are no data.
  const targetNodes = shapes.triples.filter(({ predicate }) => predicate === `${SHACL}targetNode`);
  const dataNodes = new Set([
    ...data.triples.flatMap(({ subject, object }) => [subject, object]),
    ...targetNodes.map(({ object }) => object),
  ]);
  const breaches = results.flatMap((result) => {
    const { node, shape, component, property, value, isAdvice } = result;
    if (typeof node === 'string' && !dataNodes.has(node)) return [];
    const found = [`${shape} ${component}`, shape].flatMap((key) => requests.get(key) ?? []);
    if (found.length === 0) return [];
    const labelled = typeof node === 'string' ? data.labelOf(node) : node;
    const at = typeof node === 'string' ? data.placeOf(node, property, value) : data.placeOf(node.value);
    return { node: labelled, property, violated: found, at, isAdvice, unresolved: isUnresolved(result) ? value : undefined };
  });
  const remedies = breaches.length === 0 ? [] : remediesOf(results, stated, escapes);
  return { judged, partlyJudged, breaches, remedies, malformed, reasonOf };
}

/** An axiom that the engine is asked to judge. */
export interface AxiomRequest {
  readonly axiom: Axiom;
  /** The constraint that is violated, if the axiom is a part of its shape. */
  readonly violatedConstraint?: string;
}

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
    if (predicate === sh.property) pushTo(properties, subject, object);
    if (predicate === sh.property || predicate === sh.node) pushTo(parts, subject, object);
    if (partPredicates.has(predicate) || logicalParameters.has(predicate)) pushTo(incoming, object, triple);
  }
  return { incoming, properties, parts };
}

function shapesOf(axioms: readonly Axiom[], { at, triples, partial }: Graph): AxiomsByShape {
  const found = new Map<string, AxiomRequest[]>();
  const judged = new Set<Axiom>();
  const partlyJudged = new Set<Axiom>();
  const { incoming, properties, parts } = shapeReferences(triples);
  /** Adds an axiom to the constraints that contain its shape, at any depth, because results name only the outer constraint. */
  const addToContaining = (node: Node, axiom: Axiom, seen: Set<Node>): void => {
    for (const { subject, predicate } of incoming.get(node) ?? []) {
      for (const component of logicalParameters.has(predicate) ? (parameters.get(predicate) ?? []) : []) {
        const key = `${subject} ${component}`;
        const violatedConstraint = `${predicate.replace(SHACL, 'sh:')}, in which ${axiom.statement} is`;
        pushTo(found, key, { axiom, violatedConstraint });
        judged.add(axiom);
      }
      if (seen.has(subject)) continue;
      seen.add(subject);
      addToContaining(subject, axiom, seen);
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
    const targeted = targetedShape(triple);
    if (parameters.has(predicate) || targeted !== undefined) judged.add(axiom);
    for (const component of parameters.get(predicate) ?? []) pushTo(found, `${subject} ${component}`, { axiom });
    for (const shape of targeted === undefined ? [] : shapeClosure(targeted, properties)) pushTo(found, shape, { axiom });
    addToContaining(subject, axiom, new Set([subject]));
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
  const valueShapes = statements.flatMap(({ predicate, object }) =>
    predicate === sh.node && typeof object === 'string' && !targeted.has(object) ? [object] : [],
  );
  return new Set(valueShapes.flatMap((shape) => [...shapeClosure(shape, parts)]));
}

/** Returns the shape for which a statement selects nodes. */
function targetedShape({ subject, predicate, object }: Triple): Node | undefined {
  if (targets.has(predicate)) return subject;
  return predicate === sh.property && typeof object === 'string' ? object : undefined;
}

/** Returns a shape and its property shapes, at any depth. */
function shapeClosure(shape: Node, parts: ReadonlyMap<Node, readonly Node[]>): ReadonlySet<Node> {
  const all = new Set([shape]);
  for (const each of all) for (const part of parts.get(each) ?? []) all.add(part);
  return all;
}
