/** Unicode blocks, for `\p{IsGreek}` in patterns. */

import { parseRanges, type Ranges } from './ranges.ts';

/** The blocks of scripts in common use, with their names in `\p{Is…}`, their first and last code point. */
const table = `
  BasicLatin 0-7F; Latin-1Supplement 80-FF; LatinExtended-A 100-17F; LatinExtended-B 180-24F; LatinExtendedAdditional 1E00-1EFF;
  CombiningDiacriticalMarks 300-36F; Greek 370-3FF; GreekandCoptic 370-3FF; GreekExtended 1F00-1FFF; Cyrillic 400-4FF; Hebrew
  590-5FF; Arabic 600-6FF; Devanagari 900-97F; Thai E00-E7F; GeneralPunctuation 2000-206F; CurrencySymbols 20A0-20CF;
  CJKSymbolsandPunctuation 3000-303F; Hiragana 3040-309F; Katakana 30A0-30FF; CJKUnifiedIdeographs 4E00-9FFF; HangulSyllables
  AC00-D7AF
`;

let blocks: ReadonlyMap<string, Ranges> | undefined;

/** Returns the characters of a block; undefined if the table has no block of this name. */
export function block(name: string): Ranges | undefined {
  blocks ??= new Map(
    table.split(';').map((entry) => {
      const [key = '', range = ''] = entry.trim().split(/\s+/);
      return [key, parseRanges(range)];
    }),
  );
  return blocks.get(name);
}
