import type { Literal } from '../../ontology/index.ts';

/**
 * Chooses among texts in several languages: one without a tag, else English, else a regional
 * English, else the first in code-point order.
 */
export function chooseText(literals: readonly Literal[]): string | undefined {
  const rank = (l: Literal) => (l.language === '' ? 0 : l.language === 'en' ? 1 : l.language.startsWith('en-') ? 2 : 3);
  let best: Literal | undefined;
  for (const candidate of literals) {
    if (candidate.value.trim() === '') continue;
    if (!best || rank(candidate) < rank(best) || (rank(candidate) === rank(best) && precedes(candidate, best))) best = candidate;
  }
  return best?.value;
}

function precedes(a: Literal, b: Literal): boolean {
  if (a.language !== b.language) return a.language < b.language;
  return a.value < b.value;
}

/**
 * Text for documentation: line breaks become `\n`; other control characters become blanks;
 * bidirectional controls go, because they can show code in another order than it is read in
 * (CVE-2021-42574); blanks at line ends go. Undefined if nothing is left.
 */
export function cleanText(text: string): string | undefined {
  const clean = text
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
    .replace(/[ \u00a0]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return clean === '' ? undefined : clean;
}
