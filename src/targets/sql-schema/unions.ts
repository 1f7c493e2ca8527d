/** What the values of a union keep to: they are kept as JSON, in which a number and a text differ. */

import { isJsonNumber, type ScalarKind, type ScalarType, type Union } from '../../model/index.ts';
import { indent, type Lines } from '../text/index.ts';
import { literal } from './identifiers.ts';
import { kindPattern } from './types.ts';
import { patternsOf, range } from './values.ts';

const INDENT = '    ';

/** The members of a union for people: `a dateTime, a date or an iri`. */
export function membersInWords({ members }: Union): string {
  const names = members.map(({ scalar }) => `${/^[aeiou](?!int)/.test(scalar) ? 'an' : 'a'} ${scalar}`);
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/**
 * A query whether each of the JSON values `items` belongs to a union; null does. Which type of JSON a value has settles
 * which members are asked.
 */
export function eachBelongs({ members }: Union): Lines {
  const branch = (type: string, conditions: readonly string[]): Lines =>
    conditions.length > 0 && [
      `WHEN '${type}' THEN`,
      indent(conditions.includes('TRUE') ? 'TRUE' : conditions.map((sql, index) => (index === 0 ? sql : `OR ${sql}`)), INDENT),
    ];
  const numbers = members.filter(({ scalar }) => isJsonNumber(scalar));
  const booleans = members.filter(({ scalar }) => scalar === 'boolean');
  const texts = members.filter((member) => !numbers.includes(member) && !booleans.includes(member));
  const branches = [
    branch('boolean', booleans.map(isBoolean)),
    branch('number', numbers.map(isNumber)),
    branch('string', texts.map(isText)),
    'ELSE FALSE',
  ];
  return [
    'SELECT coalesce(bool_and(',
    indent(['CASE jsonb_typeof(item)', indent(branches, INDENT), 'END'], INDENT),
    '), TRUE) FROM unnest(items) AS item WHERE item IS NOT NULL',
  ];
}

/** The text of a JSON string. */
const TEXT = "item #>> '{}'";

function isBoolean({ values }: ScalarType): string {
  return values ? `item IN (${values.map((value) => literal(value)).join(', ')})` : 'TRUE';
}

function isNumber(member: ScalarType): string {
  const { scalar, values } = member;
  const number = 'item::NUMERIC';
  return all([
    !scalar.startsWith('float') && `${number} = trunc(${number})`,
    // As a decimal it is compared exactly. What a column's type would refuse by itself is refused here.
    range({ ...limits(scalar), ...member, scalar: 'decimal' }, number),
    values && `item IN (${values.map((value) => literal(value)).join(', ')})`,
  ]);
}

/** The least and the greatest value of a kind of numbers. */
function limits(scalar: ScalarKind): Pick<ScalarType, 'minimum' | 'maximum'> {
  const within = (least: string, greatest: string) => ({
    minimum: { value: least, inclusive: true },
    maximum: { value: greatest, inclusive: true },
  });
  if (scalar === 'float32') return within('-3.4028235e38', '3.4028235e38');
  if (scalar === 'float64') return within('-1.7976931348623157e308', '1.7976931348623157e308');
  const bits = BigInt(scalar.replace(/\D+/, ''));
  if (scalar.startsWith('u')) return within('0', String(2n ** bits - 1n));
  return within(String(-(2n ** (bits - 1n))), String(2n ** (bits - 1n) - 1n));
}

function isText(member: ScalarType): string {
  const { scalar, minLength, maxLength, values } = member;
  const form = FORMS[scalar] ?? kindPattern(scalar);
  const within = range(member, `(${TEXT})::${CASTS[scalar] ?? 'TEXT'}`);
  const rest = all([
    minLength && `char_length(${TEXT}) >= ${minLength}`,
    maxLength !== undefined && `char_length(${TEXT}) <= ${maxLength}`,
    ...patternsOf(member).map((source) => `${TEXT} ~ ${literal(source)}`),
    values && `${TEXT} IN (${values.map((value) => literal(value)).join(', ')})`,
  ]);
  if (form === undefined) return rest;
  const matches = `${TEXT} ~ ${literal(form)}`;
  // What has another form must not be cast.
  if (within !== undefined) return `CASE WHEN ${matches} THEN ${all([within, rest])} ELSE FALSE END`;
  return all([matches, rest]);
}

function all(conditions: readonly (string | false | 0 | undefined)[]): string {
  const needed = conditions.filter((condition): condition is string => Boolean(condition) && condition !== 'TRUE');
  if (needed.length === 0) return 'TRUE';
  return needed.length === 1 ? (needed[0] as string) : `(${needed.join(' AND ')})`;
}

const DATE = '[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])';
const TIME = '([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?';

/** The forms of texts that have one in JSON, and no column type of their own beside other members of a union. */
const FORMS: Partial<Readonly<Record<ScalarKind, string>>> = {
  decimal: '^-?[0-9]+(\\.[0-9]+)?$',
  int64Text: '^(0|-?[1-9][0-9]{0,18})$',
  uint64Text: '^(0|[1-9][0-9]{0,19})$',
  dateTime: `^${DATE}T${TIME}(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$`,
  date: `^${DATE}$`,
  time: `^${TIME}$`,
  duration: '^-?P(?=.)([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T(?=.)([0-9]+H)?([0-9]+M)?([0-9]+(\\.[0-9]+)?S)?)?$',
  base64: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  hex: '^([0-9A-Fa-f]{2})*$',
};

/** What texts are compared as. */
const CASTS: Partial<Readonly<Record<ScalarKind, string>>> = {
  decimal: 'NUMERIC',
  int64Text: 'NUMERIC',
  uint64Text: 'NUMERIC',
  dateTime: 'TIMESTAMPTZ',
  date: 'DATE',
  time: 'TIME',
};
