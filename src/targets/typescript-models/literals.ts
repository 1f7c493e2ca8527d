/** Values of the ontology as literals, spelt as Prettier and Biome spell them. */

/**
 * Characters that are not printed as they are: controls, marks that change the order in which code is shown,
 * and halves of surrogate pairs.
 */
const withoutUnseen = (text: string): string =>
  // Properties of Unicode take a while to compile, and most texts need none.
  /[^ -~]/.test(text) ? text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, codePointEscape) : text;

/** A string literal, in single quotes or where that takes fewer escapes in double ones. */
export function stringLiteral(text: string): string {
  if (/^[\w .:/#-]*$/.test(text)) return `'${text}'`;
  const occurrences = (quote: string) => text.split(quote).length - 1;
  const quote = occurrences("'") > occurrences('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll(quote, `\\${quote}`);
  return quote + withoutUnseen(escaped) + quote;
}

/** A number: the nearest one that JavaScript has to a decimal numeral. */
export function numberLiteral(numeral: string): string {
  return String(Number(numeral)).replace('e+', 'e');
}

/** A regular expression with the flag `u`, given by its source. */
export function regExpLiteral(source: string): string {
  // The property escapes slashes and line breaks (ECMAScript, EscapeRegExpPattern).
  return `/${withoutUnseen(new RegExp(source, 'u').source)}/u`;
}

function codePointEscape(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
