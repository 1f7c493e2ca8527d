/** What no annotation can say: checks of single values, and of an instance as a whole. */

import type { Choice, DomainClass, Field, FieldType } from '../../model/index.ts';
import { indent, indentLines, type Lines } from '../text/index.ts';
import { type Expression, inline, layOut } from './expressions.ts';
import { displayWidth, lineWidth, literalParts, stringLiteral, surelyFits } from './literals.ts';
import { attributeName } from './names.ts';
import type { Preamble } from './preamble.ts';
import { fieldValue } from './values.ts';

const tab = '    ';

/** A function that lets through only some values of a type. */
export function checkFunction(name: string, type: string, values: readonly string[], allowed: readonly Expression[]): string[] {
  const list = values.join(', ');
  const wanted = list.length > 200 ? 'is none of the values' : values.length === 1 ? `must be ${list}` : `must be one of ${list}`;
  return [
    ...layOut(`def ${name}`, { open: '(', items: [`value: ${type}`], close: `) -> ${type}:` }, '', lineWidth),
    ...indentLines(
      [
        ...layOut('allowed = ', { open: '[', items: allowed, close: ']' }, '', lineWidth - tab.length),
        'if value not in allowed:',
        ...indentLines(raising(wanted, 2), tab),
        'return value',
      ],
      tab,
    ),
  ];
}

/** The validator of what a class adds to its superclasses, as it stands in the class body; nothing if there is nothing. */
export function modelValidator(cls: DomainClass, printed: readonly Field[], preamble: Preamble): Lines {
  const checks = [
    ...cls.choices.flatMap((choice) => choiceCheck(choice, cls)),
    ...printed.flatMap((field) => fieldChecks(field, preamble)),
  ];
  if (checks.length === 0) return undefined;
  const self = preamble.from('typing', 'Self');
  return [
    `@${preamble.from('pydantic', 'model_validator')}(mode="after")`,
    // Named by the class, because a validator of the same name would replace that of a superclass.
    layOut(`def _check_rules_of_${cls.slug}`, { open: '(', items: ['self'], close: `) -> ${self}:` }, '', lineWidth - tab.length),
    indent([checks, 'return self'], tab),
  ];
}

function choiceCheck(choice: Choice, cls: DomainClass): string[] {
  const fields = choice.fields.map((field) => cls.allFields.find(({ name }) => name === field.name) ?? field);
  const given: Expression = {
    open: '[',
    items: fields.map((field) => comparison(attribute(field), 'is not None', 3)),
    close: ']',
  };
  const names = listed(choice.fields.map(({ name }) => name));
  return [
    ...layOut('given = ', given, '', lineWidth - 2 * tab.length),
    choice.required ? 'if given.count(True) != 1:' : 'if given.count(True) > 1:',
    ...indentLines(
      raising(choice.required ? `exactly one of ${names} must have a value` : `at most one of ${names} may have a value`, 3),
      tab,
    ),
  ];
}

function fieldChecks(field: Field, preamble: Preamble): string[] {
  const { type, refines } = field;
  if (field.absent) return [];
  const held = attribute(field);
  const contains = (field.contains ?? []).filter((value) => !refines?.contains?.includes(value));
  return [
    ...contains.flatMap((value) =>
      condition(inline(fieldValue(type, value, preamble)), `not in ${held}`, `${field.name} must contain ${shown(type, value)}`),
    ),
    ...(field.irreflexive && !refines?.irreflexive
      ? field.cardinality === 'many'
        ? condition('self.id', `in ${held}`, `${field.name} must not contain the id of the instance itself`)
        : condition(held, '== self.id', `${field.name} must not be the id of the instance itself`)
      : []),
  ];
}

/** How a method calls an attribute. A deprecated one warns whoever reads it, and the validator is not meant. */
function attribute(field: Field): string {
  const name = attributeName(field.name);
  return field.deprecated ? `self.__dict__["${name}"]` : `self.${name}`;
}

function condition(left: string, right: string, message: string): string[] {
  const line = `if ${left} ${right}:`;
  const lines = surelyFits(line, lineWidth - 2 * tab.length) ? [line] : ['if (', `${tab}${left}`, `${tab}${right}`, '):'];
  return [...lines, ...indentLines(raising(message, 3), tab)];
}

/** A comparison as an item that stands at a depth of indentation. */
function comparison(left: string, right: string, depth: number): string {
  const line = `${left} ${right}`;
  return surelyFits(`${line},`, lineWidth - depth * tab.length) ? line : `${left}\n${right}`;
}

/** `raise ValueError(…)` at a depth of indentation. */
function raising(message: string, depth: number): string[] {
  const room = lineWidth - depth * tab.length;
  const line = `raise ValueError(${stringLiteral(message)})`;
  if ((displayWidth(line) ?? 0) <= room) return [line];
  return ['raise ValueError(', ...literalParts(message, room - tab.length).map((part) => tab + part), ')'];
}

/** A value as people read it, if it is short and plain. */
function shown(type: FieldType, value: string): string {
  if (!/^[\x20-\x7e]{1,40}$/.test(value)) return 'a certain value';
  return type.kind === 'scalar' && /^(u?int\d+$|float|decimal|boolean)/.test(type.scalar) ? value : JSON.stringify(value);
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
