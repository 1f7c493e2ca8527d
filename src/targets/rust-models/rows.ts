/**
 * Prints how sqlx reads rows of PostgreSQL into structs: a derived `FromRow` with attributes of members, or an implementation if
 * a column needs a conversion that sqlx does not have, such as from `BYTEA` to a hexadecimal string.
 */

import type { DomainClass, ScalarKind } from '../../model/index.ts';
import type { OptionSpec } from '../target.ts';
import type { Lines } from '../text/index.ts';
import type { HelperCode } from './helper-code.ts';
import { rustKind } from './kinds.ts';
import { attribute, skipFormatting } from './layout.ts';
import { typeName } from './names.ts';
import type { RustMember } from './rust-member.ts';
import type { Scope } from './scope.ts';
import { stringLiteral } from './tokens.ts';

/** The column types of integers that PostgreSQL does not have. */
const integers: Readonly<Partial<Record<ScalarKind, string>>> = {
  int8: 'i16',
  uint8: 'i16',
  uint16: 'i32',
  uint32: 'i64',
  uint64: 'i64',
  uint64Text: 'sqlx::types::Decimal',
};

/** Returns the Rust type of the column of an integer type that PostgreSQL does not have. */
export function columnInteger(scalar: ScalarKind): string | undefined {
  return integers[scalar];
}

/** The conversions of columns whose values are strings in Rust. */
const stringConversions: Readonly<Partial<Record<ScalarKind, { readonly helper: string; readonly closure: string }>>> = {
  duration: {
    helper: 'interval_text',
    closure: '|value: sqlx::postgres::types::PgInterval| super::rows::interval_text(&value)',
  },
  hex: { helper: 'hex_text', closure: '|value: Vec<u8>| Ok(super::rows::hex_text(&value))' },
  base64: { helper: 'base64_text', closure: '|value: Vec<u8>| Ok(super::rows::base64_text(&value))' },
};

/** Returns the conversion of a column as a closure; undefined if sqlx reads the member's type. */
function conversionClosure({ field: { type } }: RustMember, scope: Scope, helpers: HelperCode): string | undefined {
  if (type.kind === 'union') return `|value: sqlx::types::Json<${scope.model(typeName(type.union))}>| Ok(value.0)`;
  if (type.kind !== 'scalar') return undefined;
  const integer = integers[type.scalar];
  if (integer !== undefined) return `|value: ${integer}| Ok(value.try_into()?)`;
  const conversion = stringConversions[type.scalar];
  if (conversion !== undefined) helpers.usePiece(conversion.helper);
  return conversion?.closure;
}

/** PostgreSQL truncates longer names (https://www.postgresql.org/docs/current/sql-syntax-lexical.html, 4.1.1). */
const longestName = 63;

/** Returns the name of a member's column. */
function columnOf({ field: { name } }: RustMember): string {
  // A character has up to three bytes for each UTF-16 code unit.
  if (name.length * 3 <= longestName) return name;
  return new TextDecoder().decode(new TextEncoder().encode(name).subarray(0, longestName)).replaceAll('\ufffd', '');
}

/** Returns whether a struct derives `FromRow`; otherwise it has an implementation. */
export function derivesFromRow(members: readonly RustMember[]): boolean {
  return members.every(({ field: { type, cardinality } }) => {
    if (type.kind === 'union') return false;
    if (type.kind !== 'scalar' || (integers[type.scalar] === undefined && stringConversions[type.scalar] === undefined))
      return true;
    return cardinality === 'one' && integers[type.scalar] !== undefined && rustKind(type.scalar).conversion === undefined;
  });
}

/** When the code for sqlx is compiled: with the feature `sqlx` of the crate, or always. */
export type SqlxCondition = 'feature' | 'always';

/** The option `sqlx`. */
export const sqlxOption: OptionSpec = {
  type: 'choice',
  values: ['feature', 'always'],
  default: 'feature',
  about: 'when rows of PostgreSQL can be read: if the crate has its feature sqlx, or always',
};

/** Returns the derive attribute of a stored type with the given traits of sqlx and others. */
export function storedDerive(sqlx: SqlxCondition, trait: string, derive: (more: readonly string[]) => Lines): Lines {
  return sqlx === 'always' ? derive([trait]) : [derive([]), `#[cfg_attr(feature = "sqlx", derive(${trait}))]`];
}

/** Returns the attribute of a member that sqlx reads. */
export function sqlxAttribute(sqlx: SqlxCondition, args: readonly string[]): readonly string[] {
  return sqlx === 'always' ? attribute('sqlx', args) : attribute('cfg_attr', ['feature = "sqlx"', `sqlx(${args.join(', ')})`]);
}

/** Returns the attributes of a member for the derived `FromRow`. */
export function rowAttributes(member: RustMember, sqlx: SqlxCondition): readonly string[] {
  const { name, type } = member.field;
  const integer = type.kind === 'scalar' ? integers[type.scalar] : undefined;
  const args: string[] = [];
  if (member.spelling.isRenamed || columnOf(member) !== name) args.push(`rename = ${stringLiteral(columnOf(member))}`);
  if (integer !== undefined) args.push(`try_from = "${integer}"`);
  return args.length === 0 ? [] : sqlxAttribute(sqlx, args);
}

/** Returns the implementation of `FromRow`; undefined if the struct derives it. */
export function rowImplementation(
  cls: DomainClass,
  members: readonly RustMember[],
  scope: Scope,
  { helpers, sqlx }: { readonly helpers: HelperCode; readonly sqlx: SqlxCondition },
): Lines {
  if (derivesFromRow(members)) return undefined;
  const getters = { one: 'read_column', optional: 'read_optional', many: 'read_array' } as const;
  const fields = members.map((member) => {
    const { field, identifier } = member;
    const name = stringLiteral(columnOf(member));
    const conversion = conversionClosure(member, scope, helpers);
    if (conversion === undefined) return `            ${identifier}: row.try_get(${name})?,`;
    const getter = getters[field.cardinality];
    helpers.usePiece(getter);
    return `            ${identifier}: super::rows::${getter}(row, ${name}, ${conversion})?,`;
  });
  const row = 'sqlx::postgres::PgRow';
  return [
    sqlx === 'feature' && '#[cfg(feature = "sqlx")]',
    skipFormatting,
    `impl sqlx::FromRow<'_, ${row}> for ${typeName(cls)} {`,
    `    fn from_row(row: &${row}) -> sqlx::Result<Self> {`,
    '        use sqlx::Row as _;',
    '        Ok(Self {',
    fields,
    '        })',
    '    }',
    '}',
  ];
}
