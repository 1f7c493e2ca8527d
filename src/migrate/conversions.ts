import type { ColumnState } from '../targets/sql-schema/index.ts';

/**
 * Returns an SQL expression that converts a column: `n` from INTEGER to TEXT → `n::TEXT`. A value that the new type does not
 * have makes the statement fail, except for text that becomes a reference: null, if it does not name a row.
 */
export function conversionExpression(column: string, from: StoredType, to: StoredType): string {
  const [oldType, newType] = [parseListType(from.type), parseListType(to.type)];
  const encoding = [from, to].some(({ alternative }) => alternative === 'hex') ? 'hex' : 'base64';
  const convert = (value: string) => convertValue(value, oldType.type, newType.type, encoding);
  if (oldType.isList && newType.isList) {
    if (oldType.type === newType.type) return column;
    const itemExpression = convert('_item');
    if (['_item', `_item::${newType.type}`, `_item::TEXT::${newType.type}`].includes(itemExpression))
      return `${column}::TEXT[]::${to.type}`;
    return `CASE WHEN ${column} IS NOT NULL THEN ARRAY(SELECT ${itemExpression} FROM unnest(${column}) AS _item) END`;
  }
  if (newType.isList) return `CASE WHEN ${column} IS NULL THEN '{}' ELSE ARRAY[${convert(column)}] END`;
  return convert(oldType.isList ? `${column}[1]` : column);
}

/** The SQL type of a column, and the kind of its values. */
export type StoredType = Pick<ColumnState, 'type' | 'alternative'>;

/** The encoding of binary values in JSON. */
type Encoding = 'base64' | 'hex';

/** Splits an array type: `TEXT[]` → TEXT, a list. */
function parseListType(type: string): { readonly type: string; readonly isList: boolean } {
  return type.endsWith('[]') ? { type: type.slice(0, -2), isList: true } : { type, isList: false };
}

const isText = (type: string): boolean => type === 'TEXT' || type.startsWith('VARCHAR');
const integerTypes = ['SMALLINT', 'INTEGER', 'BIGINT', 'NUMERIC(20)'];
/** `includesValues` uses the order. NUMERIC holds all digits of all types except the last two. */
const numericTypes = new Set([...integerTypes, 'NUMERIC', 'REAL', 'DOUBLE PRECISION']);

const inexactTypes = new Set(['REAL', 'DOUBLE PRECISION']);

/** Start of the IRI of a row that has a UUID and no other name (RFC 9562, section 7). */
const URN = 'urn:uuid:';

/** Returns the IRI of a row with a UUID, or the UUID of the row that an IRI names: null if it does not name one. */
function convertReference(value: string, from: string, to: string, encoding: Encoding): string {
  if (from === 'UUID') return convertValue(`('${URN}' || ${value})`, 'TEXT', to, encoding);
  const iri = from === 'JSONB' ? `(${value} #>> '{}')` : value;
  return `CASE WHEN ${iri} ~* '^${URN}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN substr(${iri}, ${URN.length + 1})::UUID END`;
}

/** Conversions between moments. Dates are those of UTC, not of the time zone of the session. */
const momentConversions: ReadonlyMap<string, (value: string) => string> = new Map([
  ['DATE TIMESTAMPTZ', (value) => `${value}::TIMESTAMP AT TIME ZONE 'UTC'`],
  ['TIMESTAMPTZ DATE', (value) => `(${value} AT TIME ZONE 'UTC')::DATE`],
  ['TIMESTAMPTZ TIME', (value) => `(${value} AT TIME ZONE 'UTC')::TIME`],
]);

const NO_INTERVAL = "INTERVAL '0'";

/** Returns the settings on which conversions in the statements of a script depend. */
export function conversionSettings(statements: readonly string[]): readonly string[] {
  const isUsed = (expression: string) => statements.some((each) => each.includes(expression));
  return [
    ...(isUsed(NO_INTERVAL) ? ["SET LOCAL intervalstyle = 'iso_8601';"] : []),
    // A text without an offset is a time in UTC.
    ...(isUsed('::TIMESTAMPTZ') ? ["SET LOCAL timezone = 'UTC';"] : []),
  ];
}

/** Returns the text that a value has in JSON, where PostgreSQL's own text differs from it; undefined for other types. */
function jsonText(value: string, from: string, encoding: Encoding): string | undefined {
  if (from === 'TIMESTAMPTZ') return `(to_json(${value} AT TIME ZONE 'UTC') #>> '{}') || 'Z'`;
  if (from === 'DATE') return `(to_json(${value}) #>> '{}')`;
  // In ISO style, each number of a negative interval has a sign.
  if (from === 'INTERVAL')
    return `(CASE WHEN ${value} < ${NO_INTERVAL} THEN '-' ELSE '' END || replace(${value}::TEXT, '-', ''))`;
  if (from !== 'BYTEA') return undefined;
  return encoding === 'hex' ? `upper(encode(${value}, 'hex'))` : `replace(encode(${value}, 'base64'), chr(10), '')`;
}

/** Returns a value of a union, which stores it as JSON. Decimals are strings there. */
function unionValue(value: string, from: string, encoding: Encoding): string {
  return `to_jsonb(${from.startsWith('NUMERIC') ? `${value}::TEXT` : (jsonText(value, from, encoding) ?? value)})`;
}

function convertValue(value: string, from: string, to: string, encoding: Encoding): string {
  if (from === to) return value;
  if ([from, to].includes('UUID')) return convertReference(value, from, to, encoding);
  if (to === 'JSONB') return unionValue(value, from, encoding);
  if (to === 'BYTEA') return `decode(${from === 'JSONB' ? `${value} #>> '{}'` : value}, '${encoding}')`;
  if (to === 'NUMERIC(20)' && !integerTypes.includes(from))
    return integerExpression(from === 'JSONB' ? `(${value} #>> '{}')` : value);
  // Assignment to VARCHAR(n) rejects longer texts; a cast would cut them.
  if (from === 'JSONB') return `(${value} #>> '{}')${isText(to) ? '' : `::${to}`}`;
  if (numericTypes.has(from) && numericTypes.has(to)) return convertNumber(value, from, to);
  return convertOther(value, from, to, encoding);
}

/** Converts between moments, and to and from texts. */
function convertOther(value: string, from: string, to: string, encoding: Encoding): string {
  // A cast to a shorter type would cut the text. Without it, the statement fails.
  if (isText(from) && isText(to)) return value;
  const convertMoment = momentConversions.get(`${from} ${to}`);
  if (convertMoment) return convertMoment(value);
  const text = isText(to) ? jsonText(value, from, encoding) : undefined;
  if (text !== undefined) return text;
  if (to === 'INTERVAL') return `CASE WHEN ${value} LIKE '-P%' THEN -substr(${value}, 2)::INTERVAL ELSE ${value}::INTERVAL END`;
  return isText(from) || isText(to) ? `${value}::${to}` : `${value}::TEXT::${to}`;
}

/** Returns a number without a fraction. PostgreSQL would round a fraction; the cast of its text to BIGINT fails instead. */
function integerExpression(value: string): string {
  const number = `${value}::TEXT::NUMERIC`;
  return `CASE WHEN ${number} % 1 = 0 THEN ${number}::NUMERIC(20) ELSE ${value}::TEXT::BIGINT END`;
}

function convertNumber(value: string, from: string, to: string): string {
  // A cast between integers fails if the value is out of range.
  if (integerTypes.includes(from) && integerTypes.includes(to)) return `${value}::${to}`;
  // A cast of an inexact number keeps 6 or 15 digits; its text has all digits that distinguish it from other numbers.
  const exact = inexactTypes.has(from) ? `${value}::TEXT` : value;
  // Text with a fraction cannot be cast to an integer type, so the statement fails; a cast of the number would round it.
  if (integerTypes.includes(to)) return `trim_scale(${exact}::NUMERIC)::TEXT::${to}`;
  return `${exact}::${to}`;
}

/** Returns whether some values of a type can be converted to another one. A duration is not a number, although it can be cast. */
export function isConvertible(from: StoredType, to: StoredType): boolean {
  const [oldType, newType] = [parseListType(from.type).type, parseListType(to.type).type];
  if (areDisjoint(from, to)) return false;
  if (oldType === newType || [oldType, newType].some((type) => type === 'JSONB' || isText(type))) return true;
  if (numericTypes.has(oldType)) return numericTypes.has(newType) || newType === 'BOOLEAN';
  return momentConversions.has(`${oldType} ${newType}`);
}

/** Returns whether another type may lack a value, so that the statement fails. */
export function mayFail(from: string, to: string): boolean {
  const [oldType, newType] = [parseListType(from), parseListType(to)];
  if (isText(oldType.type) && isText(newType.type))
    return maxLengthOf(oldType.type) > maxLengthOf(newType.type) && !oldType.isList && !newType.isList;
  if (
    oldType.type === newType.type ||
    isText(newType.type) ||
    [oldType.type, newType.type].includes('UUID') ||
    newType.type === 'JSONB'
  )
    return false;
  if (numericTypes.has(oldType.type) && numericTypes.has(newType.type)) return !includesValues(newType.type, oldType.type);
  return isText(oldType.type) || oldType.type === 'JSONB' || newType.type === 'BOOLEAN';
}

const maxLengthOf = (type: string): number => Number(/\((\d+)\)/.exec(type)?.[1] ?? Number.POSITIVE_INFINITY);

/** Returns whether a numeric type has a value for each value of another one, perhaps with fewer digits. */
function includesValues(type: string, other: string): boolean {
  if (inexactTypes.has(other)) return type === 'DOUBLE PRECISION';
  const order = [...numericTypes];
  return inexactTypes.has(type) ? other !== 'NUMERIC' : order.indexOf(type) >= order.indexOf(other);
}

/** Returns whether no value becomes null: each is converted, or makes the statement fail. */
export function keepsEveryValue(from: string, to: string): boolean {
  const [oldType, newType] = [parseListType(from), parseListType(to)];
  // The first item of an empty list is null.
  return (newType.type !== 'UUID' || oldType.type === 'UUID') && (!oldType.isList || newType.isList);
}

const dateParts = new Set<unknown>(['gYear', 'gYearMonth', 'gMonthDay', 'gDay', 'gMonth']);
const otherDisjointKinds = new Set<unknown>(['dateTime', 'date', 'time', 'duration', 'boolean']);

/** Returns whether no value of one kind is also one of the other kind, such as a date as `xsd:gYear`, which is text in SQL. */
export function areDisjoint({ alternative: from }: StoredType, { alternative: to }: StoredType): boolean {
  const isDisjointKind = (kind: unknown) => dateParts.has(kind) || otherDisjointKinds.has(kind);
  return from !== to && (dateParts.has(from) || dateParts.has(to)) && isDisjointKind(from) && isDisjointKind(to);
}

/** Returns whether values may lose information without an error, or cannot be converted: then the old column is kept. */
export function isLossy(from: StoredType, to: StoredType): boolean {
  const [oldType, newType] = [parseListType(from.type), parseListType(to.type)];
  if ((oldType.isList && !newType.isList) || !isConvertible(from, to)) return true;
  if (oldType.type === newType.type) return false;
  // Several texts can have one value, and only some numbers are booleans.
  if (oldType.type === 'JSONB' || (isText(oldType.type) && !isText(newType.type) && newType.type !== 'JSONB')) return true;
  if (numericTypes.has(oldType.type) && newType.type === 'BOOLEAN') return true;
  if (oldType.type === 'TIMESTAMPTZ') return momentConversions.has(`${oldType.type} ${newType.type}`);
  return numericTypes.has(oldType.type) && exactlyHeldTypes.get(newType.type)?.includes(oldType.type) === false;
}

/** The types whose values an inexact type holds without rounding. */
const exactlyHeldTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['REAL', ['SMALLINT']],
  ['DOUBLE PRECISION', ['SMALLINT', 'INTEGER', 'REAL']],
]);
