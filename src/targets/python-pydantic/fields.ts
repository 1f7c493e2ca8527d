/** The fields that a class prints: what is assigned to them, and their annotations. */

import { type DomainClass, demandsOn, type Field, type FieldType, isJsonNumber } from '../../model/index.ts';
import { isEmpty, type Lines, marked } from '../text/index.ts';
import { type Code, isPart, type PythonLedger } from './answers.ts';
import { type Annotation, type Argument, hasRoom, type Value } from './assignment.ts';
import { type Expression, inline } from './expressions.ts';
import { pythonKindOf } from './kinds.ts';
import { attributeName } from './names.ts';
import type { Preamble } from './preamble.ts';
import { annotated, define, type Owner, pythonType, staticType } from './types.ts';

/** The fields that the body of a class has: inherited ones that it narrows, and its own. */
export function printedFields(cls: DomainClass): readonly Field[] {
  const narrowed = cls.allFields.filter((field) => field.refines && cls.parents.some((parent) => isNarrowed(field, parent)));
  return [...narrowed, ...cls.fields];
}

/** Whether a field is printed otherwise than the superclass has it. The class that a reference is to does not show. */
function isNarrowed(field: Field, parent: DomainClass): boolean {
  const inherited = parent.allFields.find(({ name }) => name === field.name);
  if (inherited === undefined || inherited === field) return false;
  const shown = ({ owner: _, refines: __, place: ___, type, ...rest }: Field) =>
    JSON.stringify(type.kind === 'reference' ? rest : { type, ...rest });
  return shown(field) !== shown(inherited);
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

/** Imports and definitions that the form needs go into the preamble. */
export function fieldForm(cls: DomainClass, field: Field, ledger: PythonLedger, preamble: Preamble): FieldForm {
  const { whole = [], each = [] } = demandsOn(cls).fields.get(field) ?? {};
  const codes = ledger.printAll([...whole, ...each], preamble).flat();
  const owner = { name: field.name, mark: { element: { kind: 'field', class: cls, field } } } as const;
  const checks = codes.flatMap((code) => (code.as === 'check' && !isEmpty(code.lines) ? [marked(owner.mark, code.lines)] : []));
  return { checks, ...annotationOf(field, codes, owner, preamble) };
}

function annotationOf(field: Field, codes: readonly Code[], owner: Owner, preamble: Preamble): Omit<FieldForm, 'checks'> {
  if (field.absent && field.cardinality !== 'many') return { args: [none], annotation: () => ({ form: 'name', text: 'None' }) };
  const attribute = attributeName(field.name);
  const given = argumentsOf(codes);
  const type = pythonType(field.type, codes.filter(isPart), owner, preamble);
  /** What does not fit on one line gets a name. */
  const fitted = (expression: Expression, around: (name: string) => string, value: Value | undefined, room: number) => {
    if (typeof expression === 'string') return expression;
    const line = inline(expression);
    return hasRoom(attribute, around(line), value, room) ? line : define(owner, expression, preamble);
  };
  switch (field.cardinality) {
    case 'one':
      return {
        args: [...given, ...type.constraints],
        annotation: (value, room) => ({ form: 'name', text: fitted(type.type, (name) => name, value, room) }),
      };
    case 'optional':
      return {
        args: [...(given.length > 0 ? given : [none]), ...type.constraints],
        annotation: (value, room) => {
          const around = (name: string) => `${name} | None`;
          return { form: 'union', text: around(fitted(type.type, around, value, room)) };
        },
      };
    case 'many': {
      const item = annotated(type, preamble);
      return {
        args: [...(field.minItems || field.contains ? [] : [emptyList]), ...given],
        annotation: (value, room) => {
          const isLong = typeof item !== 'string' && !isBoundedOnly(field.type);
          return { form: 'list', item: isLong ? fitted(item, (name) => `list[${name}]`, value, room) : inline(item) };
        },
      };
    }
    default:
      return field.cardinality satisfies never;
  }
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
export const emptyList: Argument = { name: 'default_factory', value: 'list' };
