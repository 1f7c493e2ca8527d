/**
 * Chooses among the labels and comments of a resource by language, cleans them for documentation in generated code, and checks
 * whether they only repeat a name.
 */

import type { Literal } from '../../ontology/index.ts';

/**
 * Chooses among texts in several languages: one in the wanted language, else in a regional form of it, else in the
 * language without its region, else one without a tag, else the first in code-point order.
 *
 * @param language a language tag
 */
export function chooseText(literals: readonly Literal[], language: string): Literal | undefined {
  const [only] = literals;
  if (literals.length < 2) return only?.value.trim() === '' ? undefined : only;
  const tag = language.toLowerCase();
  const general = tag.split('-', 1)[0] ?? '';
  // The language tags of literals are in lower case.
  const rank = ({ language }: Literal) => {
    const isWanted = [language === tag, language.startsWith(`${tag}-`), language === general, language === ''].indexOf(true);
    return isWanted < 0 ? 4 : isWanted;
  };
  let best: Literal | undefined;
  for (const candidate of literals) {
    if (candidate.value.trim() === '') continue;
    if (!best || rank(candidate) < rank(best) || (rank(candidate) === rank(best) && precedes(candidate, best))) best = candidate;
  }
  return best;
}

function precedes(a: Literal, b: Literal): boolean {
  if (a.language !== b.language) return a.language < b.language;
  return a.value < b.value;
}

/** One line of ASCII that needs no cleaning, as most texts are. */
const plainLine = /^[!-~](?:[ -~]*[!-~])?$/;

/** Removes blanks at the end of a line. A regular expression would take quadratic time for thousands of blanks in a row. */
function withoutBlanksAtEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (line.charAt(end - 1) === ' ' || line.charAt(end - 1) === '\u00a0')) end--;
  return line.slice(0, end);
}

/**
 * Cleans a text for documentation: line breaks become `\n`; other control characters become blanks;
 * bidirectional controls are removed, because they can display code in another order than compilers read
 * (CVE-2021-42574); blanks at line ends are removed. Returns undefined if nothing is left.
 */
export function cleanText(text: string): string | undefined {
  // schema.org escapes its line breaks twice: `\\n\\n` in a string literal.
  const isEscapedTwice = text.includes('\\n\\n');
  if (!isEscapedTwice && plainLine.test(text)) return text;
  const clean = (isEscapedTwice ? text.replaceAll('\\n', '\n') : text)
    .replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, '\n')
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
    .split('\n')
    .map(withoutBlanksAtEnd)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return clean === '' ? undefined : clean;
}

/** Returns whether a text says no more than a name: `Post title.` and `post_title`, `has tickets` and `ticket_ids`. */
export function repeatsName(text: string, name: string): boolean {
  return text.length < name.length + MAX_ADDED && essence(text) === essence(name);
}

/** A text that is longer than the name by this many characters is assumed to say more, without a comparison. */
const MAX_ADDED = 8;

function essence(text: string): string {
  const words = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words
    .replace(/\.$/, '')
    .replace(/[\s_-]+/g, ' ')
    .replace(/^(?:has|is) | ids?$/g, '')
    .replaceAll(' ', '')
    .replace(/s$/, '');
}

/** Decodes percent-encoded characters; returns a text with an invalid encoding unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
