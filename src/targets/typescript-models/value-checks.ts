/**
 * The module that all validators share. Its name has a hyphen, so that no class can have it. The kinds of
 * values in it are named as in the model.
 */
export const valueChecks = `/** What is wrong at one place of a value. */
export interface Violation {
  /** The place, as a JSON Pointer (RFC 6901): \`/tags/3\`; empty for the value itself. */
  readonly path: string;
  /** What is wanted there: \`must be a UUID\`. */
  readonly message: string;
}

/** What is wrong with the value of a field. Paths begin at that value. */
export type Check = (value: unknown) => readonly Violation[];

/** A check for each field of a type. */
export type Shape<T> = { readonly [Name in keyof T]-?: Check };

/** What is asked of an object as a whole. */
export type ObjectRule = (
  entries: ReadonlyMap<string, unknown>,
  shape: object,
) => readonly Violation[];

/** A type of values in JSON. */
export interface Kind {
  /** What is wrong with a value; nothing if it is of this kind. */
  readonly fault: (value: unknown) => string | undefined;
  /** Less than 0, 0, or more than 0, as the first of two values of this kind is less, equal, or more. */
  readonly compare: (a: unknown, b: unknown) => number;
}

/** What is asked of a value of some kind. */
export interface ValueRule {
  readonly ofValue: (value: unknown, kind: Kind) => string | undefined;
}

/** What is asked of a list of values of some kind. */
export interface ListRule {
  readonly ofList: (values: readonly unknown[], kind: Kind) => string | undefined;
}

// Objects

const made = /* @__PURE__ */ new WeakMap<() => unknown, unknown>();

/** What a function without arguments returns; it is called but once. */
function once<T>(make: () => T): T {
  if (!made.has(make)) made.set(make, make());
  return made.get(make) as T;
}

const noRules = (): readonly ObjectRule[] => [];

/** All that is wrong with a value that should be an object of that shape and keep to those rules. */
export function violations<T>(
  value: unknown,
  shapeOf: () => Shape<T>,
  rulesOf: () => readonly ObjectRule[] = noRules,
): Violation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ path: '', message: 'must be an object' }];
  }
  const shape = once(shapeOf);
  const entries = new Map<string, unknown>(Object.entries(value));
  const found: Violation[] = [];
  for (const [name, check] of Object.entries<Check>(shape)) {
    for (const { path, message } of check(entries.get(name))) {
      found.push({ path: \`/\${name}\${path}\`, message });
    }
  }
  for (const rule of once(rulesOf)) found.push(...rule(entries, shape));
  return found;
}

/** There are no other fields than those of the shape. */
export const closed: ObjectRule = (entries, shape) =>
  [...entries.keys()]
    .filter((name) => !Object.hasOwn(shape, name))
    .map((name) => ({
      path: \`/\${name.replaceAll('~', '~0').replaceAll('/', '~1')}\`,
      message: 'must not be there',
    }));

/** At most one of these fields has a value. */
export function atMostOneOf(...names: readonly string[]): ObjectRule {
  const message = \`must have at most one of \${listed(names, 'and')}\`;
  return (entries) => (given(entries, names) <= 1 ? [] : [{ path: '', message }]);
}

/** Exactly one of these fields has a value. */
export function exactlyOneOf(...names: readonly string[]): ObjectRule {
  const message = \`must have exactly one of \${listed(names, 'and')}\`;
  return (entries) => (given(entries, names) === 1 ? [] : [{ path: '', message }]);
}

/** How many of these fields have a value. */
function given(entries: ReadonlyMap<string, unknown>, names: readonly string[]): number {
  return names.filter((name) => (entries.get(name) ?? null) !== null).length;
}

/** The field does not refer to the object itself. */
export function notItself(name: string): ObjectRule {
  const message = 'must not be the id of the object itself';
  return (entries) => {
    const id = entries.get('id');
    const isId = (value: unknown) =>
      typeof value === 'string' &&
      typeof id === 'string' &&
      value.toLowerCase() === id.toLowerCase();
    const value = entries.get(name);
    if (!Array.isArray(value)) return isId(value) ? [{ path: \`/\${name}\`, message }] : [];
    return value.flatMap((item, i) => (isId(item) ? [{ path: \`/\${name}/\${i}\`, message }] : []));
  };
}

// Fields

/** What is wrong with a value; the rules are for values of the kind alone. */
function faults(value: unknown, kind: Kind, rules: readonly ValueRule[]): readonly string[] {
  const fault = kind.fault(value);
  if (fault !== undefined) return [fault];
  return rules.flatMap((rule) => rule.ofValue(value, kind) ?? []);
}

/** One value. */
export function one(kind: Kind, ...rules: readonly ValueRule[]): Check {
  return (value) => {
    if (value === undefined) return [{ path: '', message: 'is required' }];
    return faults(value, kind, rules).map((message) => ({ path: '', message }));
  };
}

/** One value or none: then it is absent or null. */
export function optional(kind: Kind, ...rules: readonly ValueRule[]): Check {
  const check = one(kind, ...rules);
  return (value) => (value === undefined || value === null ? [] : check(value));
}

/** A list of values. */
export function many(kind: Kind, ...rules: readonly (ValueRule | ListRule)[]): Check {
  const listRules = rules.filter((rule) => 'ofList' in rule);
  const valueRules = rules.filter((rule) => 'ofValue' in rule);
  return (value) => {
    if (value === undefined) return [{ path: '', message: 'is required' }];
    if (!Array.isArray(value)) return [{ path: '', message: 'must be a list' }];
    const ofList = listRules.flatMap((rule) => rule.ofList(value, kind) ?? []);
    return [
      ...ofList.map((message) => ({ path: '', message })),
      ...value.flatMap((item, i) =>
        faults(item, kind, valueRules).map((message) => ({ path: \`/\${i}\`, message })),
      ),
    ];
  };
}

/** Never a value. */
export const none: Check = (value) =>
  value === undefined || value === null ? [] : [{ path: '', message: 'must not have a value' }];

/** A list without values. */
export const empty: Check = (value) =>
  Array.isArray(value) && value.length === 0
    ? []
    : [{ path: '', message: 'must be an empty list' }];

// Rules

/** One of these values. */
export function among(...values: readonly (string | number | boolean)[]): ValueRule {
  const message = choice(values);
  return {
    ofValue: (value, { compare }) =>
      values.some((allowed) => compare(value, allowed) === 0) ? undefined : message,
  };
}

export function atLeast(bound: string | number): ValueRule {
  const message = \`must be at least \${bound}\`;
  return { ofValue: (value, { compare }) => (compare(value, bound) >= 0 ? undefined : message) };
}

export function atMost(bound: string | number): ValueRule {
  const message = \`must be at most \${bound}\`;
  return { ofValue: (value, { compare }) => (compare(value, bound) <= 0 ? undefined : message) };
}

export function moreThan(bound: string | number): ValueRule {
  const message = \`must be more than \${bound}\`;
  return { ofValue: (value, { compare }) => (compare(value, bound) > 0 ? undefined : message) };
}

export function lessThan(bound: string | number): ValueRule {
  const message = \`must be less than \${bound}\`;
  return { ofValue: (value, { compare }) => (compare(value, bound) < 0 ? undefined : message) };
}

/** A text of so many characters: Unicode code points. */
export function minLength(length: number): ValueRule {
  const message = \`must be at least \${counted(length, 'character')} long\`;
  return { ofValue: (value) => ([...String(value)].length >= length ? undefined : message) };
}

export function maxLength(length: number): ValueRule {
  const message = \`must be at most \${counted(length, 'character')} long\`;
  return { ofValue: (value) => ([...String(value)].length <= length ? undefined : message) };
}

/** A text in which the expression is found. */
export function matches(expression: RegExp): ValueRule {
  const message = \`must match \${expression}\`;
  return { ofValue: (value) => (expression.test(String(value)) ? undefined : message) };
}

export function minItems(length: number): ListRule {
  const message = \`must have at least \${counted(length, 'value')}\`;
  return { ofList: (values) => (values.length >= length ? undefined : message) };
}

export function maxItems(length: number): ListRule {
  const message = \`must have at most \${counted(length, 'value')}\`;
  return { ofList: (values) => (values.length <= length ? undefined : message) };
}

/** A list in which the value is. */
export function contains(wanted: string | number | boolean): ListRule {
  const message = \`must contain \${JSON.stringify(wanted)}\`;
  return {
    ofList: (values, { fault, compare }) => {
      const found = values.some(
        (value) => fault(value) === undefined && compare(value, wanted) === 0,
      );
      return found ? undefined : message;
    },
  };
}

function counted(count: number, noun: string): string {
  return \`\${count} \${noun}\${count === 1 ? '' : 's'}\`;
}

/** \`a, b and c\` */
function listed(names: readonly string[], conjunction: string): string {
  if (names.length < 2) return names.join();
  return \`\${names.slice(0, -1).join(', ')} \${conjunction} \${names.at(-1)}\`;
}

function choice(values: readonly (string | number | boolean)[]): string {
  const names = values.map((value) => JSON.stringify(value));
  if (names.length <= 12) return \`must be \${listed(names, 'or')}\`;
  return \`must be one of \${names.length} values: \${names.slice(0, 10).join(', ')}, …\`;
}

// Kinds made of others

/** One of the values of an enumeration. */
export function enumeration(values: Readonly<Record<string, string>>): Kind {
  const allowed = new Set<unknown>(Object.values(values));
  const message = choice(Object.values(values));
  return { fault: (value) => (allowed.has(value) ? undefined : message), compare };
}

/** A value of one of several kinds. */
export function union(...kinds: readonly Kind[]): Kind {
  return {
    fault: (value) => {
      const found = kinds.map((kind) => kind.fault(value));
      return found.includes(undefined) ? undefined : found.join(', or ');
    },
    compare: (a, b) => {
      const kind = kinds.find(({ fault }) => fault(a) === undefined && fault(b) === undefined);
      return kind === undefined ? compare(a, b) : kind.compare(a, b);
    },
  };
}

/** A kind whose values keep to some rules. */
export function restricted(kind: Kind, ...rules: readonly ValueRule[]): Kind {
  return {
    fault: (value) => {
      const found = faults(value, kind, rules);
      return found.length === 0 ? undefined : found.join(' and ');
    },
    compare: kind.compare,
  };
}

// Kinds of texts and numbers

/** The order of numbers, or of texts by their characters. */
function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  return (a as number | string) < (b as number | string) ? -1 : 1;
}

function text(wanted: string, accepts: (value: string) => boolean, order = compare): Kind {
  const message = \`must be \${wanted}\`;
  return {
    fault: (value) => (typeof value === 'string' && accepts(value) ? undefined : message),
    compare: order,
  };
}

function formed(wanted: string, form: RegExp, order = compare): Kind {
  return text(wanted, (value) => form.test(value), order);
}

export const string: Kind = /* @__PURE__ */ text('a text', () => true);

/** The id of an object. */
export const uuid: Kind = /* @__PURE__ */ formed(
  'a UUID',
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
);

/** An IRI reference, by the characters that it may have (RFC 3987). */
export const iri: Kind = /* @__PURE__ */ text(
  'an IRI',
  (value) => !/[^!#-;=?-[\\]_a-z~\\u{a0}-\\u{10ffff}]|%(?![0-9a-f]{2})/iu.test(value),
);

export const boolean: Kind = {
  fault: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  compare,
};

function number(wanted: string, accepts: (value: number) => boolean): Kind {
  const message = \`must be \${wanted}\`;
  return {
    fault: (value) => (typeof value === 'number' && accepts(value) ? undefined : message),
    compare,
  };
}

function signed(bits: number): Kind {
  const limit = 2 ** (bits - 1);
  const accepts = (value: number) =>
    Number.isInteger(value) && value >= -limit && value <= limit - 1;
  return number(\`an integer of \${bits} bits\`, accepts);
}

function unsigned(bits: number): Kind {
  const accepts = (value: number) =>
    Number.isInteger(value) && value >= 0 && value <= 2 ** bits - 1;
  return number(\`an integer of \${bits} bits that is not negative\`, accepts);
}

export const int8: Kind = /* @__PURE__ */ signed(8);
export const int16: Kind = /* @__PURE__ */ signed(16);
export const int32: Kind = /* @__PURE__ */ signed(32);
export const int64: Kind = /* @__PURE__ */ signed(64);
export const uint8: Kind = /* @__PURE__ */ unsigned(8);
export const uint16: Kind = /* @__PURE__ */ unsigned(16);
export const uint32: Kind = /* @__PURE__ */ unsigned(32);
export const uint64: Kind = /* @__PURE__ */ unsigned(64);

export const float32: Kind = /* @__PURE__ */ number('a number of 32 bits', (value) =>
  Number.isFinite(Math.fround(value)),
);
export const float64: Kind = /* @__PURE__ */ number('a number', (value) => Number.isFinite(value));

function compareDecimals(a: unknown, b: unknown): number {
  const [whole = '', fraction = ''] = String(a).split('.');
  const [otherWhole = '', otherFraction = ''] = String(b).split('.');
  const digits = Math.max(fraction.length, otherFraction.length);
  return compare(
    BigInt(whole + fraction.padEnd(digits, '0')),
    BigInt(otherWhole + otherFraction.padEnd(digits, '0')),
  );
}

export const decimal: Kind = /* @__PURE__ */ formed(
  'a decimal number as a text',
  /^[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)$/,
  compareDecimals,
);

/** An integer as a text, from the least to the greatest. */
function integerText(wanted: string, least: bigint, greatest: bigint): Kind {
  const accepts = (value: string) =>
    /^(0|-?[1-9][0-9]{0,19})$/.test(value) && BigInt(value) >= least && BigInt(value) <= greatest;
  return text(\`\${wanted} as a text\`, accepts, compareDecimals);
}

export const int64Text: Kind = /* @__PURE__ */ integerText(
  'an integer of 64 bits',
  -9223372036854775808n,
  9223372036854775807n,
);
export const uint64Text: Kind = /* @__PURE__ */ integerText(
  'an integer of 64 bits that is not negative',
  0n,
  18446744073709551615n,
);

function isDate(value: string): boolean {
  if (!/^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/.test(value)) return false;
  const [year = 0, month = 0, day = 0] = value.split('-').map(Number);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return day <= (leap ? 29 : 28);
  return day <= ([4, 6, 9, 11].includes(month) ? 30 : 31);
}

/** Compares what stands behind the seconds. */
function compareFractions(a: string, b: string): number {
  const [digits = '', otherDigits = ''] = [a, b].map((time) => /[.]([0-9]+)/.exec(time)?.[1] ?? '');
  const length = Math.max(digits.length, otherDigits.length);
  return compare(digits.padEnd(length, '0'), otherDigits.padEnd(length, '0'));
}

/** The whole seconds since 1970. Date knows no leap seconds. */
function secondsOf(dateTime: string): number {
  const whole = dateTime.toUpperCase().replace(/[.][0-9]+/, '');
  if (whole.slice(17, 19) !== '60') return Date.parse(whole) / 1000;
  return Date.parse(\`\${whole.slice(0, 17)}59\${whole.slice(19)}\`) / 1000 + 1;
}

function compareInstants(a: unknown, b: unknown): number {
  const [instant, other] = [String(a), String(b)];
  return compare(secondsOf(instant), secondsOf(other)) || compareFractions(instant, other);
}

function compareTimes(a: unknown, b: unknown): number {
  const [time, other] = [String(a), String(b)];
  return compare(time.slice(0, 8), other.slice(0, 8)) || compareFractions(time, other);
}

/** A leap second is the last one of a day in UTC. */
function isDateTime(value: string): boolean {
  const time =
    /^T([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)([.][0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$/i;
  if (!isDate(value.slice(0, 10)) || !time.test(value.slice(10))) return false;
  return value.slice(17, 19) !== '60' || secondsOf(value) % 86400 === 0;
}

export const dateTime: Kind = /* @__PURE__ */ text(
  'a date and time with an offset, such as 2024-05-17T08:30:00Z',
  isDateTime,
  compareInstants,
);
export const date: Kind = /* @__PURE__ */ text('a date, such as 2024-05-17', isDate);
export const time: Kind = /* @__PURE__ */ formed(
  'a time of day, such as 08:30:00',
  /^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]([.][0-9]+)?$/,
  compareTimes,
);
export const duration: Kind = /* @__PURE__ */ formed(
  'a duration, such as P1DT12H',
  /^-?P(?=.)([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T(?=.)([0-9]+H)?([0-9]+M)?([0-9]+([.][0-9]+)?S)?)?$/,
);

/** Texts for bytes, searched for what cannot be in them: they may be too long for larger expressions. */
export const base64: Kind = /* @__PURE__ */ text(
  'bytes in Base64',
  (value) => value.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(value.replace(/={1,2}$/, '')),
);
export const hex: Kind = /* @__PURE__ */ text(
  'bytes in hexadecimal',
  (value) => value.length % 2 === 0 && !/[^0-9A-Fa-f]/.test(value),
  (a, b) => compare(String(a).toLowerCase(), String(b).toLowerCase()),
);

export const gYear: Kind = /* @__PURE__ */ formed(
  'a year, such as 2024',
  /^-?([1-9][0-9]{3,}|0[0-9]{3})(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?$/,
);
export const gYearMonth: Kind = /* @__PURE__ */ formed(
  'a year and month, such as 2024-05',
  /^-?([1-9][0-9]{3,}|0[0-9]{3})-(0[1-9]|1[0-2])(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?$/,
);
export const gMonthDay: Kind = /* @__PURE__ */ formed(
  'a month and day, such as --05-17',
  /^--(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?$/,
);
export const gDay: Kind = /* @__PURE__ */ formed(
  'a day of the month, such as ---17',
  /^---(0[1-9]|[12][0-9]|3[01])(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?$/,
);
export const gMonth: Kind = /* @__PURE__ */ formed(
  'a month, such as --05',
  /^--(0[1-9]|1[0-2])(Z|[+-](0[0-9]|1[0-4]):[0-5][0-9])?$/,
);
`;
