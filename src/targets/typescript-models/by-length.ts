/** Code that is the same for all names of a length, but for the names: it is laid out once for each length. */

import { flatten, type Lines } from '../text/index.ts';

/** What stands for the names where code is laid out: one-byte characters that no code holds. */
const SIGNS = ['\u0001', '\u0002'] as const;

/** Texts around the names, and which name follows each but the last. */
interface Mould {
  readonly texts: readonly string[];
  readonly names: readonly number[];
}

/** Code as a function of a name, or of two. */
export class ByLength<Names extends readonly [string] | readonly [string, string]> {
  readonly #print: (...names: Names) => Lines;
  readonly #moulds = new Map<string, Mould>();

  /** @param print lays out code of which the names decide by nothing but their lengths; nothing in it may be marked */
  constructor(print: (...names: Names) => Lines) {
    this.#print = print;
  }

  /** The code for some names, as lines in one text. */
  of(...names: Names): string {
    const key = names.map(({ length }) => length).join();
    let mould = this.#moulds.get(key);
    if (mould === undefined) {
      mould = this.#mouldFor(names);
      this.#moulds.set(key, mould);
    }
    let text = mould.texts[0] as string;
    for (let i = 0; i < mould.names.length; i++) {
      text += (names[mould.names[i] as number] as string) + (mould.texts[i + 1] as string);
    }
    return text;
  }

  #mouldFor(names: Names): Mould {
    const signs = names.map(({ length }, i) => (SIGNS[i] as string).repeat(length)) as unknown as Names;
    const text = flatten(this.#print(...signs)).join('\n');
    const texts: string[] = [];
    const found: number[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const name = SIGNS.indexOf(text.charAt(at) as (typeof SIGNS)[number]);
      if (name < 0) continue;
      texts.push(text.slice(from, at));
      found.push(name);
      from = at + (names[name] as string).length;
      at = from - 1;
    }
    return { texts: [...texts, text.slice(from)], names: found };
  }
}
