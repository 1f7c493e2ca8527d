import type { FieldType, Pattern } from '../../model/index.ts';
import { escapedText, revealed } from '../shared/tree/index.ts';
import { isTextual } from './kinds.ts';

/** Code in Markdown. Nothing can hold a backtick there that is no name, so that other texts are left as they are. */
export function code(name: string): string {
  return name.includes('`') ? name : `\`${name}\``;
}

/** `a`, `a and b`, `a, b and c` */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

/** `1 value`, `2 values` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A value as it is in JSON, but for the quotes around dates and decimals. */
export function shownValue(type: FieldType, value: string): string {
  const isText = type.kind === 'scalar' ? isTextual(type.scalar) : true;
  return isText ? escapedText(value) : value;
}

/** A regular expression as the ontology has it, on one line. */
export function shownPattern({ source, flags }: Pattern, quoted: (source: string) => string = (s) => s): string {
  return quoted(revealed(source.replace(/[\r\n]+/g, ' '))) + (flags === '' ? '' : ` (flags: ${flags})`);
}
