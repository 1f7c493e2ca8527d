import { includes, type Ranges, union } from './ranges.ts';

/** No character beyond this one has a case. */
const LAST = 0x1ffff;

let variants: ReadonlyMap<number, readonly number[]> | undefined;

/**
 * The characters that have variants in another case, with the variants. Two characters are variants when their
 * lower or their upper case is the same (XPath Functions and Operators 5.6.2, flag `i`): `k` and the Kelvin sign
 * by the lower case, `i` and the dotless ı by the upper case.
 */
function caseVariants(): ReadonlyMap<number, readonly number[]> {
  if (variants !== undefined) return variants;
  const found = new Map<number, number[]>();
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
      for (const character of same) found.set(character, [...(found.get(character) ?? []), ...same]);
    }
  }
  variants = found;
  return found;
}

/** A set with the variants in another case of all its characters. */
export function ignoringCase(set: Ranges): Ranges {
  const added: (readonly [number, number])[] = [];
  for (const [character, others] of caseVariants()) {
    if (includes(set, character)) added.push(...others.map((other) => [other, other] as const));
  }
  return union(set, added);
}
