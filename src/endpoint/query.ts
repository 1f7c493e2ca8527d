/** Sends the user's SPARQL query to an endpoint, and streams the response in the requested format. */

import { DiagnosticError, diagnostic, fail } from '../diagnostics/index.ts';
import { checkFormat, formatTable, Prefixes, type QueryFormat, splitQuery } from '../graph/index.ts';
import { parseAnswer } from './answers.ts';
import { RequestRejected, ResponseLimitExceeded, type Server } from './request.ts';

export interface ForwardedQuery {
  readonly sparql: string;
  /** The file of the query, for messages. */
  readonly queryFile?: string;
  readonly format: QueryFormat;
  /** The graphs to query, instead of the endpoint's default graph. */
  readonly graphs: readonly string[];
  readonly timeoutSeconds: number;
  /** Columns of the terminal; table cells are cut only if it is given. */
  readonly maxWidth?: number;
}

/** Media types as registered with IANA. `checkFormat` excludes Turtle for rows and CSV for graphs. */
const mediaTypes = {
  table: 'application/sparql-results+json',
  json: 'application/sparql-results+json',
  xml: 'application/sparql-results+xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  turtle: 'text/turtle',
} as const satisfies Record<QueryFormat, string>;
const graphMediaTypes = { ...mediaTypes, table: 'text/turtle', json: 'application/ld+json' } as const;

/** Maximum bytes of a response that is printed as a table, which needs all rows in memory. */
const MAX_TABLE_BYTES = 64e6;

/**
 * Yields the response of an endpoint in pieces. A table is complete before its first row is printed.
 *
 * @throws DiagnosticError if the text is not a query, the server rejects it, or the time limit is exceeded
 */
export async function* forwardQuery(server: Server, query: ForwardedQuery): AsyncGenerator<Uint8Array | string, void, undefined> {
  const { tokens, prefixes: declared, form: queryForm } = splitQuery(query.sparql);
  if (queryForm === undefined) {
    fail('usage', {
      message: 'it is not a query',
      help: 'use SELECT, ASK, CONSTRUCT or DESCRIBE; codegen never changes data on a server',
    });
  }
  checkFormat(queryForm, query.format);
  const isGraph = queryForm === 'CONSTRUCT' || queryForm === 'DESCRIBE';
  const isTable = query.format === 'table' && !isGraph;
  const printsBoolean = queryForm === 'ASK' && query.format !== 'json' && query.format !== 'xml';
  const prefixes = new Prefixes(declared);
  const used = new Set(tokens.filter((token) => token.kind === 'prefixed').map(({ text }) => text.split(':', 1)[0] ?? ''));
  const prologue = [...prefixes.all]
    .filter(([prefix]) => used.has(prefix) && !declared.has(prefix))
    .map(([prefix, iri]) => `PREFIX ${prefix}: <${iri}> `)
    .join('');
  // On one line, so that the line numbers of the query grow by exactly 1.
  const parameters = new URLSearchParams({ query: `${prologue}\n${query.sparql}` });
  for (const graph of query.graphs) parameters.append('default-graph-uri', graph);
  const accept = printsBoolean ? mediaTypes.json : (isGraph ? graphMediaTypes : mediaTypes)[query.format];
  const request = { accept, form: parameters, seconds: query.timeoutSeconds };
  try {
    if (printsBoolean || isTable) yield formatResult(server, await server.text(request, MAX_TABLE_BYTES), prefixes, query);
    else yield* server.pieces(request);
  } catch (error) {
    if (error instanceof RequestRejected) failWithServerError(server, error, query);
    if (error instanceof ResponseLimitExceeded) failOverLimit(isTable, query.timeoutSeconds);
    throw error;
  }
}

function formatResult(server: Server, text: string, prefixes: Prefixes, { maxWidth }: ForwardedQuery): string {
  const answer = parseAnswer(text);
  if (answer === undefined) {
    fail('server-failed', { address: server.address.name, reason: 'its answer is not a SPARQL result' });
  }
  if (answer.boolean !== undefined) return `${answer.boolean}\n`;
  return formatTable(answer, prefixes, maxWidth);
}

function failOverLimit(isTable: boolean, seconds: number): never {
  if (!isTable) fail('query-too-slow', { seconds });
  fail('usage', {
    message: `the answer took longer than ${seconds} s, or has more than ${MAX_TABLE_BYTES / 1e6} MB`,
    help: 'choose --format csv, tsv or json, which are printed as they come, or give it longer with --timeout',
  });
}

/** Reports the server's error, at the position in the query that its message contains. */
function failWithServerError(server: Server, error: RequestRejected, { sparql, queryFile = '<query>' }: ForwardedQuery): never {
  const { status, reason } = error;
  // "line 3, column 5", or "at 3:5" as Oxigraph writes it.
  const at = status === 400 ? /line[: ]+(\d+),? *(?:and )?col(?:umn|\.)?[: ]+(\d+)|\bat (\d+):(\d+)/i.exec(reason) : null;
  // The prologue is one line.
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
