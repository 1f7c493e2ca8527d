/** Of a text in a message, so many characters are shown: a value may have a million. */
const MOST = 120;

/** A text in quotes, as messages show values; of a long one the beginning, and how long it is. */
export function quoted(text: string): string {
  if (text.length <= MOST) return JSON.stringify(text);
  const start = text.slice(0, MOST).replace(/[\ud800-\udbff]$/, '');
  return `${JSON.stringify(`${start}…`)} (${text.length.toLocaleString('en')} characters)`;
}

/** A message has no more characters, whatever stands in it. */
const LONGEST = 4000;

/** A message without the middle of it, if it is longer than people read. */
export function bounded(message: string): string {
  if (message.length <= LONGEST) return message;
  const [start, end] = [message.slice(0, LONGEST / 2), message.slice(-LONGEST / 4)];
  return `${start.replace(/[\ud800-\udbff]$/, '')} … ${end.replace(/^[\udc00-\udfff]/, '')}`;
}
