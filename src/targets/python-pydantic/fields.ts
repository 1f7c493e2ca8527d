/** The fields that a class prints: what is assigned to them, and their annotations. */

import { type DomainClass, type Field, type FieldType, type GeneratedValue, memberOf } from '../../model/index.ts';
import { type Annotation, type Argument, hasRoom, type Value } from './assignment.ts';
import { type Expression, inline } from './expressions.ts';
import { attributeName } from './names.ts';
import type { Preamble } from './preamble.ts';
import { annotated, define, pythonType, staticType } from './types.ts';
import { fieldValue, isHeld } from './values.ts';

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
  /** @param room columns that there are for the line that assigns `value` */
  readonly annotation: (value: Value | undefined, room: number) => Annotation;
}

/** Imports and definitions that the form needs go into the preamble. */
export function fieldForm(field: Field, preamble: Preamble): FieldForm {
  if (field.absent && field.cardinality !== 'many') return { args: [none], annotation: () => ({ form: 'name', text: 'None' }) };
  const attribute = attributeName(field.name);
  const type = pythonType(valueType(field), field.name, preamble);
  /** What does not fit on one line gets a name. */
  const fitted = (expression: Expression, around: (name: string) => string, value: Value | undefined, room: number) => {
    if (typeof expression === 'string') return expression;
    const whole = inline(expression);
    return hasRoom(attribute, around(whole), value, room) ? whole : define(field.name, expression, preamble);
  };
  switch (field.cardinality) {
    case 'one':
      return {
        args: [...defaultArguments(field, preamble), ...type.constraints],
        annotation: (value, room) => ({ form: 'name', text: fitted(type.type, (name) => name, value, room) }),
      };
    case 'optional': {
      const supplied = defaultArguments(field, preamble);
      return {
        args: [...(supplied.length > 0 ? supplied : [none]), ...type.constraints],
        annotation: (value, room) => {
          const around = (name: string) => `${name} | None`;
          return { form: 'union', text: around(fitted(type.type, around, value, room)) };
        },
      };
    }
    case 'many': {
      const item = annotated(type, preamble);
      return {
        args: listArguments(field),
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

/** Bounds of numbers are short enough to be written out. */
function isBoundedOnly(type: FieldType): boolean {
  return type.kind === 'scalar' && type.patterns === undefined && type.values === undefined;
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

/** The type of a field's values; a constant is the only one of them. */
function valueType({ type, constant }: Field): FieldType {
  if (constant === undefined) return type;
  if (type.kind === 'scalar') return { ...type, values: [constant] };
  if (type.kind === 'union') {
    const member = memberOf(type.union, constant);
    return member === undefined ? type : { ...member, values: [constant] };
  }
  if (type.kind !== 'enumeration') return type;
  return { ...type, only: type.enumeration.values.filter(({ value }) => value === constant) };
}

export const none: Argument = { name: 'default', value: 'None' };
export const emptyList: Argument = { name: 'default_factory', value: 'list' };

function defaultArguments(field: Field, preamble: Preamble): Argument[] {
  const { type, generated, constant, default: supplied = constant } = field;
  if (generated !== undefined) return [generatedDefault(generated, preamble)];
  if (supplied === undefined || !isAllowed(type, supplied)) return [];
  return [{ name: 'default', value: fieldValue(type, supplied, preamble) }];
}

/** Whether a value is one of the only values of its type, and can be one in Python. */
function isAllowed(type: FieldType, value: string): boolean {
  if (type.kind === 'enumeration') return type.only?.some((v) => v.value === value) ?? true;
  return type.kind !== 'scalar' || (isHeld(type.scalar, value) && (type.values?.includes(value) ?? true));
}

function generatedDefault(generated: GeneratedValue, preamble: Preamble): Argument {
  switch (generated) {
    case 'uuid':
      return { name: 'default_factory', value: preamble.from('uuid', 'uuid4') };
    case 'now': {
      const dt = preamble.module('datetime', 'dt');
      return { name: 'default_factory', value: `lambda: ${dt}.datetime.now(${dt}.UTC)` };
    }
    case 'zero':
      return { name: 'default', value: '0' };
    default:
      return generated satisfies never;
  }
}

function listArguments({ minItems = 0, maxItems, contains }: Field): Argument[] {
  const least = minItems > 0 ? [{ name: 'min_length', value: String(minItems) }] : contains ? [] : [emptyList];
  return [...least, ...(maxItems === undefined ? [] : [{ name: 'max_length', value: String(maxItems) }])];
}
