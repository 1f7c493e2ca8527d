/**
 * Warns of statements that have no effect, or not the intended one: literals instead of IRIs, IRIs of the wrong kind, values
 * outside a list, parameters of restrictions or shapes on other resources. The checks are in slips/; this file states which
 * predicates each of them checks.
 */

import { OWL, owl, pushTo, rdf, rdfs, SHACL, sh } from '../../ontology/index.ts';
import type { Reader } from './reader.ts';
import { checkList, checkListCycle, checkListEnd, checkNotList, SharedLists } from './slips/lists.ts';
import { checkBoolean, checkCount, checkNodeKind, checkShapeFacet, facetPredicates } from './slips/literals.ts';
import {
  checkClassPredicate,
  checkInverse,
  checkNotLiteral,
  checkRangeKind,
  checkShapeValueKind,
  checkTypeNamespace,
} from './slips/names.ts';
import {
  cardinalityPredicates,
  checkQualification,
  checkRestrictionConstraint,
  checkRestrictionProperty,
  UnusedRestrictions,
} from './slips/restrictions.ts';
import {
  checkDependentParameter,
  checkExpressionParameter,
  checkPropertyShape,
  checkPropertyShapeParameter,
  checkPropertyValue,
  checkShapeList,
  checkShapeParameter,
  checkSingleValue,
  dependentPredicates,
  type MissingShape,
  propertyShapeParameters,
  refersToMissingShape,
  reportMissingShapes,
  shapeParameters,
  singleValuedPredicates,
} from './slips/shapes.ts';
import type { Check } from './slips/statement-checks.ts';

const inShacl = (...names: readonly string[]) => names.map((name) => SHACL + name);

/** Predicates whose value is a list. */
const listPredicates: readonly string[] = [
  ...[owl.unionOf, owl.intersectionOf, owl.oneOf, owl.disjointUnionOf, owl.withRestrictions, owl.propertyChainAxiom],
  ...[owl.hasKey, owl.members, `${OWL}distinctMembers`],
  ...[sh.in, sh.or, sh.and, sh.xone, sh.ignoredProperties, ...inShacl('languageIn', 'alternativePath')],
];

/** The checks, each with the predicates of the statements that it checks. */
const rules: readonly (readonly [Check, readonly string[]])[] = [
  // The values must be IRIs of classes, properties, datatypes or shapes, never literals.
  [
    checkNotLiteral,
    [
      ...[rdf.type, rdfs.domain, rdfs.range, rdfs.subClassOf, rdfs.subPropertyOf],
      ...[owl.equivalentClass, owl.inverseOf, owl.onProperty, owl.onClass, owl.onDataRange, owl.onDatatype],
      ...[owl.allValuesFrom, owl.someValuesFrom, owl.disjointWith, owl.complementOf],
      ...[owl.equivalentProperty, owl.propertyDisjointWith],
      ...[sh.path, sh.targetClass, sh.property, sh.node, sh.class, sh.datatype, sh.nodeKind, sh.severity],
    ],
  ],
  [checkList, listPredicates],
  [checkListCycle, listPredicates],
  [checkListEnd, [rdf.first]],
  [
    checkNotList,
    [
      ...[rdfs.domain, rdfs.subClassOf, rdfs.subPropertyOf, owl.equivalentClass, owl.disjointWith, owl.inverseOf],
      ...[owl.onProperty, sh.targetClass, sh.property, sh.node, sh.class, sh.datatype],
    ],
  ],
  // IRIs of another kind than required.
  [checkRangeKind, [rdfs.range]],
  [checkShapeValueKind, [sh.datatype, sh.class]],
  [checkClassPredicate, [rdfs.subClassOf, owl.disjointWith, owl.equivalentClass, owl.complementOf]],
  [checkInverse, [owl.inverseOf]],
  [checkTypeNamespace, [rdf.type]],
  // Numbers, booleans and strings.
  [
    checkCount,
    [
      ...cardinalityPredicates,
      sh.minCount,
      sh.maxCount,
      sh.minLength,
      sh.maxLength,
      ...inShacl('qualifiedMinCount', 'qualifiedMaxCount'),
    ],
  ],
  [checkBoolean, [owl.deprecated, owl.hasSelf, sh.closed, sh.deactivated, sh.uniqueLang]],
  [checkNodeKind, [sh.nodeKind]],
  [checkShapeFacet, facetPredicates],
  // Restrictions, and shapes.
  [checkRestrictionProperty, [...cardinalityPredicates, owl.someValuesFrom, owl.allValuesFrom, owl.hasValue]],
  [checkRestrictionConstraint, [owl.onProperty]],
  [checkQualification, cardinalityPredicates],
  [checkSingleValue, [...singleValuedPredicates.keys()]],
  [checkPropertyShape, [sh.property]],
  [checkPropertyShapeParameter, propertyShapeParameters],
  [checkShapeParameter, shapeParameters],
  [checkShapeList, [sh.or, sh.and, sh.xone]],
  [checkDependentParameter, dependentPredicates],
  [checkExpressionParameter, inShacl('min', 'max')],
  [checkPropertyValue, [owl.hasValue, sh.hasValue, sh.in]],
];

export async function warnOfSlips(reader: Reader): Promise<void> {
  const { ontology } = reader;
  const checks = new Map<string, Check[]>();
  for (const [check, predicates] of rules) for (const predicate of predicates) pushTo(checks, predicate, check);
  const missing: MissingShape[] = [];
  const restrictions = new UnusedRestrictions();
  const sharedLists = new SharedLists();
  for (const { node, statements } of ontology.entries()) {
    for (const statement of statements) {
      const applicable = checks.get(statement.predicate);
      if (applicable === undefined) continue;
      for (const check of applicable) check(reader, node, statement);
      restrictions.record(node, statement);
      sharedLists.record(reader, node, statement);
      if (statement.predicate === sh.node || statement.predicate === sh.property) {
        if (refersToMissingShape(reader, statement)) missing.push({ node, statement });
      }
    }
  }
  restrictions.report(reader);
  await reportMissingShapes(reader, missing);
}
