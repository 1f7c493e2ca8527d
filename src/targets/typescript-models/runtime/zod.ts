// Pieces of the runtime for zod. They replace the pieces of schema.ts with the same names.
import * as z from 'zod';

// --- Check
type Check = z.core.CheckFn<unknown>;

// --- rule
/** Returns a check for a predicate. */
function rule(
  accepts: (value: never) => boolean,
  code: string,
  params: Readonly<Record<string, unknown>>,
  message: string,
): Check {
  return ({ value, issues }) => {
    if (accepts(value as never)) return;
    issues.push({ code: 'custom', input: value, params: { ...params, code }, message });
  };
}

// --- choice
function choice(values: readonly unknown[]): string {
  return `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
}

// --- among
/** Accepts the listed values in any lexical form: values with the same key are equal. */
export function among<T extends string | number>(
  schema: z.ZodType<T>,
  keyOf: (value: T) => unknown,
  ...values: readonly T[]
): z.ZodType<T> {
  const allowed = new Set(values.map(keyOf));
  const isAllowed = (value: T): boolean => allowed.has(keyOf(value));
  return schema.check(rule(isAllowed, 'values', { values }, choice(values)));
}

// --- contains
/** Requires a list to contain a value, in any of its lexical forms. */
export function contains(
  value: string | number | boolean,
  spellings: z.ZodType = z.literal(value),
): Check {
  const accepts = (values: readonly unknown[]): boolean =>
    values.some((one) => spellings.safeParse(one).success);
  return rule(accepts, 'contains', { value }, `must contain ${JSON.stringify(value)}`);
}

// --- notItself
/** Rejects references of an object to itself. */
export function notItself(field: string): Check {
  const accepts = (object: object): boolean => {
    const id = sameId(memberOf(object, 'id'));
    return (
      id === undefined || ![memberOf(object, field)].flat().some((value) => sameId(value) === id)
    );
  };
  return rule(accepts, 'irreflexive', { field }, `${field} must not be the id of the object`);
}

// --- inOrder
/** Compares the values of two fields, if both have a valid one. */
export function inOrder<T extends string | number>(
  lesser: string,
  relation: '<' | '<=',
  greater: string,
  schema: z.ZodType<T>,
  keyOf: (value: T) => Key = (value) => value,
): Check {
  const message = `must be ${relation === '<' ? 'less than' : 'at most'} ${greater}`;
  return ({ value, issues }) => {
    const [low, high] = [lesser, greater].map(
      (name) => schema.safeParse(memberOf(value, name)).data,
    );
    if (low === undefined || high === undefined) return;
    const [lowKey, highKey] = [keyOf(low), keyOf(high)];
    if (lowKey < highKey || (relation === '<=' && lowKey === highKey)) return;
    const params = { lesser, relation, greater, code: 'comparison' };
    issues.push({ code: 'custom', input: low, path: [lesser], params, message });
  };
}

// --- page
export function page<T extends z.ZodType>(
  items: T,
): z.ZodObject<{ total: z.ZodInt; limit: z.ZodInt; offset: z.ZodInt; items: z.ZodArray<T> }> {
  const integer = z.int().nonnegative();
  return z.object({ total: integer, limit: integer, offset: integer, items: z.array(items) });
}

// --- anyOf
/** Validates objects of several types. A member with the name of the type selects the schema. */
export function anyOf<Name extends string, T extends Readonly<Record<string, z.ZodObject>>>(
  discriminator: Name,
  schemas: () => T,
): z.ZodType<{ [Kind in keyof T]: z.output<T[Kind]> & Record<Name, Kind> }[keyof T]> {
  const all: z.ZodType = z.lazy(() => {
    const one = ([name, schema]: [string, z.ZodObject]): z.ZodObject =>
      schema.safeExtend({ [discriminator]: z.literal(name) });
    const [first, ...others] = Object.entries(schemas()).map(one);
    return first === undefined
      ? z.never()
      : z.discriminatedUnion(discriminator, [first, ...others]);
  });
  return all as ReturnType<typeof anyOf<Name, T>>;
}

// --- kind
/** Returns a schema for strings that pass a test. */
function kind(expected: string, accepts: (value: string) => boolean): z.ZodString {
  return z.string().refine(accepts, { error: `must be ${expected}` });
}

// --- texts
/** Returns a schema for strings of a format. */
function texts(
  expected: string,
  form: RegExp,
  accepts: (value: string) => boolean = () => true,
): z.ZodString {
  const error = `must be ${expected}`;
  return z.string().regex(form, { error, abort: true }).refine(accepts, { error });
}

// --- repeating
/** Returns a schema for strings that repeat a format. Matches them in parts, because engines fail on long strings. */
function repeating(expected: string, form: RegExp, period: number): z.ZodString {
  const size = 1000 * period;
  return kind(expected, (value) => {
    for (let i = 0; i === 0 || i < value.length; i += size) {
      if (!form.test(value.slice(i, i + size + period))) return false;
    }
    return true;
  });
}

// --- end
declare function memberOf(value: unknown, name: string): unknown;
type Key = string | number | bigint;
declare function sameId(id: unknown): string | undefined;
export const used = [texts, repeating];
