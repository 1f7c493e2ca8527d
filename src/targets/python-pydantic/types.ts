/** How Python spells the model's types. */

import type { Bound, FieldType, Pattern, ScalarKind, ScalarType, Union } from '../../model/index.ts';
import { pascalCase, translatePattern } from '../text/index.ts';
import { checkFunction } from './checks.ts';
import { call, type Expression, inline, keyword, layOut, subscript } from './expressions.ts';
import { lineWidth, patternLiteral } from './literals.ts';
import type { Preamble } from './preamble.ts';
import { type Constraint, isInteger, isNarrower, scalars } from './scalars.ts';
import { boundArgument, isHeld, memberOf, namedType, scalarValue } from './values.ts';

export interface PythonType {
  /** An expression that stands in annotations. */
  readonly type: Expression;
  /** What narrows it further. */
  readonly constraints: readonly Constraint[];
}

/**
 * The Python type of a field's values; imports and definitions that it needs go into the preamble.
 *
 * @param name in snake_case, what definitions are named by that take what does not go into annotations
 */
export function pythonType(type: FieldType, name: string, preamble: Preamble): PythonType {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return plain(preamble.from('uuid', 'UUID'));
    case 'scalar':
      return type.values ? oneOf(type, type.values, name, preamble) : scalarType(type, name, preamble);
    case 'enumeration': {
      const { enumeration, only } = type;
      if (only === undefined) return plain(namedType(enumeration, preamble));
      const members = only.map(({ value }) => memberOf(enumeration, value, preamble));
      return plain(subscript(preamble.from('typing', 'Literal'), ...members));
    }
    case 'union':
      return plain(namedType(type.union, preamble));
    default:
      return type satisfies never;
  }
}

function plain(type: Expression): PythonType {
  return { type, constraints: [] };
}

/** A type in one expression, as items of lists and members of unions need it. */
export function annotated({ type, constraints }: PythonType, preamble: Preamble, ...validators: Expression[]): Expression {
  const args = constraints.map(({ name, value }) => keyword(name, value));
  const metadata = [...(args.length > 0 ? [call(preamble.from('pydantic', 'Field'), ...args)] : []), ...validators];
  return metadata.length === 0 ? type : subscript(preamble.from('typing', 'Annotated'), type, ...metadata);
}

/** Defines a type above the classes. Returns its name: `_PriceValue` for `price`. */
export function define(name: string, type: Expression, preamble: Preamble): string {
  return preamble.defineNew(`_${pascalCase(name)}Value`, (alias) => layOut(`${alias} = `, type, '', lineWidth));
}

/**
 * What type checkers take the values of a list for, in a form that can be compared. A list of other
 * values is another type to them, even if all of its values are of the first one's.
 */
export function staticType(type: FieldType): string {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return 'UUID';
    case 'scalar':
      return type.values && isLiteral(type) ? JSON.stringify(type.values) : type.scalar;
    case 'enumeration':
      return type.only ? JSON.stringify(type.only.map(({ value }) => value)) : type.enumeration.name;
    case 'union':
      return type.union.name;
    default:
      return type satisfies never;
  }
}

/**
 * The type of a union's values, tried from left to right: in Pydantic's own order a text that says a date
 * would be one or the other, depending on who has parsed the JSON.
 */
export function unionType({ members }: Union, preamble: Preamble): Expression {
  const types = members.map((member) => {
    const { type, constraints } = pythonType(member, member.scalar, preamble);
    const form = writtenForms[member.scalar];
    const written = form === undefined ? [] : [writtenAs(...form, preamble)];
    const whole = annotated({ type, constraints }, preamble, ...written);
    return typeof whole === 'string' ? whole : define(member.scalar, whole, preamble);
  });
  const mode = call(preamble.from('pydantic', 'Field'), 'union_mode="left_to_right"');
  return subscript(preamble.from('typing', 'Annotated'), { types }, mode);
}

/**
 * Kinds of which Pydantic reads more than their form in JSON: numbers, which it takes for seconds, and numerals of many
 * forms. Each with the class of its instances, and the beginning of the form at least.
 */
const writtenForms: Partial<Record<ScalarKind, readonly [cls: string, pattern: string]>> = {
  dateTime: ['datetime', String.raw`^\d{4}-\d{2}-\d{2}[Tt ]`],
  date: ['date', String.raw`^\d{4}-\d{2}-\d{2}$`],
  time: ['time', String.raw`^\d{2}:\d{2}:`],
  decimal: ['Decimal', `^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)$`],
};

/** A validator that takes instances of a class, and texts of a form. */
function writtenAs(name: string, pattern: string, preamble: Preamble): Expression {
  const cls = name === 'Decimal' ? preamble.from('decimal', name) : `${preamble.module('datetime', 'dt')}.${name}`;
  const text = annotated({ type: 'str', constraints: [{ name: 'pattern', value: patternLiteral(pattern) }] }, preamble);
  const instance = `${preamble.from('pydantic', 'InstanceOf')}[${cls}]`;
  return call(preamble.from('pydantic', 'BeforeValidator'), validation({ types: [instance, inline(text)] }, preamble));
}

/** The function that validates as a type does. */
function validation(type: Expression, preamble: Preamble): Expression {
  return { open: `${preamble.from('pydantic', 'TypeAdapter')}(`, items: [type], close: ').validate_python' };
}

function scalarType(type: ScalarType, name: string, preamble: Preamble): PythonType {
  const { scalar, minLength, maxLength, patterns = [] } = type;
  const { constraints = [], ...spelling } = scalars[scalar];
  const base = spelling.name(preamble);
  const found = patterns.flatMap((pattern) => patternArgument(pattern, preamble) ?? []);
  const [first, ...others] = found;
  const all: Constraint[] = [
    ...boundArguments(type, preamble),
    ...constraints,
    ...(minLength === undefined ? [] : [{ name: 'min_length', value: String(minLength) }]),
    ...(maxLength === undefined ? [] : [{ name: 'max_length', value: String(maxLength) }]),
    ...(first === undefined ? [] : [first]),
  ];
  if (others.length === 0 && (first === undefined || typeof first.value === 'string')) return { type: base, constraints: all };
  // Of several patterns Pydantic would take the last one alone.
  const further = others.map((pattern) => {
    const text = annotated({ type: 'str', constraints: [pattern] }, preamble);
    return call(preamble.from('pydantic', 'AfterValidator'), validation(text, preamble));
  });
  return plain(define(name, annotated({ type: base, constraints: all }, preamble, ...further), preamble));
}

/** The module `re` has what Rust's regex lacks: references to groups, and looking around. */
function patternArgument(pattern: Pattern, preamble: Preamble): Constraint | undefined {
  const rust = translatePattern(pattern, 'rust');
  if (rust.ok) return { name: 'pattern', value: patternLiteral(rust.source) };
  const python = translatePattern(pattern, 'python');
  if (!python.ok) return undefined;
  return { name: 'pattern', value: call(`${preamble.module('re')}.compile`, patternLiteral(python.source)) };
}

function boundArguments({ scalar, minimum, maximum }: ScalarType, preamble: Preamble): Constraint[] {
  const [least, greatest] = scalars[scalar].bounds ?? [];
  const argument = (side: 'minimum' | 'maximum', bound: Bound | undefined, own: Constraint | undefined) =>
    bound && isNarrower(scalar, side, bound.value) ? boundArgument(side, scalar, bound, preamble) : own;
  return [
    argument('minimum', minimum, least === undefined ? undefined : { name: 'ge', value: least }),
    argument('maximum', maximum, greatest === undefined ? undefined : { name: 'le', value: greatest }),
  ].flatMap((constraint) => constraint ?? []);
}

/** Whether `Literal` can say the only values: it takes texts, booleans, and whole numbers of 64 bits with a sign. */
function isLiteral({ scalar, values = [] }: ScalarType): boolean {
  switch (scalar) {
    case 'float32':
    case 'float64':
    case 'decimal':
    case 'dateTime':
    case 'date':
    case 'time':
      return false;
    case 'uint64':
      return values.every((value) => BigInt(value) < 2n ** 63n);
    default:
      return true;
  }
}

function oneOf(type: ScalarType, values: readonly string[], name: string, preamble: Preamble): PythonType {
  const { scalar } = type;
  const base = scalars[scalar].name(preamble);
  const allowed = values.filter((value) => isHeld(scalar, value)).map((value) => scalarValue(scalar, value, preamble));
  if (!isLiteral(type)) {
    const check = preamble.defineNew(`_check_${name}`, (unique) => checkFunction(unique, base, values, allowed));
    const validator = call(preamble.from('pydantic', 'AfterValidator'), check);
    return plain(define(name, annotated(plain(base), preamble, validator), preamble));
  }
  const literal = subscript(preamble.from('typing', 'Literal'), ...allowed);
  if (scalar !== 'boolean' && !isInteger(scalar)) return plain(literal);
  // To Python, True and 1.0 are equal to 1. Other readers of the same JSON refuse them.
  const strict = call(preamble.from('pydantic', 'BeforeValidator'), validation(base, preamble));
  return plain(define(name, annotated(plain(literal), preamble, strict), preamble));
}
