/**
 * Characters that JSON strings may contain unescaped, but that readers take for line breaks, that are invisible, or that change
 * the displayed order of a text (Unicode Technical Report 36, section 3.7).
 */
const UNESCAPED = /[\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;

/** Texts without characters that JSON or {@link UNESCAPED} escapes, as most are. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Returns a JSON string in which all invisible and reordering characters are escaped. */
export function escapedText(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`;
  return escapeInvisible(JSON.stringify(value));
}

/** Replaces invisible and reordering characters by escapes with their code unit. */
export function escapeInvisible(text: string): string {
  return text.replace(UNESCAPED, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
