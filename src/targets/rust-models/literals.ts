import type { FieldType, ScalarKind, Union } from '../../model/index.ts';
import { typeName, variantNames } from './names.ts';
import type { Scope } from './scope.ts';
import { integerRange, isTextual, scalarType, unionVariants } from './types.ts';
import type { Validation } from './validation.ts';

/**
 * A string literal. Escaped is what would not be seen or would change how the line is shown, of which rustc and
 * clippy complain (`text_direction_codepoint_in_literal`, `invisible_characters`).
 */
export function stringLiteral(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, (c) => `\\u{${(c.codePointAt(0) as number).toString(16)}}`);
  return `"${escaped}"`;
}

/** The literal of a regular expression: raw if that spares backslashes. */
export function patternLiteral(source: string): string {
  return source.includes('\\') && /^[ -~]*$/.test(source) ? rawLiteral(source) : stringLiteral(source);
}

/** A raw string literal, which shows a text as it is: there must be no control characters in it but line feeds. */
export function rawLiteral(text: string): string {
  const longest = Math.max(-1, ...[...text.matchAll(/"(#*)/g)].map(([, hashes = '']) => hashes.length));
  const hashes = '#'.repeat(longest + 1);
  return `r${hashes}"${text}"${hashes}`;
}

/**
 * A float literal, with the digits that tell it from all others and no more (clippy::excessive_precision).
 * Undefined if the number is greater than any float of the kind.
 */
export function floatLiteral(kind: 'float32' | 'float64', numeral: string): string | undefined {
  const number = kind === 'float32' ? Math.fround(Number(numeral)) : Number(numeral);
  if (!Number.isFinite(number)) return undefined;
  let digits = String(number);
  if (kind === 'float32') {
    for (let precision = 1; Math.fround(Number(digits)) === number && precision <= 9; precision++) {
      const shorter = number.toPrecision(precision);
      if (Math.fround(Number(shorter)) !== number) continue;
      digits = String(Number(shorter));
      break;
    }
  }
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

/** How the value of a scalar is written, and whether it is known to the compiler or parsed when the program runs. */
interface Literal {
  readonly code: string;
  readonly parsed: boolean;
}

function scalarLiteral(scalar: ScalarKind, value: string): Literal {
  switch (scalar) {
    case 'float32':
    case 'float64':
      return { code: floatLiteral(scalar, value) ?? value, parsed: false };
    case 'decimal':
    case 'dateTime':
    case 'date':
    case 'time':
      return { code: stringLiteral(value), parsed: true };
    default:
      return { code: isTextual(scalar) ? stringLiteral(value) : value, parsed: false };
  }
}

/** An expression of a value to compare with, whose type does not have to follow from anything else. */
export function comparand(type: FieldType, value: string, scope: Scope, validation: Validation): string {
  if (type.kind !== 'scalar') return ownedValue(type, value, scope, validation);
  const { code, parsed } = scalarLiteral(type.scalar, value);
  return parsed ? `${validation.use('literal', scope)}::<${scalarType(type.scalar, scope)}>(${code})` : code;
}

/** An expression of a value where its type is known: the initial value of a field. */
export function ownedValue(type: FieldType, value: string, scope: Scope, validation: Validation): string {
  switch (type.kind) {
    case 'scalar': {
      const { code, parsed } = scalarLiteral(type.scalar, value);
      if (parsed) return `${validation.use('literal', scope)}(${code})`;
      return isTextual(type.scalar) ? `${code}.into()` : code;
    }
    case 'enumeration':
      return variant(type, value, scope);
    case 'union': {
      const scalar = memberOf(type.union, value);
      const name = unionVariants(type.union).find(({ members }) => members.some((m) => m.scalar === scalar))?.name;
      const inner = ownedValue({ kind: 'scalar', scalar }, value, scope, validation);
      return `${scope.model(typeName(type.union))}::${name}(${inner})`;
    }
    case 'id':
    case 'reference':
      throw new Error('Nothing but an instance has the id of an instance.');
    default:
      return type satisfies never;
  }
}

/** The variant of an enumeration's value. */
export function variant(type: FieldType & { kind: 'enumeration' }, value: string, scope: Scope): string {
  const { enumeration } = type;
  const name = enumeration.values.find((v) => v.value === value)?.name;
  if (name === undefined) throw new Error(`${enumeration.name} has no value ${JSON.stringify(value)}.`);
  return `${scope.model(typeName(enumeration))}::${variantNames(enumeration).get(name)}`;
}

/** The first member of a union that a value may belong to, by its form. */
function memberOf({ members }: Union, value: string): ScalarKind {
  const found = members.find(({ scalar }) => mayBe(scalar, value)) ?? members.at(-1);
  if (found === undefined) throw new Error('A union has members.');
  return found.scalar;
}

function mayBe(scalar: ScalarKind, value: string): boolean {
  const range = integerRange(scalar);
  if (range) return /^-?\d+$/.test(value) && BigInt(value) >= range[0] && BigInt(value) <= range[1];
  return forms[scalar]?.test(value) ?? isTextual(scalar);
}

const numeral = /^-?\d+(?:\.\d+)?$/;

const forms: Readonly<Partial<Record<ScalarKind, RegExp>>> = {
  boolean: /^(?:true|false)$/,
  float32: numeral,
  float64: numeral,
  decimal: numeral,
  dateTime: /^\d{4}-\d\d-\d\dT.*Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
  time: /^\d\d:\d\d:\d\d(?:\.\d+)?$/,
};
