/** Conditions on values of unions, which are stored as JSON to distinguish numbers from strings. */

import {
  type Bound,
  isInteger,
  isJsonNumber,
  kindOf,
  type ScalarKind,
  type ScalarType,
  type Space,
  type Union,
} from '../../model/index.ts';
import { enumerate, indent, type Lines } from '../text/index.ts';
import { conditionsOf, type Piece } from './conditions.ts';
import { literal } from './identifiers.ts';
import { sqlKind, textConditions } from './kinds.ts';
import { patternsOf, scalarValue } from './values.ts';

const INDENT = '    ';

/** Returns the members of a union in words: `a dateTime, a date or an iri`. */
export function membersInWords({ members }: Union): string {
  // "a uint8", not "an uint8".
  const names = members.map(({ scalar }) => `${/^[aeiou](?!int)/.test(scalar) ? 'an' : 'a'} ${scalar}`);
  return enumerate(names, 'or');
}

/**
 * Returns a query that tests whether each of the JSON values `items` belongs to a union. Null belongs to every union. The JSON type of a value
 * selects the members to test.
 */
export function unionMembershipQuery({ members }: Union): Lines {
  const branch = (type: string, conditions: readonly string[]): Lines =>
    conditions.length > 0 && [
      `WHEN '${type}' THEN`,
      indent(conditions.includes('TRUE') ? 'TRUE' : conditions.map((sql, index) => (index === 0 ? sql : `OR ${sql}`)), INDENT),
    ];
  const numbers = members.filter(({ scalar }) => isJsonNumber(scalar));
  const booleans = members.filter(({ scalar }) => scalar === 'boolean');
  const texts = members.filter((member) => !numbers.includes(member) && !booleans.includes(member));
  const branches = [
    branch('boolean', booleans.map(booleanCondition)),
    branch('number', numbers.map(numberCondition)),
    branch('string', texts.map(stringCondition)),
    'ELSE FALSE',
  ];
  return [
    'SELECT coalesce(bool_and(',
    indent(['CASE jsonb_typeof(item)', indent(branches, INDENT), 'END'], INDENT),
    '), TRUE) FROM unnest(items) AS item WHERE item IS NOT NULL',
  ];
}

/**
 * Returns an expression for the index of the member that accepts the JSON value `item`: the first one, as in generated code
 * that reads values. It is null if no member accepts the value.
 */
export function memberIndexExpression({ members }: Union): string {
  const branches = (
    [
      ['boolean', ({ scalar }) => scalar === 'boolean', booleanCondition],
      ['number', ({ scalar }) => isJsonNumber(scalar), numberCondition],
      ['string', ({ scalar }) => scalar !== 'boolean' && !isJsonNumber(scalar), stringCondition],
    ] satisfies readonly [string, (member: ScalarType) => boolean, (member: ScalarType) => string][]
  ).flatMap(([type, isOf, condition]) => {
    const cases = members.flatMap((member, index) => (isOf(member) ? [`WHEN ${condition(member)} THEN ${index}`] : []));
    return cases.length === 0 ? [] : [`WHEN '${type}' THEN CASE ${cases.join(' ')} END`];
  });
  return `CASE jsonb_typeof(item) ${branches.join(' ')} END`;
}

/** The SQL expression for the text of the JSON string `item`. */
const STRING_VALUE = "item #>> '{}'";

function booleanCondition({ values }: ScalarType): string {
  return values ? `item IN (${values.map((value) => literal(value)).join(', ')})` : 'TRUE';
}

function numberCondition(member: ScalarType): string {
  const { scalar, values } = member;
  const number = 'item::NUMERIC';
  return conjunction([
    isInteger(scalar) && `${number} = trunc(${number})`,
    // NUMERIC compares exactly. The range, which a column type would enforce, needs a condition here.
    ...rangeConditions(member, number, (value) => value),
    values && `item IN (${values.map((value) => literal(value)).join(', ')})`,
  ]);
}

/** Returns the conditions that a value is within the bounds of a member, which default to the range of its kind. */
function rangeConditions({ scalar, minimum, maximum }: ScalarType, value: string, written: (value: string) => string): string[] {
  const { range } = kindOf(scalar);
  const boundPieces = (bound: Bound | undefined, kind: string | undefined, side: 'minimum' | 'maximum'): Piece[] => {
    const found = bound ?? (kind === undefined ? undefined : { value: kind, inclusive: true });
    return found ? [{ about: 'range', of: value, side, bound: { ...found, value: written(found.value) } }] : [];
  };
  const pieces = [...boundPieces(minimum, range?.minimum, 'minimum'), ...boundPieces(maximum, range?.maximum, 'maximum')];
  return conditionsOf(pieces).map(({ sql }) => sql);
}

function stringCondition(member: ScalarType): string {
  const { scalar, minLength, maxLength, values } = member;
  const forms = textConditions(scalar, STRING_VALUE);
  const { space, range } = kindOf(scalar);
  const isOrdered = comparedByCast.has(space) && range !== undefined;
  const ordered = isOrdered
    ? rangeConditions(member, `(${STRING_VALUE})::${castOf(scalar)}`, (value) => scalarValue(scalar, value))
    : [];
  const facets = conjunction([
    minLength && `char_length(${STRING_VALUE}) >= ${minLength}`,
    maxLength !== undefined && `char_length(${STRING_VALUE}) <= ${maxLength}`,
    ...patternsOf(member).map((source) => `${STRING_VALUE} ~ ${literal(source)}`),
    values && `${STRING_VALUE} IN (${values.map((value) => literal(value)).join(', ')})`,
  ]);
  if (forms.length === 0) return facets;
  // A cast of a text with another form would fail, so the form is tested first.
  if (ordered.length > 0) return `CASE WHEN ${conjunction(forms)} THEN ${conjunction([...ordered, facets])} ELSE FALSE END`;
  return conjunction([...forms, facets]);
}

function conjunction(conditions: readonly (string | false | 0 | undefined)[]): string {
  const needed = conditions.filter((condition): condition is string => Boolean(condition) && condition !== 'TRUE');
  if (needed.length === 0) return 'TRUE';
  return needed.length === 1 ? (needed[0] as string) : `(${needed.join(' AND ')})`;
}

/** Value spaces whose texts are cast for comparison. */
const comparedByCast: ReadonlySet<Space> = new Set(['integer', 'decimal', 'moment']);

function castOf(scalar: ScalarKind): string {
  return isInteger(scalar) || scalar === 'decimal' ? 'NUMERIC' : sqlKind(scalar).type;
}
