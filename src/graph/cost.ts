/** Whether a query may be worked out at once, or has to be one that can be stopped. */

import { keyword, type Outline } from './sparql.ts';

/** What makes texts of texts, and so may double what it is given with each step; and what asks other services. */
const GROWING: ReadonlySet<string> = new Set(['CONCAT', 'REPLACE', 'GROUP_CONCAT', 'ENCODE_FOR_URI', 'SERVICE']);

/** So many steps are worked out in less time than it takes to start a thread for them, or not much more. */
const STEPS = 3_000_000;

/** A query of more tokens than these is no small one. */
const TOKENS = 500;

/**
 * Whether a query cannot take more than a moment, whatever the triples are.
 *
 * Its solutions bind variables, each to a term of one of the triples or of the query; and they come of patterns,
 * each of which holds for so many triples at most. So there are no more than the lesser of both says, times two for
 * each alternative. A path that repeats is one more pattern and one more variable.
 */
export function isQuick({ tokens }: Pick<Outline, 'tokens'>, triples: number): boolean {
  if (tokens.length > TOKENS) return false;
  const counted = { variables: new Set<string>(), patterns: 0, alternatives: 0, paths: 0 };
  for (const [i, token] of tokens.entries()) {
    const word = keyword(token);
    if (word !== undefined && GROWING.has(word)) return false;
    if (word === 'UNION') counted.alternatives++;
    if (token.kind === 'variable' || token.kind === 'blank') counted.variables.add(token.text);
    if (token.kind === 'symbol' && !count(token, tokens[i - 1], counted)) return false;
  }
  const each = Math.max(triples, tokens.length);
  const { variables, patterns, alternatives, paths } = counted;
  return each ** (Math.min(variables.size, patterns) + paths) * 2 ** alternatives <= STEPS;
}

type Token = Outline['tokens'][number];

/** Counts what a symbol stands for; false if that cannot be told. */
function count(
  { text, start }: Token,
  before: Token | undefined,
  counted: { readonly variables: Set<string>; patterns: number; paths: number },
): boolean {
  // A list: two patterns and a node for each member. Elsewhere a bracket belongs to an expression.
  if (text === '(' && (before?.kind !== 'word' || before.text === 'a')) return false;
  if ('{.;,['.includes(text)) counted.patterns++;
  if (text === '[') counted.variables.add(`${start}`);
  // A star after a bracket or a word stands for all variables, or for all solutions.
  const isAll = text === '*' && (before?.text === '(' || before?.kind === 'word');
  if (!isAll && '*+/|^!'.includes(text)) counted.paths++;
  return true;
}
