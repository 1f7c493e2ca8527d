import type { Effort } from './backtracking-cost.ts';
import { dialects, type PatternDialect } from './dialects.ts';
import { type LinearParts, linearParts } from './linear.ts';
import { linearEquivalent } from './linear-equivalent.ts';
import { InvalidPattern, type Pattern, parse } from './parse.ts';
import { type Dialect, print, Untranslatable } from './print.ts';
import { hasReference } from './rewrite.ts';

export { stepLimit } from './budget.ts';
export { type PatternDialect, patternDialects } from './dialects.ts';
export type { Pattern } from './parse.ts';
export { default as linearPatternModule } from './runtime/linear-pattern.ts?raw';
export { createMatcher as matcher, type Lengths, textsMatching } from './sample.ts';

export type Translation = { readonly ok: true; readonly source: string } | { readonly ok: false; readonly reason: string };

/**
 * Translates a regular expression of an ontology to the dialect of a target. The translation matches exactly the same texts, in
 * time that grows no faster than the length of a text. Unicode categories follow the Unicode version of the target's engine.
 *
 * @returns the expression, for an unanchored search without flags; or the reason for the failure, which begins with `invalid`
 * if the expression breaks the rules of its own syntax
 */
export function translatePattern(pattern: Pattern, dialect: PatternDialect): Translation {
  if (pattern.inDialects !== undefined) {
    const { start, end } = dialects[dialect].anchors;
    return { ok: true, source: start + pattern.inDialects + end };
  }
  const key = JSON.stringify([dialect, pattern.syntax, pattern.escapes, pattern.flags, pattern.source, pattern.steps]);
  let translation = known.get(key);
  if (!translation) {
    translation = translate(pattern, dialect);
    known.set(key, translation);
  }
  return translation;
}

/** Several fields often share a pattern, and printing and reporting both need its translation. */
const known = new Map<string, Translation>();

function translate(pattern: Pattern, dialect: PatternDialect): Translation {
  try {
    return { ok: true, source: printSafely(pattern, dialects[dialect]) };
  } catch (error) {
    if (error instanceof InvalidPattern) return { ok: false, reason: `invalid: ${error.message}` };
    if (error instanceof Untranslatable) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Describes the cost of an expression whose matching time is not linear. */
const tooSlow = {
  polynomial: (name: string) =>
    `the time that ${name} needs for it may grow with the square of the length of a string, or faster`,
  exponential: (name: string) => `a short string may stop ${name} for minutes`,
  unknown: (name: string, isOneOfMany: boolean) =>
    `it is too large${isOneOfMany ? ', for one of so many,' : ''} to determine whether a string may stop ${name}`,
} satisfies Record<Exclude<Effort, 'linear'>, unknown>;

/** Prints a pattern in a dialect. Throws if a malicious text could block the engine. */
function printSafely(pattern: Pattern, dialect: Dialect): string {
  const tree = parse(pattern);
  const source = print(tree, dialect);
  if (pattern.isLinear || dialect.goesBack === 'never' || (dialect.goesBack === 'references' && !hasReference(tree)))
    return source;
  const equal = linearEquivalent(tree, pattern);
  if (equal.effort !== 'linear') throw new Untranslatable(tooSlow[equal.effort](dialect.name, pattern.steps !== undefined));
  return equal.tree === tree ? source : print(equal.tree, dialect);
}

/**
 * Returns the parts of a linear-time search (`runtime/linear-pattern.ts`) for a pattern that is too slow for JavaScript's
 * `RegExp` and cannot be rewritten. Returns undefined for all others.
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
    return linearEquivalent(tree, pattern).effort === 'linear' ? undefined : linearParts(tree);
  } catch (error) {
    if (error instanceof InvalidPattern || error instanceof Untranslatable) return undefined;
    throw error;
  }
}

/** Returns why a regular expression is invalid in its own syntax; undefined if it is valid. */
export function invalidPattern(pattern: Pattern): string | undefined {
  try {
    parse(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof InvalidPattern) return error.message;
    throw error;
  }
}

/** Returns true if the meaning of `\d`, `\D`, `\w` or `\W` affects what an expression matches. */
export function readsEscapes({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean {
  return !flags.includes('q') && (source.match(/\\[\s\S]/g) ?? []).some((token) => /[dDwW]/.test(token));
}
