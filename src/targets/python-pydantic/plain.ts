/**
 * Fields of which nothing is asked beyond the kind of their values, and that have nothing but a comment. Most are so; they are
 * printed by few texts, which are those that `fieldForm`, `memberValue` and `assignment` come to for them, with their margin:
 * lines that need none put in front of them take no part in laying out what stands around them.
 */

import type { Field, Relation } from '../../model/index.ts';
import { isPlain } from '../core/index.ts';
import type { FieldRole } from './fields.ts';
import { commentLiteral, displayWidth, lineWidth, longestComment, plainLiteral } from './literals.ts';
import { attributeName } from './names.ts';
import { Preamble } from './preamble.ts';
import { pythonType } from './types.ts';

const tab = '    ';

/** What is printed for such a field. */
interface PlainField {
  /** Its lines behind their margin, as one text. */
  readonly text: string;
  readonly type: string;
}

/** Whether nothing is printed for what is demanded of a field but its type, and for an identity that it is made up. */
export function isTypedOnly(field: Field): boolean {
  return (
    field.default === undefined &&
    field.irreflexive === undefined &&
    field.generated === (field.type.kind === 'id' ? 'uuid' : undefined) &&
    isPlain(field)
  );
}

/** What stands around the name and the comment of such a field: the same for all fields of a kind. */
interface Frame {
  readonly imports: Preamble;
  readonly type: string;
  /** The arguments of `Field` in front of the comment. */
  readonly args: readonly string[];
}

/** By kind, and then by all else that they depend on; none where a type has more to say than fits. */
const frames = new Map<string, (Frame | 'none')[]>();

function frameOf(field: Field, role: FieldRole, { place }: Preamble): Frame | 'none' {
  const { type, cardinality } = field;
  const kind = type.kind === 'scalar' ? type.scalar : type.kind;
  let known = frames.get(kind);
  if (known === undefined) {
    known = [];
    frames.set(kind, known);
  }
  const isOne = cardinality === 'one' ? 1 : 0;
  const at = (cardinality === 'many' ? 2 : isOne) + (role === 'update' ? 3 : 0) + (place === '.' ? 0 : 6);
  let frame = known[at];
  if (frame === undefined) {
    frame = makeFrame(field, role, new Preamble(undefined, undefined, place));
    known[at] = frame;
  }
  return frame;
}

function makeFrame({ type, cardinality, name }: Field, role: FieldRole, imports: Preamble): Frame | 'none' {
  const { type: item, constraints } = pythonType(type, [], { name }, imports);
  if (typeof item !== 'string' || (cardinality === 'many' && constraints.length > 0)) return 'none';
  const args: string[] = [];
  if (type.kind === 'id') args.push(`default_factory=${imports.from('uuid', 'uuid4')}`);
  else if (cardinality === 'optional' || role === 'update') args.push('default=None');
  else if (cardinality === 'many') args.push('default_factory=list');
  for (const { name, value } of constraints) {
    if (typeof value !== 'string') return 'none';
    args.push(`${name}=${value}`);
  }
  const values = cardinality === 'many' ? `list[${item}]` : item;
  if (cardinality === 'optional') return { imports, args, type: `${item} | None` };
  return { imports, args, type: role === 'update' ? `${imports.help('Kept')}[${values}]` : values };
}

/**
 * Prints such a field; nothing where it takes other lines, or names of libraries are taken.
 *
 * @param margin of its lines
 */
export function plainField(field: Field, role: FieldRole, margin: string, preamble: Preamble): PlainField | undefined {
  if (!isUnadorned(field, preamble)) return undefined;
  const frame = frameOf(field, role, preamble);
  if (frame === 'none' || !preamble.adopt(frame.imports)) return undefined;
  if (field.type.kind === 'scalar') preamble.reads(field.type.scalar);
  const { type, args } = frame;
  const text = memberText(field, type, args, margin, preamble);
  return text === undefined ? undefined : { text, type };
}

/** Whether nothing is said of a member but what its values are, and a comment. */
function isUnadorned({ name, deprecated, iri }: Field | Relation, preamble: Preamble): boolean {
  return !deprecated && (iri === undefined || !preamble.iris) && attributeName(name) === name;
}

/** The same for a relation, whose type and arguments are given. */
export function plainRelation(
  relation: Relation,
  type: string,
  args: readonly string[],
  margin: string,
  preamble: Preamble,
): string | undefined {
  return isUnadorned(relation, preamble) ? memberText(relation, type, args, margin, preamble) : undefined;
}

/** The assignment of a member, on one line or with a line for each argument; nothing where it fits neither way. */
function memberText(
  { name, doc }: Field | Relation,
  type: string,
  args: readonly string[],
  margin: string,
  preamble: Preamble,
): string | undefined {
  const target = `${margin}${name}: ${type}`;
  if (doc === undefined) return withoutComment(target, args, preamble);
  const plain = plainLiteral(doc, longestComment);
  const comment = plain ?? commentLiteral(doc);
  // How wide other characters are is not known here.
  if (plain === undefined && typeof comment === 'string' && displayWidth(comment) !== comment.length) return undefined;
  const opening = `${target} = ${preamble.from('pydantic', 'Field')}(`;
  if (opening.length > lineWidth) return undefined;
  let text = opening;
  if (typeof comment === 'string') {
    let length = opening.length + 'description=)'.length + comment.length;
    for (const arg of args) length += arg.length + 2;
    if (length <= lineWidth) {
      for (const arg of args) text += `${arg}, `;
      return `${text}description=${comment})`;
    }
  }
  const start = `\n${margin}${tab}`;
  for (const arg of args) text += `${start}${arg},`;
  if (typeof comment === 'string') return `${text}${start}description=${comment},\n${margin})`;
  text += `${start}description=(`;
  for (const part of comment) text += `${start}${tab}${part}`;
  return `${text}${start}),\n${margin})`;
}

/** The same of what has no comment, if it fits on one line. */
function withoutComment(target: string, args: readonly string[], preamble: Preamble): string | undefined {
  const [first = ''] = args;
  let text = target;
  if (args.length === 1 && first === 'default=None') text += ' = None';
  else if (args.length > 0) text += ` = ${preamble.from('pydantic', 'Field')}(${args.join(', ')})`;
  return text.length <= lineWidth ? text : undefined;
}
