/** Checks of numbers, booleans, strings and facets: `sh:minCount "1"` is a string where a number is required. */

import { isBlank, localName, type Node, rdf, SHACL, type Statement, sh, XSD } from '../../../ontology/index.ts';
import { parseCount } from '../../kinds/counts.ts';
import type { Reader } from '../reader.ts';
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

/** Reports a value of sh:order that is not a number (SHACL, 2.3.2.2). */
export const checkOrder: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' && !isStringLiteral(object)) return;
  const number = typeof object === 'string' ? undefined : /^\s*(-?\d+(?:\.\d+)?)\s*$/.exec(object.value)?.[1];
  const suggestion = `write ${reader.show(statement.predicate)} ${number ?? 1}`;
  const reason = `a number is required, and this is ${typeof object === 'string' ? 'an IRI' : 'a string'}`;
  if (number === undefined) warnIgnored(reader, node, statement, reason, suggestion);
  else warnKindMismatch(reader, node, statement, { reason, effect: 'the number in it is used', instead: suggestion });
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

/** Reports an IRI or blank node where a string is required. */
export const checkLiteral: Check = (reader, node, statement) => {
  if (typeof statement.object === 'string') warnIgnored(reader, node, statement, 'a string is required here, and this is an IRI');
};

const nodeKinds: readonly string[] = ['IRI', 'Literal', 'BlankNode', 'BlankNodeOrIRI', 'BlankNodeOrLiteral', 'IRIOrLiteral'];

/** Reports a value of sh:nodeKind that SHACL does not define (SHACL, 4.1.3). */
export const checkNodeKind: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' || reader.unknownTerms.has(object)) return;
  if (object.startsWith(SHACL) && nodeKinds.includes(object.slice(SHACL.length))) return;
  const known = nodeKinds.map((name) => `sh:${name}`).join(', ');
  const reason = 'this is not a node kind';
  const instead = replacementHint(reader, object, nodeKinds) ?? `the kinds are ${known}`;
  warnIgnored(reader, node, statement, reason, instead);
};

const severities: readonly string[] = ['Violation', 'Warning', 'Info', 'Debug', 'Trace'];

/** Reports a severity that is not declared: it makes the shape advice only (SHACL, 2.1.4). */
export const checkSeverity: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' || reader.unknownTerms.has(object) || object.startsWith(SHACL)) return;
  if (reader.ontology.statements(object).length > 0) return;
  warnKindMismatch(reader, node, statement, {
    reason: 'nothing declares this severity',
    effect: 'only constraints with the severity sh:Violation are generated',
    instead: replacementHint(reader, object, severities) ?? 'write sh:Violation, or declare it a sh:Severity',
  });
};

/** Returns what to write instead: the SHACL term with the same local name, or sh:class if the IRI is a class. */
function replacementHint(reader: Reader, object: Node, names: readonly string[]): string | undefined {
  const lower = localName(object).toLowerCase();
  const match = names.find((name) => name.toLowerCase() === lower);
  if (match !== undefined) return `write sh:${match}`;
  return names === nodeKinds && kindOf(reader, object) === 'class' ? `write sh:class ${reader.show(object)}` : undefined;
}

/** The facets of XML Schema that SHACL has parameters for. */
const facets: ReadonlySet<string> = new Set(
  ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive', 'minLength', 'maxLength', 'pattern'].map((name) => XSD + name),
);

/** The predicates that {@link checkShapeFacet} checks. */
export const facetPredicates: readonly string[] = [...facets];

/** Reports a facet of XML Schema in a property shape. */
export const checkShapeFacet: Check = (reader, node, statement) => {
  if (reader.ontology.statementsOf(node, sh.path).length === 0) return;
  const suggestion = `write ${turtlePredicate(reader, { ...statement, predicate: SHACL + localName(statement.predicate) })}`;
  warnIgnored(reader, node, statement, 'this applies to datatypes, not to shapes', suggestion);
};

/** Reports SHACL parameters among the facets of a datatype. */
export const checkFacetList: Check = (reader, _, { object }) => {
  const { ontology } = reader;
  for (const member of typeof object === 'string' ? ontology.list(object) : []) {
    for (const statement of isBlank(member) ? ontology.statements(member) : []) {
      if (statement.predicate === rdf.type || !facets.has(XSD + localName(statement.predicate))) continue;
      if (!statement.predicate.startsWith(SHACL)) continue;
      const corrected = { ...statement, predicate: XSD + localName(statement.predicate) };
      warnKindMismatch(reader, member, statement, {
        reason: 'this applies to shapes, not to datatypes',
        effect: 'it is used anyway',
        instead: `write ${turtlePredicate(reader, corrected)}`,
      });
    }
  }
};

function isStringLiteral(object: Statement['object']): object is Exclude<Statement['object'], string> {
  return typeof object !== 'string' && (object.datatype === `${XSD}string` || object.datatype === rdf.langString);
}
