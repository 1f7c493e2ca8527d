/**
 * Prints checks that annotations cannot express as statements in a validator of the class:
 * `if self.start > self.end: raise ValueError("end must be at least start")`.
 */

import type { Choice, Comparison, DomainClass, Field, FieldType, Total } from '../../model/index.ts';
import { escapeInvisible } from '../shared/tree/index.ts';
import { indent, type Lines } from '../text/index.ts';
import { type Expression, inline, layOut } from './expressions.ts';
import type { FieldRole } from './field-role.ts';
import { pythonKinds } from './kinds.ts';
import { lineWidth, splitLiteral, stringLiteral, tab } from './literals.ts';
import { attributeName, className } from './names.ts';
import type { Preamble } from './preamble.ts';
import { fieldValue } from './values.ts';

/**
 * Returns a validator for a class body, or nothing if there are no checks.
 *
 * @param name unique among superclasses, because an equal name overrides an inherited validator
 */
export function validator(name: string, checks: readonly Lines[], preamble: Preamble): Lines {
  if (checks.length === 0) return undefined;
  const self = preamble.importName('typing', 'Self');
  return [
    `@${preamble.importName('pydantic', 'model_validator')}(mode="after")`,
    layOut(`def ${name}`, { open: '(', items: ['self'], close: `) -> ${self}:` }, '', lineWidth - tab.length),
    indent([checks, 'return self'], tab),
  ];
}

/** Returns the expression of a field's value. Pydantic warns about access to deprecated attributes, so `__dict__` is read. */
const fieldExpression = ({ name, deprecated }: Field): string =>
  deprecated ? `self.__dict__["${attributeName(name)}"]` : `self.${attributeName(name)}`;

/** A condition. A comparison has two strings, between which a line break is possible. */
type Condition = string | readonly [left: string, right: string];

const conditionText = (condition: Condition): string => (typeof condition === 'string' ? condition : condition.join(' '));

/** Returns code that raises an error if all conditions hold. */
function raiseStatement(conditions: readonly Condition[], message: string): Lines {
  const room = lineWidth - 2 * tab.length;
  const error = stringLiteral(message);
  const raise = `raise ValueError(${error})`;
  return [
    ifLines(conditions, room),
    tab.length + raise.length <= room
      ? tab + raise
      : [
          `${tab}raise ValueError(`,
          splitLiteral(message, room - 2 * tab.length).map((literal) => tab + tab + literal),
          `${tab})`,
        ],
  ];
}

/** Returns `if <conditions>:`, with the line breaks of `ruff format` if it does not fit on one line. */
function ifLines(conditions: readonly Condition[], room: number): Lines {
  const line = `if ${conditions.map(conditionText).join(' and ')}:`;
  if (line.length <= room) return line;
  const match = /^if any\((.*) (for other in .*)\):$/.exec(line);
  if (match) {
    const inside = `${match[1]} ${match[2]}`;
    return ['if any(', inside.length <= room - tab.length ? tab + inside : [tab + match[1], tab + match[2]], '):'];
  }
  const call = /^(.* set\()(.*)\):$/.exec(line);
  if (call && call[1] !== undefined && call[1].length <= room) return [call[1], tab + call[2], '):'];
  const lines = conditions.flatMap((condition, i) => {
    const and = i === 0 ? '' : 'and ';
    const line = and + conditionText(condition);
    if (typeof condition === 'string' || tab.length + line.length <= room) return [tab + line];
    return [tab + and + condition[0], tab + condition[1]];
  });
  return ['if (', lines, '):'];
}

/** Prints the check that an instance of an abstract class belongs to a subclass. */
export function abstractCheck(cls: DomainClass): Lines {
  const name = className(cls.name);
  return raiseStatement([`type(self) is ${name}`], `${name} is abstract; use a subclass`);
}

const attributeNames = (fields: readonly Field[]): string => fields.map(({ name }) => attributeName(name)).join(', ');

/**
 * Prints the check that only one of several fields has a value. Updates may leave all of them unset.
 *
 * @param members names of the fields in a request body; undefined for all fields
 */
export function choiceCheck(choice: Choice, role: FieldRole, members?: ReadonlySet<string>): Lines {
  const { required } = choice;
  const fields = choice.fields.filter((field) => members?.has(field.name) ?? true);
  if (fields.length === 0 || (fields.length === 1 && !required)) return undefined;
  const isRequired = required && role !== 'update';
  const comparison = isRequired ? '!=' : '>';
  const count = required ? 'exactly one' : 'at most one';
  const values = fields.map(fieldExpression);
  const message = `must have ${count} of ${attributeNames(fields)}`;
  if (values.length === 2 && !isRequired)
    return raiseStatement(
      values.map((value): Condition => [value, 'is not None']),
      message,
    );
  const room = lineWidth - 2 * tab.length;
  const countTest: Condition = [`sum(value is not None for value in [${values.join(', ')}])`, `${comparison} 1`];
  if (`if ${conditionText(countTest)}:`.length <= room) return raiseStatement([countTest], message);
  const all = layOut('for value in ', { open: '[', items: values, close: ']' }, '', room - tab.length);
  return [['count = sum(', indent(['value is not None', all], tab), ')'], raiseStatement([`count ${comparison} 1`], message)];
}

/** Prints the check of a total of several fields. Updates may omit some of the fields, so they have no minimum. */
export function totalCheck(total: Total, role: FieldRole, members?: ReadonlySet<string>): Lines {
  const { minItems, maxItems } = total;
  const fields = total.fields.filter((field) => members?.has(field.name) ?? true);
  if (fields.length === 0) return undefined;
  const isUpdate = role === 'update';
  const lower = isUpdate ? undefined : minItems;
  if (lower === undefined && maxItems === undefined) return undefined;
  if (lower === 1 && maxItems === undefined) {
    const conditions = fields.map((field): Condition => {
      const value = fieldExpression(field);
      return field.cardinality === 'many' ? `not ${value}` : [value, 'is None'];
    });
    return raiseStatement(conditions, `must have at least 1 of ${attributeNames(fields)}`);
  }
  const valueCounts = fields.map((field) => {
    const value = fieldExpression(field);
    if (field.cardinality !== 'many') return `${value} is not None`;
    return isUpdate ? `len(${value} or [])` : `len(${value})`;
  });
  const sum = { open: 'sum(', items: [{ open: '[', items: valueCounts, close: ']' }], close: ')' };
  const [test, bounds] = totalTest(lower, maxItems);
  return [
    layOut('count = ', sum, '', lineWidth - 2 * tab.length),
    raiseStatement([test], `must have ${bounds} of ${attributeNames(fields)} in all`),
  ];
}

/** Returns the condition that a count is out of bounds, and the bounds in words. */
function totalTest(minimum: number | undefined, maximum: number | undefined): readonly [test: string, bounds: string] {
  if (minimum === undefined) return [`count > ${maximum}`, `at most ${maximum}`];
  if (maximum === undefined) return [`count < ${minimum}`, `at least ${minimum}`];
  if (minimum === maximum) return [`count != ${maximum}`, `exactly ${maximum}`];
  return [`not ${minimum} <= count <= ${maximum}`, `at least ${minimum} and at most ${maximum}`];
}

/** Prints the check that the values of two fields are in order, if both have one. */
export function comparisonCheck(
  { lesser, greater, orEqual }: Comparison,
  role: FieldRole,
  preamble: Preamble,
  members?: ReadonlySet<string>,
): Lines {
  const fields = [lesser, greater];
  if (!fields.every(({ name }) => members?.has(name) ?? true)) return undefined;
  const optional = fields.filter(({ cardinality }) => role === 'update' || cardinality === 'optional');
  const key = lesser.type.kind === 'scalar' ? pythonKinds[lesser.type.scalar].key?.(preamble) : undefined;
  const [low, high] = fields.map((field) => (key === undefined ? fieldExpression(field) : `${key}(${fieldExpression(field)})`));
  return raiseStatement(
    [
      ...optional.map((field): Condition => [fieldExpression(field), 'is not None']),
      [`${low}`, `${orEqual ? '>' : '>='} ${high}`],
    ],
    `${attributeName(lesser.name)} must be ${orEqual ? 'at most' : 'less than'} ${attributeName(greater.name)}`,
  );
}

/** Prints the check that a list contains required values, except those that a superclass requires and checks. */
export function containsCheck(field: Field, values: readonly string[], role: FieldRole, preamble: Preamble): Lines {
  const { type, refines } = field;
  const required = values.filter((value) => !refines?.contains?.includes(value));
  if (required.length === 0) return undefined;
  const key = keyOf(type, preamble);
  const list = fieldExpression(field);
  const literals = required.map((value): Expression => {
    const literal = fieldValue(type, value, preamble);
    return key === undefined ? literal : { open: `${key}(`, items: [literal], close: ')' };
  });
  const present = key === undefined ? `set(${list})` : `{${key}(value) for value in ${list}}`;
  const updateTest = role === 'update' ? [`${list} is not None`] : [];
  const message = `${attributeName(field.name)} must contain ${required.map(escapeInvisible).join(', ')}`;
  const test = `not {${literals.map(inline).join(', ')}} <= ${present}`;
  const room = lineWidth - 2 * tab.length;
  if (`${tab}${test}`.length <= room) return raiseStatement([...updateTest, test], message);
  return [
    layOut('required = ', { open: '{', items: literals, close: '}' }, '', room),
    raiseStatement([...updateTest, `not required <= ${present}`], message),
  ];
}

/** Returns the function that makes values comparable; undefined if they can be compared directly. */
function keyOf(type: FieldType, preamble: Preamble): string | undefined {
  if (type.kind !== 'scalar') return undefined;
  const { equality, key } = pythonKinds[type.scalar];
  return equality === 'literal' ? undefined : key?.(preamble);
}

/** Prints the check that a reference does not refer to its own instance, unless a superclass checks it. */
export function irreflexiveCheck(field: Field): Lines {
  if (field.refines?.irreflexive) return undefined;
  const value = fieldExpression(field);
  const test: Condition = field.cardinality === 'many' ? ['self.id', `in ${value}`] : [value, '== self.id'];
  return raiseStatement([test], `${attributeName(field.name)} must not refer to the record itself`);
}
