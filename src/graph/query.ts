/** Runs a SPARQL query on an ontology file, and formats its result. */

import type { Quad, Store, Term as StoredTerm } from 'oxigraph';
import { type Diagnostic, DiagnosticError, diagnostic, fail, runWithTimeout, SECONDS } from '../diagnostics/index.ts';
import { callEngine, EngineFailure, type LoadOptions, XSD } from '../ontology/index.ts';
import { formatJsonLd, formatTurtle } from './graphs.ts';
import { grammar } from './prefixes.ts';
import { formatCsv, formatJson, formatTable, formatTsv, formatXml, formatXmlBoolean, type Rows } from './results.ts';
import { type Outline, type QueryForm, splitQuery, upperCaseKeyword, variableOrder } from './sparql.ts';
import { checkDataset, checkNesting, checkSupport, explainSyntaxError, type QueryText } from './sparql-errors.ts';
import { type OpenStore, openStore } from './store.ts';
import type { Term, Triple } from './terms.ts';

/** Output formats of results. */
export type QueryFormat = 'table' | 'json' | 'xml' | 'csv' | 'tsv' | 'turtle';

export interface QueryOptions {
  readonly format: QueryFormat;
  /** The file of the query, for messages. */
  readonly queryFile?: string;
  readonly sources?: LoadOptions;
  /** Columns of the terminal; table cells are cut only if it is given. */
  readonly maxWidth?: number;
  /** Time limit for the evaluation, and for formatting the result; the default is {@link SECONDS}. */
  readonly seconds?: number;
  /** Receives warnings about the result. */
  readonly onWarning?: (warning: Diagnostic) => void;
}

/**
 * Runs a SPARQL 1.1 query on an RDF file and returns the text for standard output. The query may use the
 * prefixes of the file and the well-known ones without declaring them.
 *
 * | | `table` | `json` | `xml` | `csv`, `tsv` | `turtle` |
 * |---|---|---|---|---|---|
 * | SELECT | aligned columns | SPARQL 1.1 Query Results JSON | SPARQL Query Results XML | SPARQL 1.1 Query Results CSV and TSV | an error |
 * | ASK | `true` or `false` | SPARQL 1.1 Query Results JSON | SPARQL Query Results XML | `true` or `false` | an error |
 * | CONSTRUCT, DESCRIBE | Turtle | JSON-LD 1.1, expanded | an error | an error | Turtle |
 *
 * @throws DiagnosticError if the file or the query is invalid, the format does not fit the query, the engine fails, or the query
 * takes too long.
 */
export async function runQuery(file: string, sparql: string, options: QueryOptions): Promise<string> {
  const query: QueryText = { name: options.queryFile ?? '<query>', text: sparql };
  const outline = splitQuery(sparql);
  const unsupported = checkSupport(query, outline) ?? checkNesting(query, outline);
  if (unsupported) throw new DiagnosticError(unsupported);
  checkFormat(outline.form, options.format);
  const opened = await openStore(file, options.sources);
  const missingGraph = opened.hasGraphs ? undefined : checkDataset(query, outline);
  if (missingGraph) throw new DiagnosticError(missingGraph);
  const { seconds = SECONDS } = options;
  const limited: Limit = (work) => runWithTimeout(seconds, work, () => fail('query-too-slow', { seconds }));
  const result = evaluate(opened, query, outline, limited);
  return limited(() => {
    const answer = answerOf(result, outline);
    warnLexicalForms(opened, answer, options);
    return formatAnswer(answer, options, opened.prefixes);
  });
}

/** Runs work with the time limit of the query. */
type Limit = <T>(work: () => T) => T;

const rowFormatters = {
  json: formatJson,
  xml: formatXml,
  csv: formatCsv,
  tsv: formatTsv,
  table: formatTable,
  turtle: formatTable,
} satisfies Readonly<Record<QueryFormat, unknown>>;

function formatAnswer(answer: Answer, { format, maxWidth }: QueryOptions, prefixes: OpenStore['prefixes']): string {
  switch (answer.kind) {
    case 'boolean':
      if (format === 'xml') return formatXmlBoolean(answer.value);
      return format === 'json' ? `${JSON.stringify({ head: {}, boolean: answer.value }, null, 2)}\n` : `${answer.value}\n`;
    case 'graph':
      return format === 'json' ? formatJsonLd(answer.triples) : formatTurtle(answer.triples, prefixes);
    case 'rows':
      return rowFormatters[format](answer, prefixes, maxWidth);
    default:
      return answer satisfies never;
  }
}

/** Warns about literals whose lexical form differs from that in the files. */
function warnLexicalForms({ spellings, storeOf }: OpenStore, answer: Answer, { onWarning }: QueryOptions): void {
  if (onWarning === undefined || answer.kind === 'boolean') return;
  const rewritten = spellings.rewritten(literalsOf(answer), storeOf);
  const [first] = rewritten;
  if (first) onWarning(diagnostic('literals-rewritten', { ...first, count: rewritten.length }));
}

function* literalsOf(answer: Exclude<Answer, { kind: 'boolean' }>): Iterable<{ value: string; datatype: string }> {
  const terms = answer.kind === 'rows' ? answer.rows.flatMap((row) => Object.values(row)) : answer.triples.map((t) => t.object);
  for (const term of terms) {
    if (term.type === 'literal' && 'datatype' in term && term.datatype !== undefined)
      yield { value: term.value, datatype: term.datatype };
  }
}

/**
 * Checks that a format can represent the results of a query form; undefined forms pass, because the engine rejects them.
 *
 * @throws DiagnosticError if it cannot
 */
export function checkFormat(form: QueryForm | undefined, format: QueryFormat): void {
  const isGraph = form === 'CONSTRUCT' || form === 'DESCRIBE';
  if (isGraph && (format === 'csv' || format === 'tsv' || format === 'xml')) {
    fail('usage', { message: `${form} returns a graph, which ${format} cannot represent`, help: 'choose turtle or json' });
  }
  if (form && !isGraph && format === 'turtle') {
    fail('usage', {
      message: `${form} does not return a graph, so Turtle is not possible`,
      help: 'choose table, json, xml, csv or tsv',
    });
  }
}

type Answer =
  | { readonly kind: 'boolean'; readonly value: boolean }
  | ({ readonly kind: 'rows' } & Rows)
  | { readonly kind: 'graph'; readonly triples: readonly Triple[] };

const validPrefix = new RegExp(`^(?:${grammar.PN_PREFIX})?$`, 'u');

type EngineResult = ReturnType<Store['query']>;

function evaluate({ store, empty, prefixes, base }: OpenStore, query: QueryText, outline: Outline, limited: Limit): EngineResult {
  // On one line, so that the line numbers of the query grow by exactly 1.
  const prologue = [...prefixes.all]
    .filter(([prefix, iri]) => !outline.prefixes.has(prefix) && validPrefix.test(prefix) && /^[^\s<>"{}|^`\\]*$/.test(iri))
    .map(([prefix, iri]) => `PREFIX ${prefix}: <${iri}> `)
    .join('');
  const isGraph = outline.form === 'CONSTRUCT' || outline.form === 'DESCRIBE';
  const options = { base_iri: base, ...(!isGraph && { results_format: 'json' }) };
  // The limit is inside of `callEngine`: work that is stopped runs no `finally`, but that of `callEngine` restores the console.
  const run = (queried: Store, text: string) => callEngine(() => limited(() => queried.query(`${prologue}\n${text}`, options)));
  try {
    return run(store, query.text);
  } catch (error) {
    if (error instanceof DiagnosticError) throw error;
    if (error instanceof EngineFailure) return fail('engine-failed', { what: 'the query', reason: error.message });
    const declared = new Set([...prefixes.all.keys(), ...outline.prefixes.keys()]);
    throw new DiagnosticError(
      explainSyntaxError(query, outline, declared, messageOf(error), (text) => {
        try {
          run(empty, text);
          return undefined;
        } catch (syntaxError) {
          if (syntaxError instanceof DiagnosticError) throw syntaxError;
          return messageOf(syntaxError).replace(/^error at (\d+)/, (_, line) => `error at ${Number(line) - 1}`);
        }
      }),
    );
  }
}

function answerOf(result: EngineResult, outline: Outline): Answer {
  if (typeof result === 'string') {
    const answer: JsonResults = JSON.parse(result);
    if ('boolean' in answer) return { kind: 'boolean', value: answer.boolean };
    return { kind: 'rows', variables: orderVariables(answer.head.vars, outline), rows: answer.results.bindings };
  }
  return { kind: 'graph', triples: Array.from(result as Quad[], tripleOf) };
}

/** SPARQL 1.1 Query Results JSON. */
type JsonResults =
  | { readonly boolean: boolean }
  | { readonly head: { readonly vars: readonly string[] }; readonly results: { readonly bindings: Rows['rows'] } };

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Orders the variables of `SELECT *` by their first use in the query; the engine sorts them by name. */
function orderVariables(variables: readonly string[], { tokens, first }: Outline): readonly string[] {
  const selected = tokens.slice(first ? tokens.indexOf(first) + 1 : 0);
  const star = selected.find((token) => upperCaseKeyword(token) !== 'DISTINCT' && upperCaseKeyword(token) !== 'REDUCED');
  if (star?.text !== '*') return variables;
  const order = variableOrder(tokens);
  return [...variables].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function tripleOf(quad: Quad): Triple {
  return { subject: termOf(quad.subject), predicate: termOf(quad.predicate), object: termOf(quad.object) };
}

function termOf(term: StoredTerm): Term {
  switch (term.termType) {
    case 'NamedNode':
      return { type: 'uri', value: term.value };
    case 'BlankNode':
      return { type: 'bnode', value: term.value };
    case 'Literal': {
      const { value, language, direction, datatype } = term;
      if (language !== '') return { type: 'literal', value, 'xml:lang': language, ...(direction && { 'its:dir': direction }) };
      return { type: 'literal', value, ...(datatype.value !== `${XSD}string` && { datatype: datatype.value }) };
    }
    case 'Quad':
      return { type: 'triple', value: tripleOf(term as Quad) };
    case 'DefaultGraph':
    case 'Variable':
      throw new Error(`a ${term.termType} in a result`);
    default:
      return term satisfies never;
  }
}
