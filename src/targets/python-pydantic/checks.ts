/** What no annotation can say: checks of single values, and of an instance as a whole. */

import { type Choice, type DomainClass, type Field, type FieldType, isNumeric, type Total } from '../../model/index.ts';
import { indent, indentLines, type Lines } from '../text/index.ts';
import { call, type Expression, inline, layOut } from './expressions.ts';
import { pythonKindOf } from './kinds.ts';
import { displayWidth, lineWidth, literalParts, stringLiteral, surelyFits } from './literals.ts';
import { attributeName } from './names.ts';
import type { Preamble } from './preamble.ts';
import { fieldValue } from './values.ts';

const tab = '    ';

/** The validator of what a class adds to its superclasses, as it stands in the class body; nothing if there is nothing. */
export function modelValidator(cls: DomainClass, checks: readonly Lines[], preamble: Preamble): Lines {
  if (checks.length === 0) return undefined;
  const self = preamble.from('typing', 'Self');
  return [
    `@${preamble.from('pydantic', 'model_validator')}(mode="after")`,
    // Named by the class, because a validator of the same name would replace that of a superclass.
    layOut(`def _check_rules_of_${cls.slug}`, { open: '(', items: ['self'], close: `) -> ${self}:` }, '', lineWidth - tab.length),
    indent([checks, 'return self'], tab),
  ];
}

/** Alternatives of which one has a value. */
export function choiceCheck({ fields, required }: Choice, cls: DomainClass): Lines {
  const given: Expression = {
    open: '[',
    items: inClass(fields, cls).map((field) => comparison(attribute(field), 'is not None', 3)),
    close: ']',
  };
  const names = listed(fields);
  return [
    layOut('given = ', given, '', lineWidth - 2 * tab.length),
    required ? 'if given.count(True) != 1:' : 'if given.count(True) > 1:',
    indent(raising(required ? `exactly one of ${names} must have a value` : `at most one of ${names} may have a value`, 3), tab),
  ];
}

/** Fields whose values are counted together. */
export function totalCheck({ fields, minItems, maxItems }: Total, cls: DomainClass): Lines {
  const terms = inClass(fields, cls).map((field) =>
    field.cardinality === 'many' ? call('len', attribute(field)) : call('int', comparison(attribute(field), 'is not None', 3)),
  );
  const broken = (sign: string, bound: number, words: string) => [
    `if count ${sign} ${bound}:`,
    indent(raising(`${listed(fields)} must have ${words} ${bound} ${bound === 1 ? 'value' : 'values'} in all`, 3), tab),
  ];
  return [
    terms.map((term, i) => layOut(i === 0 ? 'count = ' : 'count += ', term, '', lineWidth - 2 * tab.length)),
    minItems !== undefined && broken('<', minItems, 'at least'),
    maxItems !== undefined && broken('>', maxItems, 'at most'),
  ];
}

/** Values that a list has; those that a superclass asks for, that looks for. */
export function containsCheck(field: Field, values: readonly string[], preamble: Preamble): Lines {
  const { type, refines } = field;
  const own = values.filter((value) => !refines?.contains?.includes(value));
  const key = keyOf(type, preamble);
  const list = attribute(field);
  return own.map((value) => {
    const literal = inline(fieldValue(type, value, preamble));
    const [wanted, held] = key === undefined ? [literal, list] : [`${key}(${literal})`, `map(${key}, ${list})`];
    return condition(wanted, `not in ${held}`, `${field.name} must contain ${shown(type, value)}`);
  });
}

/** The function that makes of a value what tells it from others, if it is not the value itself. */
function keyOf(type: FieldType, preamble: Preamble): string | undefined {
  if (type.kind !== 'scalar') return undefined;
  const { equality, key } = pythonKindOf(type.scalar);
  return equality === 'literal' ? undefined : key?.(preamble);
}

/** References that are never to the instance itself; those of a superclass, that looks at. */
export function irreflexiveCheck(field: Field): Lines {
  if (field.refines?.irreflexive) return undefined;
  const held = attribute(field);
  if (field.cardinality === 'many') {
    return condition('self.id', `in ${held}`, `${field.name} must not contain the id of the instance itself`);
  }
  return condition(held, '== self.id', `${field.name} must not be the id of the instance itself`);
}

/** Fields in the form that they have in a class. */
function inClass(fields: readonly Field[], cls: DomainClass): readonly Field[] {
  return fields.map((field) => cls.allFields.find(({ name }) => name === field.name) ?? field);
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
  return type.kind === 'scalar' && (isNumeric(type.scalar) || type.scalar === 'boolean') ? value : JSON.stringify(value);
}

function listed(fields: readonly Field[]): string {
  const names = fields.map(({ name }) => name);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
