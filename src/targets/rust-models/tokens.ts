/** String, regular expression and float literals of Rust. */

/**
 * Returns a string literal. Escapes invisible characters and those that change the display of the line, because rustc and
 * clippy report them (`text_direction_codepoint_in_literal`, `invisible_characters`).
 */
export function stringLiteral(text: string): string {
  // Most texts are ASCII, and regular expressions with Unicode properties are slow.
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (c) => `\\u{${(c.codePointAt(0) as number).toString(16)}}`);
  return `"${escaped}"`;
}

/** Returns the literal of a regular expression: a raw one if that avoids backslashes. */
export function patternLiteral(source: string): string {
  return source.includes('\\') && /^[ -~]*$/.test(source) ? rawLiteral(source) : stringLiteral(source);
}

/** Returns a raw string literal, in which nothing is escaped: the only control characters allowed in the text are line feeds. */
export function rawLiteral(text: string): string {
  const longest = Math.max(-1, ...[...text.matchAll(/"(#*)/g)].map(([, hashes = '']) => hashes.length));
  const hashes = '#'.repeat(longest + 1);
  return `r${hashes}"${text}"${hashes}`;
}

/**
 * Returns a float literal with the fewest digits that identify the number (clippy::excessive_precision); undefined if the
 * number is greater than any float of the kind.
 */
export function floatLiteral(kind: 'float32' | 'float64', numeral: string): string | undefined {
  const number = kind === 'float32' ? Math.fround(Number(numeral)) : Number(numeral);
  if (!Number.isFinite(number)) return undefined;
  let digits = String(number);
  if (kind === 'float32') {
    for (let precision = 1; Math.fround(Number(digits)) === number && precision <= 9; precision++) {
      const shorter = number.toPrecision(precision);
      if (Math.fround(Number(shorter)) !== number) continue;
      digits = String(Number(shorter));
      break;
    }
  }
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}
