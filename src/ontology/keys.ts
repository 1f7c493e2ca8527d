/**
 * The same text as that string which the engine has once in all, as names of members of objects and constants are: strings of
 * the kind are compared by their address.
 */
export function asKey(text: string): string {
  const [key = text] = Object.keys({ [text]: true });
  return key;
}
