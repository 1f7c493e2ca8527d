/** Estimates from the tokens of a query whether it is quick enough for the main thread, where it cannot be stopped. */

import { type Outline, upperCaseKeyword } from './sparql.ts';

/** Functions that build strings, which may double their input with each step; and SERVICE, which queries other servers. */
const EXPANSIVE_FUNCTIONS: ReadonlySet<string> = new Set(['CONCAT', 'REPLACE', 'GROUP_CONCAT', 'ENCODE_FOR_URI', 'SERVICE']);

/** Number of steps that take about as long as starting a worker thread. */
const MAX_STEPS = 3_000_000;

/** Maximum number of tokens of a quick query. */
const MAX_TOKENS = 500;

/**
 * Returns whether a query is quick for any data with this number of triples.
 *
 * With n triples, the number of solutions is at most n^variables, because each variable is bound to a term of a triple or of the
 * query, and at most n^patterns, because each pattern matches at most n triples. The smaller bound applies, doubled for each
 * UNION. A repeated path counts as one more pattern and one more variable.
 */
export function isQuick({ tokens }: Pick<Outline, 'tokens'>, triples: number): boolean {
  if (tokens.length > MAX_TOKENS) return false;
  const counts = { variables: new Set<string>(), patterns: 0, unions: 0, paths: 0 };
  for (const [i, token] of tokens.entries()) {
    const word = upperCaseKeyword(token);
    if (word !== undefined && EXPANSIVE_FUNCTIONS.has(word)) return false;
    if (word === 'UNION') counts.unions++;
    if (token.kind === 'variable' || token.kind === 'blank') counts.variables.add(token.text);
    if (token.kind === 'symbol' && !countSymbol(token, tokens[i - 1], counts)) return false;
  }
  // Variables may also be bound to terms of the query, which may be more than there are triples.
  const n = Math.max(triples, tokens.length);
  const { variables, patterns, unions, paths } = counts;
  const maxSolutions = n ** (Math.min(variables.size, patterns) + paths) * 2 ** unions;
  return maxSolutions <= MAX_STEPS;
}

type Token = Outline['tokens'][number];

/** Updates the counts for a symbol; returns false for an RDF list, which makes the query not quick. */
function countSymbol(
  { text, start }: Token,
  previous: Token | undefined,
  counts: { readonly variables: Set<string>; patterns: number; paths: number },
): boolean {
  // A list has two patterns and a node per member. After any other word, a bracket belongs to an expression.
  if (text === '(' && (previous?.kind !== 'word' || previous.text === 'a')) return false;
  if ('{.;,['.includes(text)) counts.patterns++;
  if (text === '[') counts.variables.add(`${start}`);
  // A `*` after "(" or a word means all variables or all solutions, not a path.
  const isAll = text === '*' && (previous?.text === '(' || previous?.kind === 'word');
  if (!isAll && '*+/|^!'.includes(text)) counts.paths++;
  return true;
}
