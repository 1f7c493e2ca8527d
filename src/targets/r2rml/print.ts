/** Prints the planned mapping as Turtle. */

import type { DomainModel } from '../../model/index.ts';
import { type Node, namespaceBelow, type Statement, statementsOf, type Terms, termsFor } from '../shared/rdf/index.ts';
import { escapedText } from '../shared/tree/index.ts';
import { type Lines, marked, separated } from '../text/index.ts';
import { type IriSource, type PropertyMap, planMapping, type TermMap, type TriplesMap } from './plan.ts';
import { CREATE_IRIS } from './tables.ts';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const RR = 'http://www.w3.org/ns/r2rml#';
const XSD = 'http://www.w3.org/2001/XMLSchema#';

interface Context {
  readonly terms: Terms;
  readonly namespace: string;
  readonly iris: IriSource;
  /** The language tag of texts that have one. */
  readonly language: string;
}

/** A comment on the table that the mapping needs in addition to the schema. */
const iriTableComment = [
  '# The table codegen_iris, filled by `codegen data convert --to sql`, contains the IRIs of rows. All other rows have an IRI from their',
  '# UUID. The table must exist; the option iris=uuid does not need it:',
  `#     ${CREATE_IRIS}`,
];

/**
 * Returns the mapping document of a model.
 *
 * @param iris how the mapping gets the IRIs of instances
 */
export function mappingOf(model: DomainModel, iris: IriSource): Lines {
  const namespace = namespaceBelow(model, 'tables');
  const terms = termsFor(model, { rdf: RDF, rr: RR, xsd: XSD, tables: namespace });
  const context = { terms, namespace, iris, language: model.policies.language };
  const maps = [...planMapping(model, iris)].map((map) => triplesMap(map, context));
  return separated([iris === 'kept' && iriTableComment, terms.prologue, ...maps]);
}

function triplesMap(map: TriplesMap, context: Context): Lines {
  const { terms, namespace } = context;
  const lines = statementsOf(terms.iri(namespace + map.name), [
    ['a', 'rr:TriplesMap'],
    ['rr:logicalTable', logicalTable(map, terms)],
    ['rr:subjectMap', subjectMap(map, context)],
    ...map.properties.map((one): Statement => ['rr:predicateObjectMap', predicateObjectMap(map, one, context)]),
  ]);
  return map.of ? marked({ element: map.of, ...(map.isMain && { name: map.name }) }, lines) : lines;
}

function logicalTable({ table }: TriplesMap, terms: Terms): Node {
  if (typeof table === 'string') return { statements: [['rr:tableName', terms.literal(table)]] };
  const { columns, from } = table;
  const selected = columns.map(({ name, sql }) => (sql === `t.${name}` ? sql : `${sql} AS ${name}`));
  const lines = ['SELECT', ...selected.map((one, nth) => `    ${one}${nth < selected.length - 1 ? ',' : ''}`), `FROM ${from}`];
  return {
    statements: [['rr:sqlQuery', `"""\n${lines.map((line) => `        ${escapeLongTextLine(line)}`).join('\n')}\n    """`]],
  };
}

/** Escapes a line of a long string literal (Turtle, section 6.4, STRING_LITERAL_LONG_QUOTE). */
function escapeLongTextLine(line: string): string {
  return escapedText(line).slice(1, -1);
}

function subjectMap({ name, class: cls, subject, identity }: TriplesMap, context: Context): Node {
  const classes: Statement[] = cls === undefined ? [] : [['rr:class', context.terms.iri(cls)]];
  return {
    statements: [...termStatements(subject, context), ...classes],
    ...(identity && { isLong: true, mark: { element: identity, name: `${name}.${subject.column}` } }),
  };
}

function predicateObjectMap(map: TriplesMap, { property, object, of }: PropertyMap, context: Context): Node {
  const { terms } = context;
  const field = of?.kind === 'field' ? of : undefined;
  return {
    statements: [
      ['rr:predicate', property === undefined ? 'rdf:type' : terms.iri(property)],
      ['rr:objectMap', { statements: termStatements(object, context) }],
    ],
    isLong: field !== undefined,
    ...(field && { mark: { element: field, name: `${map.sourceTable}.${field.field.name}`, type: typeOf(object, terms) } }),
  };
}

/** Returns the type of a term for display. */
function typeOf(term: TermMap, terms: Terms): string {
  if (term.kind === 'literal') return terms.datatype(term.datatype);
  return term.kind === 'text' ? 'rdf:langString' : 'rr:IRI';
}

function termStatements(term: TermMap, { terms, iris, language }: Context): readonly Statement[] {
  const column: Statement = ['rr:column', terms.literal(term.column)];
  switch (term.kind) {
    case 'row':
      return iris === 'uuid'
        ? [['rr:template', terms.literal(`urn:uuid:{${term.column}}`)]]
        : [column, ['rr:termType', 'rr:IRI']];
    case 'iri':
      return [column, ['rr:termType', 'rr:IRI']];
    case 'literal':
      return [column, ['rr:datatype', terms.datatype(term.datatype)]];
    case 'text':
      return [column, ['rr:language', terms.literal(language)]];
    default:
      return term satisfies never;
  }
}
