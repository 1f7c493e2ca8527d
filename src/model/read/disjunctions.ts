import { isBlank, type Node, type Ontology, owl, rdf, rdfs, SHACL, sh } from '../../ontology/index.ts';
import { parseCount } from '../kinds/counts.ts';
import type { Disjunction } from './facts.ts';

const DEEPEST = 32;

/**
 * Reads alternatives of which one holds (`owl:unionOf`): restrictions, and intersections of them. No single alternative has to
 * hold, so a property that only one of them requires may be missing. Returns undefined if none requires a property.
 */
export function disjunctionOf(ontology: Ontology, head: Node): Omit<Disjunction, 'axiom'> | undefined {
  return disjunctionOfAlternatives(ontology.list(head).map((member) => needsOf(ontology, member, 0)));
}

/**
 * Reads alternatives in shapes (`sh:or` and `sh:xone`; SHACL, 4.6.3 and 4.6.4): property shapes, and node shapes that contain
 * them. No single alternative has to hold. Returns undefined if none requires a property.
 */
export function alternativeShapes(ontology: Ontology, head: Node): Omit<Disjunction, 'axiom'> | undefined {
  return disjunctionOfAlternatives(ontology.list(head).map((member) => needsOfShape(ontology, member, 0)));
}

function disjunctionOfAlternatives(members: readonly Requirements[]): Omit<Disjunction, 'axiom'> | undefined {
  if (members.every(({ properties }) => properties.length === 0)) return undefined;
  return {
    alternatives: members.map(({ properties }) => properties),
    shortfall: members.every(({ isAll }) => isAll) ? undefined : 'of the alternatives, only the existence of values is checked',
  };
}

/** The requirements of an alternative. */
interface Requirements {
  /** The properties that must have a value. */
  readonly properties: Node[];
  /** True if it requires nothing else. */
  readonly isAll: boolean;
}

const NOTHING: Requirements = { properties: [], isAll: false };

function needsOf(ontology: Ontology, node: Node, depth: number): Requirements {
  const members = ontology.node(node, owl.intersectionOf);
  if (members !== undefined && depth < DEEPEST) {
    return { properties: ontology.list(members).flatMap((m) => needsOf(ontology, m, depth + 1).properties), isAll: false };
  }
  const property = ontology.node(node, owl.onProperty);
  if (property === undefined || isBlank(property)) return NOTHING;
  const statements = ontology.statements(node).filter(({ predicate }) => !unconstrainingPredicates.has(predicate));
  const counts = statements.flatMap(({ predicate, object }) =>
    minimumCardinalities.has(predicate) ? (parseCount(object) ?? []) : [],
  );
  const isGiven = statements.some(({ predicate }) => predicate === owl.someValuesFrom || predicate === owl.hasValue);
  if (!isGiven && !counts.some((count) => count > 0)) return NOTHING;
  return { properties: [property], isAll: statements.length === 1 && counts[0] === 1 };
}

function needsOfShape(ontology: Ontology, node: Node, depth: number): Requirements {
  // Every node conforms to a deactivated shape (SHACL, 2.1.6).
  if (depth > DEEPEST || ontology.isTrue(node, sh.deactivated)) return NOTHING;
  const statements = ontology
    .statements(node)
    .filter(({ predicate }) => predicate.startsWith(SHACL) && !displayParameters.has(predicate));
  const path = ontology.node(node, sh.path);
  if (path === undefined) {
    const inner = statements.flatMap(({ predicate, object }) => {
      if (typeof object !== 'string') return [];
      if (predicate === sh.property || predicate === sh.node) return [needsOfShape(ontology, object, depth + 1)];
      return predicate === sh.and ? ontology.list(object).map((member) => needsOfShape(ontology, member, depth + 1)) : [];
    });
    const [only] = inner;
    return {
      properties: inner.flatMap(({ properties }) => properties),
      isAll: statements.length === 1 && inner.length === 1 && (only?.isAll ?? false),
    };
  }
  if (isBlank(path) || path === rdf.type) return NOTHING;
  const said = statements.filter(({ predicate }) => predicate !== sh.path);
  const counts = said.flatMap(({ predicate, object }) => (predicate === sh.minCount ? (parseCount(object) ?? []) : []));
  const isGiven = said.some(({ predicate }) => predicate === sh.hasValue);
  if (!isGiven && !counts.some((count) => count > 0)) return NOTHING;
  return { properties: [path], isAll: said.length === 1 && counts[0] === 1 };
}

/** Parameters that do not constrain values: texts for users, and the severity. */
const displayParameters: ReadonlySet<string> = new Set([sh.name, sh.description, sh.order, sh.group, sh.message, sh.severity]);

/** Predicates of a restriction that constrain nothing. Not among them: owl:onClass, which limits the values that are counted. */
const unconstrainingPredicates: ReadonlySet<string> = new Set([rdf.type, owl.onProperty, rdfs.label, rdfs.comment]);

/** Cardinalities that state a minimum. */
const minimumCardinalities: ReadonlySet<string> = new Set([
  owl.minCardinality,
  owl.cardinality,
  owl.minQualifiedCardinality,
  owl.qualifiedCardinality,
]);
