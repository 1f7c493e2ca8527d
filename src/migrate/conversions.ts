/** The values of a column in another type. */

/**
 * An expression for what a value is in a column's new type; values that have none there make the statement fail, but for texts
 * that become references: one that names no row is none.
 */
export function conversion(column: string, from: string, to: string): string {
  const [a, b] = [element(from), element(to)];
  if (a.isList && b.isList) {
    if (a.type === b.type) return column;
    const item = single('_item', a.type, b.type);
    if (['_item', `_item::${b.type}`, `_item::TEXT::${b.type}`].includes(item)) return `${column}::TEXT[]::${to}`;
    return `CASE WHEN ${column} IS NOT NULL THEN ARRAY(SELECT ${item} FROM unnest(${column}) AS _item) END`;
  }
  if (b.isList) return `CASE WHEN ${column} IS NULL THEN '{}' ELSE ARRAY[${single(column, a.type, b.type)}] END`;
  if (a.isList) return single(`${column}[1]`, a.type, b.type);
  return single(column, from, to);
}

function element(type: string): { readonly type: string; readonly isList: boolean } {
  return type.endsWith('[]') ? { type: type.slice(0, -2), isList: true } : { type, isList: false };
}

const isText = (type: string): boolean => type === 'TEXT' || type.startsWith('VARCHAR');
const integers = ['SMALLINT', 'INTEGER', 'BIGINT', 'NUMERIC(20)'];
/** Numbers that hold more come later; NUMERIC holds all digits of all but the last two. */
const numbers = new Set(['SMALLINT', 'INTEGER', 'BIGINT', 'NUMERIC', 'NUMERIC(20)', 'REAL', 'DOUBLE PRECISION']);

const inexact = new Set(['REAL', 'DOUBLE PRECISION']);

/** The IRI of what has a UUID and no other name (RFC 9562, section 7). */
const URN = 'urn:uuid:';

/** The IRI of a row, as a reference to what has no table is one; or the row that an IRI names, null if it names none. */
function reference(value: string, from: string, to: string): string {
  if (from === 'UUID') return single(`('${URN}' || ${value})`, 'TEXT', to);
  const iri = from === 'JSONB' ? `(${value} #>> '{}')` : value;
  return `CASE WHEN ${iri} ~* '^${URN}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN substr(${iri}, ${URN.length + 1})::UUID END`;
}

function single(value: string, from: string, to: string): string {
  if (from === to) return value;
  if ([from, to].includes('UUID')) return reference(value, from, to);
  // A union keeps each value as JSON.
  if (to === 'JSONB') return `to_jsonb(${value})`;
  if (from === 'JSONB') return `(${value} #>> '{}')::${to}`;
  if (numbers.has(from) && numbers.has(to)) return ofNumber(value, from, to);
  // A number of characters is no reason to cut a text: it is a condition that fails.
  if (isText(from) && isText(to)) return value;
  // A day begins when it does so everywhere, not where the session is.
  if (from === 'DATE' && to === 'TIMESTAMPTZ') return `${value}::TIMESTAMP AT TIME ZONE 'UTC'`;
  if (from === 'TIMESTAMPTZ' && (to === 'DATE' || to === 'TIME')) return `(${value} AT TIME ZONE 'UTC')::${to}`;
  return isText(from) || isText(to) ? `${value}::${to}` : `${value}::TEXT::${to}`;
}

function ofNumber(value: string, from: string, to: string): string {
  // A cast between integers fails where a value has no room.
  if (integers.includes(from) && integers.includes(to)) return `${value}::${to}`;
  // A cast of an inexact number keeps 6 or 15 digits of it, its text all that tell it from others.
  const exact = inexact.has(from) ? `${value}::TEXT` : value;
  // A number that is none of the new type makes the statement fail; a cast would round it.
  if (integers.includes(to)) return `trim_scale(${exact}::NUMERIC)::TEXT::${to}`;
  return to === 'NUMERIC' ? `${exact}::NUMERIC` : `${value}::${to}`;
}

/** Whether values of a type may have a meaning in another one. A duration is no number, whatever a cast makes of it. */
export function isConvertible(from: string, to: string): boolean {
  const [a, b] = [element(from).type, element(to).type];
  if (a === b || [a, b].some((type) => type === 'JSONB' || isText(type))) return true;
  if (numbers.has(a)) return numbers.has(b) || b === 'BOOLEAN';
  return (a === 'TIMESTAMPTZ' && (b === 'DATE' || b === 'TIME')) || (a === 'DATE' && b === 'TIMESTAMPTZ');
}

/** Whether a value may have no meaning in another type, so that a statement stops at it. */
export function mayFail(from: string, to: string): boolean {
  const [a, b] = [element(from), element(to)];
  const isShortened = isText(a.type) && b.type.startsWith('VARCHAR') && charactersOf(a.type) > charactersOf(b.type);
  if (isText(a.type) && isText(b.type)) return isShortened && !a.isList && !b.isList;
  if (a.type === b.type || isText(b.type) || [a.type, b.type].includes('UUID') || b.type === 'JSONB') return false;
  if (numbers.has(a.type) && numbers.has(b.type)) return !holds(b.type, a.type);
  return isText(a.type) || a.type === 'JSONB' || b.type === 'BOOLEAN';
}

const charactersOf = (type: string): number => Number(/\((\d+)\)/.exec(type)?.[1] ?? Number.POSITIVE_INFINITY);

/** Whether a type of numbers has a value for each of another one, if not all its digits. */
function holds(type: string, other: string): boolean {
  if (inexact.has(other)) return type === 'DOUBLE PRECISION';
  const order = [...numbers];
  return inexact.has(type) ? other !== 'NUMERIC' : order.indexOf(type) >= order.indexOf(other);
}

/** Whether each value has one in a new type, or makes the statement fail. */
export function isTotal(from: string, to: string): boolean {
  const [a, b] = [element(from), element(to)];
  // The first value of an empty list is none.
  return (b.type !== 'UUID' || a.type === 'UUID') && (!a.isList || b.isList);
}

/** Whether values may lose something in a new type without any error, or have no place in it: then the old ones are kept beside. */
export function isLossy(from: string, to: string): boolean {
  const [a, b] = [element(from), element(to)];
  if ((a.isList && !b.isList) || !isConvertible(from, to)) return true;
  if (a.type === b.type) return false;
  // What was written in one way of several, and a flag that only some numbers are.
  if (a.type === 'JSONB' || (isText(a.type) && !isText(b.type) && b.type !== 'JSONB')) return true;
  if (numbers.has(a.type) && b.type === 'BOOLEAN') return true;
  if (a.type === 'TIMESTAMPTZ') return b.type === 'DATE' || b.type === 'TIME';
  if (b.type === 'REAL') return numbers.has(a.type) && a.type !== 'SMALLINT';
  return (
    b.type === 'DOUBLE PRECISION' && numbers.has(a.type) && !inexact.has(a.type) && a.type !== 'SMALLINT' && a.type !== 'INTEGER'
  );
}
