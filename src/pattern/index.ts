/**
 * Regular expressions of ontologies: parses those of SHACL and XML Schema, translates them to the language of a target, and finds
 * those that take exponential time.
 */

import { contains } from './ast.ts';
import { dialects, type PatternDialect } from './dialects.ts';
import { isExponential } from './exponential.ts';
import { type LinearParts, linearParts } from './linear.ts';
import { InvalidPattern, type Pattern, parse } from './parse.ts';
import { print, Untranslatable } from './print.ts';
import { simplify } from './simplify.ts';

export { type PatternDialect, patternDialects } from './dialects.ts';
export type { Pattern } from './parse.ts';
export { default as linearPatternModule } from './runtime/linear-pattern.ts?raw';
export { createMatcher, type Lengths, textsMatching } from './sample.ts';

export type Translation = { readonly ok: true; readonly source: string } | { readonly ok: false; readonly reason: string };

/**
 * Translates a regular expression of an ontology to the dialect of a target. The translation matches exactly the same texts, and
 * never in exponential time. Unicode categories follow the Unicode version of the target's engine.
 *
 * Example: `^\d+$` with `escapes: 'ascii'`, for `python` → `^[0-9]+\Z`.
 *
 * @returns the expression, for an unanchored search without flags; or the reason for the failure, which begins with `invalid`
 * if the expression breaks the rules of its own syntax
 */
export function translatePattern(pattern: Pattern, dialect: PatternDialect): Translation {
  const known = translations.get(pattern) ?? {};
  translations.set(pattern, known);
  known[dialect] ??= translate(pattern, dialect);
  return known[dialect];
}

/** Cached, because printers translate a pattern several times: without a cache, 300 patterns take half a second. */
const translations = new WeakMap<Pattern, { [dialect in PatternDialect]?: Translation }>();

function translate(pattern: Pattern, dialect: PatternDialect): Translation {
  const { backtracks, name } = dialects[dialect];
  try {
    const tree = parse(pattern);
    const source = print(tree, dialects[dialect]);
    const hasReferences = contains(tree, 'reference');
    const isBacktracked = backtracks === 'always' || (backtracks === 'references' && hasReferences);
    if (isBacktracked && isExponential(tree)) {
      const simpler = hasReferences ? tree : simplify(tree);
      if (!isExponential(simpler)) return { ok: true, source: print(simpler, dialects[dialect]) };
      return { ok: false, reason: `a short string may stop ${name} for minutes` };
    }
    return { ok: true, source };
  } catch (error) {
    if (error instanceof InvalidPattern) return { ok: false, reason: `invalid: ${error.message}` };
    if (error instanceof Untranslatable) return { ok: false, reason: error.message };
    throw error;
  }
}

/**
 * Returns the parts of a linear-time search (`runtime/linear-pattern.ts`) for a pattern that takes exponential time with
 * JavaScript's `RegExp`. Returns undefined for all others.
 */
export function linearSearch(pattern: Pattern): LinearParts | undefined {
  try {
    const tree = parse(pattern);
    return isExponential(tree) ? linearParts(tree) : undefined;
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

/** Returns whether `Pattern.escapes` matters: the expression uses `\d`, `\D`, `\w` or `\W`, or ignores case. */
export function dependsOnEscapes({ source, flags }: Pick<Pattern, 'source' | 'flags'>): boolean {
  return flags.includes('i') || (!flags.includes('q') && (source.match(/\\[\s\S]/g) ?? []).some((token) => /[dDwW]/.test(token)));
}
