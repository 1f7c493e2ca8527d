/** The fields that a class prints: what is assigned to them, and their annotations. */

import { type DemandKind, type DomainClass, type Field, type FieldType, isJsonNumber } from '../../model/index.ts';
import { isEmpty, type Lines, marked } from '../text/index.ts';
import { type Code, isPart, type PythonLedger } from './answers.ts';
import { type Annotation, type Argument, hasRoom, type Value } from './assignment.ts';
import { type Expression, inline } from './expressions.ts';
import { pythonKindOf } from './kinds.ts';
import { attributeName } from './names.ts';
import type { Preamble } from './preamble.ts';
import { annotated, define, type Owner, pythonType, staticType } from './types.ts';
import { fieldValue } from './values.ts';

/** The fields that the body of a class has: inherited ones that it narrows, and its own. */
export function printedFields(cls: DomainClass): readonly Field[] {
  const narrowed = cls.allFields.filter((field) => field.refines && cls.parents.some((parent) => isNarrowed(field, parent)));
  return [...narrowed, ...cls.fields];
}

/** Whether a field is printed otherwise than the superclass has it. The class that a reference is to does not show. */
export function isNarrowed(field: Field, parent: DomainClass): boolean {
  const inherited = parent.allFields.find(({ name }) => name === field.name);
  if (inherited === undefined || inherited === field) return false;
  // The field that tells the class always differs in this; the classes that it tells are many.
  if (field.default !== inherited.default || field.constant !== inherited.constant) return true;
  return shown(field) !== shown(inherited);
}

/** What is printed of a field, as a text. Of an enumeration its name says it all: that of the kinds of a hierarchy is long. */
function shown({ owner: _, refines: __, place: ___, type, ...rest }: Field): string {
  return JSON.stringify(type.kind === 'reference' ? rest : { type, ...rest }, (key, value) =>
    key === 'enumeration' ? value.name : value,
  );
}

/** How a field is printed. */
export interface FieldForm {
  /** The arguments of `Field`, but for names and documentation. */
  readonly args: readonly Argument[];
  /** What the validator of the class looks at. */
  readonly checks: readonly Lines[];
  /** @param room columns that there are for the line that assigns `value` */
  readonly annotation: (value: Value | undefined, room: number) => Annotation;
}

/** In which of its forms a class has a field. */
export type FieldRole = 'entity' | 'create' | 'update';

/** What is not asked, or supplied, in a role: what is created has no identity yet, and nothing is supplied to a change. */
const unasked: Readonly<Record<FieldRole, ReadonlySet<DemandKind>>> = {
  entity: new Set(),
  create: new Set(['irreflexive']),
  update: new Set(['irreflexive', 'default', 'generated']),
};

/** Imports and definitions that the form needs go into the preamble. */
export function fieldForm(cls: DomainClass, field: Field, role: FieldRole, ledger: PythonLedger, preamble: Preamble): FieldForm {
  const { whole, each } = ledger.demandsToPrint(cls, field);
  const demands = [...whole, ...each].filter(({ kind }) => !unasked[role].has(kind));
  const codes = ledger.printAll(demands, { preamble, role }).flat();
  const owner = { name: field.name, mark: { element: { kind: 'field', class: cls, field } } } as const;
  const checks = codes.flatMap((code) => (code.as === 'check' && !isEmpty(code.lines) ? [marked(owner.mark, code.lines)] : []));
  return { checks, ...annotationOf(field, role, codes, owner, preamble) };
}

function annotationOf(
  field: Field,
  role: FieldRole,
  codes: readonly Code[],
  owner: Owner,
  preamble: Preamble,
): Omit<FieldForm, 'checks'> {
  if (field.absent && field.cardinality !== 'many') return { args: [none], annotation: () => ({ form: 'name', text: 'None' }) };
  const { cardinality } = field;
  const attribute = attributeName(field.name);
  const given = argumentsOf(codes).filter(({ name }) => role !== 'update' || !name.startsWith('default'));
  const { type, constraints } = pythonType(field.type, codes.filter(isPart), owner, preamble);
  /** What does not fit on one line gets a name. */
  const fitted = (expression: Expression, around: (name: string) => string, value: Value | undefined, room: number) => {
    if (typeof expression === 'string') return expression;
    const line = inline(expression);
    return hasRoom(attribute, around(line), value, room) ? line : define(owner, expression, preamble);
  };
  /** Of what nobody need give in a change, and what is never null. */
  const kept = role === 'update' && cardinality !== 'optional' ? preamble.help('OrUnset') : undefined;
  const left = role === 'update' ? [none] : [];
  switch (cardinality) {
    case 'one': {
      const around = (name: string) => (kept === undefined ? name : `${kept}[${name}]`);
      return {
        args: [...left, ...given, ...constraints],
        annotation: (value, room) => {
          const text = fitted(type, around, value, room);
          return kept === undefined ? { form: 'name', text } : { form: 'list', of: kept, item: text };
        },
      };
    }
    case 'optional': {
      if (role === 'entity' && given.length > 0) preamble.noteOptionalDefault();
      const around = (name: string) => `${name} | None`;
      return {
        args: [...(given.length > 0 ? given : [none]), ...constraints],
        annotation: (value, room) => ({ form: 'union', text: around(fitted(type, around, value, room)) }),
      };
    }
    case 'many': {
      const item = annotated({ type, constraints }, preamble);
      const isNamed = typeof item !== 'string' && (kept !== undefined || !isBoundedOnly(field.type));
      const around = (name: string) => (kept === undefined ? `list[${name}]` : `${kept}[list[${name}]]`);
      return {
        args: [...(role === 'update' ? left : supplied(field, role, preamble)), ...given],
        annotation: (value, room) => {
          const inside = isNamed ? fitted(item, around, value, room) : inline(item);
          return kept === undefined ? { form: 'list', item: inside } : { form: 'list', of: kept, item: `list[${inside}]` };
        },
      };
    }
    default:
      return cardinality satisfies never;
  }
}

/** What a list is where code, or what creates an instance, leaves it out: empty, but for what it always has. */
function supplied(field: Field, role: FieldRole, preamble: Preamble): readonly Argument[] {
  if (field.minItems) return [];
  if (!field.contains) return [emptyList];
  if (role === 'entity') return [];
  const values = field.contains.map((value) => fieldValue(field.type, value, preamble));
  return [{ name: 'default', value: { open: '[', items: values, close: ']' } }];
}

/** The arguments of the field's own `Field`: a constant that has a default, too, has one of both. */
function argumentsOf(codes: readonly Code[]): readonly Argument[] {
  const found = new Map<string, Argument>();
  for (const code of codes)
    if (code.as === 'field' && !found.has(code.argument.name)) found.set(code.argument.name, code.argument);
  return [...found.values()];
}

/** Bounds of numbers are short enough to be written out. */
function isBoundedOnly(type: FieldType): boolean {
  return type.kind === 'scalar' && type.values === undefined && isJsonNumber(type.scalar) && !pythonKindOf(type.scalar).key;
}

/**
 * Whether a field is a list of narrower items than an inherited one, which type checkers take for another
 * type, and not for a narrower one.
 */
export function isAnotherList(field: Field): boolean {
  let inherited = field;
  while (inherited.refines) inherited = inherited.refines;
  return field.cardinality === 'many' && staticType(field.type) !== staticType(inherited.type);
}

export const none: Argument = { name: 'default', value: 'None' };
export const emptyList: Argument = { name: 'default', value: '[]' };
