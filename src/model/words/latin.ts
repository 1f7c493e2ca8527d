/** Spellings of Latin letters in ASCII, and tests of labels. */

/** How a language spells its letters in ASCII; letters that are not listed lose their diacritics. */
const german = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss', ẞ: 'SS' };
const danish = { æ: 'ae', ø: 'oe', å: 'aa', Æ: 'Ae', Ø: 'Oe', Å: 'Aa' };
const spellings: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map<string, Readonly<Record<string, string>>>([
  ...['de', 'als', 'bar', 'gsw', 'lb', 'nds'].map((language) => [language, german] as const),
  ...['da', 'fo', 'nb', 'nn', 'no'].map((language) => [language, danish] as const),
  ['is', { þ: 'th', Þ: 'Th', ð: 'd', Ð: 'D', æ: 'ae', Æ: 'Ae', ö: 'o', Ö: 'O' }],
  ['hr', { đ: 'dj', Đ: 'Dj' }],
  ['sr', { đ: 'dj', Đ: 'Dj' }],
]);

/** Replaces letters with their ASCII spelling in a language, if the language has a rule for them. */
export function spelledOut(text: string, language: string): string {
  const letters = spellings.get(language.split('-', 1)[0] ?? '');
  if (!letters) return text;
  // Letters may be written as a base letter and its marks.
  return [...text.normalize('NFC')].map((letter) => letters[letter] ?? letter).join('');
}

export function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
  return !/[^\x00-\x7f]/.test(text);
}

/** Returns whether most letters of a text are Latin, or it has no letters. */
export function isLatin(text: string): boolean {
  if (isAscii(text)) return true;
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = text.match(/\p{Script=Latin}/gu) ?? [];
  return latin.length * 2 > letters.length || letters.length === 0;
}

const MAX_WORDS = 4;

/** Returns whether a label is a sentence rather than a name. */
export function isSentence(label: string): boolean {
  return label.length > MAX_WORDS && /\s/.test(label) && label.trim().split(/\s+/).length > MAX_WORDS;
}
