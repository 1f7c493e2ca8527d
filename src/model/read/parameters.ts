/**
 * Reads one parameter of a property shape as facts: `sh:minCount 1` becomes `{ kind: 'min', count: 1 }`, and `sh:or ( [
 * sh:class :User ] [ sh:class :Team ] )` becomes a range of two classes. Used by shapes.ts.
 */

import { type Node, type Ontology, rdfs, SHACL, type Statement, sh } from '../../ontology/index.ts';
import { faultOfCount, parseCount } from '../kinds/counts.ts';
import type { Policies } from '../policies.ts';
import { facetsOf, faultOfFacet, faultOfPattern, patternOf } from './facets.ts';
import type { FactContent } from './facts.ts';
import { requiredScheme } from './schemes.ts';
import { nodeKinds, type Terms, tagged } from './terms.ts';

/** A parameter of a property shape, and the context for reading it. */
export interface ParameterInput {
  /** The shape; undefined if its path is inverse. */
  readonly shape: Node | undefined;
  readonly statement: Statement;
  readonly ontology: Ontology;
  /** How `\d` and `\w` in patterns are read. */
  readonly escapes: Policies['regex'];
  /** Returns the target classes of a shape. */
  readonly classesOf: (shape: Node) => readonly Node[];
}

/** The facts that a parameter states about the values, and what they do not cover. */
export interface Reading {
  readonly facts?: readonly FactContent[];
  readonly shortfall?: string;
  /** What is wrong with the value of the parameter. */
  readonly fault?: string;
  /** Shapes of the values whose property shapes are not read, because no class has them. */
  readonly dropped?: readonly Node[];
}

type ParameterReader = (input: ParameterInput) => Reading;

export function readParameter(input: ParameterInput): Reading {
  const read = readers.get(input.statement.predicate);
  if (read) return read(input);
  const fault = faultOfFacet(input.statement);
  if (fault !== undefined) return { fault };
  const facts = facetsOf(input.statement, input.escapes).map((facet): FactContent => ({ kind: 'facet', facet }));
  return facts.length > 0 ? { facts } : { shortfall: 'codegen does not read this parameter' };
}

const unsupportedReader =
  (shortfall: string): ParameterReader =>
  () => ({ shortfall });

const IS_LITERAL: Reading = { shortfall: 'its value is a literal, which has no effect here' };

/** Wraps a function that reads parameters whose value is a resource. */
const resourceReader =
  (read: (node: Node, input: ParameterInput) => Reading): ParameterReader =>
  (input) =>
    typeof input.statement.object === 'string' ? read(input.statement.object, input) : IS_LITERAL;

const countReader =
  (kind: 'min' | 'max'): ParameterReader =>
  ({ statement }) => {
    const fault = faultOfCount(statement.object);
    return fault === undefined ? { facts: [{ kind, count: parseCount(statement.object) as number }] } : { fault };
  };

const OF_VALUES = 'constraints on the values themselves are read only from a shape of their class';

/** The reason why the property shapes in a shape of the values are not read. */
export const OF_NO_CLASS = 'the shape of the values is that of no class';

const LANGUAGE = 'strings are stored without their language tag';

/** Returns a reading that states only which terms are allowed. */
function termsReading(terms: Terms | undefined): Reading {
  return terms ? { facts: [{ kind: 'terms', terms }] } : {};
}

const readers: ReadonlyMap<string, ParameterReader> = new Map<string, ParameterReader>([
  [sh.minCount, countReader('min')],
  [sh.maxCount, countReader('max')],
  [sh.datatype, resourceReader((node) => ({ facts: [{ kind: 'range', nodes: [node], as: 'datatype' }] }))],
  [sh.class, resourceReader((node) => ({ facts: [{ kind: 'range', nodes: [node], as: 'class' }] }))],
  [
    sh.node,
    resourceReader((node, { ontology, classesOf }) => {
      const nodes = classesOf(node);
      if (nodes.length > 0) return { facts: [{ kind: 'range', nodes }] };
      const concepts = conceptsOf(node, ontology);
      if (concepts) return concepts;
      if (ontology.node(node, sh.property) === undefined) return { shortfall: OF_NO_CLASS };
      // Only resources have properties.
      return { facts: [{ kind: 'node-kind', literal: false }], shortfall: OF_NO_CLASS, dropped: [node] };
    }),
  ],
  [sh.or, resourceReader(readAlternatives)],
  [sh.xone, resourceReader(readAlternatives)],
  [
    sh.nodeKind,
    ({ statement: { object } }) =>
      object === sh.Literal || object === sh.IRI || object === sh.BlankNodeOrIRI
        ? { facts: [{ kind: 'node-kind', literal: object === sh.Literal }] }
        : { ...termsReading(nodeKinds.get(object)), shortfall: 'codegen does not read this node kind' },
  ],
  [sh.in, resourceReader((head) => ({ facts: [{ kind: 'in', head }] }))],
  [sh.hasValue, ({ statement }) => ({ facts: [{ kind: 'value', term: statement.object }] })],
  [sh.defaultValue, ({ statement }) => ({ facts: [{ kind: 'default', term: statement.object }] })],
  [sh.pattern, readPattern],
  [sh.uniqueLang, unsupportedReader(LANGUAGE)],
  [`${SHACL}languageIn`, () => ({ ...termsReading(tagged), shortfall: LANGUAGE })],
  [sh.closed, unsupportedReader(OF_VALUES)],
  // Only resources have properties.
  [
    sh.property,
    ({ statement: { object }, ontology }) => {
      const concepts = typeof object === 'string' ? conceptsOf(object, ontology) : undefined;
      return concepts ?? { facts: [{ kind: 'node-kind', literal: false }], shortfall: OF_VALUES };
    },
  ],
]);

/**
 * Returns whether the constraints of a shape hold for the values themselves: it has no target class, and is not a class, a
 * property shape or a shape of concepts.
 */
export function isValueShape(shape: Node, { ontology, classesOf }: Pick<ParameterInput, 'ontology' | 'classesOf'>): boolean {
  if (ontology.node(shape, sh.targetClass) !== undefined || ontology.node(shape, sh.path) !== undefined) return false;
  if (classesOf(shape).length > 0 || conceptsOf(shape, ontology)) return false;
  return ontology
    .statements(shape)
    .some(({ predicate }) => predicate.startsWith(SHACL) && predicate !== sh.property && !annotationParameters.has(predicate));
}

/** Reads a shape that requires concepts of a scheme; returns undefined for other shapes. */
function conceptsOf(shape: Node, ontology: Ontology): Reading | undefined {
  const required = requiredScheme(ontology, shape);
  if (!required) return undefined;
  const facts: readonly FactContent[] = [
    { kind: 'node-kind', literal: false },
    { kind: 'concept', scheme: required.scheme },
  ];
  return required.isAll ? { facts } : { facts, shortfall: OF_VALUES };
}

function readPattern({ shape, statement: { object }, ontology, escapes }: ParameterInput): Reading {
  const flags = shape === undefined ? '' : (ontology.literals(shape, sh.flags)[0]?.value ?? '');
  const fault = faultOfPattern(object, flags, 'xpath');
  if (fault !== undefined || typeof object === 'string') return { fault: fault as string };
  return { facts: [{ kind: 'facet', facet: { kind: 'pattern', pattern: patternOf(object.value, flags, 'xpath', escapes) } }] };
}

/** One alternative: its values are instances of classes, literals of datatypes, members of a list, or any resource. */
interface Alternative {
  readonly nodes: readonly Node[];
  readonly as?: 'class' | 'datatype' | undefined;
  /** No resource conforms. */
  readonly areLiterals?: boolean;
  /** Every resource conforms. */
  readonly isAnyResource?: boolean;
  /** What the alternative states and the generated code does not check. */
  readonly shortfall?: string | undefined;
  /** The shape of the values, if its property shapes are not read. */
  readonly dropped?: Node;
}

const ANY_RESOURCE: Alternative = { nodes: [], isAnyResource: true };

/** Maximum depth of nested alternatives; it also ends cycles. */
const DEEPEST = 32;

/** Reads a list of shapes of which each value conforms to one (SHACL, 4.6.3 and 4.6.4). */
function readAlternatives(head: Node, input: ParameterInput): Reading {
  const listed = alternativesInList(head, input, 0, new Set());
  if (typeof listed === 'string') return { shortfall: listed };
  const isAnyResource = listed.some((one) => one.isAnyResource);
  // Instances of classes and individuals are resources, too.
  const accepted = isAnyResource ? listed.filter(({ areLiterals }) => areLiterals) : listed;
  const nodes = accepted.flatMap((one) => one.nodes);
  const shortfall = listed.find((one) => one.shortfall !== undefined)?.shortfall;
  const dropped = listed.flatMap((one) => one.dropped ?? []);
  const gaps = { ...(shortfall !== undefined && { shortfall }), ...(dropped.length > 0 && { dropped }) };
  if (nodes.length === 0 && !isAnyResource) return { shortfall: 'the list has no members' };
  if (nodes.length === 0) return { facts: [{ kind: 'node-kind', literal: false }], ...gaps };
  if (isAnyResource) return { facts: [{ kind: 'range', nodes: [sh.IRI, ...nodes] }], ...gaps };
  const kinds = new Set(accepted.map(({ as }) => as));
  const as = kinds.size === 1 ? accepted[0]?.as : undefined;
  return { facts: [{ kind: 'range', nodes, ...(as !== undefined && { as }) }], ...gaps };
}

/** Returns the alternatives of a list, nested lists included; or, if one is not read, a text that names it. */
function alternativesInList(head: Node, input: ParameterInput, depth: number, visited: Set<Node>): Alternative[] | string {
  const all: Alternative[] = [];
  for (const [i, member] of input.ontology.list(head).entries()) {
    // A shape that stands in several lists adds nothing the second time.
    if (visited.has(member)) continue;
    visited.add(member);
    const alternative = alternativesOfShape(member, input, depth, visited);
    if (typeof alternative === 'string') return depth > 0 ? alternative : `alternative ${i + 1} is not read: ${alternative}`;
    all.push(...alternative);
  }
  return all;
}

/** The parameters that are read in an alternative; if it has several, only the first in this order. */
const readable = [sh.in, sh.datatype, sh.class, sh.node, sh.or, sh.xone, sh.nodeKind, sh.property];

/** Returns the alternatives that one shape of a list states; or, if it is not read, a text with its parameters. */
function alternativesOfShape(shape: Node, input: ParameterInput, depth: number, visited: Set<Node>): Alternative[] | string {
  const { ontology } = input;
  const statements = ontology
    .statements(shape)
    .filter(({ predicate }) => predicate.startsWith(SHACL) && !annotationParameters.has(predicate));
  const main = readable.flatMap((predicate) => statements.find((one) => one.predicate === predicate) ?? [])[0];
  if (main === undefined || typeof main.object !== 'string' || depth > DEEPEST)
    return statements.length === 0 ? 'it has no constraint' : statements.map((one) => ontology.show(one.predicate)).join(', ');
  const parsed = alternativesOfParameter(shape, main.predicate, main.object, input, depth, visited);
  const more = statements.filter((one) => one !== main && one.predicate !== sh.nodeKind);
  if (typeof parsed === 'string' || more.length === 0) return parsed;
  const shortfall = `${ontology.show((more[0] as Statement).predicate)} of an alternative is not checked`;
  return parsed.map((one) => ({ shortfall, ...one }));
}

function alternativesOfParameter(
  shape: Node,
  predicate: string,
  object: Node,
  input: ParameterInput,
  depth: number,
  visited: Set<Node>,
): Alternative[] | string {
  switch (predicate) {
    case sh.datatype:
      return [{ nodes: [object], as: 'datatype', areLiterals: true }];
    case sh.class:
      return [{ nodes: [object], as: 'class' }];
    case sh.in:
      return [{ nodes: [shape], areLiterals: input.ontology.terms(object).some((term) => typeof term !== 'string') }];
    case sh.node: {
      const classes = input.classesOf(object);
      if (classes.length > 0) return [{ nodes: classes, as: 'class' }];
      const dropped = input.ontology.node(object, sh.property) === undefined ? {} : { dropped: object };
      if (!isValueShape(object, input)) return [{ ...ANY_RESOURCE, shortfall: OF_NO_CLASS, ...dropped }];
      const parsed = alternativesOfShape(object, input, depth + 1, visited);
      return typeof parsed === 'string' ? parsed : parsed.map((one) => ({ ...one, ...dropped }));
    }
    case sh.property:
      return [{ ...ANY_RESOURCE, shortfall: OF_VALUES }];
    case sh.nodeKind:
      if (object === sh.Literal) return [{ nodes: [rdfs.Literal], as: 'datatype', areLiterals: true }];
      if (object === sh.IRI || object === sh.BlankNodeOrIRI) return [ANY_RESOURCE];
      return 'codegen does not read this node kind';
    default:
      return alternativesInList(object, input, depth + 1, visited);
  }
}

/** Parameters that constrain no value. */
const annotationParameters: ReadonlySet<string> = new Set([
  ...[sh.name, sh.description, sh.order, sh.group, sh.message, sh.severity],
  `${SHACL}codeIdentifier`,
]);
