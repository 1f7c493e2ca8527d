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
import { enumerate, type Lines } from '../text/index.ts';
import { type ConditionOrBound, mergeBounds } from './conditions.ts';
import { indented } from './formatting.ts';
import { literal } from './identifiers.ts';
import { sqlKind, textConditions } from './kinds.ts';
import { patternsOf, scalarValue } from './values.ts';

/** Returns the members of a union in words: `a dateTime, a date or an iri`. */
export function membersInWords({ members }: Union): string {
  // "a uint8", not "an uint8".
  const names = members.map(({ scalar }) => `${/^[aeiou](?!int)/.test(scalar) ? 'an' : 'a'} ${scalar}`);
  return enumerate(names, 'or');
}

/** The members whose values have a JSON type, and the condition that the JSON value `item` of this type belongs to a member. */
interface JsonType {
  readonly name: 'boolean' | 'number' | 'string';
  readonly isTypeOf: (member: ScalarType) => boolean;
  readonly condition: (member: ScalarType) => string;
}

const jsonTypes: readonly JsonType[] = [
  { name: 'boolean', isTypeOf: ({ scalar }) => scalar === 'boolean', condition: booleanCondition },
  { name: 'number', isTypeOf: ({ scalar }) => isJsonNumber(scalar), condition: numberCondition },
  {
    name: 'string',
    isTypeOf: ({ scalar }) => scalar !== 'boolean' && !isJsonNumber(scalar),
    condition: stringCondition,
  },
];

/** Returns a query that tests whether each of the JSON values `items` belongs to a union. Null belongs to every union. */
export function unionMembershipQuery({ members }: Union): Lines {
  const branches = jsonTypes.map(({ name, isTypeOf, condition }): Lines => {
    const conditions = members.filter(isTypeOf).map(condition);
    if (conditions.length === 0) return undefined;
    const alternatives = conditions.map((sql, index) => (index === 0 ? sql : `OR ${sql}`));
    return [`WHEN '${name}' THEN`, indented(conditions.includes('TRUE') ? 'TRUE' : alternatives)];
  });
  return [
    'SELECT coalesce(bool_and(',
    indented(['CASE jsonb_typeof(item)', indented([...branches, 'ELSE FALSE']), 'END']),
    '), TRUE) FROM unnest(items) AS item WHERE item IS NOT NULL',
  ];
}

/**
 * Returns an expression for the index of the member that accepts the JSON value `item`: the first one, as in generated code
 * that reads values. It is null if no member accepts the value.
 */
export function memberIndexExpression({ members }: Union): string {
  const branches = jsonTypes.flatMap(({ name, isTypeOf, condition }) => {
    const cases = members.flatMap((member, index) => (isTypeOf(member) ? [`WHEN ${condition(member)} THEN ${index}`] : []));
    return cases.length === 0 ? [] : [`WHEN '${name}' THEN CASE ${cases.join(' ')} END`];
  });
  return `CASE jsonb_typeof(item) ${branches.join(' ')} END`;
}

/** The SQL expression for the text of the JSON string `item`. */
const STRING_VALUE = "item #>> '{}'";

function booleanCondition({ values }: ScalarType): string {
  return values ? inList('item', values) : 'TRUE';
}

function numberCondition(member: ScalarType): string {
  const { scalar, values } = member;
  const number = 'item::NUMERIC';
  return conjunction([
    isInteger(scalar) && `${number} = trunc(${number})`,
    // NUMERIC compares exactly. The range, which a column type would enforce, needs a condition here.
    ...rangeConditions(member, number, (value) => value),
    values && inList('item', values),
  ]);
}

/**
 * Returns the conditions that an expression is within the bounds of a member, which default to the range of its kind.
 *
 * @param print prints a bound in SQL
 */
function rangeConditions(
  { scalar, minimum, maximum }: ScalarType,
  expression: string,
  print: (value: string) => string,
): readonly string[] {
  const { range } = kindOf(scalar);
  const boundOn = (side: 'minimum' | 'maximum', stated: Bound | undefined): ConditionOrBound[] => {
    const bound = stated ?? (range && { value: range[side], inclusive: true });
    return bound ? [{ about: 'range', expression, side, bound: { ...bound, value: print(bound.value) } }] : [];
  };
  return mergeBounds([...boundOn('minimum', minimum), ...boundOn('maximum', maximum)]).map(({ sql }) => sql);
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
    values && inList(STRING_VALUE, values),
  ]);
  if (forms.length === 0) return facets;
  // A cast of a text with another form would fail, so the form is tested first.
  if (ordered.length > 0) return `CASE WHEN ${conjunction(forms)} THEN ${conjunction([...ordered, facets])} ELSE FALSE END`;
  return conjunction([...forms, facets]);
}

function inList(expression: string, values: readonly string[]): string {
  return `${expression} IN (${values.map(literal).join(', ')})`;
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
