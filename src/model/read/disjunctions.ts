/**
 * Reads alternatives of which one holds for each instance (`owl:unionOf`, `sh:or`, `sh:xone`). For example, `sh:or ( [ sh:path
 * :email ; sh:minCount 1 ] [ sh:path :phone ; sh:minCount 1 ] )` states that an instance has an email or a phone. No single
 * alternative has to hold, so each property may be missing.
 */

import {
  isBlank,
  type Literal,
  type Node,
  type Ontology,
  owl,
  rdf,
  rdfs,
  SHACL,
  type Statement,
  sh,
} from '../../ontology/index.ts';
import { parseCount } from '../kinds/counts.ts';
import type { AlternativeRange, AlternativeValues, Disjunction } from './facts.ts';
import { maximumCardinalities, minimumCardinalities } from './slips/restrictions.ts';

const MAX_DEPTH = 32;

/** Reads alternatives of OWL: restrictions, and intersections of them. Returns undefined if none is about a property. */
export function disjunctionOf(ontology: Ontology, head: Node): Omit<Disjunction, 'axiom'> | undefined {
  return disjunctionFrom(ontology.list(head).map((member) => requirementsOf(ontology, member, 0)));
}

/**
 * Reads alternatives of SHACL (4.6.3 and 4.6.4): property shapes, and node shapes that contain them. Returns undefined if none
 * is about a property.
 */
export function alternativeShapes(ontology: Ontology, head: Node): Omit<Disjunction, 'axiom'> | undefined {
  return disjunctionFrom(ontology.list(head).map((member) => requirementsOfShape(ontology, member, 0)));
}

function disjunctionFrom(members: readonly Requirements[]): Omit<Disjunction, 'axiom'> | undefined {
  const values = new Map<Node, AlternativeValues>();
  for (const member of members) {
    for (const { property, ranges, max } of member.values) {
      const known = values.get(property) ?? { ranges: [], max: 0, isLimited: false };
      values.set(property, {
        ranges: [...known.ranges, ...ranges],
        max: Math.max(known.max, max),
        isLimited: known.isLimited || Number.isFinite(max),
      });
    }
  }
  if (values.size === 0) return undefined;
  return {
    alternatives: members.map(({ properties }) => properties),
    values,
    shortfall: members.every(({ isComplete }) => isComplete) ? undefined : ONLY_EXISTENCE,
  };
}

/** The shortfall of alternatives that state more than that a property has a value. */
export const ONLY_EXISTENCE = 'of the alternatives, only the existence of values is checked';

interface Requirements {
  /** The properties that must have a value. */
  readonly properties: readonly Node[];
  /** What it states about the values of properties. */
  readonly values: readonly (Omit<AlternativeValues, 'isLimited'> & { readonly property: Node })[];
  /** True if it requires nothing but that, and at most one value or a datatype, which the field itself may ensure. */
  readonly isComplete: boolean;
}

const NO_REQUIREMENTS: Requirements = { properties: [], values: [], isComplete: false };

function combineRequirements(all: readonly Requirements[], isComplete: boolean): Requirements {
  return { properties: all.flatMap(({ properties }) => properties), values: all.flatMap(({ values }) => values), isComplete };
}

function requirementsOf(ontology: Ontology, node: Node, depth: number): Requirements {
  const members = ontology.node(node, owl.intersectionOf);
  if (members !== undefined && depth < MAX_DEPTH) {
    return combineRequirements(
      ontology.list(members).map((member) => requirementsOf(ontology, member, depth + 1)),
      false,
    );
  }
  const property = ontology.node(node, owl.onProperty);
  if (property === undefined || isBlank(property)) return NO_REQUIREMENTS;
  const statements = ontology.statements(node).filter(({ predicate }) => !unconstrainingPredicates.has(predicate));
  const counts = countsOf(statements, minimumCardinalities);
  const requiresValue = statements.some(({ predicate }) => predicate === owl.someValuesFrom || predicate === owl.hasValue);
  const isRequired = requiresValue || counts.some((count) => count > 0);
  return {
    properties: isRequired ? [property] : [],
    values: [{ property, ranges: [], max: maximumOf(statements, maximumCardinalities) }],
    isComplete: statements.length === 1 && counts[0] === 1,
  };
}

function countsOf(statements: readonly Statement[], predicates: ReadonlySet<string>): readonly number[] {
  return statements.flatMap(({ predicate, object }) => (predicates.has(predicate) ? (parseCount(object) ?? []) : []));
}

function maximumOf(statements: readonly Statement[], predicates: ReadonlySet<string>): number {
  return Math.min(...countsOf(statements, predicates));
}

function requirementsOfShape(ontology: Ontology, node: Node, depth: number): Requirements {
  // Every node conforms to a deactivated shape (SHACL, 2.1.6).
  if (depth > MAX_DEPTH || ontology.isTrue(node, sh.deactivated)) return NO_REQUIREMENTS;
  const statements = ontology
    .statements(node)
    .filter(({ predicate }) => predicate.startsWith(SHACL) && !displayParameters.has(predicate));
  const path = ontology.node(node, sh.path);
  if (path === undefined) return requirementsOfNodeShape(ontology, statements, depth);
  if (isBlank(path) || path === rdf.type) return NO_REQUIREMENTS;
  const stated = statements.filter(({ predicate }) => predicate !== sh.path);
  const counts = countsOf(stated, new Set([sh.minCount]));
  const isRequired = stated.some(({ predicate }) => predicate === sh.hasValue) || counts.some((count) => count > 0);
  return {
    properties: isRequired ? [path] : [],
    values: [{ property: path, ranges: rangesOf(stated), max: maximumOf(stated, new Set([sh.maxCount])) }],
    isComplete: counts[0] === 1 && stated.every((statement) => mayBeEnsured(statement)),
  };
}

/** Returns whether a field for one value may ensure a statement about an existing value. */
function mayBeEnsured({ predicate, object }: Statement): boolean {
  if (predicate === sh.maxCount) return parseCount(object) === 1;
  return predicate === sh.minCount || predicate === sh.datatype;
}

function requirementsOfNodeShape(ontology: Ontology, statements: readonly Statement[], depth: number): Requirements {
  const inner = statements.flatMap(({ predicate, object }) => {
    if (typeof object !== 'string') return [];
    if (predicate === sh.property || predicate === sh.node) return [requirementsOfShape(ontology, object, depth + 1)];
    return predicate === sh.and ? ontology.list(object).map((member) => requirementsOfShape(ontology, member, depth + 1)) : [];
  });
  const [only] = inner;
  return combineRequirements(inner, statements.length === 1 && inner.length === 1 && (only?.isComplete ?? false));
}

/** Returns the classes and datatypes of a property shape; if it states none, whether the values are resources. */
function rangesOf(statements: readonly Statement[]): readonly AlternativeRange[] {
  const ranges = statements.flatMap(({ predicate, object }): AlternativeRange[] => {
    if (typeof object !== 'string' || (predicate !== sh.class && predicate !== sh.datatype)) return [];
    return [{ node: object, as: predicate === sh.class ? 'class' : 'datatype' }];
  });
  const areResources = statements.some(({ predicate, object }) => predicate === sh.nodeKind && resourceKinds.has(object));
  return ranges.length === 0 && areResources ? [{ node: sh.IRI, as: 'resource' }] : ranges;
}

/** Node kinds without literals. */
const resourceKinds: ReadonlySet<Node | Literal> = new Set([sh.IRI, sh.BlankNodeOrIRI]);

/** Parameters that do not constrain values: texts for users, and the severity. */
const displayParameters: ReadonlySet<string> = new Set([sh.name, sh.description, sh.order, sh.group, sh.message, sh.severity]);

/** Predicates of a restriction that constrain nothing. Not among them: owl:onClass, which limits the values that are counted. */
const unconstrainingPredicates: ReadonlySet<string> = new Set([rdf.type, owl.onProperty, rdfs.label, rdfs.comment]);
