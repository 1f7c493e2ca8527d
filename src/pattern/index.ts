import type { Effort } from './backtracking-cost.ts';
import { dialects, type PatternDialect } from './dialects.ts';
import { economical } from './economical.ts';
import { type LinearParts, linearParts } from './linear.ts';
import { InvalidPattern, type Pattern, parse } from './parse.ts';
import { type Dialect, print, Untranslatable } from './print.ts';
import { hasReference } from './rewrite.ts';

export { shareOf } from './budget.ts';
export type { PatternDialect } from './dialects.ts';
export type { Pattern } from './parse.ts';
export { default as linearPatternModule } from './runtime/linear-pattern.ts?raw';
export { type Lengths, matcher, textsMatching } from './sample.ts';

export type Translation = { readonly ok: true; readonly source: string } | { readonly ok: false; readonly reason: string };

/**
 * Writes a regular expression of an ontology in the dialect of a target, if there is one that finds something in exactly
 * the same texts, in time that grows no faster than the text. Categories of Unicode are those of the version that the target's
 * engine knows.
 *
 * @returns the expression, to be searched for in a text and without flags, or a reason for people, `invalid …` if the
 *   expression does not follow its own syntax
 */
export function translatePattern(pattern: Pattern, dialect: PatternDialect): Translation {
  if (pattern.inDialects !== undefined) {
    const { start, end } = dialects[dialect].anchors;
    return { ok: true, source: start + pattern.inDialects + end };
  }
  const key = JSON.stringify([dialect, pattern.syntax, pattern.escapes, pattern.flags, pattern.source, pattern.steps]);
  let translation = known.get(key);
  if (!translation) {
    translation = translated(pattern, dialect);
    known.set(key, translation);
  }
  return translation;
}

/** One pattern is often that of many fields, and is asked for when it is printed and when it is reported. */
const known = new Map<string, Translation>();

function translated(pattern: Pattern, dialect: PatternDialect): Translation {
  try {
    return { ok: true, source: inTime(pattern, dialects[dialect]) };
  } catch (error) {
    if (error instanceof InvalidPattern) return { ok: false, reason: `invalid: ${error.message}` };
    if (error instanceof Untranslatable) return { ok: false, reason: error.message };
    throw error;
  }
}

/** What an expression whose steps grow faster than a text may come to, in words. */
const tooSlow = {
  polynomial: (name: string) => `the time that ${name} takes for it may grow with the square of the length of a text, or faster`,
  exponential: (name: string) => `a short text may stop ${name} for minutes`,
  unknown: (name: string, isOneOfMany: boolean) =>
    `it is too large${isOneOfMany ? ', for one of so many,' : ''} to tell whether a text may stop ${name}`,
} satisfies Record<Exclude<Effort, 'linear'>, unknown>;

/** Writes a pattern in a dialect so that nobody can stop a reader by a text that is made for it. */
function inTime(pattern: Pattern, dialect: Dialect): string {
  const tree = parse(pattern);
  const source = print(tree, dialect);
  if (pattern.isLinear || dialect.goesBack === 'never' || (dialect.goesBack === 'references' && !hasReference(tree)))
    return source;
  const equal = economical(tree, pattern);
  if (equal.effort !== 'linear') throw new Untranslatable(tooSlow[equal.effort](dialect.name, pattern.steps !== undefined));
  return equal.tree === tree ? source : print(equal.tree, dialect);
}

/**
 * What a search is made of that follows all ways through an expression at once (`runtime/linear-pattern.ts`), for one that
 * JavaScript's `RegExp` would take too long for and that cannot be written otherwise. Undefined for all others.
 */
export function linearSearch(pattern: Pattern): LinearParts | undefined {
  const key = JSON.stringify([pattern.syntax, pattern.escapes, pattern.flags, pattern.source, pattern.steps]);
  let search = searches.get(key);
  if (search === undefined) {
    search = { parts: slowParts(pattern) };
    searches.set(key, search);
  }
  return search.parts;
}

const searches = new Map<string, { readonly parts: LinearParts | undefined }>();

function slowParts(pattern: Pattern): LinearParts | undefined {
  try {
    const tree = parse(pattern);
    return economical(tree, pattern).effort === 'linear' ? undefined : linearParts(tree);
  } catch (error) {
    if (error instanceof InvalidPattern || error instanceof Untranslatable) return undefined;
    throw error;
  }
}

/** Why a regular expression does not follow its own syntax, in words, or undefined if it does. */
export function invalidPattern(pattern: Pattern): string | undefined {
  try {
    parse(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidPattern) return error.message;
    throw error;
  }
}

/** Returns whether the reading of `\d`, `\D`, `\w` or `\W` decides what an expression matches. */
export function readsEscapes({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean {
  return !flags.includes('q') && (source.match(/\\[\s\S]/g) ?? []).some((token) => /[dDwW]/.test(token));
}
