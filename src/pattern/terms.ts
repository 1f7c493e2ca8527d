import { TooLarge } from './budget.ts';

/** What is repeated: one of some letters, the end of the text, or one of several sequences. */
export type Atom =
  | { readonly kind: 'letters'; readonly letters: readonly number[] }
  | { readonly kind: 'end' }
  | { readonly kind: 'choice'; readonly branches: readonly Terms[] };

/** Something, and how often it stands one behind the other. */
export interface Term {
  readonly atom: Atom;
  readonly min: number;
  readonly max: number;
  /** Equal for equal atoms. */
  readonly key: string;
}

/** An expression as it is put together: terms one behind the other; none are the empty text. */
export type Terms = readonly Term[];

/** The longest key of an expression. */
const MOST = 2000;

const keyOf = (terms: Terms): string => terms.map(({ key, min, max }) => `${key}{${min},${max}}`).join('');

/** How much there is of an expression. */
export const sizeOf = (terms: Terms): number => terms.reduce((size, { key }) => size + key.length + 1, 0);

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

/** One expression behind the other. What follows itself is counted. */
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

/** Whether what a term repeats stands before it once more. */
function endsIn(terms: Terms, term: Term): boolean {
  const branch = onlyBranch(term);
  return branch !== undefined && branch.length <= terms.length && keyOf(terms.slice(-branch.length)) === keyOf(branch);
}

const isEqual = (a: Term | undefined, b: Term | undefined): boolean =>
  a !== undefined && b !== undefined && a.key === b.key && a.min === b.min && a.max === b.max;

/** Either of two expressions. What they have in common at their beginnings and ends stands there once. */
export function either(a: Terms, b: Terms): Terms {
  let start = 0;
  while (start < Math.min(a.length, b.length) && isEqual(a[start], b[start])) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && isEqual(a.at(-1 - end), b.at(-1 - end))) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return sequence(a.slice(0, start), different(x, y), a.slice(a.length - end));
}

function different(a: Terms, b: Terms): Terms {
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

/** The letters that an expression is one of. */
function lettersOf(terms: Terms): readonly number[] | undefined {
  const [only, ...others] = terms;
  return only && others.length === 0 && isOnce(only) && only.atom.kind === 'letters' ? only.atom.letters : undefined;
}

/** An expression or nothing. */
function optional(terms: Terms): Terms {
  return repeated(terms, 1);
}

/** An expression as often as there may be. */
export function star(terms: Terms): Terms {
  return repeated(terms, Number.POSITIVE_INFINITY);
}

function repeated(terms: Terms, max: number): Terms {
  const [only, ...others] = terms;
  if (only === undefined) return [];
  if (others.length > 0 || only.min > 1) return choice([terms], 0, max);
  return [{ ...only, min: 0, max: Math.max(max, only.max) }];
}
