/**
 * Reads alternatives of which one holds for each instance (`owl:unionOf`, `sh:or`, `sh:xone`). For example, `sh:or ( [ sh:path
 * :email ; sh:minCount 1 ] [ sh:path :phone ; sh:minCount 1 ] )` states that an instance has an email or a phone. No single
 * alternative has to hold, so each property may be missing.
 */

import { isBlank, type Node, type Ontology, owl, rdf, rdfs, SHACL, type Statement, sh } from '../../ontology/index.ts';
import { parseCount } from '../kinds/counts.ts';
import type { AlternativeValues, Disjunction } from './facts.ts';
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
      const known = values.get(property) ?? { ranges: [], max: 0 };
      values.set(property, { ranges: [...known.ranges, ...ranges], max: Math.max(known.max, max) });
    }
  }
  if (values.size === 0) return undefined;
  return {
    alternatives: members.map(({ properties }) => properties),
    values,
    shortfall: members.every(({ isComplete }) => isComplete)
      ? undefined
      : 'of the alternatives, only the existence of values is checked',
  };
}

interface Requirements {
  /** The properties that must have a value. */
  readonly properties: readonly Node[];
  /** What it states about the values of properties. */
  readonly values: readonly (AlternativeValues & { readonly property: Node })[];
  /** True if it requires nothing else. */
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

/** Returns the numbers of values that some of the statements give. */
function countsOf(statements: readonly Statement[], predicates: ReadonlySet<string>): readonly number[] {
  return statements.flatMap(({ predicate, object }) => (predicates.has(predicate) ? (parseCount(object) ?? []) : []));
}

/** Returns the greatest number of values that all statements allow. */
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
  const ranges = stated.flatMap(({ predicate, object }) =>
    shapeTypes.has(predicate) && typeof object === 'string' ? [object] : [],
  );
  const isRequired = stated.some(({ predicate }) => predicate === sh.hasValue) || counts.some((count) => count > 0);
  return {
    properties: isRequired ? [path] : [],
    values: [{ property: path, ranges, max: maximumOf(stated, new Set([sh.maxCount])) }],
    isComplete: stated.length === 1 && counts[0] === 1,
  };
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

/** Parameters with the type of all values. */
const shapeTypes: ReadonlySet<string> = new Set([sh.datatype, sh.class]);

/** Parameters that do not constrain values: texts for users, and the severity. */
const displayParameters: ReadonlySet<string> = new Set([sh.name, sh.description, sh.order, sh.group, sh.message, sh.severity]);

/** Predicates of a restriction that constrain nothing. Not among them: owl:onClass, which limits the values that are counted. */
const unconstrainingPredicates: ReadonlySet<string> = new Set([rdf.type, owl.onProperty, rdfs.label, rdfs.comment]);
