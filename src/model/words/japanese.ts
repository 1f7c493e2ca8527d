/**
 * Japanese in ASCII. Kana are read by rule; what a kanji is read as depends on the word, so that only a dictionary could
 * tell, and its Chinese reading would be a wrong one. Kanji are named by their code points.
 */

import type { Transliterate } from './names.ts';

/** A text that names are made of, and the tag of its language, if it has one. */
export interface NameText {
  readonly value: string;
  readonly language?: string;
}

/** Whether kanji of a text are named by their code points, in ASCII. */
export function isUnread(text: string, ascii: string): boolean {
  return text !== ascii && /\p{Script=Han}/u.test(text) && /(?:^| )u[0-9a-f]{4,5}(?: |$)/.test(ascii);
}

/** Whether a text shows that what it stands among is in Japanese. */
export function isJapanese({ value, language = '' }: NameText): boolean {
  return mainLanguage(language) === 'ja' || /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(value);
}

/** `en` of `en-GB`. */
function mainLanguage(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}

/**
 * How the names of an ontology are read of which some are in Japanese, and so all are that no language is told of.
 *
 * @param other what makes ASCII of everything else
 */
export async function japanese(other: Transliterate): Promise<Transliterate> {
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

/** Han characters as the standard names them: `u6ce8 u6587` (The Unicode Standard, 4.8, "CJK UNIFIED IDEOGRAPH-"). */
function codePoints(text: string): string {
  return [...text].map((c) => `u${c.codePointAt(0)?.toString(16)}`).join(' ');
}
