/** Shortens values and messages that are too long to read. */

/** Maximum number of characters shown of a value in a message: it may have a million. */
const MAX_QUOTED_LENGTH = 120;

/** Quotes a value for a message. A long value is shortened, and its length added. */
export function quoteValue(text: string): string {
  if (text.length <= MAX_QUOTED_LENGTH) return JSON.stringify(text);
  const start = text.slice(0, MAX_QUOTED_LENGTH).replace(/[\ud800-\udbff]$/, '');
  return `${JSON.stringify(`${start}…`)} (${text.length.toLocaleString('en')} characters)`;
}

/** Maximum number of characters of a message. */
const MAX_MESSAGE_LENGTH = 4000;

/** Removes the middle of a message that is too long to read. */
export function truncateMessage(message: string): string {
  if (message.length <= MAX_MESSAGE_LENGTH) return message;
  const [start, end] = [message.slice(0, MAX_MESSAGE_LENGTH / 2), message.slice(-MAX_MESSAGE_LENGTH / 4)];
  return `${start.replace(/[\ud800-\udbff]$/, '')} … ${end.replace(/^[\udc00-\udfff]/, '')}`;
}
