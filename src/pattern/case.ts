import { includes, type Ranges, union } from './ranges.ts';

/** No character above this one has a case. */
const LAST = 0x1ffff;

let variants: ReadonlyMap<number, readonly number[]> | undefined;

/**
 * Returns the characters that have variants in another case, with these variants. Two characters are variants if their lower case
 * or their upper case is the same (XPath Functions and Operators 5.6.2, flag `i`): `k` and the Kelvin sign by lower case, `i` and
 * the dotless ı by upper case.
 */
function caseVariants(): ReadonlyMap<number, readonly number[]> {
  if (variants !== undefined) return variants;
  const codesByCase = new Map<number, number[]>();
  for (const change of [(c: string) => c.toLowerCase(), (c: string) => c.toUpperCase()]) {
    const equal = new Map<string, number[]>();
    for (let character = 0; character <= LAST; character++) {
      const text = String.fromCodePoint(character);
      const changed = change(text);
      if (changed !== text) equal.set(changed, [...(equal.get(changed) ?? []), character]);
    }
    for (const [changed, same] of equal) {
      const character = changed.codePointAt(0) ?? 0;
      if (changed === String.fromCodePoint(character) && change(changed) === changed) same.push(character);
    }
    for (const same of equal.values()) {
      for (const character of same) codesByCase.set(character, [...(codesByCase.get(character) ?? []), ...same]);
    }
  }
  variants = codesByCase;
  return codesByCase;
}

/** Adds to a set the case variants of all its characters. */
export function ignoringCase(set: Ranges): Ranges {
  const added: (readonly [number, number])[] = [];
  for (const [character, others] of caseVariants()) {
    if (includes(set, character)) added.push(...others.map((other) => [other, other] as const));
  }
  return union(set, added);
}
