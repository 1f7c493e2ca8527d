import { OWL, owl, rdf, rdfs, SHACL, sh } from '../../ontology/index.ts';
import type { Reader } from './reader.ts';
import { circularList, listForName, noEnd, noList, noMember, SharedLists } from './slips/lists.ts';
import {
  count,
  facetInShape,
  facetPredicates,
  nodeKind,
  order,
  parameterAsFacet,
  severity,
  text,
  truth,
} from './slips/literals.ts';
import {
  asksForClass,
  asksForProperty,
  betweenClasses,
  betweenProperties,
  inverse,
  membersOfOtherKind,
  pathIsClass,
  rangeOfOtherKind,
  textForName,
  textInList,
  typeOfOtherKind,
  typeOfOwn,
  unlessList,
  valueOfOtherKind,
} from './slips/names.ts';
import { languagesOfNone, Restrictions, rangesTogether } from './slips/ranges.ts';
import { counting, kindOfCounted, qualifying, withoutProperty, withoutStatement } from './slips/restrictions.ts';
import {
  accompanied,
  alone,
  classForShape,
  type Missing,
  nameInShapes,
  namesMissing,
  ofAnyShapes,
  ofExpressions,
  ofPropertyShapes,
  oneAlone,
  parameter,
  parameterOfProperty,
  shapeOfNode,
  shapeOfProperty,
  single,
  tellMissing,
  valueOfProperty,
} from './slips/shapes.ts';
import type { Check } from './slips/statement-checks.ts';

const inShacl = (...names: readonly string[]) => names.map((name) => SHACL + name);

/** Predicates whose value is a list. */
const ofLists: readonly string[] = [
  ...[owl.unionOf, owl.intersectionOf, owl.oneOf, owl.disjointUnionOf, owl.withRestrictions, owl.propertyChainAxiom],
  ...[owl.hasKey, owl.members, `${OWL}distinctMembers`],
  ...[sh.in, sh.or, sh.and, sh.xone, sh.ignoredProperties, ...inShacl('languageIn', 'alternativePath')],
];

/** The checks, each with the predicates of the statements that it checks. */
const rules: readonly (readonly [Check, readonly string[]])[] = [
  // The values must be IRIs of classes, properties, datatypes or shapes, never literals.
  [
    textForName,
    [
      ...[rdf.type, rdfs.domain, rdfs.range, rdfs.subClassOf, rdfs.subPropertyOf],
      ...[owl.equivalentClass, owl.inverseOf, owl.onProperty, owl.onClass, owl.onDataRange, owl.onDatatype],
      ...[owl.allValuesFrom, owl.someValuesFrom, owl.disjointWith, owl.complementOf],
      ...[owl.equivalentProperty, owl.propertyDisjointWith],
      ...[sh.path, sh.targetClass, sh.property, sh.node, sh.class, sh.datatype, sh.nodeKind, sh.severity],
    ],
  ],
  [noList, ofLists],
  [circularList, ofLists],
  [
    textInList,
    [
      ...[owl.unionOf, owl.intersectionOf, owl.disjointUnionOf, owl.propertyChainAxiom, owl.hasKey, owl.members],
      ...[sh.or, sh.and, sh.xone, sh.ignoredProperties],
    ],
  ],
  [noMember, [sh.in, sh.or, sh.xone, `${SHACL}languageIn`]],
  [noEnd, [rdf.first]],
  [
    listForName,
    [
      ...[rdfs.domain, rdfs.subClassOf, rdfs.subPropertyOf, owl.equivalentClass, owl.disjointWith, owl.inverseOf],
      ...[owl.onProperty, sh.targetClass, sh.property, sh.node, sh.class, sh.datatype],
    ],
  ],
  // IRIs of another kind than required.
  [rangeOfOtherKind, [rdfs.range]],
  [rangesTogether, [rdfs.range]],
  [valueOfOtherKind, [sh.datatype, sh.class]],
  [pathIsClass, [sh.path, owl.onProperty]],
  [unlessList(betweenClasses), [rdfs.subClassOf, owl.disjointWith, owl.equivalentClass, owl.complementOf]],
  [unlessList(asksForClass), [sh.targetClass, owl.onClass, owl.someValuesFrom, owl.allValuesFrom]],
  [asksForProperty, inShacl('equals', 'disjoint', 'lessThan', 'lessThanOrEquals')],
  [betweenProperties, [rdfs.subPropertyOf, owl.equivalentProperty, owl.propertyDisjointWith]],
  [inverse, [owl.inverseOf]],
  [typeOfOtherKind, [rdf.type]],
  [typeOfOwn, [rdf.type]],
  [membersOfOtherKind, [owl.oneOf]],
  // Numbers, booleans and strings.
  [
    count,
    [...counting, sh.minCount, sh.maxCount, sh.minLength, sh.maxLength, ...inShacl('qualifiedMinCount', 'qualifiedMaxCount')],
  ],
  [truth, [owl.deprecated, owl.hasSelf, sh.closed, sh.deactivated, sh.uniqueLang]],
  [text, [rdfs.label, rdfs.comment, sh.name, sh.description, sh.message]],
  [order, [sh.order]],
  [languagesOfNone, [sh.uniqueLang]],
  [nodeKind, [sh.nodeKind]],
  [severity, [sh.severity]],
  [facetInShape, facetPredicates],
  [parameterAsFacet, [owl.withRestrictions]],
  // Restrictions, and shapes.
  [withoutProperty, [...counting, owl.someValuesFrom, owl.allValuesFrom, owl.hasValue]],
  [withoutStatement, [owl.onProperty]],
  [qualifying, counting],
  [kindOfCounted, [owl.onClass, owl.onDataRange]],
  [oneAlone, [...single.keys()]],
  [shapeOfProperty, [sh.property]],
  [classForShape, [sh.node]],
  [shapeOfNode, inShacl('shape')],
  [parameter, ofPropertyShapes],
  [parameterOfProperty, ofAnyShapes],
  [nameInShapes, [sh.or, sh.and, sh.xone]],
  [alone, accompanied],
  [ofExpressions, inShacl('min', 'max')],
  [valueOfProperty, [owl.hasValue, sh.hasValue, sh.in]],
];

function checksByPredicate(): ReadonlyMap<string, readonly Check[]> {
  const checks = new Map<string, Check[]>();
  for (const [check, predicates] of rules) {
    for (const predicate of predicates) {
      const known = checks.get(predicate);
      if (known) known.push(check);
      else checks.set(predicate, [check]);
    }
  }
  return checks;
}

/**
 * Warns of statements that have no effect, or not the intended one: literals instead of IRIs, IRIs of the wrong kind, values
 * outside a list, parameters of restrictions or shapes on other resources.
 */
export async function warnOfMisplaced(reader: Reader): Promise<void> {
  const { ontology } = reader;
  const checks = checksByPredicate();
  const missing: Missing[] = [];
  const restrictions = new Restrictions();
  const sharedLists = new SharedLists();
  for (const { node, statements } of ontology.entries()) {
    for (const statement of statements) {
      const found = checks.get(statement.predicate);
      if (found === undefined) continue;
      for (const check of found) check(reader, node, statement);
      restrictions.see(node, statement);
      sharedLists.see(reader, node, statement);
      if (statement.predicate === sh.node || statement.predicate === sh.property) {
        if (namesMissing(reader, statement)) missing.push({ node, statement });
      }
    }
  }
  restrictions.tell(reader);
  await tellMissing(reader, missing);
}
