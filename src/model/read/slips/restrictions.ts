/** Checks of `owl:Restriction` and its parameters: `:Person owl:maxCardinality 1` is wrong, because it names no property. */

import { isBlank, type Node, owl, rdfs, type Statement } from '../../../ontology/index.ts';
import type { Reader } from '../reader.ts';
import { type Check, isFirst, turtlePredicate, turtleTerm, warnIgnored, warnKindMismatch } from './statement-checks.ts';

/** Reports parameters of restrictions on other subjects, and restrictions that name no property. */
export const checkRestrictionProperty: Check = (reader, node, statement) => {
  if (reader.ontology.statementsOf(node, owl.onProperty).length > 0) return;
  warnIgnored(reader, node, statement, ...restrictionHint(reader, node, statement));
};

/** Returns the reason why the statement is wrong, and how to write it in a restriction. */
function restrictionHint(reader: Reader, node: Node, statement: Statement): readonly [reason: string, instead: string] {
  if (isBlank(node)) return ['the restriction has no owl:onProperty', 'add owl:onProperty :property'];
  const { ontology } = reader;
  const isClass = ontology.types(node).some((type) => type === owl.Class || type === rdfs.Class);
  const [domain] = ontology.nodes(node, rdfs.domain);
  const cls = isClass ? node : domain !== undefined && !isBlank(domain) ? domain : undefined;
  const [subject, property] = [cls === undefined ? ':Class' : reader.show(cls), isClass ? ':property' : reader.show(node)];
  const parameter = turtlePredicate(reader, statement);
  const restriction = `[ a owl:Restriction ; owl:onProperty ${property} ; ${parameter} ]`;
  return ['only restrictions have this property', `write ${subject} rdfs:subClassOf ${restriction}`];
}

/** Predicates by which a restriction constrains values (OWL 2 Mapping to RDF, table 1). */
const valuePredicates: readonly string[] = [owl.someValuesFrom, owl.allValuesFrom, owl.hasValue, owl.hasSelf];

/**
 * Warns of a restriction that states neither values nor a number. If it has owl:onClass or owl:onDataRange,
 * `checkDependentParameter` reports it.
 */
export const checkRestrictionConstraint: Check = (reader, node, statement) => {
  const { ontology } = reader;
  if (!isFirst(reader, node, statement)) return;
  const constraints = [...valuePredicates, ...cardinalityPredicates];
  if (ontology.statements(node).some(({ predicate }) => constraints.includes(predicate))) return;
  if ([owl.onClass, owl.onDataRange].some((kind) => ontology.statementsOf(node, kind).length > 0)) return;
  const instead = 'add owl:someValuesFrom, owl:allValuesFrom, owl:hasValue or a cardinality';
  warnIgnored(reader, node, statement, 'the restriction states neither values nor a number', instead);
};

/** Pairs of predicates: the cardinality of all values, and that of the values of one class or datatype. */
const cardinalityPairs = [
  [owl.cardinality, owl.qualifiedCardinality],
  [owl.minCardinality, owl.minQualifiedCardinality],
  [owl.maxCardinality, owl.maxQualifiedCardinality],
] as const;

export const minimumCardinalities: ReadonlySet<string> = new Set([...cardinalityPairs[0], ...cardinalityPairs[1]]);
export const maximumCardinalities: ReadonlySet<string> = new Set([...cardinalityPairs[0], ...cardinalityPairs[2]]);
export const qualifiedCardinalities: ReadonlySet<string> = new Set(cardinalityPairs.map(([, qualified]) => qualified));

const qualifiedForm: ReadonlyMap<string, string> = new Map(cardinalityPairs);
const unqualifiedForm: ReadonlyMap<string, string> = new Map(
  cardinalityPairs.map(([unqualified, qualified]) => [qualified, unqualified]),
);

/** The predicates that {@link checkQualification} checks. */
export const cardinalityPredicates: readonly string[] = cardinalityPairs.flat();

/** Reports a qualified cardinality without a class or datatype, and an unqualified one with it (OWL 2, 8.3 and 8.5). */
export const checkQualification: Check = (reader, node, statement) => {
  const { predicate, object } = statement;
  const { ontology } = reader;
  // For a restriction without a property, checkRestrictionProperty gives the only warning.
  if (ontology.statementsOf(node, owl.onProperty).length === 0) return;
  const kinds = [owl.onClass, owl.onDataRange].filter((kind) => ontology.statementsOf(node, kind).length > 0);
  const replacement = kinds.length > 0 ? qualifiedForm.get(predicate) : unqualifiedForm.get(predicate);
  if (replacement === undefined || ontology.statementsOf(node, replacement).length > 0) return;
  const reason =
    kinds.length > 0
      ? `an unqualified cardinality ignores ${kinds.map((kind) => reader.show(kind)).join(' and ')}`
      : 'owl:onClass or owl:onDataRange is missing';
  warnKindMismatch(reader, node, statement, {
    reason,
    effect: 'codegen counts all values',
    instead: `write ${reader.show(replacement)} ${turtleTerm(reader, object)}`,
  });
};

/** A restriction that is the subject of one of these has an effect, even if nothing refers to it. */
const axiomPredicates = [rdfs.subClassOf, owl.equivalentClass, owl.disjointWith, owl.complementOf] as const;

/** Finds anonymous restrictions that no statement refers to. */
export class UnusedRestrictions {
  readonly #restrictions: (readonly [node: Node, statement: Statement])[] = [];
  readonly #objects = new Set<unknown>();

  /** Records a statement; call it for each checked statement. */
  record(node: Node, statement: Statement): void {
    const { predicate, object } = statement;
    if (typeof object === 'string' && isBlank(object)) this.#objects.add(object);
    if (predicate === owl.onProperty && isBlank(node)) this.#restrictions.push([node, statement]);
  }

  /** Reports restrictions that no statement refers to, and that state nothing about a class themselves. */
  report(reader: Reader): void {
    const { ontology } = reader;
    const candidates = this.#restrictions.filter(([node]) => !this.#objects.has(node));
    if (candidates.length === 0) return;
    // Most restrictions are objects of recorded statements. Only for the others, all statements are searched.
    const objects = new Set<unknown>();
    for (const { statements } of ontology.entries()) for (const { object } of statements) objects.add(object);
    for (const [node, statement] of candidates) {
      if (objects.has(node) || axiomPredicates.some((predicate) => ontology.statementsOf(node, predicate).length > 0)) continue;
      if (!isFirst(reader, node, statement)) continue;
      const reason = 'no class refers to this restriction';
      const instead = 'add it to a class: :Class rdfs:subClassOf [ a owl:Restriction ; … ]';
      warnIgnored(reader, node, statement, reason, instead);
    }
  }
}
