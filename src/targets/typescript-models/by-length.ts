/** Code that is the same for all names of a length, but for the names: it is laid out once for each length. */

import { articleOf, flatten, type Lines } from '../text/index.ts';
import { current, type Deprecation } from './jsdoc.ts';

/** What stands for the names where code is laid out: one-byte characters that no code holds. */
const SIGNS = ['\u0001', '\u0002', '\u0003', '\u0004', '\u0005', '\u0006', '\u0007'] as const;

/** The same for names that take the article "an". */
const AN_SIGNS = ['\u000e', '\u000f', '\u0010', '\u0011', '\u0012', '\u0013', '\u0014'] as const;

const takesAn = (name: string): boolean => (AN_SIGNS as readonly string[]).includes(name.charAt(0)) || articleOf(name) === 'an';

/** A type in the prose of a comment, as a link with its article: `an {@link Order}`. */
export function linked(type: string): string {
  return `${takesAn(type) ? 'an' : 'a'} {@link ${type}}`;
}

/** The same where a sentence begins. */
export function linkedFirst(type: string): string {
  return `${takesAn(type) ? 'An' : 'A'} {@link ${type}}`;
}

/** Names with an article of their own; those behind stand in no prose. */
const WITH_ARTICLE = 2;

/** Texts around the names, and which name follows each but the last. */
interface Mould {
  readonly texts: readonly string[];
  readonly names: readonly number[];
}

/** Lengths up to this one make one number of all. */
const MOST = 127;

/** Code as a function of names. */
export class ByLength<Names extends readonly string[]> {
  readonly #print: (about: Deprecation, ...names: Names) => Lines;
  /** Those of lengths that came once are not made yet: of a small ontology most come no second time. */
  readonly #moulds = new Map<number, Mould | undefined>();

  /** @param print lays out code of which the names decide by nothing but lengths and articles; nothing in it may be marked */
  constructor(print: (about: Deprecation, ...names: Names) => Lines) {
    this.#print = print;
  }

  /**
   * The code for some names, as lines in one text.
   *
   * @param about what it is about: comments tell whether that is deprecated
   */
  of(about: Deprecation, ...names: Names): string {
    let key = 0;
    for (let i = 0; i < WITH_ARTICLE; i++) key = key * 2 + (takesAn(names[i] ?? '') ? 1 : 0);
    let isShort = !about.deprecated;
    for (const { length } of names) {
      key = key * (MOST + 1) + length;
      if (length > MOST) isShort = false;
    }
    if (!isShort) return flatten(this.#print(about, ...names)).join('\n');
    let mould = this.#moulds.get(key);
    if (mould === undefined) {
      if (!this.#moulds.has(key)) {
        this.#moulds.set(key, undefined);
        return flatten(this.#print(about, ...names)).join('\n');
      }
      mould = this.#mouldFor(names);
      this.#moulds.set(key, mould);
    }
    const { texts, names: places } = mould;
    let text = texts[0] as string;
    for (let i = 0; i < places.length; i++) {
      text += names[places[i] as number] as string;
      text += texts[i + 1] as string;
    }
    return text;
  }

  #mouldFor(names: Names): Mould {
    const signs = names.map((name, i) =>
      ((i < WITH_ARTICLE && takesAn(name) ? AN_SIGNS : SIGNS)[i] as string).repeat(name.length),
    ) as unknown as Names;
    const text = flatten(this.#print(current, ...signs)).join('\n');
    const texts: string[] = [];
    const found: number[] = [];
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const name = signs.findIndex((sign) => sign.charAt(0) === text.charAt(at));
      if (name < 0) continue;
      texts.push(text.slice(from, at));
      found.push(name);
      from = at + (names[name] as string).length;
      at = from - 1;
    }
    return { texts: [...texts, text.slice(from)], names: found };
  }
}

/** Details of which code is kept; there are few, but for ontologies that are made to have many. */
const MOST_DETAILS = 100;

/** The same for code that depends on something else, too, which is given as a text. */
export function byDetail<Names extends readonly string[]>(
  print: (detail: string, about: Deprecation, ...names: Names) => Lines,
): (detail: string) => ByLength<Names> {
  const known = new Map<string, ByLength<Names>>();
  return (detail) => {
    let code = known.get(detail);
    if (code === undefined) {
      code = new ByLength<Names>((about, ...names) => print(detail, about, ...names));
      if (known.size === MOST_DETAILS) known.clear();
      known.set(detail, code);
    }
    return code;
  };
}
