/**
 * Fields of which nothing is asked beyond the kind of their values, and that have nothing but a comment. Most are so; they are
 * printed by few texts, which are those that `fieldForm`, `memberValue` and `assignment` come to for them.
 */

import type { Field, Relation } from '../../model/index.ts';
import { isPlain } from '../core/index.ts';
import type { FieldRole } from './fields.ts';
import { lineWidth, plainLiteral } from './literals.ts';
import { attributeName } from './names.ts';
import type { Preamble } from './preamble.ts';
import { pythonType } from './types.ts';

const tab = '    ';

/** What is printed for such a field. */
interface PlainField {
  readonly lines: readonly string[];
  readonly type: string;
}

/** Whether nothing is printed for what is demanded of a field but its type. */
export function isTypedOnly(field: Field): boolean {
  return (
    field.type.kind !== 'id' &&
    field.generated === undefined &&
    field.default === undefined &&
    field.irreflexive === undefined &&
    isPlain(field)
  );
}

/**
 * The lines of such a field; undefined where it takes other ones.
 *
 * @param room columns that there are for a line
 */
export function plainField(field: Field, role: FieldRole, room: number, preamble: Preamble): PlainField | undefined {
  const { cardinality } = field;
  const literal = plainDescription(field, preamble);
  if (literal === undefined) return undefined;
  const { type: item, constraints } = pythonType(field.type, [], field, preamble);
  if (typeof item !== 'string' || (cardinality === 'many' && constraints.length > 0)) return undefined;
  const args: string[] = [];
  if (cardinality === 'optional' || role === 'update') args.push('default=None');
  else if (cardinality === 'many') args.push('default_factory=list');
  for (const { name, value } of constraints) {
    if (typeof value !== 'string') return undefined;
    args.push(`${name}=${value}`);
  }
  const values = cardinality === 'many' ? `list[${item}]` : item;
  const type = cardinality === 'optional' ? `${item} | None` : role === 'update' ? `${preamble.help('Kept')}[${values}]` : values;
  const lines = describedLines(field.name, type, args, literal, room, preamble);
  return lines && { lines, type };
}

/** The comment of a member as a literal that stands beside `description=`; undefined of a member that has something else to say. */
export function plainDescription(member: Field | Relation, preamble: Preamble): string | undefined {
  const { name, doc, deprecated, iri } = member;
  if (doc === undefined || deprecated || (iri !== undefined && preamble.iris) || attributeName(name) !== name) return undefined;
  return plainLiteral(doc, longestLiteral);
}

const longestLiteral = lineWidth - '        description=,'.length;

/** The assignment of such a member, on one line or with a line for each argument; undefined where it fits neither way. */
export function describedLines(
  name: string,
  type: string,
  args: readonly string[],
  literal: string,
  room: number,
  preamble: Preamble,
): readonly string[] | undefined {
  const opening = `${name}: ${type} = ${preamble.from('pydantic', 'Field')}(`;
  if (opening.length > room) return undefined;
  let inline = opening;
  for (const arg of args) inline += `${arg}, `;
  inline += `description=${literal})`;
  if (inline.length <= room) return [inline];
  const lines = [opening];
  for (const arg of args) lines.push(`${tab}${arg},`);
  lines.push(`${tab}description=${literal},`, ')');
  return lines;
}
