/**
 * A string literal. Escaped is what would not be seen or would change how the line is shown, of which rustc and
 * clippy complain (`text_direction_codepoint_in_literal`, `invisible_characters`).
 */
export function stringLiteral(text: string): string {
  // Most texts are ASCII, and properties of Unicode take a while to look for.
  if (/^[ !#-[\]-~]*$/.test(text)) return `"${text}"`;
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (c) => `\\u{${(c.codePointAt(0) as number).toString(16)}}`);
  return `"${escaped}"`;
}

/** The literal of a regular expression: raw if that spares backslashes. */
export function patternLiteral(source: string): string {
  return source.includes('\\') && /^[ -~]*$/.test(source) ? rawLiteral(source) : stringLiteral(source);
}

/** A raw string literal, which shows a text as it is: there must be no control characters in it but line feeds. */
export function rawLiteral(text: string): string {
  const longest = Math.max(-1, ...[...text.matchAll(/"(#*)/g)].map(([, hashes = '']) => hashes.length));
  const hashes = '#'.repeat(longest + 1);
  return `r${hashes}"${text}"${hashes}`;
}

/**
 * A float literal, with the digits that tell it from all others and no more (clippy::excessive_precision).
 * Undefined if the number is greater than any float of the kind.
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
