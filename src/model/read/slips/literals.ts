import { isBlank, localName, type Node, rdf, SHACL, type Statement, sh, XSD } from '../../../ontology/index.ts';
import { countIn } from '../../kinds/counts.ts';
import type { Reader } from '../reader.ts';
import { type Check, clause, kindOf, note, tell } from './tell.ts';

/** Tells of a number of values or characters that is written as a text. */
export const count: Check = (reader, node, statement) => {
  const { object } = statement;
  if (!isText(object) || countIn(object) === undefined) return;
  note(reader, node, statement, {
    reason: 'a number is asked for, and this is a text',
    taken: 'the number in it is taken',
    instead: `write ${reader.show(statement.predicate)} ${countIn(object)}`,
  });
};

/** Tells of a place among others that is no number (SHACL, 2.3.2.2). */
export const order: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' && !isText(object)) return;
  const number = typeof object === 'string' ? undefined : /^\s*(-?\d+(?:\.\d+)?)\s*$/.exec(object.value)?.[1];
  const instead = `write ${reader.show(statement.predicate)} ${number ?? 1}`;
  const reason = `a number is asked for, and this is a ${typeof object === 'string' ? 'name' : 'text'}`;
  if (number === undefined) tell(reader, node, statement, reason, instead);
  else note(reader, node, statement, { reason, taken: 'the number in it is taken', instead });
};

/** Tells of what is neither true nor false where one of them is asked for. */
export const truth: Check = (reader, node, statement) => {
  const { predicate, object } = statement;
  if (typeof object === 'string' || !/^\s*(true|false|0|1)\s*$/.test(object.value)) {
    tell(reader, node, statement, 'true or false is asked for here, without quotes');
  } else if (isText(object) && predicate.startsWith(SHACL)) {
    note(reader, node, statement, {
      reason: 'true or false is asked for, and this is a text',
      taken: 'what it says is taken',
      instead: `write ${reader.show(predicate)} ${object.value.trim()}`,
    });
  }
};

/** Tells of a name where a text for people is asked for. */
export const text: Check = (reader, node, statement) => {
  if (typeof statement.object === 'string') tell(reader, node, statement, 'a text is asked for here, and this is a name');
};

const nodeKinds: readonly string[] = ['IRI', 'Literal', 'BlankNode', 'BlankNodeOrIRI', 'BlankNodeOrLiteral', 'IRIOrLiteral'];

/** Tells of a kind of nodes that is none (SHACL, 4.1.3). */
export const nodeKind: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' || reader.noTerms.has(object)) return;
  if (object.startsWith(SHACL) && nodeKinds.includes(object.slice(SHACL.length))) return;
  const known = nodeKinds.map((name) => `sh:${name}`).join(', ');
  tell(reader, node, statement, 'this is no kind of nodes', insteadOf(reader, object, nodeKinds) ?? `the kinds are ${known}`);
};

const severities: readonly string[] = ['Violation', 'Warning', 'Info', 'Debug', 'Trace'];

/** Tells of a severity that nothing declares, by which a shape says no more than advice (SHACL, 2.1.4). */
export const severity: Check = (reader, node, statement) => {
  const { object } = statement;
  if (typeof object !== 'string' || reader.noTerms.has(object) || object.startsWith(SHACL)) return;
  if (reader.ontology.statements(object).length > 0) return;
  note(reader, node, statement, {
    reason: 'nothing declares this severity',
    taken: 'what is not sh:Violation is advice, and not generated',
    instead: insteadOf(reader, object, severities) ?? 'write sh:Violation, or declare it a sh:Severity',
  });
};

/** The term of SHACL that is called like another name, or what names a class. */
function insteadOf(reader: Reader, object: Node, names: readonly string[]): string | undefined {
  const own = localName(object).toLowerCase();
  const meant = names.find((name) => name.toLowerCase() === own);
  if (meant !== undefined) return `write sh:${meant}`;
  return names === nodeKinds && kindOf(reader, object) === 'class' ? `write sh:class ${reader.show(object)}` : undefined;
}

/** The facets of XML Schema that SHACL has parameters for. */
const facets: ReadonlySet<string> = new Set(
  ['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive', 'minLength', 'maxLength', 'pattern'].map((name) => XSD + name),
);

/** The predicates of {@link facetInShape}. */
export const facetPredicates: readonly string[] = [...facets];

/** Tells of a facet of XML Schema in a shape. */
export const facetInShape: Check = (reader, node, statement) => {
  if (reader.ontology.statementsOf(node, sh.path).length === 0) return;
  const instead = `write ${clause(reader, { ...statement, predicate: SHACL + localName(statement.predicate) })}`;
  tell(reader, node, statement, 'this is said of datatypes, and not in shapes', instead);
};

/** Tells of parameters of SHACL among the facets of a datatype. */
export const parameterAsFacet: Check = (reader, _, { object }) => {
  const { ontology } = reader;
  for (const member of typeof object === 'string' ? ontology.list(object) : []) {
    for (const statement of isBlank(member) ? ontology.statements(member) : []) {
      if (statement.predicate === rdf.type || !facets.has(XSD + localName(statement.predicate))) continue;
      if (!statement.predicate.startsWith(SHACL)) continue;
      const written = { ...statement, predicate: XSD + localName(statement.predicate) };
      note(reader, member, statement, {
        reason: 'this is said in shapes, and not of datatypes',
        taken: 'it is taken all the same',
        instead: `write ${clause(reader, written)}`,
      });
    }
  }
};

function isText(object: Statement['object']): object is Exclude<Statement['object'], string> {
  return typeof object !== 'string' && (object.datatype === `${XSD}string` || object.datatype === rdf.langString);
}
