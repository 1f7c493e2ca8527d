/**
 * What JSON leaves as it is in a string, and readers take for line breaks, for nothing, or for something that shows a text in
 * another order than it is read in (Unicode Technical Report 36, section 3.7).
 */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

/** Without anything that JSON or {@link UNESCAPED} escapes, as most texts are. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** A string of JSON in which every character that hides or moves others is escaped. */
export function escapedText(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  return revealed(JSON.stringify(value));
}

/** A text in which every character that hides or moves others is told by its number. */
export function revealed(text: string): string {
  return text.replace(UNESCAPED, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
