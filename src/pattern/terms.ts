import { TooLarge } from './budget.ts';

/** What a quantifier repeats: one of some letters, the end of the text, or one of several sequences. */
export type Atom =
  | { readonly kind: 'letters'; readonly letters: readonly number[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'choice'; readonly branches: readonly Terms[] };

/** An atom with its number of repetitions. */
export interface Term {
  readonly atom: Atom;
  readonly min: number;
  readonly max: number;
  /** Equal for equal atoms. */
  readonly key: string;
}

/** An expression under construction: a sequence of terms. An empty sequence matches the empty text. */
export type Terms = readonly Term[];

/** Limit for the length of a key. */
const MOST = 2000;

const keyOf = (terms: Terms): string => terms.map(({ key, min, max }) => `${key}{${min},${max}}`).join('');

/** Returns a measure of the length of an expression. */
export const sizeOf = (terms: Terms): number => terms.reduce((size, { key }) => size + key.length + 1, 0);

/** Returns an expression that matches one of several letters, given by their numbers in the alphabet. */
export function letters(numbers: readonly number[]): Terms {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  return [{ atom: { kind: 'letters', letters: sorted }, min: 1, max: 1, key: `<${sorted}>` }];
}

export const END: Terms = [{ atom: { kind: 'end' }, min: 1, max: 1, key: '$' }];

function choice(branches: readonly Terms[], min: number, max: number): Terms {
  const key = `(${branches.map(keyOf).join('|')})`;
  if (key.length > MOST) throw new TooLarge();
  return [{ atom: { kind: 'choice', branches }, min, max, key }];
}

/** Concatenates expressions. Joins adjacent equal terms into one with a higher count. */
export function sequence(...parts: readonly Terms[]): Terms {
  const terms: Term[] = [];
  for (const term of parts.flat()) {
    const last = terms.at(-1);
    if (last?.key === term.key && term.atom.kind !== 'end') {
      terms[terms.length - 1] = { ...term, min: last.min + term.min, max: last.max + term.max };
    } else if (endsIn(terms, term)) {
      terms.length -= onlyBranch(term)?.length ?? 0;
      terms.push({ ...term, min: term.min + 1, max: term.max + 1 });
    } else {
      terms.push(term);
    }
  }
  return terms;
}

const onlyBranch = ({ atom }: Term): Terms | undefined =>
  atom.kind === 'choice' && atom.branches.length === 1 ? atom.branches[0] : undefined;

/** Returns true if the terms end with one more copy of what the term repeats. */
function endsIn(terms: Terms, term: Term): boolean {
  const branch = onlyBranch(term);
  return branch !== undefined && branch.length <= terms.length && keyOf(terms.slice(-branch.length)) === keyOf(branch);
}

const isEqual = (a: Term | undefined, b: Term | undefined): boolean =>
  a !== undefined && b !== undefined && a.key === b.key && a.min === b.min && a.max === b.max;

/** Returns the alternative of two expressions. Factors out their common beginning and end. */
export function alternative(a: Terms, b: Terms): Terms {
  let start = 0;
  while (start < Math.min(a.length, b.length) && isEqual(a[start], b[start])) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && isEqual(a.at(-1 - end), b.at(-1 - end))) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return sequence(a.slice(0, start), alternativeOfRest(x, y), a.slice(a.length - end));
}

function alternativeOfRest(a: Terms, b: Terms): Terms {
  if (a.length === 0) return optional(b);
  if (b.length === 0) return optional(a);
  const branches: Terms[] = [];
  for (const branch of [...branchesOf(a), ...branchesOf(b)]) {
    const i = branches.findIndex((other) => lettersOf(other) !== undefined);
    const [known, more] = [lettersOf(branches[i] ?? []), lettersOf(branch)];
    if (known !== undefined && more !== undefined) branches[i] = letters([...known, ...more]);
    else branches.push(branch);
  }
  return branches.length === 1 ? (branches[0] as Terms) : choice(branches, 1, 1);
}

const isOnce = ({ min, max }: Term): boolean => min === 1 && max === 1;

function branchesOf(terms: Terms): readonly Terms[] {
  const [only, ...others] = terms;
  return only && others.length === 0 && isOnce(only) && only.atom.kind === 'choice' ? only.atom.branches : [terms];
}

/** Returns the letters of an expression that is a single letter set; undefined for others. */
function lettersOf(terms: Terms): readonly number[] | undefined {
  const [only, ...others] = terms;
  return only && others.length === 0 && isOnce(only) && only.atom.kind === 'letters' ? only.atom.letters : undefined;
}

function optional(terms: Terms): Terms {
  return repeated(terms, 1);
}

/** Returns an expression repeated any number of times. */
export function star(terms: Terms): Terms {
  return repeated(terms, Number.POSITIVE_INFINITY);
}

function repeated(terms: Terms, max: number): Terms {
  const [only, ...others] = terms;
  if (only === undefined) return [];
  if (others.length > 0 || only.min > 1) return choice([terms], 0, max);
  return [{ ...only, min: 0, max: Math.max(max, only.max) }];
}
