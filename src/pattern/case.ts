/** Case-insensitive sets of characters, for the flag `i`: `[k]` becomes `[kK\u212a]`. */

import { includes, type Ranges, union } from './ranges.ts';

/** No character above this one has a case. */
const LAST = 0x1ffff;

let variants: ReadonlyMap<number, readonly number[]> | undefined;

/**
 * Returns the variants in another case of each character that has some: `K` → `k`, `K`, Kelvin sign. Two characters are variants
 * if their lower case or their upper case is the same (XPath Functions and Operators 5.6.2, flag `i`): `k` and the Kelvin sign by
 * lower case, `i` and the dotless ı by upper case.
 */
function caseVariants(): ReadonlyMap<number, readonly number[]> {
  if (variants !== undefined) return variants;
  const variantsByCharacter = new Map<number, number[]>();
  for (const convert of [(c: string) => c.toLowerCase(), (c: string) => c.toUpperCase()]) {
    const charactersByResult = new Map<string, number[]>();
    for (let character = 0; character <= LAST; character++) {
      const text = String.fromCodePoint(character);
      const converted = convert(text);
      if (converted !== text) charactersByResult.set(converted, [...(charactersByResult.get(converted) ?? []), character]);
    }
    for (const [converted, characters] of charactersByResult) {
      // The result may be several characters, such as SS for ß; then it is no variant itself.
      const character = converted.codePointAt(0) ?? 0;
      if (converted === String.fromCodePoint(character) && convert(converted) === converted) characters.push(character);
    }
    for (const characters of charactersByResult.values()) {
      for (const character of characters)
        variantsByCharacter.set(character, [...(variantsByCharacter.get(character) ?? []), ...characters]);
    }
  }
  variants = variantsByCharacter;
  return variantsByCharacter;
}

const isAscii = (character: number): boolean => character < 0x80;

/**
 * Adds to a set the case variants of all its characters.
 *
 * @param escapes `ascii`: letters of ASCII have no variants outside ASCII, so that `k` does not match the Kelvin sign
 */
export function ignoringCase(set: Ranges, escapes: 'ascii' | 'unicode' = 'unicode'): Ranges {
  const added: (readonly [number, number])[] = [];
  for (const [character, characterVariants] of caseVariants()) {
    if (!includes(set, character)) continue;
    for (const variant of characterVariants)
      if (escapes === 'unicode' || isAscii(variant) === isAscii(character)) added.push([variant, variant]);
  }
  return union(set, added);
}
