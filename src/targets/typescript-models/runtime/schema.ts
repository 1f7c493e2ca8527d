// The runtime of the schemas. The generated file contains only the pieces that the model uses. Each piece begins with a line
// that contains its name.

// --- Violation
/** A constraint that a value violates. */
export interface Violation {
  /** The path of the value as a JSON Pointer (RFC 6901), such as `/tags/3`; empty for the root. */
  readonly path: string;
  /** The kind of constraint, such as `max-length`. */
  readonly code: string;
  /** The parameters of the message, for translations: `{ length: 200 }`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The requirement, such as `must be at most 200 characters long`. */
  readonly message: string;
}

// --- Issue
type Path = readonly (string | number)[];

/** A violation whose path is a list of keys, as in Standard Schema. */
type Issue = Omit<Violation, 'path'> & { readonly path: Path };

// --- ValidationError
/** Thrown by `parse` for an invalid value. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  /** The violations, at most 100. */
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ path, message }) => `${path} ${message}`.trim()).join('; '));
    this.violations = violations;
  }
}

// --- StandardSchema
/** The interface of Standard Schema 1 (standardschema.dev), which many libraries accept. */
export interface StandardSchema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };
    readonly types?: { readonly input: T; readonly output: T } | undefined;
  };
}

// --- Check
/** Returns true for a valid value. Adds all issues to the list, if one is passed. */
type Check = (value: unknown, path: Path, issues?: Issue[]) => boolean;

// --- all
/** Runs checks on a value. Without a list of issues, it stops at the first failure. */
function all(checks: readonly Check[], value: unknown, path: Path, issues?: Issue[]): boolean {
  let isValid = true;
  for (const check of checks) {
    if (!check(value, path, issues)) isValid = false;
    if (!isValid && issues === undefined) break;
  }
  return isValid;
}

// --- rule
/** Returns a check for a predicate. The check adds no issue to a list of 100. */
function rule(
  accepts: (value: never) => boolean,
  code: string,
  params: Violation['params'],
  message: string,
): Check {
  return (value, path, issues) => {
    if (accepts(value as never)) return true;
    if (issues === undefined || issues.length >= 100) return false;
    if (value !== undefined) issues.push({ path, code, params, message });
    else issues.push({ path, code: 'required', params: {}, message: 'is required' });
    return false;
  };
}

// --- Schema
/** Validates values of a type. */
export interface Schema<T> extends StandardSchema<T> {
  /** True if the value is valid. */
  readonly is: (value: unknown) => value is T;
  /** Returns the value if it is valid; throws a {@link ValidationError} otherwise. */
  readonly parse: (value: unknown) => T;
  /** Returns the violations of a value. */
  readonly validate: (value: unknown) => Violation[];
  readonly check: Check;
}

function schema<T>(check: Check): Schema<T> {
  const is = (value: unknown): value is T => check(value, []);
  const issuesOf = (value: unknown): Issue[] => {
    const issues: Issue[] = [];
    return check(value, [], issues) ? [] : issues;
  };
  const validate = (value: unknown): Violation[] =>
    is(value) ? [] : issuesOf(value).map((issue) => ({ ...issue, path: pointer(issue.path) }));
  const parse = (value: unknown): T => {
    if (is(value)) return value;
    throw new ValidationError(validate(value));
  };
  const standard: StandardSchema<T>['~standard'] = {
    version: 1,
    vendor: 'codegen',
    validate: (value) => (is(value) ? { value } : { issues: issuesOf(value) }),
  };
  return { is, parse, validate, check, '~standard': standard };
}

function pointer(path: Path): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

// --- ObjectSchema
/** The schemas of the members of a type. */
type Fields<T> = { readonly [Name in keyof T]-?: Schema<T[Name] | null | undefined> };

export interface ObjectSchema<T> extends Schema<T> {
  readonly fields: () => Fields<T>;
  /** Constraints on several members. */
  readonly rules: readonly Check[];
}

// --- object
/** Validates objects. Fields that use schemas of other modules need a function, because imports may be cyclic. */
export function object<T>(
  of: NoInfer<Fields<T> | (() => Fields<T>)>,
  ...rules: Check[]
): ObjectSchema<T> {
  let known: Fields<T> | undefined;
  const fields = (): Fields<T> => (known ??= typeof of === 'function' ? of() : of);
  let checks: readonly Check[] | undefined;
  const check: Check = (value, path, issues) => {
    checks ??= [...Object.entries<Schema<unknown>>(fields()).map(member), ...rules];
    return isObject(value, path, issues) && all(checks, value, path, issues);
  };
  return { ...schema<T>(check), fields, rules };
}

function member([name, { check }]: readonly [string, Schema<unknown>]): Check {
  // Names such as `toString` exist on every object: they are read only if own.
  const isInherited = name in Object.prototype;
  return (parent, path, issues) => {
    const isPresent = !isInherited || Object.hasOwn(parent as object, name);
    const value = isPresent ? (parent as Record<string, unknown>)[name] : undefined;
    return check(value, issues ? [...path, name] : path, issues);
  };
}

// --- isObject
const isObject = rule(
  (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'type',
  { type: 'object' },
  'must be an object',
);

// --- memberOf
/** Returns a member. Names such as `toString` exist on every object: they are read only if own. */
function memberOf(value: unknown, name: string): unknown {
  const members = value as Readonly<Record<string, unknown>>;
  return name in Object.prototype && !Object.hasOwn(members, name) ? undefined : members[name];
}

// --- strict
/** Rejects members that the schema does not declare. */
export function strict<T>({ fields, rules }: ObjectSchema<T>): ObjectSchema<T> {
  const other = rule(() => false, 'closed', {}, 'must not be present');
  const hasNoOther: Check = (value, path, issues) => {
    const names = Object.keys(value as object).filter((name) => !Object.hasOwn(fields(), name));
    if (issues) for (const name of names) other(name, [...path, name], issues);
    return names.length === 0;
  };
  return object(fields, ...rules, hasNoOther);
}

// --- strictObject
/** Validates objects and rejects members that the fields do not declare. */
export function strictObject<T>(
  of: NoInfer<Fields<T> | (() => Fields<T>)>,
  ...rules: Check[]
): ObjectSchema<T> {
  return strict(object<T>(of, ...rules));
}

// --- omit
export function omit<T, Name extends keyof T>(
  { fields, rules }: ObjectSchema<T>,
  ...names: readonly Name[]
): ObjectSchema<Omit<T, Name>> {
  const isKept = ([name]: readonly [string, unknown]): boolean => !names.includes(name as Name);
  const kept = (): object => Object.fromEntries(Object.entries(fields()).filter(isKept));
  return object(kept as () => Fields<Omit<T, Name>>, ...rules);
}

// --- partial
/** Makes the named members optional; all if none is named. */
export function partial<T, Name extends keyof T = keyof T>(
  { fields, rules }: ObjectSchema<T>,
  ...names: readonly Name[]
): ObjectSchema<Omit<T, Name> & Partial<Pick<T, Name>>> {
  const entry = ([name, field]: readonly [string, unknown]): readonly [string, unknown] => {
    const { check } = field as Schema<unknown>;
    const freed: Check = (value, path, issues) => value === undefined || check(value, path, issues);
    return [name, names.length === 0 || names.includes(name as Name) ? schema(freed) : field];
  };
  const changed = (): object => Object.fromEntries(Object.entries(fields()).map(entry));
  return object(changed as () => Fields<Omit<T, Name> & Partial<Pick<T, Name>>>, ...rules);
}

// --- patch
/** Validates changes (JSON Merge Patch, RFC 7396): all members are optional, others are rejected. */
export function patch<T>(of: ObjectSchema<T>, ...rules: Check[]): ObjectSchema<Partial<T>> {
  return strict(object(partial(of).fields as () => Fields<Partial<T>>, ...rules));
}

// --- page
export function page<T>(
  items: Schema<T>,
): ObjectSchema<{ total: number; limit: number; offset: number; items: T[] }> {
  return object({ total: uint64, limit: uint64, offset: uint64, items: list(items) });
}

// --- anyOf
/** Validates objects of several types. A member with the name of the type selects the schema. */
export function anyOf<T>(
  discriminator: string,
  schemas: () => Readonly<Record<string, Schema<unknown>>>,
): Schema<T> {
  return schema((value, path, issues) => {
    if (!isObject(value, path, issues)) return false;
    const schemasByName = schemas();
    const name = memberOf(value, discriminator);
    if (typeof name === 'string' && Object.hasOwn(schemasByName, name)) {
      return schemasByName[name]?.check(value, path, issues) === true;
    }
    const names = Object.keys(schemasByName);
    return literal(...names).check(name, [...path, discriminator], issues);
  });
}

// --- optional
/** Also accepts null and absent members. */
export function optional<T>({ check }: Schema<T>): Schema<T | null> {
  return schema(
    (value, path, issues) => value === undefined || value === null || check(value, path, issues),
  );
}

// --- none
/** Accepts only null and absent members. */
export const none: Schema<null> = schema(
  rule(
    (value: unknown) => value === undefined || value === null,
    'absent',
    {},
    'must not have a value',
  ),
);

// --- isList
const isList = rule((value) => Array.isArray(value), 'type', { type: 'list' }, 'must be a list');

// --- empty
export const empty: Schema<never[]> = schema(
  rule(
    (value: unknown) => Array.isArray(value) && value.length === 0,
    'absent',
    {},
    'must be an empty list',
  ),
);

// --- list
/** Validates each item by its schema, and the list by the rules. */
export function list<T>(item: Schema<T>, ...rules: Check[]): Schema<T[]> {
  return schema((value, path, issues) => {
    if (!isList(value, path, issues)) return false;
    let isValid = all(rules, value, path, issues);
    for (const [index, element] of (value as unknown[]).entries()) {
      if (!isValid && issues === undefined) break;
      if (!item.check(element, issues ? [...path, index] : path, issues)) isValid = false;
    }
    return isValid;
  });
}

// --- refine
/** Adds rules for values that the schema accepts. */
export function refine<T>({ check }: Schema<T>, ...rules: Check[]): Schema<T> {
  return schema(
    (value, path, issues) => check(value, path, issues) && all(rules, value, path, issues),
  );
}

// --- union
/** Accepts values that at least one of the schemas accepts. */
export function union<T extends readonly Schema<unknown>[]>(
  ...schemas: T
): Schema<T[number] extends Schema<infer Value> ? Value : never> {
  return schema((value, path, issues) => {
    if (schemas.some(({ check }) => check(value, path))) return true;
    if (issues === undefined) return false;
    const messages = schemas.flatMap((each) => each.validate(value).map(({ message }) => message));
    return rule(() => false, 'type', {}, messages.join(', or '))(value, path, issues);
  });
}

// --- literal
/** Accepts only the listed values. */
export function literal<const T extends string | number | boolean>(
  ...values: readonly T[]
): Schema<T> {
  const allowed = new Set<unknown>(values);
  return schema(rule((value) => allowed.has(value), 'values', { values }, choice(values)));
}

// --- choice
function choice(values: readonly unknown[]): string {
  const quoted = values.map((value) => JSON.stringify(value));
  if (quoted.length > 12) {
    return `must be one of ${String(quoted.length)} values: ${quoted.slice(0, 10).join(', ')}, …`;
  }
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? `must be ${last}` : `must be ${quoted.join(', ')} or ${last}`;
}

// --- enumeration
export function enumeration<T extends string>(values: Readonly<Record<string, T>>): Schema<T> {
  return literal(...Object.values(values));
}

// --- among
/** Accepts the listed values in any lexical form: values with the same key are equal. */
export function among<T extends string | number>(
  { check }: Schema<string> | Schema<number>,
  keyOf: (value: never) => unknown,
  ...values: readonly T[]
): Schema<T> {
  const allowed = new Set(values.map((value) => keyOf(value as never)));
  const isAllowed = (value: never): boolean => allowed.has(keyOf(value));
  const isOneOf = rule(isAllowed, 'values', { values }, choice(values));
  return schema(
    (value, path, issues) => check(value, path, issues) && isOneOf(value, path, issues),
  );
}

// --- kinds
// The generated file contains the used kinds here.
declare const uint64: Schema<number>;

export { all, type Check, memberOf, rule, schema };
