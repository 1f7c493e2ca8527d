import { dialects, type PatternDialect } from './dialects.ts';
import { InvalidPattern, type Pattern, parse } from './parse.ts';
import { print, Untranslatable } from './print.ts';

export type { PatternDialect } from './dialects.ts';
export type { Pattern } from './parse.ts';
export { type Lengths, matcher, textsMatching } from './sample.ts';

export type Translation = { readonly ok: true; readonly source: string } | { readonly ok: false; readonly reason: string };

/**
 * Writes a regular expression of an ontology in the dialect of a target, if there is one that finds something in exactly
 * the same texts. Categories of Unicode are those of the version that the target's engine knows.
 *
 * @returns the expression, to be searched for in a text and without flags, or a reason for people, `invalid …` if the
 *   expression does not follow its own syntax
 */
export function translatePattern(pattern: Pattern, dialect: PatternDialect): Translation {
  const key = JSON.stringify([dialect, pattern.syntax, pattern.flags, pattern.source]);
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
    return { ok: true, source: print(parse(pattern), dialects[dialect]) };
  } catch (error) {
    if (error instanceof InvalidPattern) return { ok: false, reason: `invalid: ${error.message}` };
    if (error instanceof Untranslatable) return { ok: false, reason: error.message };
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
