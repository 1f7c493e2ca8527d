/** Sends the user's SPARQL query to an endpoint, and streams the response in the requested format. */

import { DiagnosticError, diagnostic, fail } from '../diagnostics/index.ts';
import { checkFormat, formatTable, Prefixes, type QueryFormat, splitQuery } from '../graph/index.ts';
import { parseAnswer } from './answers.ts';
import { RequestRejected, ResponseLimitExceeded, type Server } from './request.ts';

export interface PassedQuery {
  readonly sparql: string;
  /** The file of the query, for messages. */
  readonly queryFile?: string;
  readonly format: QueryFormat;
  /** The graphs to query, instead of the endpoint's default graph. */
  readonly graphs: readonly string[];
  /** Time limit. */
  readonly seconds: number;
  /** Columns of the terminal; table cells are cut only if it is given. */
  readonly maxWidth?: number;
}

/** Media types of results, as registered with IANA. */
const rowTypes = {
  table: 'application/sparql-results+json',
  json: 'application/sparql-results+json',
  xml: 'application/sparql-results+xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  turtle: 'text/turtle',
} as const satisfies Record<QueryFormat, string>;
const graphTypes = { ...rowTypes, table: 'text/turtle', json: 'application/ld+json' } as const;

/** Maximum bytes of a response that is printed as a table, which needs all rows in memory. */
const MAX_TABLE_BYTES = 64e6;

/**
 * Yields the response of an endpoint in pieces. A table is complete before its first row is printed.
 *
 * @throws DiagnosticError if the text is not a query, the server rejects it, or the time limit is exceeded
 */
export async function* passQuery(server: Server, query: PassedQuery): AsyncGenerator<Uint8Array | string, void, undefined> {
  const { tokens, prefixes: declared, form: kind } = splitQuery(query.sparql);
  if (kind === undefined) {
    fail('usage', {
      message: 'it is not a query',
      help: 'use SELECT, ASK, CONSTRUCT or DESCRIBE; codegen never changes data on a server',
    });
  }
  checkFormat(kind, query.format);
  const isGraph = kind === 'CONSTRUCT' || kind === 'DESCRIBE';
  const isPlainBoolean = kind === 'ASK' && query.format !== 'json' && query.format !== 'xml';
  const prefixes = new Prefixes(declared);
  const used = new Set(tokens.filter((token) => token.kind === 'prefixed').map(({ text }) => text.split(':', 1)[0] ?? ''));
  const prologue = [...prefixes.all]
    .filter(([prefix]) => used.has(prefix) && !declared.has(prefix))
    .map(([prefix, iri]) => `PREFIX ${prefix}: <${iri}> `)
    .join('');
  // On one line, so that the line numbers of the query grow by exactly 1.
  const form = new URLSearchParams({ query: `${prologue}\n${query.sparql}` });
  for (const graph of query.graphs) form.append('default-graph-uri', graph);
  const accept = isPlainBoolean ? rowTypes.json : (isGraph ? graphTypes : rowTypes)[query.format];
  const request = { accept, form, seconds: query.seconds };
  try {
    if (isPlainBoolean || (query.format === 'table' && !isGraph))
      yield formatResult(server, await server.text(request, MAX_TABLE_BYTES), prefixes, query);
    else yield* server.pieces(request);
  } catch (error) {
    if (error instanceof RequestRejected) failWithServerError(server, error, query);
    if (error instanceof ResponseLimitExceeded) failTooLong(query);
    throw error;
  }
}

function formatResult(server: Server, text: string, prefixes: Prefixes, { maxWidth }: PassedQuery): string {
  const answer = parseAnswer(text);
  if (answer === undefined) {
    fail('server-failed', { address: server.address.name, reason: 'its answer is not a SPARQL result' });
  }
  if (answer.boolean !== undefined) return `${answer.boolean}\n`;
  return formatTable(answer, prefixes, maxWidth);
}

/** Reports a response that is too long for a table, or too slow. */
function failTooLong({ format, seconds }: PassedQuery): never {
  if (format !== 'table') fail('query-too-slow', { seconds });
  return fail('usage', {
    message: `the answer took longer than ${seconds} s, or has more than ${MAX_TABLE_BYTES / 1e6} MB`,
    help: 'choose --format csv, tsv or json, which are printed as they come, or give it longer with --timeout',
  });
}

/** Reports the server's error, at the position in the query that its message contains. */
function failWithServerError(server: Server, error: RequestRejected, { sparql, queryFile = '<query>' }: PassedQuery): never {
  const { status, reason } = error;
  const at = status === 400 ? /line[: ]+(\d+),? *(?:and )?col(?:umn|\.)?[: ]+(\d+)|\bat (\d+):(\d+)/i.exec(reason) : null;
  const lineNumber = Number(at?.[1] ?? at?.[3] ?? 0) - 1;
  const source = sparql.split('\n')[lineNumber - 1];
  if (at === null || source === undefined) return server.explain(error);
  const column = Math.max(1, Number(at[2] ?? at[4]));
  throw new DiagnosticError(
    diagnostic(
      'server-failed',
      { address: server.address.name, reason: `it answers 400: ${reason}` },
      { file: queryFile, line: lineNumber, column },
      source,
    ),
  );
}
