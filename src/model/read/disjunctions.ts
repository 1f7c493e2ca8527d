import { isBlank, type Node, type Ontology, owl, rdf, rdfs } from '../../ontology/index.ts';
import { countIn } from '../kinds/counts.ts';
import type { Disjunction } from './facts.ts';

const DEEPEST = 32;

/**
 * Reads alternatives of which one holds (`owl:unionOf`): restrictions, and intersections of them. None of them holds by
 * itself, so a property that one of them needs may be missing. Undefined if none says anything of properties.
 */
export function disjunctionOf(ontology: Ontology, head: Node): Omit<Disjunction, 'axiom'> | undefined {
  const members = ontology.list(head).map((member) => needsOf(ontology, member, 0));
  if (members.every(({ properties }) => properties.length === 0)) return undefined;
  return {
    alternatives: members.map(({ properties }) => properties),
    shortfall: members.every(({ isAll }) => isAll) ? undefined : 'of the alternatives only that there are values is checked',
  };
}

/** What an alternative asks for. */
interface Needs {
  /** Of each of them it needs a value. */
  readonly properties: Node[];
  /** It asks for nothing else. */
  readonly isAll: boolean;
}

const NOTHING: Needs = { properties: [], isAll: false };

function needsOf(ontology: Ontology, node: Node, depth: number): Needs {
  const members = ontology.node(node, owl.intersectionOf);
  if (members !== undefined && depth < DEEPEST) {
    return { properties: ontology.list(members).flatMap((m) => needsOf(ontology, m, depth + 1).properties), isAll: false };
  }
  const property = ontology.node(node, owl.onProperty);
  if (property === undefined || isBlank(property)) return NOTHING;
  const statements = ontology.statements(node).filter(({ predicate }) => !about.has(predicate));
  const counts = statements.flatMap(({ predicate, object }) => (counting.has(predicate) ? (countIn(object) ?? []) : []));
  const isGiven = statements.some(({ predicate }) => predicate === owl.someValuesFrom || predicate === owl.hasValue);
  if (!isGiven && !counts.some((count) => count > 0)) return NOTHING;
  return { properties: [property], isAll: statements.length === 1 && counts[0] === 1 };
}

/** What says of whom and what a restriction is; one that is qualified counts some values only. */
const about: ReadonlySet<string> = new Set([rdf.type, owl.onProperty, rdfs.label, rdfs.comment]);

/** Restrictions that state a least number. */
const counting: ReadonlySet<string> = new Set([
  owl.minCardinality,
  owl.cardinality,
  owl.minQualifiedCardinality,
  owl.qualifiedCardinality,
]);
