/** Names, values and patterns in the documentation of the generated code. */

import type { FieldType, Pattern } from '../../model/index.ts';
import { escapedText, escapeInvisible } from '../shared/tree/index.ts';
import { isTextual } from './kinds.ts';

/** Returns Markdown code. A text with a backtick is never a name, so it is returned unchanged. */
export function code(name: string): string {
  return name.includes('`') ? name : `\`${name}\``;
}

/** Returns a value as in JSON, but without the quotes around dates and decimals. */
export function shownValue(type: FieldType, value: string): string {
  return type.kind !== 'scalar' || isTextual(type.scalar) ? escapedText(value) : value;
}

/** Returns a regular expression as in the ontology, as code on one line. */
export function shownPattern({ source, flags }: Pattern): string {
  return code(escapeInvisible(source.replace(/[\r\n]+/g, ' '))) + (flags === '' ? '' : ` (flags: ${flags})`);
}
