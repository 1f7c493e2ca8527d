/**
 * Returns the internalized V8 string of a text, as V8 keeps it for property names and constants. V8 compares internalized
 * strings by address, so that the millions of comparisons with predicates are fast.
 */
export function internalize(text: string): string {
  const [key = text] = Object.keys({ [text]: true });
  return key;
}
