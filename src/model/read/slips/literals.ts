/** Checks of numbers, booleans, strings and facets: `sh:minCount "1"` is a string where a number is required. */

import { localName, rdf, SHACL, type Statement, sh, XSD } from '../../../ontology/index.ts';
import { parseCount } from '../../kinds/counts.ts';
import { type Check, kindOf, turtlePredicate, warnIgnored, warnKindMismatch } from './statement-checks.ts';

/** Reports a cardinality or length that is written as a string. */
export const checkCount: Check = (reader, node, statement) => {
  const { object } = statement;
  if (!isStringLiteral(object) || parseCount(object) === undefined) return;
  warnKindMismatch(reader, node, statement, {
    reason: 'a number is required, and this is a string',
    effect: 'the number in it is used',
    instead: `write ${reader.show(statement.predicate)} ${parseCount(object)}`,
  });
};

/** Reports a value that is not a boolean where one is required; in SHACL also a boolean that is written as a string. */
export const checkBoolean: Check = (reader, node, statement) => {
  const { predicate, object } = statement;
  if (typeof object === 'string' || !/^\s*(true|false|0|1)\s*$/.test(object.value)) {
    warnIgnored(reader, node, statement, 'true or false is required here, without quotes');
  } else if (isStringLiteral(object) && predicate.startsWith(SHACL)) {
    warnKindMismatch(reader, node, statement, {
      reason: 'true or false is required, and this is a string',
      effect: 'its content is used',
      instead: `write ${reader.show(predicate)} ${object.value.trim()}`,
    });
  }
};

const nodeKinds: readonly string[] = ['IRI', 'Literal', 'BlankNode', 'BlankNodeOrIRI', 'BlankNodeOrLiteral', 'IRIOrLiteral'];

/** Reports a value of sh:nodeKind that SHACL does not define (SHACL, 4.1.3). */
export const checkNodeKind: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' || reader.unknownTerms.has(object)) return;
  if (object.startsWith(SHACL) && nodeKinds.includes(object.slice(SHACL.length))) return;
  const lower = localName(object).toLowerCase();
  const meant = nodeKinds.find((name) => name.toLowerCase() === lower);
  const other =
    kindOf(reader, object) === 'class'
      ? `write sh:class ${reader.show(object)}`
      : `the kinds are ${nodeKinds.map((name) => `sh:${name}`).join(', ')}`;
  warnIgnored(reader, node, statement, 'this is not a node kind', meant === undefined ? other : `write sh:${meant}`);
};

/** The facets of XML Schema that SHACL has parameters for; {@link checkShapeFacet} checks them. */
export const facetPredicates: readonly string[] = [
  'minInclusive',
  'maxInclusive',
  'minExclusive',
  'maxExclusive',
  'minLength',
  'maxLength',
  'pattern',
].map((name) => XSD + name);

/** Reports a facet of XML Schema in a property shape. */
export const checkShapeFacet: Check = (reader, node, statement) => {
  if (reader.ontology.statementsOf(node, sh.path).length === 0) return;
  const suggestion = `write ${turtlePredicate(reader, { ...statement, predicate: SHACL + localName(statement.predicate) })}`;
  warnIgnored(reader, node, statement, 'this applies to datatypes, not to shapes', suggestion);
};

function isStringLiteral(object: Statement['object']): object is Exclude<Statement['object'], string> {
  return typeof object !== 'string' && (object.datatype === `${XSD}string` || object.datatype === rdf.langString);
}
