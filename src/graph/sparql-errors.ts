/**
 * Explains errors in SPARQL queries. The engine's messages name a wrong position and a list of grammar rules; these name the
 * rejected token: `unexpected "SELCT" at the start`, with the help `did you mean SELECT?`.
 */

import { closest, distance } from 'fastest-levenshtein';
import { type Diagnostic, diagnostic, type Place } from '../diagnostics/index.ts';
import { limits } from '../ontology/index.ts';
import { type Outline, type Token, upperCaseKeyword } from './sparql.ts';

/** The text of a query, and its name in messages. */
export interface QueryText {
  readonly name: string;
  readonly text: string;
}

/** Returns the source location and the source line of an offset in a query. */
function locate({ name, text }: QueryText, offset: number): { place: Place; source: string } {
  const before = text.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  return {
    place: { file: name, line: before.split(/\r\n?|\n/).length, column: offset - lineStart + 1 },
    source: text.slice(lineStart).split(/[\r\n]/, 1)[0] ?? '',
  };
}

const UPDATES = new Set(['INSERT', 'DELETE', 'LOAD', 'CLEAR', 'CREATE', 'DROP', 'COPY', 'MOVE', 'ADD', 'WITH']);

/** Rejects queries for which the engine has no clear error, or none: empty queries, updates and SERVICE. */
export function checkSupport(query: QueryText, { tokens, first }: Outline): Diagnostic | undefined {
  if (!first) {
    return diagnostic('sparql-syntax', {
      reason: 'the query is empty',
      help: 'for example: SELECT ?class WHERE { ?class a owl:Class }',
    });
  }
  const word = upperCaseKeyword(first);
  if (word && UPDATES.has(word)) {
    return unsupportedDiagnostic(
      query,
      first,
      `${word} is an update; an ontology can only be queried`,
      'use SELECT, ASK, CONSTRUCT or DESCRIBE',
    );
  }
  const service = tokens.find((token) => upperCaseKeyword(token) === 'SERVICE');
  if (!service) return undefined;
  return unsupportedDiagnostic(
    query,
    service,
    'SERVICE queries another server, and codegen queries only the file',
    'query the ontology file alone',
  );
}

/** Rejects brackets that are nested too deeply: the engine parses them recursively. */
export function checkNesting(query: QueryText, { tokens }: Outline): Diagnostic | undefined {
  let depth = 0;
  for (const { kind, text, start } of tokens) {
    if (kind !== 'symbol') continue;
    if (text === '(' || text === '{' || text === '[') depth++;
    else if (text === ')' || text === '}' || text === ']') depth--;
    if (depth <= limits.stackDepth) continue;
    const { place, source } = locate(query, start);
    return diagnostic('too-deep', { what: 'brackets', limit: limits.stackDepth }, place, source);
  }
  return undefined;
}

/** Rejects FROM in a query on a file without named graphs, where the query would silently find nothing. */
export function checkDataset(query: QueryText, { tokens }: Outline): Diagnostic | undefined {
  const from = tokens.find((token) => upperCaseKeyword(token) === 'FROM');
  return (
    from &&
    unsupportedDiagnostic(
      query,
      from,
      'FROM names a graph, and the file has none',
      'leave it out: the query reads the whole file',
    )
  );
}

function unsupportedDiagnostic(query: QueryText, token: Token, what: string, help: string): Diagnostic {
  const { place, source } = locate(query, token.start);
  return diagnostic('sparql-unsupported', { what, help }, place, source);
}

/** The engine's messages about queries with valid grammar but invalid meaning: the clause, the reason and the help text. */
const semanticErrors: Readonly<Record<string, readonly [clause: string, reason: string, help: string]>> = {
  'The SELECT contains a variable that is unbound': [
    'SELECT',
    'SELECT names a variable that is neither grouped nor aggregated',
    'add it to GROUP BY, or aggregate it, such as (SAMPLE(?x) AS ?y)',
  ],
  'The SELECT contains an expression with a variable that is unbound': [
    'SELECT',
    'SELECT uses a variable that is neither grouped nor aggregated',
    'add it to GROUP BY, or aggregate it, such as (SAMPLE(?x) AS ?y)',
  ],
  'The SELECT overrides an existing variable using an expression': [
    'SELECT',
    'SELECT gives an expression the name of a variable that is bound already',
    'choose another name after AS',
  ],
  'Duplicated variable name in SELECT': ['SELECT', 'SELECT names a variable twice', 'name it once'],
  'SELECT * is not authorized with GROUP BY': ['SELECT', 'SELECT * cannot go with GROUP BY', 'name the variables'],
  'BIND is overriding an existing variable': [
    'BIND',
    'BIND gives a value to a variable that is bound already',
    'choose another name after AS',
  ],
};

/** A sentence in the list of expected tokens: the engine's reason for rejecting text that fits the grammar. */
const SENTENCE = /(?:^|, )(?!Prefix not found)([A-Za-z]+(?: [\w*().-]+){2,})/;

/** Keywords of the grammar, for suggestions. */
const KEYWORDS: readonly string[] =
  'SELECT ASK CONSTRUCT DESCRIBE WHERE PREFIX BASE DISTINCT REDUCED FROM NAMED ORDER GROUP BY HAVING LIMIT OFFSET ASC DESC OPTIONAL UNION MINUS GRAPH FILTER BIND VALUES UNDEF EXISTS NOT IN AS COUNT SUM MIN MAX AVG SAMPLE GROUP_CONCAT SEPARATOR STR LANG LANGMATCHES DATATYPE BOUND IRI URI BNODE CONCAT STRLEN SUBSTR UCASE LCASE CONTAINS STRSTARTS STRENDS STRBEFORE STRAFTER REPLACE REGEX COALESCE IF SAMETERM ISIRI ISURI ISBLANK ISLITERAL ISNUMERIC A TRUE FALSE'.split(
    ' ',
  );

const closers: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

function lastUnclosedBracket(tokens: readonly Token[]): Token | undefined {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind !== 'symbol') continue;
    if (token.text in closers) open.push(token);
    else if (Object.values(closers).includes(token.text)) open.pop();
  }
  return open.at(-1);
}

/** Longer than any keyword of the grammar. */
const PADDING = ' '.repeat(40);

interface QueryLayout {
  readonly text: string;
  /** The index of the first token of each line. */
  readonly lines: readonly number[];
}

/**
 * Lays out a query so that the engine's error position identifies the token that the engine rejected.
 *
 * The engine's position is not usable directly: it is the end of the *longest failed attempt*, and an attempt to
 * match a keyword consumes as many characters as the keyword has, so it may be several tokens after the error.
 * Here each token, or group of tokens that belong together, has its own line, padded so that it is longer than any
 * keyword. Then an attempt ends on the line on which it began.
 */
function layOutQuery(tokens: readonly Token[]): QueryLayout {
  let text = '';
  const lines: number[] = [];
  tokens.forEach((token, i) => {
    const previous = tokens[i - 1];
    // Between other tokens, such as a function and its bracket, the engine's grammar allows no whitespace.
    const apart =
      !previous ||
      previous.start + previous.text.length < token.start ||
      /^[{}()[\];.,]$/.test(previous.text) ||
      /^[{})\];.,]$/.test(token.text);
    if (apart && previous) text += `${PADDING}\n`;
    if (apart) lines.push(i);
    text += token.text.replace(/[\r\n]/g, ' ');
  });
  return { text, lines };
}

const POSITION = /^error at (\d+):(\d+): expected (?:one of )?([\s\S]*)$/;

/**
 * Explains why the engine rejected a query.
 *
 * @param declared all prefixes that the query may use
 * @param message the engine's error message
 * @param attempt runs the engine on another layout of the query, and returns its error message
 */
export function explainSyntaxError(
  query: QueryText,
  { tokens }: Outline,
  declared: ReadonlySet<string>,
  message: string,
  attempt: (text: string) => string | undefined,
): Diagnostic {
  if (!POSITION.test(message)) return diagnostic('sparql-failed', { reason: reasonOf(message) });
  const { groupStart, groupEnd, rejected } = locateError(tokens, attempt);
  const undeclared = tokens.slice(0, groupEnd).find((t) => t.kind === 'prefixed' && !declared.has(prefixOf(t)));
  if (undeclared) {
    const prefix = `${prefixOf(undeclared)}:`;
    const help = `declare it in front of the query: PREFIX ${prefix} <…>`;
    return syntaxDiagnostic(query, undeclared.start, `the prefix "${prefix}" is not declared`, help);
  }
  // At the end of a truncated text, all attempts end at the same position, so the engine lists everything it expected.
  const expected = [groupStart, groupEnd]
    .map((end) => POSITION.exec(attempt(layOutQuery(tokens.slice(0, end)).text) ?? '')?.[3])
    .join(', ');
  const semantic = Object.entries(semanticErrors).find(([description]) => expected.includes(description));
  if (semantic) {
    const [, [clause, reason, help]] = semantic;
    return syntaxDiagnostic(query, startOfClause(tokens, groupStart, clause), reason, help);
  }
  const token = tokens[rejected];
  const upToToken = tokens.slice(0, rejected + 1);
  if (expected.includes('IRI parsing failed')) {
    const iri = upToToken.findLast((t) => t.kind === 'iri' || t.text === '<') ?? token;
    return syntaxDiagnostic(query, iri?.start ?? 0, 'the IRI that begins here is not valid');
  }
  const sentence = SENTENCE.exec(expected)?.[1];
  if (sentence) return syntaxDiagnostic(query, upToToken.at(-1)?.start ?? 0, reasonOf(sentence));
  return token ? unexpectedToken(query, token, tokens.slice(0, rejected)) : unexpectedEnd(query, tokens);
}

/** Indexes of tokens: the group on the line that the engine rejected, and the token at the error's column. */
interface ErrorLocation {
  readonly groupStart: number;
  readonly groupEnd: number;
  readonly rejected: number;
}

function locateError(tokens: readonly Token[], attempt: (text: string) => string | undefined): ErrorLocation {
  const { text, lines } = layOutQuery(tokens);
  const [, line, column] = POSITION.exec(attempt(`${text}${PADDING}\n`) ?? '') ?? [];
  const groupStart = lines[Number(line) - 1] ?? tokens.length;
  const groupEnd = lines[Number(line)] ?? tokens.length;
  let rejected = groupStart;
  for (let i = groupStart, from = 1; i < groupEnd; i++) {
    const length = tokens[i]?.text.length ?? 0;
    if (Number(column) >= from && Number(column) < from + length) rejected = i;
    from += length;
  }
  return { groupStart, groupEnd, rejected };
}

function syntaxDiagnostic(query: QueryText, offset: number, reason: string, help?: string): Diagnostic {
  const { place, source } = locate(query, offset);
  return diagnostic('sparql-syntax', { reason, ...(help !== undefined && { help }) }, place, source);
}

function unexpectedEnd(query: QueryText, tokens: readonly Token[]): Diagnostic {
  const last = tokens.at(-1);
  const offset = last ? last.start + last.text.length : query.text.length;
  const open = lastUnclosedBracket(tokens);
  if (!open) return syntaxDiagnostic(query, offset, 'the query ends too early');
  const reason = `the query ends before "${open.text}" of line ${locate(query, open.start).place.line} is closed`;
  return syntaxDiagnostic(query, offset, reason, `add "${closers[open.text]}"`);
}

function unexpectedToken(query: QueryText, token: Token, before: readonly Token[]): Diagnostic {
  if (token.kind === 'stray' && /^["']$/.test(token.text)) {
    return syntaxDiagnostic(query, token.start, 'the string that begins here does not end');
  }
  const previous = before.at(-1);
  const after = previous ? ` after ${quoteToken(previous)}` : ' at the start';
  return syntaxDiagnostic(query, token.start, `unexpected ${quoteToken(token)}${after}`, suggestCorrection(token, before));
}

/** Returns the first sentence of the engine's message, starting in lower case. */
function reasonOf(message: string): string {
  const sentence = message.split(/\. /, 1)[0] ?? message;
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function prefixOf(token: Token): string {
  return token.text.slice(0, token.text.indexOf(':'));
}

/** Returns the offset of the last keyword of a clause before a token, at the same or an outer level of braces. */
function startOfClause(tokens: readonly Token[], before: number, clause: string): number {
  let depth = 0;
  for (const token of tokens.slice(0, before).reverse()) {
    if (token.text === '}') depth++;
    else if (token.text === '{') depth--;
    else if (depth <= 0 && upperCaseKeyword(token) === clause) return token.start;
  }
  return tokens[0]?.start ?? 0;
}

function quoteToken(token: Token): string {
  const line = token.text.split(/[\r\n]/, 1)[0] ?? '';
  const short = line.length > 40 ? `${line.slice(0, 39)}…` : line;
  return token.kind === 'string' ? short : `"${short}"`;
}

function suggestCorrection(token: Token, before: readonly Token[]): string | undefined {
  const word = upperCaseKeyword(token);
  const isInBrackets = lastUnclosedBracket(before) !== undefined;
  if (token.text === ',' && !isInBrackets) return 'write variables next to each other, separated by blanks';
  if (word === undefined || KEYWORDS.includes(word)) return undefined;
  const nearest = closest(word, KEYWORDS);
  if (word.length > 3 && distance(word, nearest) <= 2) return `did you mean ${nearest}?`;
  if (isInBrackets) return `a name needs a prefix, such as :${token.text}, and a variable begins with "?"`;
  return upperCaseKeyword(before.at(-1)) === 'SELECT' ? `a variable begins with "?": ?${token.text}` : undefined;
}
