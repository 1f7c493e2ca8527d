/**
 * How the schema enforces each constraint: `ex:age sh:minInclusive 18` becomes `CHECK (age >= 18)`. A condition that is NULL is
 * satisfied, so optional columns need no exception.
 */

import {
  type Bound,
  type Demand,
  type DomainClass,
  discriminatorOf,
  type Field,
  kindOf,
  type Policies,
  type ScalarKind,
  type ScalarType,
} from '../../model/index.ts';
import { type Answer, type Answers, declared, enforced, microsecondPrecision, nothing } from '../core/index.ts';
import type { Difference } from '../target.ts';
import { translatePattern } from '../text/index.ts';
import type { ConditionOrBound } from './conditions.ts';
import type { Functions } from './functions.ts';
import { identifier, literal } from './identifiers.ts';
import { sqlKind, textConditions } from './kinds.ts';
import { commonRowsOf, isInOwnTable } from './queries.ts';
import { columnLength, type ValueType } from './types.ts';
import { arrayValue, sqlValue } from './values.ts';

/** A field's column in a condition. It is qualified if other tables in the statement have columns too: `posts.title`. */
export interface ColumnReference {
  readonly sql: string;
  /** The `id` of the same row: `posts.id`. */
  readonly id: string;
}

/** Context in which an answer prints its condition. */
export interface Site {
  readonly functions: Functions;
  readonly column: (field: Field) => ColumnReference;
  /** An expression for the number of values of a field. */
  readonly count: (field: Field) => string;
  /** The policy `storage`: which checks columns have in addition to those that the ontology states. */
  readonly storage: Policies['storage'];
  /** Returns the condition that the class has a row with the same id as the current row. */
  readonly hasRow: (cls: DomainClass) => string;
}

type Conditions = readonly ConditionOrBound[];

/** A typed column accepts several lexical forms of a value. */
export const typedColumns: Difference = {
  id: 'typed-columns',
  what: 'other spellings of a value are accepted and normalized: `1_000`, `24-05-17`, `now`, a UUID in braces; a duration may have more digits, and 30 days are equal to a month; unless `storage` is `strict`, numbers without a maximum may be `NaN` or `Infinity`; VARCHAR cuts blanks at the end of a text that is too long',
  why: 'a column has a type, and a CHECK sees the parsed value, not the string; INTERVAL adds years to months and compares months as 30 days',
};

/** A list of references is stored in a join table, whose primary key is the pair. */
export const uniquePairs: Difference = {
  id: 'pairs-once',
  what: 'a list that refers to one instance twice is rejected',
  why: 'the two ids are the primary key of a join table',
};

/** PostgreSQL 18, 9.7.3. */
export const expressionsOfDialects: Difference = {
  id: 'expressions-of-dialects',
  what: 'Unicode categories in a pattern are not checked, nor patterns of durations',
  why: "PostgreSQL's regular expressions have no Unicode categories, and an INTERVAL does not keep the text of a duration",
};

export const differences = [typedColumns, microsecondPrecision, uniquePairs, expressionsOfDialects] as const;

/** The answer to constraints that state an id. */
const missingRows = nothing('the rows that a schema refers to do not exist yet');

export const answers: Answers<Site, Conditions> = {
  member: declared,
  required: declared,
  single: declared,
  closed: declared,
  inheritance: declared,
  inverse: declared,
  generated: declared,
  deletion: declared,
  type: ({ field }) => typeAnswer(field),
  absent: ({ field }) =>
    enforced((site) => {
      const sql = field.cardinality === 'many' ? `${site.count(field)} = 0` : `${site.column(field).sql} IS NULL`;
      return [{ about: 'absent', sql }];
    }),
  minimum: ({ field, bound }) => enforced((site) => valueBound(field, site, 'minimum', bound)),
  maximum: ({ field, bound }) => enforced((site) => valueBound(field, site, 'maximum', bound)),
  'min-length': ({ field, length }) => enforced((site) => lengthBound(field, site, 'minimum', length)),
  'max-length': ({ field, length }) =>
    lengthIsDeclared(field) ? declared : enforced((site) => lengthBound(field, site, 'maximum', length)),
  pattern: ({ field, pattern }) => {
    if (isDuration(field)) return nothing('an INTERVAL does not keep the text of a duration');
    const translation = translatePattern(pattern, 'postgresql');
    if (!translation.ok) return nothing(translation.reason);
    return enforced((site) => [{ about: 'pattern', sql: patternCondition(field, site, translation.source) }]);
  },
  values: ({ field, values }) =>
    comparisonAnswer(field, (site) => [{ about: 'values', sql: membershipCondition(field, site, values) }]),
  constant: ({ field, value }) =>
    field.type.kind === 'id' || field.type.kind === 'reference'
      ? missingRows
      : comparisonAnswer(field, (site) => [{ about: 'constant', sql: constantCondition(field, site, value) }]),
  irreflexive: ({ field }) =>
    enforced((site) => [{ about: 'irreflexive', sql: `${site.column(field).sql} <> ${site.column(field).id}` }]),
  'min-items': ({ field, length }) => enforced((site) => countBound('size', site.count(field), 'minimum', length)),
  'max-items': ({ field, length }) => enforced((site) => countBound('size', site.count(field), 'maximum', length)),
  contains: ({ field, values }) => {
    const { type } = field;
    if (type.kind === 'id' || type.kind === 'reference') return missingRows;
    return comparisonAnswer(field, (site) => [
      { about: 'contains', sql: `${site.column(field).sql} @> ${arrayValue(type, values)}` },
    ]);
  },
  choice: ({ choice: { fields, required } }) =>
    enforced((site) => {
      const columns = fields.map((field) => site.column(field).sql).join(', ');
      return [{ about: 'choice', sql: `num_nonnulls(${columns}) ${required ? '=' : '<='} 1` }];
    }),
  total: ({ total: { fields, minItems, maxItems } }) =>
    enforced((site) => {
      const sum = fields.map((field) => site.count(field)).join(' + ');
      return [
        ...(minItems === undefined ? [] : countBound('total', sum, 'minimum', minItems)),
        ...(maxItems === undefined ? [] : countBound('total', sum, 'maximum', maxItems)),
      ];
    }),
  comparison: ({ comparison: { lesser, greater, orEqual } }) =>
    enforced((site) => [
      { about: 'comparison', sql: `${site.column(lesser).sql} ${orEqual ? '<=' : '<'} ${site.column(greater).sql}` },
    ]),
  key: ({ class: cls, key }) =>
    isInOwnTable(cls, key)
      ? enforced((site) => [{ about: 'key', sql: `UNIQUE (${key.fields.map((field) => site.column(field).sql).join(', ')})` }])
      : nothing('a unique constraint cannot span the tables of a class and its superclasses'),
  unique: ({ field }) => uniqueAnswer(field),
  default: ({ field }) => defaultAnswer(field),
  disjoint: disjointAnswer,
  // All rows of an instance store its class, and foreign keys keep them equal.
  'one-class': declared,
  deprecated: { achieves: 'approximated', how: 'stated in a comment' },
};

const isDuration = ({ type }: Field): boolean => type.kind === 'scalar' && type.scalar === 'duration';

/** Returns the answer for conditions that compare values. PostgreSQL treats a month and 30 days as equal durations. */
function comparisonAnswer(
  field: Field,
  print: (site: Site) => Conditions,
): Answer<'values', Site, Conditions> & Answer<'contains', Site, Conditions> {
  if (!isDuration(field)) return enforced(print);
  return { achieves: 'approximated', how: 'a month is equal to 30 days', difference: typedColumns, print };
}

/** Returns whether the type of a column states the maximum length: `VARCHAR(n)`. */
function lengthIsDeclared(field: Field): boolean {
  const { type } = field;
  return type.kind === 'scalar' && columnLength(field, type) !== undefined;
}

function typeAnswer(field: Field): Answer<'type', Site, Conditions> {
  const { type } = field;
  // A condition that limits the values further, or to one, implies this one.
  if (field.discriminator && (field.refines || (type.kind === 'enumeration' && type.only))) return declared;
  if (type.kind === 'id' || type.kind === 'reference') return spellingAnswer();
  const isList = field.cardinality === 'many';
  const print = (site: Site): Conditions => {
    const column = site.column(field).sql;
    // Arrays may contain NULL or have several dimensions, which no other reader of the data expects.
    const hasNoNull: ConditionOrBound = { about: 'type', sql: `array_position(${column}, NULL) IS NULL` };
    return [...typeConditions(field, type, site), ...(isList ? [hasNoNull] : [])];
  };
  return type.kind === 'scalar' && hasOtherSpellings(type.scalar) ? { ...spellingAnswer(), print } : enforced(print);
}

const spellingAnswer = () => {
  const how = 'accepts and normalizes other spellings of a value: `1_000`, `now`, a UUID in braces';
  return { achieves: 'approximated', how, difference: typedColumns } as const;
};

/** Returns whether a kind is a JSON string with a fixed form, while its column accepts other input for the same value. */
function hasOtherSpellings(scalar: ScalarKind): boolean {
  return (
    kindOf(scalar).json === 'string' && kindOf(scalar).form !== undefined && (sqlKind(scalar).type !== 'TEXT' || scalar === 'iri')
  );
}

/** Returns the conditions of a field's type that the column type does not enforce. */
function typeConditions(field: Field, type: ValueType, site: Site): Conditions {
  const isList = field.cardinality === 'many';
  const column = site.column(field).sql;
  switch (type.kind) {
    case 'scalar':
      return kindConditions(field, type, site);
    case 'enumeration':
      return [
        {
          about: 'type',
          sql: membershipCondition(
            field,
            site,
            type.enumeration.values.map(({ value }) => value),
          ),
        },
      ];
    case 'union':
      return [{ about: 'type', sql: site.functions.unionCheck(type.union, isList ? column : `ARRAY[${column}]`) }];
    default:
      return type satisfies never;
  }
}

/**
 * Returns the conditions on the form and range of a datatype that its column type does not enforce. The policy
 * `storage=strict` adds conditions that keep values within the range of other languages.
 */
function kindConditions(field: Field, type: ScalarType, site: Site): Conditions {
  const isStrict = site.storage === 'strict';
  // Any text is an xsd:anyURI (XML Schema 1.1 part 2, 3.3.17).
  if (type.scalar === 'iri' && !isStrict) return [];
  return [
    ...formConditions(field, type.scalar, site),
    ...(isStrict ? strictConditions(field, type.scalar, site) : []),
    ...rangeConditions(field, type, isStrict ? kindOf(type.scalar).range : statedRange(type), site),
  ];
}

/** Returns the conditions on the form of values that are stored as text. */
function formConditions(field: Field, scalar: ScalarKind, site: Site): Conditions {
  if (!sqlKind(scalar).isText) return [];
  const column = site.column(field).sql;
  const conditions = field.cardinality === 'many' ? [site.functions.eachIs(scalar, column)] : textConditions(scalar, column);
  return conditions.map((sql) => ({ about: 'type', sql }));
}

/** Returns the conditions that exclude values of the column type that other languages cannot hold. */
function strictConditions(field: Field, scalar: ScalarKind, site: Site): Conditions {
  const { pattern, type } = sqlKind(scalar);
  const column = site.column(field).sql;
  if (pattern !== undefined) {
    const isList = field.cardinality === 'many';
    const sql = isList ? site.functions.eachMatches(`${column}::TEXT[]`, pattern) : `${column}::TEXT ~ '${pattern}'`;
    return [{ about: 'type', sql }];
  }
  return type === 'INTERVAL' ? finite(field, column) : [];
}

interface Range {
  readonly minimum?: string;
  readonly maximum?: string;
}

/** Returns the conditions for the bounds of a kind, as far as the ontology does not state other ones. */
function rangeConditions(field: Field, type: ScalarType, range: Range | undefined, site: Site): Conditions {
  if (!sqlKind(type.scalar).isWider || !range) return [];
  return (['minimum', 'maximum'] as const).flatMap((side) => {
    const value = range[side];
    return type[side] || value === undefined ? [] : valueBound(field, site, side, { value, inclusive: true });
  });
}

/** Integer datatypes with a range in XML Schema (1.1 part 2, 3.4.19 to 3.4.24), whose column types have a wider one. */
const boundedDatatypes: ReadonlySet<string> = new Set(
  ['unsignedInt', 'unsignedLong'].map((name) => `http://www.w3.org/2001/XMLSchema#${name}`),
);

/** Returns the range that the datatype itself defines, as far as the column type is wider. */
function statedRange({ scalar, datatype = '' }: ScalarType): Range | undefined {
  const { range } = kindOf(scalar);
  if (!range) return undefined;
  switch (scalar) {
    case 'int8':
    case 'uint8':
    case 'uint16':
      return range;
    case 'uint32':
    case 'uint64Text':
      return boundedDatatypes.has(datatype) ? range : { minimum: range.minimum };
    case 'uint64':
      return { minimum: range.minimum };
    default:
      return undefined;
  }
}

/** Returns the condition that intervals are finite. Before PostgreSQL 17, infinite intervals and their literals do not exist. */
function finite({ cardinality }: Field, column: string): Conditions {
  if (cardinality !== 'many') return [{ about: 'type', sql: `isfinite(${column})` }];
  return [{ about: 'type', sql: `NOT ${column}::TEXT[] && ARRAY['infinity', '-infinity']` }];
}

function valueBound(field: Field, site: Site, side: 'minimum' | 'maximum', bound: Bound): Conditions {
  const column = site.column(field).sql;
  const { type } = field;
  if (type.kind !== 'scalar') return [];
  const value = sqlValue(type, bound.value);
  if (field.cardinality !== 'many') return [{ about: 'range', expression: column, side, bound: { ...bound, value } }];
  const sign = `${side === 'minimum' ? '<' : '>'}${bound.inclusive ? '=' : ''}`;
  return [{ about: 'range', sql: `${value} ${sign} ALL (${column})` }];
}

function countBound(
  about: ConditionOrBound['about'],
  expression: string,
  side: 'minimum' | 'maximum',
  length: number,
): Conditions {
  return [{ about, expression, side, bound: { value: String(length), inclusive: true } }];
}

function lengthBound(field: Field, site: Site, side: 'minimum' | 'maximum', length: number): Conditions {
  const column = site.column(field).sql;
  if (field.cardinality !== 'many') return countBound('length', `char_length(${column})`, side, length);
  return [{ about: 'length', sql: `${length} ${side === 'minimum' ? '<=' : '>='} ALL (${site.functions.lengths(column)})` }];
}

function patternCondition(field: Field, site: Site, source: string): string {
  const column = site.column(field).sql;
  return field.cardinality === 'many' ? site.functions.eachMatches(column, source) : `${column} ~ ${literal(source)}`;
}

function membershipCondition(field: Field, site: Site, values: readonly string[]): string {
  const { type } = field;
  const column = site.column(field).sql;
  if (type.kind === 'id' || type.kind === 'reference') return 'TRUE';
  if (field.cardinality === 'many') return `${column} <@ ${arrayValue(type, values)}`;
  return `${column} IN (${values.map((value) => sqlValue(type, value)).join(', ')})`;
}

function constantCondition(field: Field, site: Site, value: string): string {
  const { type } = field;
  const column = site.column(field).sql;
  if (type.kind === 'id' || type.kind === 'reference') return 'TRUE';
  return field.cardinality === 'many' ? `${column} <@ ${arrayValue(type, [value])}` : `${column} = ${sqlValue(type, value)}`;
}

function uniqueAnswer({ type, cardinality, refines }: Field): Answer<'unique', Site, Conditions> {
  if (cardinality === 'many' && type.kind !== 'reference') {
    return nothing('a unique index compares whole lists, not their values');
  }
  return refines && !refines.unique ? nothing('an index of the superclass would bind all its rows') : declared;
}

function defaultAnswer({ type, refines, ...field }: Field): Answer<'default', Site, Conditions> {
  if (type.kind === 'id' || type.kind === 'reference') return missingRows;
  return refines && field.default !== refines.default && !field.discriminator
    ? nothing('the column belongs to the superclass, whose rows have another default or none')
    : declared;
}

function disjointAnswer({ class: cls, other }: Demand<'disjoint'>): Answer<'disjoint', Site, Conditions> {
  const commonRows = commonRowsOf(cls, other);
  switch (commonRows.kind) {
    case 'superclass':
      // The row of the superclass states one class, and all rows of the instance agree with it.
      if (discriminatorOf(cls)) return declared;
      return enforced((site) => [{ about: 'not', sql: `NOT ${site.hasRow(other)}` }]);
    case 'subclass':
      return nothing(`${commonRows.class.name} belongs to both`);
    case 'nowhere':
      return { achieves: 'approximated', how: 'each is a table with its own ids' };
    default:
      return commonRows satisfies never;
  }
}

/** Returns the reference to a column in the definition of its own table. */
export function ownColumn(name: string): ColumnReference {
  return { sql: identifier(name), id: 'id' };
}
