/** What may be wrong with a value, by its code, and the parameters that each tells. */
export interface Faults {
  /** It is not of the type: `date`, `int32`, `uuid`, `list`, `object`; `date | string` for one of several. */
  readonly type: { readonly type: string };
  /** There has to be a value. */
  readonly required: NoParameters;
  /** There never is a value. */
  readonly absent: NoParameters;
  readonly minimum: { readonly bound: string | number; readonly inclusive: boolean };
  readonly maximum: { readonly bound: string | number; readonly inclusive: boolean };
  readonly 'min-length': { readonly length: number };
  readonly 'max-length': { readonly length: number };
  readonly pattern: { readonly pattern: string };
  /** It is none of the only values. */
  readonly values: { readonly values: readonly Plain[] };
  /** It is not the only value. */
  readonly constant: { readonly value: Plain };
  /** It refers to the object that it stands in. */
  readonly irreflexive: NoParameters;
  readonly 'min-items': { readonly length: number };
  readonly 'max-items': { readonly length: number };
  /** A list does not hold the value. */
  readonly contains: { readonly value: Plain };
  /** None or more than one of the fields has a value. */
  readonly choice: { readonly fields: readonly string[]; readonly required: boolean };
  /** The fields have fewer or more values in all. */
  readonly total: { readonly fields: readonly string[] } & (
    | { readonly least: number }
    | { readonly most: number }
  );
  /** There is no field of that name. */
  readonly closed: NoParameters;
  /** The field that stores a relation says otherwise than the object that stands beside it. */
  readonly inverse: { readonly field: string; readonly relation: string };
}

type NoParameters = Readonly<Record<never, never>>;

/** A value of a field as it is written in code. */
export type Plain = string | number | boolean;

/** What is wrong with a value. */
export type Fault = {
  readonly [Code in keyof Faults]: {
    /** What is asked for: `max-length`. */
    readonly code: Code;
    /** What the message tells, for messages of your own: `{ length: 200 }`. */
    readonly params: Faults[Code];
    /** What is wanted there: `must be at most 200 characters long`. */
    readonly message: string;
  };
}[keyof Faults];

/** What is wrong at one place of a value. */
export type Violation = Fault & {
  /** The place, as a JSON Pointer (RFC 6901): `/tags/3`; empty for the value itself. */
  readonly path: string;
};

/** Whether a value is as it should be, and all that is wrong with it. */
export interface Check {
  /** Whether nothing is wrong with a value. It is what costs least. */
  readonly accepts: (value: unknown) => boolean;
  /** Adds all that is wrong with a value at a place to a list. */
  readonly report: (value: unknown, path: string, found: Violation[]) => void;
}

/** A check for each field of a type. */
export type Shape<T> = { readonly [Name in keyof T]-?: Check };

/** What is asked of an object as a whole. */
export interface ObjectRule {
  readonly accepts: (object: object, names: ReadonlySet<string>) => boolean;
  readonly report: (object: object, names: ReadonlySet<string>, found: Violation[]) => void;
}

/** What stands for a value where values are compared: equal for equal ones, and in their order. */
export type Key = string | number | bigint | boolean;

/** A type of values in JSON. */
export interface Kind {
  /** Its name in messages for machines. */
  readonly type: string;
  readonly accepts: (value: unknown) => value is Plain;
  /** What is wrong with a value that is not accepted. */
  readonly faultOf: (value: unknown) => Fault;
  /** What stands for a value that is accepted. */
  readonly keyOf: (value: Plain) => Key;
}

/** A question to values of one kind, and what is wrong with those that it is not true of. */
interface Test<T> {
  readonly accepts: (value: T) => boolean;
  readonly fault: Fault;
}

/** What is asked of a value of some kind. */
export interface ValueRule {
  readonly ofValue: (kind: Kind) => Test<Plain>;
}

/** What is asked of a list of values of some kind. */
export interface ListRule {
  readonly ofList: (kind: Kind) => Test<readonly unknown[]>;
}

// Objects

/** What is asked of the objects of one type. */
export interface ObjectCheck {
  readonly shapeOf: () => object;
  readonly rulesOf: readonly (() => readonly ObjectRule[])[];
  plan: Plan | undefined;
}

interface Plan {
  readonly fields: readonly (readonly [name: string, path: string, check: Check])[];
  readonly names: ReadonlySet<string>;
  readonly rules: readonly ObjectRule[];
}

/** Objects of that shape that keep to those rules, which are asked for when the first object is looked at. */
export function object<T>(
  shapeOf: () => Shape<T>,
  ...rulesOf: readonly (() => readonly ObjectRule[])[]
): ObjectCheck {
  return { shapeOf, rulesOf, plan: undefined };
}

function planOf(objects: ObjectCheck): Plan {
  if (objects.plan === undefined) {
    const fields = Object.entries<Check>({ ...objects.shapeOf() });
    objects.plan = {
      fields: fields.map(([name, check]) => [name, `/${name}`, check]),
      names: new Set(fields.map(([name]) => name)),
      rules: objects.rulesOf.flatMap((rulesOf) => rulesOf()),
    };
  }
  return objects.plan;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a field, as JSON has it: what an object inherits is none of it. */
function fieldOf(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? (object as Record<string, unknown>)[name] : undefined;
}

/** Whether nothing is wrong with a value that should be one of those objects. */
export function conforms(value: unknown, objects: ObjectCheck): boolean {
  if (!isObject(value)) return false;
  const { fields, names, rules } = planOf(objects);
  for (const [name, , check] of fields) {
    if (!check.accepts(fieldOf(value, name))) return false;
  }
  for (const rule of rules) {
    if (!rule.accepts(value, names)) return false;
  }
  return true;
}

/** All that is wrong with a value that should be one of those objects. */
export function violations(value: unknown, objects: ObjectCheck): Violation[] {
  if (!isObject(value)) {
    return [{ path: '', code: 'type', params: { type: 'object' }, message: 'must be an object' }];
  }
  const { fields, names, rules } = planOf(objects);
  const found: Violation[] = [];
  for (const [name, path, check] of fields) check.report(fieldOf(value, name), path, found);
  for (const rule of rules) rule.report(value, names, found);
  return found;
}

/** There are no other fields than those of the shape. */
export const closed: ObjectRule = {
  accepts: (object, names) => Object.keys(object).every((name) => names.has(name)),
  report: (object, names, found) => {
    for (const name of Object.keys(object)) {
      if (names.has(name)) continue;
      const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      found.push({ path, code: 'closed', params: {}, message: 'must not be there' });
    }
  },
};

/** Something of an object that is counted. */
function counting(count: (object: object) => boolean, fault: Fault): ObjectRule {
  return {
    accepts: count,
    report: (object, _, found) => {
      if (!count(object)) found.push({ path: '', ...fault });
    },
  };
}

/** At most one of these fields has a value. */
export function atMostOneOf(...fields: readonly string[]): ObjectRule {
  return counting((object) => given(object, fields) <= 1, {
    code: 'choice',
    params: { fields, required: false },
    message: `must have at most one of ${listed(fields, 'and')}`,
  });
}

/** Exactly one of these fields has a value. */
export function exactlyOneOf(...fields: readonly string[]): ObjectRule {
  return counting((object) => given(object, fields) === 1, {
    code: 'choice',
    params: { fields, required: true },
    message: `must have exactly one of ${listed(fields, 'and')}`,
  });
}

/** These fields have at least so many values in all. */
export function atLeastInAll(least: number, ...fields: readonly string[]): ObjectRule {
  return counting((object) => given(object, fields) >= least, {
    code: 'total',
    params: { fields, least },
    message: `must have at least ${least} of ${listed(fields, 'and')} in all`,
  });
}

/** These fields have at most so many values in all. */
export function atMostInAll(most: number, ...fields: readonly string[]): ObjectRule {
  return counting((object) => given(object, fields) <= most, {
    code: 'total',
    params: { fields, most },
    message: `must have at most ${most} of ${listed(fields, 'and')} in all`,
  });
}

/** How many values these fields have. */
function given(object: object, names: readonly string[]): number {
  let count = 0;
  for (const name of names) {
    const value = fieldOf(object, name) ?? null;
    if (Array.isArray(value)) count += value.length;
    else if (value !== null) count++;
  }
  return count;
}

/** A rule that is told at several places. */
function telling(report: (object: object, found: Violation[]) => void): ObjectRule {
  return {
    accepts: (object) => {
      const found: Violation[] = [];
      report(object, found);
      return found.length === 0;
    },
    report: (object, _, found) => report(object, found),
  };
}

/** A text that is the same for the same id. */
function sameId(id: unknown): string | undefined {
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

/** The field does not refer to the object itself. */
export function notItself(name: string): ObjectRule {
  const message = 'must not be the id of the object itself';
  return telling((object, found) => {
    const own = sameId(fieldOf(object, 'id'));
    if (own === undefined) return;
    const look = (value: unknown, path: string): void => {
      if (sameId(value) === own) found.push({ path, code: 'irreflexive', params: {}, message });
    };
    const value = fieldOf(object, name);
    if (!Array.isArray(value)) look(value, `/${name}`);
    else for (let i = 0; i < value.length; i++) look(value[i], `/${name}/${i}`);
  });
}

// Related objects

/** An object of another type. */
export function related(...of: Parameters<typeof object>): Check {
  const objects = object(...of);
  return {
    accepts: (value) => conforms(value, objects),
    report: (value, path, found) => {
      if (value === undefined) found.push({ path, ...required });
      else {
        for (const fault of violations(value, objects)) {
          found.push({ ...fault, path: path + fault.path });
        }
      }
    },
  };
}

/** An object of another type or none: then it is absent or null. */
export function relatedOrNone(...of: Parameters<typeof object>): Check {
  return orNone(related(...of));
}

/** A list of objects of another type. */
export function relatedList(...of: Parameters<typeof object>): Check {
  const item = related(...of);
  return {
    accepts: (value) => Array.isArray(value) && value.every(item.accepts),
    report: (value, path, found) => {
      if (value === undefined) found.push({ path, ...required });
      else if (!Array.isArray(value)) found.push({ path, ...notAList });
      else
        for (let i = 0; i < value.length; i++) item.report(value[i] ?? null, `${path}/${i}`, found);
    },
  };
}

/** Calls back for each object that stands in a member: it, one of its list, or none. */
function eachObject(value: unknown, path: string, look: (one: object, path: string) => void): void {
  if (isObject(value)) look(value, path);
  else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (isObject(value[i])) look(value[i], `${path}/${i}`);
  }
}

/** The field holds the id of the object that stands beside it, or the ids of all objects of the list. */
export function refersTo(field: string, relation: string): ObjectRule {
  const fault = { code: 'inverse', params: { field, relation } } as const;
  return telling((object, found) => {
    const value = fieldOf(object, relation);
    const key = fieldOf(object, field);
    const left = new Set((Array.isArray(key) ? key : [key]).map(sameId));
    const keys = new Set(left);
    eachObject(value, `/${relation}`, (one, path) => {
      const id = sameId(fieldOf(one, 'id'));
      left.delete(id);
      if (id === undefined || keys.has(id)) return;
      const message = `must be ${Array.isArray(key) ? 'one of' : 'what is in'} ${field}`;
      found.push({ path: `${path}/id`, ...fault, message });
    });
    left.delete(undefined);
    if (Array.isArray(value) && left.size > 0) {
      const message = `must have an object for each of ${field}`;
      found.push({ path: `/${relation}`, ...fault, message });
    }
  });
}

/** The objects that stand in a member hold the id of the object in their field. */
export function referredToBy(field: string, relation: string): ObjectRule {
  const fault = { code: 'inverse', params: { field, relation } } as const;
  const message = 'must be the id of the object that it stands in';
  return telling((object, found) => {
    const id = sameId(fieldOf(object, 'id'));
    eachObject(fieldOf(object, relation), `/${relation}`, (one, path) => {
      const key = fieldOf(one, field);
      const refers = Array.isArray(key) ? key.some((k) => sameId(k) === id) : sameId(key) === id;
      if (!refers) found.push({ path: `${path}/${field}`, ...fault, message });
    });
  });
}

// Fields

const required: Fault = { code: 'required', params: {}, message: 'is required' };

function acceptsAll<T>(tests: readonly Test<T>[], value: T): boolean {
  for (const test of tests) {
    if (!test.accepts(value)) return false;
  }
  return true;
}

/** Adds what is wrong with a value to a list. What is too long is not looked at any further. */
function reportAll<T>(tests: readonly Test<T>[], value: T, path: string, found: Violation[]): void {
  for (const { accepts, fault } of tests) {
    if (accepts(value)) continue;
    found.push({ path, ...fault });
    if (fault.code === 'max-length' || fault.code === 'max-items') return;
  }
}

/** One value. The rules are for values of the kind alone. */
export function one(kind: Kind, ...rules: readonly ValueRule[]): Check {
  const tests = rules.map((rule) => rule.ofValue(kind));
  return {
    accepts:
      tests.length === 0
        ? kind.accepts
        : (value) => kind.accepts(value) && acceptsAll(tests, value),
    report: (value, path, found) => {
      if (value === undefined) found.push({ path, ...required });
      else if (kind.accepts(value)) reportAll(tests, value, path, found);
      else found.push({ path, ...kind.faultOf(value) });
    },
  };
}

/** One value or none: then it is absent or null. */
export function optional(kind: Kind, ...rules: readonly ValueRule[]): Check {
  return orNone(one(kind, ...rules));
}

function orNone(check: Check): Check {
  return {
    accepts: (value) => value === undefined || value === null || check.accepts(value),
    report: (value, path, found) => {
      if (value !== undefined && value !== null) check.report(value, path, found);
    },
  };
}

/** A list of values. */
export function many(kind: Kind, ...rules: readonly (ValueRule | ListRule)[]): Check {
  const tests = rules.flatMap((rule) => ('ofList' in rule ? [rule.ofList(kind)] : []));
  const item = one(kind, ...rules.filter((rule) => 'ofValue' in rule));
  const isShort = (values: readonly unknown[]): boolean =>
    tests.every(({ accepts, fault }) => fault.code !== 'max-items' || accepts(values));
  return {
    accepts: (value) => {
      if (!Array.isArray(value) || !acceptsAll(tests, value)) return false;
      for (let i = 0; i < value.length; i++) {
        if (!item.accepts(value[i])) return false;
      }
      return true;
    },
    report: (value, path, found) => {
      if (value === undefined) found.push({ path, ...required });
      else if (!Array.isArray(value)) found.push({ path, ...notAList });
      else {
        reportAll(tests, value, path, found);
        if (!isShort(value)) return;
        for (let i = 0; i < value.length; i++) {
          // Paths are made for what is wrong alone.
          if (!item.accepts(value[i])) item.report(value[i] ?? null, `${path}/${i}`, found);
        }
      }
    },
  };
}

const notAList: Fault = { code: 'type', params: { type: 'list' }, message: 'must be a list' };

/** Never a value. */
export const none: Check = {
  accepts: (value) => value === undefined || value === null,
  report: (value, path, found) => {
    if (value === undefined || value === null) return;
    found.push({ path, code: 'absent', params: {}, message: 'must not have a value' });
  },
};

/** A list without values. */
export const empty: Check = {
  accepts: (value) => Array.isArray(value) && value.length === 0,
  report: (value, path, found) => {
    if (Array.isArray(value) && value.length === 0) return;
    found.push({ path, code: 'absent', params: {}, message: 'must be an empty list' });
  },
};

// Rules

/** A rule for values, by what stands for them. */
function byKey(
  fault: Fault,
  ruleOf: (keyOf: (value: Plain) => Key) => (key: Key) => boolean,
): ValueRule {
  return {
    ofValue: ({ keyOf }) => {
      const rule = ruleOf(keyOf);
      return { accepts: (value) => rule(keyOf(value)), fault };
    },
  };
}

/** One of these values. */
export function among(...values: readonly Plain[]): ValueRule {
  const fault: Fault = { code: 'values', params: { values }, message: choice(values) };
  return byKey(fault, (keyOf) => {
    const keys = new Set(values.map(keyOf));
    return (key) => keys.has(key);
  });
}

/** This value and no other. */
export function always(value: Plain): ValueRule {
  const fault: Fault = { code: 'constant', params: { value }, message: choice([value]) };
  return byKey(fault, (keyOf) => {
    const only = keyOf(value);
    return (key) => key === only;
  });
}

export function atLeast(bound: string | number): ValueRule {
  const params = { bound, inclusive: true };
  const fault: Fault = { code: 'minimum', params, message: `must be at least ${bound}` };
  return byKey(fault, (keyOf) => {
    const least = keyOf(bound);
    return (key) => key >= least;
  });
}

export function atMost(bound: string | number): ValueRule {
  const params = { bound, inclusive: true };
  const fault: Fault = { code: 'maximum', params, message: `must be at most ${bound}` };
  return byKey(fault, (keyOf) => {
    const most = keyOf(bound);
    return (key) => key <= most;
  });
}

export function moreThan(bound: string | number): ValueRule {
  const params = { bound, inclusive: false };
  const fault: Fault = { code: 'minimum', params, message: `must be more than ${bound}` };
  return byKey(fault, (keyOf) => {
    const below = keyOf(bound);
    return (key) => key > below;
  });
}

export function lessThan(bound: string | number): ValueRule {
  const params = { bound, inclusive: false };
  const fault: Fault = { code: 'maximum', params, message: `must be less than ${bound}` };
  return byKey(fault, (keyOf) => {
    const above = keyOf(bound);
    return (key) => key < above;
  });
}

/** A rule for texts. */
function ofText(accepts: (value: string) => boolean, fault: Fault): ValueRule {
  return { ofValue: () => ({ accepts: accepts as (value: Plain) => boolean, fault }) };
}

/** Whether a text has more than so many characters: Unicode code points, of one or two units each. */
function isLonger(value: string, length: number): boolean {
  if (value.length <= length) return false;
  if (value.length > 2 * length) return true;
  let count = 0;
  for (const _ of value) {
    if (++count > length) return true;
  }
  return false;
}

/** A text of at least so many characters. */
export function minLength(length: number): ValueRule {
  return ofText((value) => isLonger(value, length - 1), {
    code: 'min-length',
    params: { length },
    message: `must be at least ${counted(length, 'character')} long`,
  });
}

/** A text of at most so many characters. */
export function maxLength(length: number): ValueRule {
  return ofText((value) => !isLonger(value, length), {
    code: 'max-length',
    params: { length },
    message: `must be at most ${counted(length, 'character')} long`,
  });
}

/** A text in which the expression is found. */
export function matches(expression: RegExp): ValueRule {
  const accepts = (value: string): boolean => {
    try {
      return expression.test(value);
    } catch {
      // A text may be longer than the engine's stack is deep.
      return false;
    }
  };
  const params = { pattern: expression.source };
  return ofText(accepts, { code: 'pattern', params, message: `must match ${expression}` });
}

export function minItems(length: number): ListRule {
  const message = `must have at least ${counted(length, 'value')}`;
  const fault: Fault = { code: 'min-items', params: { length }, message };
  return { ofList: () => ({ accepts: (values) => values.length >= length, fault }) };
}

export function maxItems(length: number): ListRule {
  const message = `must have at most ${counted(length, 'value')}`;
  const fault: Fault = { code: 'max-items', params: { length }, message };
  return { ofList: () => ({ accepts: (values) => values.length <= length, fault }) };
}

/** A list in which the value is. */
export function contains(wanted: Plain): ListRule {
  const message = `must contain ${JSON.stringify(wanted)}`;
  const fault: Fault = { code: 'contains', params: { value: wanted }, message };
  return {
    ofList: ({ accepts, keyOf }) => {
      const key = keyOf(wanted);
      const isWanted = (value: unknown): boolean => accepts(value) && keyOf(value) === key;
      return { accepts: (values) => values.some(isWanted), fault };
    },
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** `a, b and c` */
function listed(names: readonly string[], conjunction: string): string {
  if (names.length < 2) return names.join();
  return `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`;
}

function choice(values: readonly Plain[]): string {
  const names = values.map((value) => JSON.stringify(value));
  if (names.length <= 12) return `must be ${listed(names, 'or')}`;
  return `must be one of ${names.length} values: ${names.slice(0, 10).join(', ')}, …`;
}

// Kinds made of others

/** One of the values of an enumeration. */
export function enumeration(values: Readonly<Record<string, string>>): Kind {
  const list = Object.values(values);
  const allowed = new Set<unknown>(list);
  const fault: Fault = { code: 'values', params: { values: list }, message: choice(list) };
  return {
    type: 'enumeration',
    accepts: (value): value is string => allowed.has(value),
    faultOf: () => fault,
    keyOf: itself,
  };
}

/** A value of one of several kinds. */
export function union(...kinds: readonly Kind[]): Kind {
  const type = kinds.map((kind) => kind.type).join(' | ');
  const accepting = (value: unknown): number => kinds.findIndex(({ accepts }) => accepts(value));
  return {
    type,
    accepts: (value): value is Plain => accepting(value) >= 0,
    faultOf: (value) => {
      const message = kinds.map((kind) => kind.faultOf(value).message).join(', or ');
      return { code: 'type', params: { type }, message };
    },
    // A value is one of the first kind that takes it.
    keyOf: (value) => {
      const index = accepting(value);
      return `${index} ${kinds[index]?.keyOf(value)}`;
    },
  };
}

/** A kind whose values keep to some rules. */
export function restricted(kind: Kind, ...rules: readonly ValueRule[]): Kind {
  const tests = rules.map((rule) => rule.ofValue(kind));
  const { type, keyOf } = kind;
  return {
    type,
    accepts: (value): value is Plain => kind.accepts(value) && acceptsAll(tests, value),
    faultOf: (value) => {
      if (!kind.accepts(value)) return kind.faultOf(value);
      const broken = tests.filter(({ accepts }) => !accepts(value));
      const message = broken.map(({ fault }) => fault.message).join(' and ');
      return { code: 'type', params: { type }, message };
    },
    keyOf,
  };
}

// Kinds of texts and numbers

const itself = (value: Plain): Key => value;

/** Values that are accepted, and what stands for them, if it is not they themselves. */
export function plain<T extends Plain>(
  type: string,
  wanted: string,
  accepts: (value: unknown) => value is T,
  keyOf?: (value: T) => Key,
): Kind {
  const fault: Fault = { code: 'type', params: { type }, message: `must be ${wanted}` };
  return { type, accepts, faultOf: () => fault, keyOf: (keyOf as Kind['keyOf']) ?? itself };
}

/** Texts that are accepted. */
export function text(
  type: string,
  wanted: string,
  accepts: (value: string) => boolean,
  keyOf?: (value: string) => Key,
): Kind {
  const isText = (value: unknown): value is string => typeof value === 'string' && accepts(value);
  return plain(type, wanted, isText, keyOf);
}

/** Texts of a form, of which something more may be asked. */
export function formed(
  type: string,
  wanted: string,
  form: RegExp,
  keyOf?: (value: string) => Key,
  rule?: (value: string) => boolean,
): Kind {
  if (rule === undefined) return text(type, wanted, (value) => form.test(value), keyOf);
  return text(type, wanted, (value) => form.test(value) && rule(value), keyOf);
}

/** Whole numbers from the least to the greatest. */
export function integer(type: string, wanted: string, least: number, greatest: number): Kind {
  const accepts = (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= greatest;
  return plain(type, wanted, accepts);
}

/** Whole numbers as texts, from the least to the greatest. */
export function integerText(
  type: string,
  wanted: string,
  form: RegExp,
  least: bigint,
  greatest: bigint,
): Kind {
  const isWithin = (value: string): boolean =>
    value.length < 16 || (BigInt(value) >= least && BigInt(value) <= greatest);
  return formed(type, wanted, form, BigInt, isWithin);
}

/** Numbers whose distance from 0 is at most that. */
export function real(
  type: string,
  wanted: string,
  greatest: number,
  keyOf?: (value: number) => Key,
): Kind {
  const accepts = (value: unknown): value is number =>
    typeof value === 'number' && Math.abs(value) <= greatest;
  return plain(type, wanted, accepts, keyOf);
}

/** Whether a text has no U+0000 and no halves of surrogate pairs, which not every store and protocol keeps. */
export function isUnicode(value: string): boolean {
  return !/[\0\p{Cs}]/u.test(value);
}

/** Whether a text has the characters of an IRI reference (RFC 3987) alone. It is searched for what cannot be in it. */
export function isIri(value: string): boolean {
  return !/[^!#-;=?-[\]_a-z~\u{a0}-\u{10ffff}]|\p{Cs}|%(?![0-9a-f]{2})/iu.test(value);
}

/**
 * Texts of a form that repeats itself every so many characters. It is tested on parts, each with the beginning of the next,
 * because engines do not apply such expressions to texts of any length.
 */
export function repeating(
  type: string,
  wanted: string,
  form: RegExp,
  period: number,
  keyOf?: (value: string) => Key,
): Kind {
  const size = 1000 * period;
  const accepts = (value: string): boolean => {
    for (let i = 0; i === 0 || i < value.length; i += size) {
      if (!form.test(value.slice(i, i + size + period))) return false;
    }
    return true;
  };
  return text(type, wanted, accepts, keyOf);
}

// What else is asked of texts, and what stands for them where they are compared

/** Whether the day that a text begins with, with its year or `--`, is one that the month has. */
export function isOfCalendar(value: string): boolean {
  const month = value.startsWith('-') ? 2 : 5;
  const day = Number(value.slice(month + 3, month + 5));
  if (day <= 28) return true;
  const name = value.slice(month, month + 2);
  if (name !== '02') return day <= 30 || !['04', '06', '09', '11'].includes(name);
  const year = month === 2 ? 0 : Number(value.slice(0, 4));
  return day === 29 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0);
}

/** The whole seconds of a date and time since 1970, in UTC. */
function secondsOf(dateTime: string): number {
  const offset = dateTime.endsWith('Z') ? 'Z' : dateTime.slice(-6);
  return Date.parse(dateTime.slice(0, 19) + offset) / 1000;
}

/** Whether a date and time is one of the calendar, and in UTC in the years 0001 to 9999. */
export function isInstant(value: string): boolean {
  if (!isOfCalendar(value)) return false;
  if (value.endsWith('Z')) return true;
  const seconds = secondsOf(value);
  return seconds >= -62135596800 && seconds < 253402300800;
}

/** A date and time in UTC, without zeros that say nothing. */
export function instantOf(value: string): string {
  const digits = /[.]([0-9]*[1-9])/.exec(value)?.[0] ?? '';
  return new Date(secondsOf(value) * 1000).toISOString().slice(0, 19) + digits;
}

/** A time of day without zeros that say nothing. */
export function momentOf(value: string): string {
  return value.includes('.') ? value.replace(/[.]?0+$/, '') : value;
}

/** The months and seconds of a duration. */
export function amountOf(value: string): string {
  const parts =
    /^-?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.](\d+))?S)?)?$/.exec(
      value,
    ) ?? [];
  const [years, months, days, hours, minutes, seconds] = parts
    .slice(1, 7)
    .map((digits = '0') => Number(digits)) as [number, number, number, number, number, number];
  const fraction = (parts[7] ?? '').replace(/0+$/, '');
  const amount = `${years * 12 + months} ${((days * 24 + hours) * 60 + minutes) * 60 + seconds}.${fraction}`;
  return value.startsWith('-') && amount !== '0 0.' ? `-${amount}` : amount;
}

/** Whether a decimal has at most 28 digits. */
export function hasFewDigits(value: string): boolean {
  return value.length - Number(value.startsWith('-')) - Number(value.includes('.')) <= 28;
}

/** A decimal in units of its 28th digit after the point. */
export function unitsOf(value: string): bigint {
  const [whole = '', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.padEnd(28, '0'));
}

export function inLowerCase(value: string): string {
  return value.toLowerCase();
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

// Kinds
