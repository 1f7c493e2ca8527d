/**
 * Converts Japanese to ASCII. Kana are transliterated by rule. Kanji are written as their code points: their reading depends
 * on the word and needs a dictionary, and their Chinese reading would be wrong.
 */

/** Converts letters outside ASCII to ASCII, by the rules of a language; returns ASCII texts unchanged. */
export type Transliterate = (text: string, language?: string) => string;

/** A text for a name, and its language tag, if it has one. */
export interface NameText {
  readonly value: string;
  readonly language?: string;
}

/** Returns whether the ASCII form of a text contains code points instead of kanji. */
export function hasKanjiCodePoints(text: string, ascii: string): boolean {
  return text !== ascii && /\p{Script=Han}/u.test(text) && /(?:^| )u[0-9a-f]{4,5}(?: |$)/.test(ascii);
}

/** Returns whether a text shows that its ontology is in Japanese: by its language tag or by kana. */
export function isJapanese({ value, language = '' }: NameText): boolean {
  return mainLanguage(language) === 'ja' || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(value);
}

/** Returns the main language of a tag: `en` for `en-GB`. */
function mainLanguage(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}

/**
 * Returns the transliteration for an ontology with Japanese names: names without a language tag are assumed to be Japanese.
 *
 * @param other the general transliteration; it gets every text, a Japanese one after its kana and kanji were replaced
 */
export async function loadJapanese(other: Transliterate): Promise<Transliterate> {
  const { toRomaji } = await import('wanakana');
  const read = (text: string) =>
    text
      .normalize('NFKC')
      .replace(/\p{Script=Han}+/gu, (run) => ` ${codePoints(run)} `)
      .replace(/[\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu, (kana) => toRomaji(kana));
  return (text, language = '') => {
    const main = mainLanguage(language);
    return other(main === '' || main === 'ja' ? read(text) : text, language);
  };
}

/** Writes Han characters by their standard names: `u6ce8 u6587` (The Unicode Standard, 4.8, "CJK UNIFIED IDEOGRAPH-"). */
function codePoints(text: string): string {
  return [...text].map((c) => `u${c.codePointAt(0)?.toString(16)}`).join(' ');
}
