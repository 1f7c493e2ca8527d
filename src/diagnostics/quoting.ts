/** Maximum number of characters shown of a value in a message: it may have a million. */
const MOST = 120;

/** Quotes a value for a message. A long value is shortened, and its length added. */
export function quoted(text: string): string {
  if (text.length <= MOST) return JSON.stringify(text);
  const start = text.slice(0, MOST).replace(/[\ud800-\udbff]$/, '');
  return `${JSON.stringify(`${start}…`)} (${text.length.toLocaleString('en')} characters)`;
}

/** Maximum number of characters of a message. */
const LONGEST = 4000;

/** Removes the middle of a message that is too long to read. */
export function bounded(message: string): string {
  if (message.length <= LONGEST) return message;
  const [start, end] = [message.slice(0, LONGEST / 2), message.slice(-LONGEST / 4)];
  return `${start.replace(/[\ud800-\udbff]$/, '')} … ${end.replace(/^[\udc00-\udfff]/, '')}`;
}
