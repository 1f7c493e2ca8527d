/** Converts the values of a column to another type. */

/**
 * Returns an expression for a value in a column's new type. A value that the new type does not have makes the statement fail,
 * except for text that becomes a reference: null, if it does not name a row.
 */
export function conversionExpression(column: string, from: string, to: string): string {
  const [a, b] = [element(from), element(to)];
  if (a.isList && b.isList) {
    if (a.type === b.type) return column;
    const item = convertValue('_item', a.type, b.type);
    if (['_item', `_item::${b.type}`, `_item::TEXT::${b.type}`].includes(item)) return `${column}::TEXT[]::${to}`;
    return `CASE WHEN ${column} IS NOT NULL THEN ARRAY(SELECT ${item} FROM unnest(${column}) AS _item) END`;
  }
  if (b.isList) return `CASE WHEN ${column} IS NULL THEN '{}' ELSE ARRAY[${convertValue(column, a.type, b.type)}] END`;
  if (a.isList) return convertValue(`${column}[1]`, a.type, b.type);
  return convertValue(column, from, to);
}

function element(type: string): { readonly type: string; readonly isList: boolean } {
  return type.endsWith('[]') ? { type: type.slice(0, -2), isList: true } : { type, isList: false };
}

const isText = (type: string): boolean => type === 'TEXT' || type.startsWith('VARCHAR');
const integers = ['SMALLINT', 'INTEGER', 'BIGINT', 'NUMERIC(20)'];
/** The order is used by `includesValues`. NUMERIC holds all digits of all types except the last two. */
const numbers = new Set([...integers, 'NUMERIC', 'REAL', 'DOUBLE PRECISION']);

const inexact = new Set(['REAL', 'DOUBLE PRECISION']);

/** Start of the IRI of a row that has a UUID and no other name (RFC 9562, section 7). */
const URN = 'urn:uuid:';

/** Returns the IRI of a row with a UUID, or the UUID of the row that an IRI names: null if it does not name one. */
function reference(value: string, from: string, to: string): string {
  if (from === 'UUID') return convertValue(`('${URN}' || ${value})`, 'TEXT', to);
  const iri = from === 'JSONB' ? `(${value} #>> '{}')` : value;
  return `CASE WHEN ${iri} ~* '^${URN}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN substr(${iri}, ${URN.length + 1})::UUID END`;
}

/** Conversions between moments. Dates are those of UTC, not of the time zone of the session. */
const momentConversions: ReadonlyMap<string, (value: string) => string> = new Map([
  ['DATE TIMESTAMPTZ', (value) => `${value}::TIMESTAMP AT TIME ZONE 'UTC'`],
  ['TIMESTAMPTZ DATE', (value) => `(${value} AT TIME ZONE 'UTC')::DATE`],
  ['TIMESTAMPTZ TIME', (value) => `(${value} AT TIME ZONE 'UTC')::TIME`],
]);

function convertValue(value: string, from: string, to: string): string {
  if (from === to) return value;
  if ([from, to].includes('UUID')) return reference(value, from, to);
  // A union stores each value as JSON.
  if (to === 'JSONB') return `to_jsonb(${value})`;
  if (to === 'NUMERIC(20)' && !integers.includes(from)) return wholeNumber(from === 'JSONB' ? `(${value} #>> '{}')` : value);
  if (from === 'JSONB') return `(${value} #>> '{}')::${to}`;
  if (numbers.has(from) && numbers.has(to)) return convertNumber(value, from, to);
  // A cast to a shorter type would cut the text. Without it, the statement fails.
  if (isText(from) && isText(to)) return value;
  const convertMoment = momentConversions.get(`${from} ${to}`);
  if (convertMoment) return convertMoment(value);
  return isText(from) || isText(to) ? `${value}::${to}` : `${value}::TEXT::${to}`;
}

/** Returns a number without a fraction. PostgreSQL would round a fraction; the cast of its text to BIGINT fails instead. */
function wholeNumber(value: string): string {
  const number = `${value}::TEXT::NUMERIC`;
  return `CASE WHEN ${number} % 1 = 0 THEN ${number}::NUMERIC(20) ELSE ${value}::TEXT::BIGINT END`;
}

function convertNumber(value: string, from: string, to: string): string {
  // A cast between integers fails if the value is out of range.
  if (integers.includes(from) && integers.includes(to)) return `${value}::${to}`;
  // A cast of an inexact number keeps 6 or 15 digits; its text has all digits that distinguish it from other numbers.
  const exact = inexact.has(from) ? `${value}::TEXT` : value;
  // Text with a fraction cannot be cast to an integer type, so the statement fails; a cast of the number would round it.
  if (integers.includes(to)) return `trim_scale(${exact}::NUMERIC)::TEXT::${to}`;
  return to === 'NUMERIC' ? `${exact}::NUMERIC` : `${value}::${to}`;
}

/** Returns whether values of a type can have a meaning in another one. A duration is not a number, although it can be cast. */
export function isConvertible(from: string, to: string): boolean {
  const [a, b] = [element(from).type, element(to).type];
  if (a === b || [a, b].some((type) => type === 'JSONB' || isText(type))) return true;
  if (numbers.has(a)) return numbers.has(b) || b === 'BOOLEAN';
  return momentConversions.has(`${a} ${b}`);
}

/** Returns whether a value may have no meaning in another type, so that the statement fails. */
export function mayFail(from: string, to: string): boolean {
  const [a, b] = [element(from), element(to)];
  const isShortened = isText(a.type) && b.type.startsWith('VARCHAR') && charactersOf(a.type) > charactersOf(b.type);
  if (isText(a.type) && isText(b.type)) return isShortened && !a.isList && !b.isList;
  if (a.type === b.type || isText(b.type) || [a.type, b.type].includes('UUID') || b.type === 'JSONB') return false;
  if (numbers.has(a.type) && numbers.has(b.type)) return !includesValues(b.type, a.type);
  return isText(a.type) || a.type === 'JSONB' || b.type === 'BOOLEAN';
}

const charactersOf = (type: string): number => Number(/\((\d+)\)/.exec(type)?.[1] ?? Number.POSITIVE_INFINITY);

/** Returns whether a numeric type has a value for each value of another one, perhaps with fewer digits. */
function includesValues(type: string, other: string): boolean {
  if (inexact.has(other)) return type === 'DOUBLE PRECISION';
  const order = [...numbers];
  return inexact.has(type) ? other !== 'NUMERIC' : order.indexOf(type) >= order.indexOf(other);
}

/** Returns whether each value has one in the new type or makes the statement fail, so that none becomes null. */
export function isTotal(from: string, to: string): boolean {
  const [a, b] = [element(from), element(to)];
  // The first item of an empty list is null.
  return (b.type !== 'UUID' || a.type === 'UUID') && (!a.isList || b.isList);
}

/** Returns whether values may lose information without an error, or cannot be converted: then the old column is kept. */
export function isLossy(from: string, to: string): boolean {
  const [a, b] = [element(from), element(to)];
  if ((a.isList && !b.isList) || !isConvertible(from, to)) return true;
  if (a.type === b.type) return false;
  // Several texts can have one value, and only some numbers are booleans.
  if (a.type === 'JSONB' || (isText(a.type) && !isText(b.type) && b.type !== 'JSONB')) return true;
  if (numbers.has(a.type) && b.type === 'BOOLEAN') return true;
  if (a.type === 'TIMESTAMPTZ') return momentConversions.has(`${a.type} ${b.type}`);
  return numbers.has(a.type) && exactTypes.get(b.type)?.includes(a.type) === false;
}

/** The types whose values an inexact type holds without rounding. */
const exactTypes: ReadonlyMap<string, readonly string[]> = new Map([
  ['REAL', ['SMALLINT']],
  ['DOUBLE PRECISION', ['SMALLINT', 'INTEGER', 'REAL']],
]);
