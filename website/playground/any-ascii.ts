/** Replaces the package `any-ascii` in the worker; the page adds it (`letters.ts`) if a text needs it. */

declare global {
  var anyAscii: (text: string) => string;
}

export default (text: string): string => globalThis.anyAscii(text);
