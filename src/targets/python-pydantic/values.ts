/** Values of the model as Python expressions. */

import { type Bound, type Enumeration, type FieldType, memberOf as memberOfUnion, type ScalarKind } from '../../model/index.ts';
import { type Bracketed, call, type Expression } from './expressions.ts';
import { valueLiteral } from './literals.ts';
import { className, memberName, moduleName } from './names.ts';
import type { Preamble } from './preamble.ts';

/** A value of a field, given as the model writes it. */
export function fieldValue(type: FieldType, value: string, preamble: Preamble): Expression {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return call(preamble.from('uuid', 'UUID'), valueLiteral(value));
    case 'scalar':
      return scalarValue(type.scalar, value, preamble);
    case 'enumeration':
      return memberOf(type.enumeration, value, preamble);
    case 'union': {
      const member = memberOfUnion(type.union, value);
      return member === undefined ? valueLiteral(value) : scalarValue(member.scalar, value, preamble);
    }
    default:
      return type satisfies never;
  }
}

/** A value of a scalar kind, given as it is written in JSON without quotes. */
export function scalarValue(kind: ScalarKind, value: string, preamble: Preamble): Expression {
  switch (kind) {
    case 'boolean':
      return value === 'true' ? 'True' : 'False';
    case 'int8':
    case 'int16':
    case 'int32':
    case 'int64':
    case 'uint8':
    case 'uint16':
    case 'uint32':
    case 'uint64':
      return value;
    case 'float32':
    case 'float64': {
      const literal = floatLiteral(value);
      return /^-?\d+$/.test(literal) ? `${literal}.0` : literal;
    }
    case 'decimal':
      return call(preamble.from('decimal', 'Decimal'), `"${value}"`);
    case 'dateTime':
    case 'date':
    case 'time':
      return temporal(kind, value, preamble);
    case 'string':
    case 'iri':
    case 'int64Text':
    case 'uint64Text':
    case 'duration':
    case 'base64':
    case 'hex':
    case 'gYear':
    case 'gYearMonth':
    case 'gMonthDay':
    case 'gDay':
    case 'gMonth':
      return valueLiteral(value);
    default:
      return kind satisfies never;
  }
}

/** Whether Python can hold a value: its calendar begins with the year 1. */
export function isHeld(kind: ScalarKind, value: string): boolean {
  return !((kind === 'dateTime' || kind === 'date') && value.startsWith('0000-'));
}

/** The member of an enumeration that stands for a value. */
export function memberOf(enumeration: Enumeration, value: string, preamble: Preamble): string {
  const name = enumeration.values.find((v) => v.value === value)?.name ?? '';
  return `${namedType(enumeration, preamble)}.${memberName(name)}`;
}

/** The imported name of an enumeration or a union. */
export function namedType(type: { readonly name: string; readonly slug: string }, preamble: Preamble): string {
  return preamble.fromPackage(moduleName(type.slug), className(type.name));
}

/** The argument of `Field` that says a bound; undefined if all values of the Python type keep to it. */
export function boundArgument(
  side: 'minimum' | 'maximum',
  kind: ScalarKind,
  bound: Bound,
  preamble: Preamble,
): { readonly name: string; readonly value: Expression } | undefined {
  const [including, excluding] = side === 'minimum' ? ['ge', 'gt'] : ['le', 'lt'];
  const name = bound.inclusive ? including : excluding;
  switch (kind) {
    case 'float32':
    case 'float64':
      return { name, value: floatLiteral(bound.value) };
    case 'decimal':
      return { name, value: bound.value.includes('.') ? scalarValue(kind, bound.value, preamble) : bound.value };
    case 'dateTime':
    case 'date':
    case 'time': {
      if (!isHeld(kind, bound.value)) return side === 'minimum' ? undefined : { name: 'lt', value: firstOf(kind, preamble) };
      // Python counts microseconds: between two of them lies no value.
      const isFiner = /\.\d{6}\d*[1-9]/.test(bound.value);
      return { name: isFiner ? (side === 'minimum' ? 'gt' : 'le') : name, value: temporal(kind, bound.value, preamble) };
    }
    default:
      return { name, value: scalarValue(kind, bound.value, preamble) };
  }
}

/** The nearest number of 64 bits, in Python's shortest form. */
function floatLiteral(numeral: string): string {
  const value = Number(numeral);
  if (!Number.isFinite(value)) return `float("${value < 0 ? '-inf' : 'inf'}")`;
  return String(value).replace('e+', 'e');
}

type TemporalKind = 'dateTime' | 'date' | 'time';

/** RFC 3339, as bounds and values are written. */
const parts = /^(?:(\d{4})-(\d\d)-(\d\d))?T?(?:(\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?Z?$/;

function temporal(kind: TemporalKind, value: string, preamble: Preamble): Bracketed {
  const [year, month, day, hour, minute, second = '0', fraction = ''] = parts.exec(value)?.slice(1) ?? [];
  const microsecond = fraction.padEnd(6, '0').slice(0, 6);
  const numbers = [hour, minute, second, microsecond].map(Number);
  while (numbers.length > 2 && numbers.at(-1) === 0) numbers.pop();
  const time = numbers.map(String);
  const date = [year, month, day].map((part) => String(Number(part)));
  const dt = preamble.module('datetime', 'dt');
  switch (kind) {
    case 'dateTime':
      return call(`${dt}.datetime`, ...date, ...time, `tzinfo=${dt}.UTC`);
    case 'date':
      return call(`${dt}.date`, ...date);
    case 'time':
      return call(`${dt}.time`, ...time);
    default:
      return kind satisfies never;
  }
}

function firstOf(kind: TemporalKind, preamble: Preamble): string {
  const dt = preamble.module('datetime', 'dt');
  return kind === 'dateTime' ? `${dt}.datetime.min.replace(tzinfo=${dt}.UTC)` : `${dt}.${kind}.min`;
}
