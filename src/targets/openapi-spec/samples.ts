/** Values for examples, which keep to all that is asked of them. */

import { type DomainClass, type Field, isText, kindOf, type ScalarKind, type ScalarType } from '../../model/index.ts';
import { invalidPattern, matcher, textsMatching } from '../text/index.ts';
import { schemaKind } from './kinds.ts';
import { isInteger, isNumber, type JsonScalar, jsonNumber, jsonValue } from './values.ts';

/**
 * A value that a field of a class may have; `nth` tells apart the values of a list. Undefined if none is found that is
 * certain to keep to what is asked of the field.
 */
export function exampleValue(field: Field, cls: DomainClass, nth: number): JsonScalar | undefined {
  const { type, constant } = field;
  const given = constant ?? field.contains?.[nth];
  if (given !== undefined) return jsonValue(type, given);
  switch (type.kind) {
    case 'id':
      return exampleId(cls, nth);
    case 'reference':
      // An instance of the class itself may have to be another one.
      return exampleId(type.target, field.irreflexive && type.target === cls ? nth + 1 : nth);
    case 'enumeration': {
      const values = type.only ?? type.enumeration.values;
      return values[nth % values.length]?.value;
    }
    case 'union':
      for (const member of type.union.members) {
        const value = scalarValue(member, field.name, nth);
        if (value !== undefined) return value;
      }
      return undefined;
    case 'scalar':
      return scalarValue(type, field.name, nth);
    default:
      return type satisfies never;
  }
}

/** A value of the kind of a field's values, whatever else is asked of them. */
export function kindExample({ type }: Field): JsonScalar {
  const scalar = type.kind === 'scalar' ? type : type.kind === 'union' ? type.union.members[0] : undefined;
  return schemaKind(scalar?.scalar ?? 'string').example;
}

function scalarValue(type: ScalarType, name: string, nth: number): JsonScalar | undefined {
  const { scalar, values } = type;
  if (values !== undefined) return jsonValue(type, values[nth % values.length] as string);
  const { example } = schemaKind(scalar);
  if (typeof example === 'boolean') return example;
  if (isNumber(scalar)) {
    const numeral = numeralWithin(type, `${example}`);
    return numeral === undefined ? undefined : jsonNumber(scalar, numeral);
  }
  switch (scalar) {
    case 'decimal':
      return numeralWithin(type, `${example}`);
    case 'dateTime':
    case 'date':
    case 'time':
      return momentWithin(type, `${example}`);
    default:
      return texts(type, name, nth);
  }
}

// Numbers

/** A numeral within the bounds of a type: the wanted one, else one at a bound, between them or beyond the only one. */
function numeralWithin({ scalar, minimum, maximum }: ScalarType, wanted: string): string | undefined {
  const numerals = [wanted, minimum?.value ?? '', maximum?.value ?? ''];
  // One digit more than those of the bounds, so that there is something between them.
  const digits = isInteger(scalar) ? 0 : 1 + Math.max(...numerals.map((numeral) => fraction(numeral).length));
  const scaled = (numeral: string) => BigInt(numeral.split('.')[0] + fraction(numeral).padEnd(digits, '0').slice(0, digits));
  const first = scaled(wanted);
  const low = minimum && scaled(minimum.value);
  const high = maximum && scaled(maximum.value);
  const one = 10n ** BigInt(digits);
  const candidates = [first];
  if (low !== undefined && first < low) candidates.push(low);
  if (high !== undefined && first > high) candidates.push(high);
  if (low !== undefined && high !== undefined) candidates.push((low + high) / 2n);
  if (high !== undefined) candidates.push(high - one, high - 1n, high - magnitude(high));
  if (low !== undefined) candidates.push(low + one, low + 1n, low + magnitude(low));
  // Floating point numbers are compared after they are rounded.
  const rounds = isNumber(scalar) && !isInteger(scalar);
  const value = (numeral: bigint) => (rounds ? Number(numeralOf(numeral, digits)) : numeral);
  const found = candidates.find((candidate) => {
    const isAbove = low === undefined || value(candidate) > value(low) || (candidate === low && minimum?.inclusive);
    return isAbove && (high === undefined || value(candidate) < value(high) || (candidate === high && maximum?.inclusive));
  });
  return found === undefined ? undefined : numeralOf(found, digits);
}

const magnitude = (numeral: bigint): bigint => (numeral < 0n ? -numeral : numeral);

const fraction = (numeral: string): string => numeral.split('.')[1] ?? '';

function numeralOf(scaled: bigint, digits: number): string {
  if (digits === 0) return `${scaled}`;
  const sign = scaled < 0n ? '-' : '';
  const all = `${magnitude(scaled)}`.padStart(digits + 1, '0');
  return `${sign}${all.slice(0, -digits)}.${all.slice(-digits)}`.replace(/\.?0+$/, '');
}

// Moments

const DAY = 86_400_000;

/** The wanted moment, if it is within the bounds of a type, else one at a bound or between them. */
function momentWithin({ scalar, minimum, maximum }: ScalarType, wanted: string): string | undefined {
  // All are written alike, so that their texts compare as they do. A `Z` would compare with the point before fractions.
  const comparable = (moment: string) => moment.replace('Z', '');
  const near = (moment: string, step: number) => {
    const time = Date.parse(scalar === 'time' ? `1970-01-01T${moment}Z` : moment) + step * (scalar === 'date' ? DAY : 1000);
    return Number.isFinite(time) ? [momentOf(scalar, time)] : [];
  };
  const [least, most] = [minimum?.value, maximum?.value];
  const candidates = [wanted];
  if (least !== undefined) candidates.push(least, ...near(least, 1));
  if (most !== undefined) candidates.push(most, ...near(most, -1));
  return candidates.find(
    (moment) =>
      (least === undefined || comparable(moment) > comparable(least) || (moment === least && minimum?.inclusive)) &&
      (most === undefined || comparable(moment) < comparable(most) || (moment === most && maximum?.inclusive)),
  );
}

function momentOf(scalar: ScalarKind, time: number): string {
  const text = new Date(time).toISOString().replace('.000Z', 'Z');
  if (scalar === 'dateTime') return text;
  return scalar === 'date' ? text.slice(0, 10) : text.slice(11, -1);
}

// Texts

function texts(asked: ScalarType, name: string, nth: number): string | undefined {
  // Nothing keeps to a faulty expression, and nothing breaks it.
  const type = { ...asked, patterns: (asked.patterns ?? []).filter((pattern) => invalidPattern(pattern) === undefined) };
  const isSound = soundness(type);
  if (isSound === undefined) return undefined;
  const wanted = (n: number) => (type.scalar === 'string' ? exampleText(name, n) : `${schemaKind(type.scalar).example}`);
  if (isSound(wanted(nth))) return wanted(nth);
  let last: string | undefined;
  let count = 0;
  for (const text of candidates(type, name, wanted(0))) {
    if (!isSound(text)) continue;
    last = text;
    if (count++ === nth) break;
  }
  return last;
}

function* candidates(type: ScalarType, name: string, wanted: string): Generator<string> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, patterns = [] } = type;
  const made = [name.replaceAll('_', ' '), shortened(wanted, maxLength), lengthened(type.scalar, wanted, minLength, maxLength)];
  yield* new Set(made);
  for (const text of textsMatching(patterns, type)) if (!made.includes(text)) yield text;
}

function exampleText(name: string, nth: number): string {
  const words = nth === 0 ? name : `${name}_${nth + 1}`;
  return /(^|_)email$/.test(name) ? `${words}@example.com` : `Example ${words.replaceAll('_', ' ')}`;
}

const shortened = (text: string, most: number): string =>
  most === Number.POSITIVE_INFINITY ? text : [...text].slice(0, most).join('').trimEnd();

/** A text repeated until it is long enough. */
function lengthened(scalar: ScalarKind, text: string, least: number, most: number): string {
  // Whole groups of letters without padding, so that any number of them is a value.
  const unit = { base64: 'SGVs', hex: text }[scalar as string] ?? `${text} `;
  const enough = unit.repeat(Math.ceil((Math.min(least, LONGEST) + 1) / unit.length));
  if (scalar === 'base64') return enough.slice(0, Math.ceil(least / 4) * 4);
  if (scalar === 'hex') return enough.slice(0, Math.ceil(least / 2) * 2);
  // A blank would not stay at the end of everything that a text passes through.
  return [...enough]
    .slice(0, Math.max(least, Math.min([...text].length, most)))
    .join('')
    .replace(/ $/, '.');
}

/** Nobody reads a longer example. */
const LONGEST = 10_000;

/** Tells whether a text is a value of a type; undefined if an expression cannot be verified. */
function soundness({
  scalar,
  patterns = [],
  minLength = 0,
  maxLength = LONGEST,
}: ScalarType): ((text: string) => boolean) | undefined {
  const isMatch = matcher(patterns);
  const isForm = (text: string) => isText(kindOf(scalar), text);
  return (
    isMatch &&
    ((text) => {
      const { length } = [...text];
      return length >= minLength && length <= maxLength && isForm(text) && isMatch(text);
    })
  );
}

/** A UUID of version 4 (RFC 9562, section 5.4) that stands for the nth instance of a class in all examples. */
export function exampleId(cls: DomainClass, nth: number): string {
  const hex = [0, 1, 2, 3].map((part) => fnv1a(`${part}:${nth}:${cls.name}`)).join('');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** FNV-1a, 32 bits, as eight hexadecimal digits (http://www.isthe.com/chongo/tech/comp/fnv/). */
function fnv1a(value: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < value.length; i++) hash = Math.imul(hash ^ value.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
