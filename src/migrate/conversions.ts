/** The values of a column in another type. */

/** An expression for what a value is in a column's new type; values that have none there make the statement fail. */
export function conversion(column: string, from: string, to: string): string {
  const [a, b] = [element(from), element(to)];
  if (a.isList && b.isList) return a.type === b.type ? column : `${column}::TEXT[]::${to}`;
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

function single(value: string, from: string, to: string): string {
  if (from === to) return value;
  // A union keeps each value as JSON.
  if (to === 'JSONB') return `to_jsonb(${value})`;
  if (from === 'JSONB') return `(${value} #>> '{}')::${to}`;
  // A number that is none of the new type makes the statement fail; a cast would round it.
  if (numbers.has(from) && integers.includes(to)) return `trim_scale(${value}::NUMERIC)::TEXT::${to}`;
  if (numbers.has(from) && numbers.has(to)) return `${value}::${to}`;
  // A number of characters is no reason to cut a text: it is a condition that fails.
  if (isText(from) && isText(to)) return value;
  return isText(from) || isText(to) ? `${value}::${to}` : `${value}::TEXT::${to}`;
}

const inexact = new Set(['REAL', 'DOUBLE PRECISION']);

/** Whether values may lose something in a new type without any error: then the old ones are kept beside. */
export function isLossy(from: string, to: string): boolean {
  const [a, b] = [element(from), element(to)];
  if (a.isList && !b.isList) return true;
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
