/** Checks of shapes: `:Person sh:maxCount 1` is wrong, because only a property shape can have `sh:maxCount`. */

import { findSimilarName } from '../../../diagnostics/index.ts';
import { isBlank, localName, type Node, type Ontology, owl, rdf, SHACL, type Statement, sh } from '../../../ontology/index.ts';
import type { Reader } from '../reader.ts';
import { namespaceOf } from '../resources.ts';
import { isMisplacedList } from './lists.ts';
import { cardinalityPredicates } from './restrictions.ts';
import {
  type Check,
  isOfProperties,
  kindOf,
  kindWithArticle,
  turtlePredicate,
  turtleTerm,
  warnIgnored,
  warnKindMismatch,
} from './statement-checks.ts';

/** Reports a property shape without a path, and other resources where a property shape is required. */
export const checkPropertyShape: Check = (reader, node, statement) => {
  const { ontology } = reader;
  const { object } = statement;
  if (typeof object !== 'string' || isMisplacedList(reader, object)) return;
  if (ontology.statementsOf(object, sh.path).length > 0) return;
  const kind = kindOf(reader, object);
  if (isBlank(object) || isShape(ontology, object)) {
    warnIgnored(reader, node, statement, 'the shape names no property, as in sh:path :property');
  } else if (isOfProperties(kind)) {
    const instead = `write sh:property [ sh:path ${reader.show(object)} ; … ]`;
    warnIgnored(reader, node, statement, `${reader.show(object)} is a property, and no shape of one`, instead);
  } else if (ontology.statements(object).length > 0) {
    const is = kind === undefined ? '' : `${kindWithArticle[kind]}, and `;
    const reason = `${reader.show(object)} is ${is}no property shape`;
    const instead = 'write sh:property [ sh:path :property ; … ]';
    warnIgnored(reader, node, statement, reason, instead);
  }
};

function isShape(ontology: Ontology, node: Node): boolean {
  return ontology
    .statements(node)
    .some(({ predicate, object }) => predicate.startsWith(SHACL) || object === sh.NodeShape || object === sh.PropertyShape);
}

/** A reference to a shape that the files do not define. */
export interface MissingShape {
  readonly node: Node;
  readonly statement: Statement;
}

/** Returns whether a statement refers to a shape that the files do not define. */
export function refersToMissingShape({ ontology }: Reader, { object }: Statement): boolean {
  return typeof object === 'string' && !isBlank(object) && ontology.statements(object).length === 0;
}

/** Reports references to undefined shapes, and suggests the shapes that may be meant. */
export async function reportMissingShapes(reader: Reader, missing: readonly MissingShape[]): Promise<void> {
  const { ontology } = reader;
  const shapes: Node[] = [];
  for (const node of missing.length > 0 ? ontology.subjects() : [])
    if (!isBlank(node) && isShape(ontology, node)) shapes.push(node);
  for (const { node, statement } of missing) {
    const object = statement.object as Node;
    const namespace = namespaceOf(object);
    const names = shapes.filter((shape) => namespaceOf(shape) === namespace).map(localName);
    const similar = await findSimilarName(localName(object), names);
    const suggestion = similar === undefined ? '' : `; did you mean ${reader.show(namespace + similar)}?`;
    const instead = similar === undefined ? 'a file of shapes is given by --shapes' : undefined;
    warnIgnored(reader, node, statement, `${reader.show(object)} has no statements${suggestion}`, instead);
  }
}

/** Which value counts if a predicate has several but may have one (SHACL, 4; OWL 2 Mapping to RDF, 3.2.4). */
const multipleValueRules = {
  first: 'the first is used',
  last: 'the last is used',
  all: 'all of them apply',
  strictest: 'the strictest applies',
} as const;

/** Predicates that may have one value, and which one counts if there are several. */
export const singleValuedPredicates: ReadonlyMap<string, keyof typeof multipleValueRules> = new Map([
  [sh.path, 'first'],
  [owl.onProperty, 'first'],
  [rdf.first, 'first'],
  [rdf.rest, 'first'],
  [sh.pattern, 'all'],
  [sh.datatype, 'last'],
  [sh.nodeKind, 'first'],
  [sh.in, 'all'],
  ...[sh.minCount, sh.maxCount, sh.minLength, sh.maxLength].map((one) => [one, 'strictest'] as const),
  ...[sh.minInclusive, sh.maxInclusive, sh.minExclusive, sh.maxExclusive].map((one) => [one, 'strictest'] as const),
]);

/** Warns of several values where one is allowed, at the second. */
export const checkSingleValue: Check = (reader, node, statement) => {
  const all = reader.ontology.statementsOf(node, statement.predicate);
  if (all.length < 2 || all[1] !== statement) return;
  const rule = multipleValueRules[singleValuedPredicates.get(statement.predicate) ?? 'all'];
  const values = all.map(({ object }) => turtleTerm(reader, object)).join(', ');
  const instead =
    statement.predicate === sh.datatype ? 'alternatives are sh:or ( [ sh:datatype … ] [ sh:datatype … ] )' : undefined;
  warnKindMismatch(reader, node, statement, {
    reason: `only one value may be stated, and there are several (${values})`,
    effect: rule,
    ...(instead !== undefined && { instead }),
  });
};

/** Reports parameters of property shapes on a property, a class, or a node shape with a target class. */
export const checkPropertyShapeParameter: Check = (reader, node, statement) => {
  const { ontology } = reader;
  if (ontology.statementsOf(node, sh.path).length > 0) return;
  const kind = kindOf(reader, node);
  const text = turtlePredicate(reader, statement);
  if (isOfProperties(kind)) {
    const instead = `write :Shape a sh:NodeShape ; sh:targetClass :Class ; sh:property [ sh:path ${reader.show(node)} ; ${text} ] .`;
    const reason = `its subject must be a shape, and ${reader.show(node)} is ${kindWithArticle[kind]}`;
    warnIgnored(reader, node, statement, reason, instead);
  } else if (kind === 'class' || ontology.statementsOf(node, sh.targetClass).length > 0) {
    warnIgnored(reader, node, statement, 'its subject must be a property', `write sh:property [ sh:path :property ; ${text} ]`);
  }
};

/** Reports parameters of shapes on a property. */
export const checkShapeParameter: Check = (reader, node, statement) => {
  if (isOfProperties(kindOf(reader, node))) checkPropertyShapeParameter(reader, node, statement);
};

/** The parameters that {@link checkShapeParameter} checks: node shapes may have them, too. */
export const shapeParameters: readonly string[] = [sh.class, sh.nodeKind, sh.pattern, sh.in, sh.hasValue, sh.defaultValue];

/** Reports classes and datatypes in a list of shapes. */
export const checkShapeList: Check = (reader, node, statement) => {
  const { ontology } = reader;
  const { predicate, object } = statement;
  const written: string[] = [];
  for (const member of typeof object === 'string' ? ontology.list(object) : []) {
    const kind = isShape(ontology, member) ? undefined : kindOf(reader, member);
    if (kind !== 'class' && kind !== 'datatype') return;
    written.push(`[ ${reader.show(kind === 'class' ? sh.class : sh.datatype)} ${reader.show(member)} ]`);
  }
  if (written.length === 0) return;
  const reason = 'the members of this list must be shapes';
  const instead = `write ${reader.show(predicate)} ( ${written.join(' ')} )`;
  warnIgnored(reader, node, statement, reason, instead);
};

/**
 * Parameters that have no effect without another one (SHACL, 4.4.3, 4.7.3 and 4.8.1; OWL 2 Mapping to RDF, table 1), and what to
 * write.
 */
const requiredCompanions: ReadonlyMap<string, readonly [others: readonly string[], instead: string]> = new Map([
  [sh.flags, [[sh.pattern], 'write the pattern that they are for: sh:pattern "…"']],
  [
    `${SHACL}qualifiedMinCount`,
    [[`${SHACL}qualifiedValueShape`], 'write sh:minCount, or which values are counted: sh:qualifiedValueShape'],
  ],
  [
    `${SHACL}qualifiedMaxCount`,
    [[`${SHACL}qualifiedValueShape`], 'write sh:maxCount, or which values are counted: sh:qualifiedValueShape'],
  ],
  [
    `${SHACL}qualifiedValueShape`,
    [[`${SHACL}qualifiedMinCount`, `${SHACL}qualifiedMaxCount`], 'write how many: sh:qualifiedMinCount or sh:qualifiedMaxCount'],
  ],
  [
    `${SHACL}qualifiedValueShapesDisjoint`,
    [[`${SHACL}qualifiedValueShape`], 'write which values are counted: sh:qualifiedValueShape'],
  ],
  [sh.ignoredProperties, [[sh.closed], 'add sh:closed true, or leave it out']],
  [
    owl.onClass,
    [
      cardinalityPredicates,
      'write how many: owl:qualifiedCardinality, owl:minQualifiedCardinality or owl:maxQualifiedCardinality',
    ],
  ],
  [
    owl.onDataRange,
    [
      cardinalityPredicates,
      'write how many: owl:qualifiedCardinality, owl:minQualifiedCardinality or owl:maxQualifiedCardinality',
    ],
  ],
  [owl.withRestrictions, [[owl.onDatatype], 'add the datatype: owl:onDatatype xsd:string']],
  [owl.onDatatype, [[owl.withRestrictions], 'add owl:withRestrictions ( … ), or name the datatype alone']],
]);

/** The predicates that {@link checkDependentParameter} checks. */
export const dependentPredicates: readonly string[] = [...requiredCompanions.keys()];

/** Warns of a parameter that has no effect without another one. */
export const checkDependentParameter: Check = (reader, node, statement) => {
  const [others, instead] = requiredCompanions.get(statement.predicate) ?? [[], ''];
  if (others.some((other) => reader.ontology.statementsOf(node, other).length > 0)) return;
  const missing = others === cardinalityPredicates ? 'a cardinality' : others.map((other) => reader.show(other)).join(' or ');
  warnIgnored(reader, node, statement, `it has no effect without ${missing}`, instead);
};

/** Reports sh:min and sh:max, which are for expressions, where a number of values or a bound is meant. */
export const checkExpressionParameter: Check = (reader, node, statement) => {
  const { predicate, object } = statement;
  if (typeof object === 'string' || reader.ontology.statementsOf(node, sh.path).length === 0) return;
  const side = localName(predicate);
  warnIgnored(reader, node, statement, 'this is not a constraint on values', `write sh:${side}Count or sh:${side}Inclusive`);
};

/** The parameters that {@link checkPropertyShapeParameter} checks: no resource can conform to them (SHACL, 4). */
export const propertyShapeParameters: readonly string[] = [
  ...[sh.minCount, sh.maxCount, sh.uniqueLang, sh.datatype, sh.minLength, sh.maxLength],
  ...[sh.minInclusive, sh.maxInclusive, sh.minExclusive, sh.maxExclusive],
  ...['lessThan', 'lessThanOrEquals', 'languageIn'].map((name) => SHACL + name),
];

/** Reports literals as values of an object property, and resources as values of a datatype property. */
export const checkPropertyValue: Check = (reader, node, statement) => {
  const { ontology } = reader;
  const { predicate, object } = statement;
  const property = ontology.node(node, predicate === owl.hasValue ? owl.onProperty : sh.path);
  const kind = property === undefined ? undefined : kindOf(reader, property);
  if (property === undefined || (kind !== 'data' && kind !== 'object')) return;
  const members = predicate === sh.in && typeof object === 'string' ? ontology.terms(object) : [object];
  const wrong = members.find((member) => (typeof member === 'string') === (kind === 'data'));
  if (wrong === undefined) return;
  if (kind === 'object') {
    const reason = `${turtleTerm(reader, wrong)} is a literal, and values of ${reader.show(property)}, an owl:ObjectProperty, are resources`;
    warnIgnored(reader, node, statement, reason, 'name the individuals, or declare the property an owl:DatatypeProperty');
  } else if (predicate === sh.in && members.every((member) => typeof member === 'string' && !isBlank(member))) {
    warnKindMismatch(reader, node, statement, {
      reason: 'these are resources, and values of an owl:DatatypeProperty are literals',
      effect: 'the resources are the values',
      instead: 'write strings ( "a" "b" ), or declare the property an owl:ObjectProperty',
    });
  }
};
