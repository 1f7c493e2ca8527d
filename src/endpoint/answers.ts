/** Parses and validates query results from servers (SPARQL 1.1 Query Results JSON Format). */

import type { Term } from '../graph/index.ts';

/** The solutions of a query, or the boolean of an ASK. */
export interface Answer {
  readonly boolean?: boolean;
  readonly variables: readonly string[];
  readonly rows: readonly Readonly<Record<string, Term>>[];
}

/** Parses a result; returns undefined if the text is not in the format. */
export function parseAnswer(text: string): Answer | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(answer)) return undefined;
  if (typeof answer['boolean'] === 'boolean') return { boolean: answer['boolean'], variables: [], rows: [] };
  const { head, results } = answer;
  const bindings = isObject(results) ? results['bindings'] : undefined;
  const variables = (isObject(head) ? head['vars'] : undefined) ?? [];
  if (!Array.isArray(bindings) || !Array.isArray(variables) || !variables.every((name) => typeof name === 'string'))
    return undefined;
  const rows: Readonly<Record<string, Term>>[] = [];
  for (const binding of bindings as readonly unknown[]) {
    if (!isObject(binding)) return undefined;
    const terms = Object.entries(binding).map(([name, term]) => [name, termOf(term)] as const);
    if (terms.some(([, term]) => term === undefined)) return undefined;
    rows.push(Object.fromEntries(terms) as Record<string, Term>);
  }
  return { variables, rows };
}

/** Maximum nesting depth of triple terms (RDF 1.2). */
const MAX_DEPTH = 16;

function termOf(term: unknown, depth = 0): Term | undefined {
  if (!isObject(term)) return undefined;
  const { type, value, datatype, 'xml:lang': language } = term;
  if (type === 'triple') return isObject(value) && depth < MAX_DEPTH ? tripleOf(value, depth) : undefined;
  if (typeof value !== 'string') return undefined;
  if (type === 'uri' || type === 'bnode') return { type, value };
  // Servers of SPARQL 1.0 send `typed-literal` for literals with a datatype.
  if (type !== 'literal' && type !== 'typed-literal') return undefined;
  return {
    type: 'literal',
    value,
    ...(typeof datatype === 'string' && { datatype }),
    ...(typeof language === 'string' && { 'xml:lang': language }),
  };
}

function tripleOf(value: Readonly<Record<string, unknown>>, depth: number): Term | undefined {
  const [subject, predicate, object] = ['subject', 'predicate', 'object'].map((name) => termOf(value[name], depth + 1));
  return subject && predicate && object && { type: 'triple', value: { subject, predicate, object } };
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
