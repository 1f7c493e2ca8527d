/** Prints values of the ontology as literals in the format of Prettier and Biome. */

/** Escapes control characters, marks that change the display order of code, and lone surrogates. */
const escapeInvisible = (text: string): string =>
  // Regular expressions with Unicode properties compile slowly, and most texts need none.
  /[^ -~]/.test(text) ? text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, codePointEscape) : text;

/** Returns a string literal in single quotes, or in double quotes if that needs fewer escapes. */
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
  return quote + escapeInvisible(escaped) + quote;
}

/** Returns the JavaScript number that is nearest to a decimal numeral. */
export function numberLiteral(numeral: string): string {
  return String(Number(numeral)).replace('e+', 'e');
}

/** Returns a regular expression literal with the flag `u`. */
export function regExpLiteral(source: string): string {
  // The property `source` escapes slashes and line breaks (ECMAScript, EscapeRegExpPattern).
  return `/${escapeInvisible(new RegExp(source, 'u').source)}/u`;
}

function codePointEscape(character: string): string {
  const code = (character.codePointAt(0) as number).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
}
