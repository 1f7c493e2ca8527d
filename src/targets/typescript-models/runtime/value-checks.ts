import type { Key, Plain } from './value-tests.js';
import * as is from './value-tests.js';

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
  /** So much more is wrong: what is told is the beginning of it. */
  readonly more: { readonly count: number };
}

type NoParameters = Readonly<Record<string, never>>;

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

/** The most that is told of a value; the rest is counted. */
const mostTold = 100;

/** What is wrong with a value, as far as it is told. */
export class Findings {
  readonly told: Violation[] = [];
  more = 0;

  /** Whether what is added now is counted only. */
  get isFull(): boolean {
    return this.told.length >= mostTold;
  }

  add(path: string, fault: Fault): void {
    if (this.isFull) this.more++;
    else this.told.push({ path, ...fault });
  }
}

/** Tells all that is wrong with a value at a place. */
export type Check = (value: unknown, path: string, found: Findings) => void;

/** A check for each field of a type. */
export type Shape<T> = { readonly [Name in keyof T]-?: Check };

/** What is asked of the objects of one type. */
export interface ObjectCheck {
  /** Whether they may have a member of that name. */
  readonly has: (name: string) => boolean;
  readonly report: Check;
}

/** Tells what is wrong with an object as a whole. */
export type ObjectRule = (
  object: object,
  path: string,
  found: Findings,
  objects: ObjectCheck,
) => void;

/** A type of values in JSON. */
export interface Kind {
  /** Its name in messages for machines. */
  readonly type: string;
  readonly accepts: (value: unknown) => value is Plain;
  /** What is wrong with a value that is not accepted. */
  readonly faultOf: (value: unknown) => Fault;
  /** What stands for a value that is accepted. */
  readonly keyOf: (value: Plain) => Key;
  /** A number in the order of the keys, which costs less: of two values with different numbers it tells the greater one. */
  readonly nearOf?: ((value: Plain) => number) | undefined;
}

/** A question to values of one kind, and what is wrong with those that it is not true of. */
export interface Test<T> {
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

export function valueTest(kind: Kind, rule: ValueRule): Test<Plain> {
  return rule.ofValue(kind);
}

export function listTest(kind: Kind, rule: ListRule): Test<readonly unknown[]> {
  return rule.ofList(kind);
}

// Answers

/** All that is wrong with a value that should be an object of a type; of very much, the beginning and how much more there is. */
export function violations(value: unknown, objects: ObjectCheck): Violation[] {
  const found = new Findings();
  objects.report(value, '', found);
  const { told, more: count } = found;
  if (count > 0)
    told.push({ path: '', code: 'more', params: { count }, message: `and ${String(count)} more` });
  return told;
}

/** A value is not of a type. */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  /** The type that it should be of. */
  readonly type: string;
  /** All that is wrong with it. */
  readonly violations: readonly Violation[];

  constructor(type: string, violations: readonly Violation[]) {
    const [first] = violations;
    const more = violations.length > 1 ? `, and ${String(violations.length - 1)} more` : '';
    super(
      `no ${type}: ${first === undefined ? '' : `${first.path} ${first.message}`.trim()}${more}`,
    );
    this.type = type;
    this.violations = violations;
  }
}

/** The value, if it is of a type; a ValidationError is thrown if it is not. */
export function parsed<T>(
  type: string,
  value: unknown,
  accepts: (value: unknown) => value is T,
  validate: (value: unknown) => readonly Violation[],
): T {
  if (accepts(value)) return value;
  throw new ValidationError(type, validate(value));
}

/** What is wrong at one place, which is told by the keys that lead there. */
export type Issue = Fault & { readonly path: readonly (string | number)[] };

/** A type as libraries take it from any vendor: Standard Schema, version 1 (standardschema.dev). */
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

export function schema<T>(
  accepts: (value: unknown) => value is T,
  validate: (value: unknown) => readonly Violation[],
): StandardSchema<T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'codegen',
      validate: (value) =>
        accepts(value)
          ? { value }
          : { issues: validate(value).map((one) => ({ ...one, path: keysOf(one.path) })) },
    },
  };
}

/** The keys that a JSON Pointer holds; those of lists are numbers. */
function keysOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) =>
      /^(0|[1-9]\d{0,14})$/.test(key)
        ? Number(key)
        : key.replaceAll('~1', '/').replaceAll('~0', '~'),
    );
}

// Objects

const notAnObject: Fault = {
  code: 'type',
  params: { type: 'object' },
  message: 'must be an object',
};

/** Objects of a shape that keep to some rules, which are asked for when the first object is looked at. */
export function object(
  shapeOf: () => object,
  ...rulesOf: readonly (() => readonly ObjectRule[])[]
): ObjectCheck {
  let fields: ReadonlyMap<string, Check> | undefined;
  let rules: readonly ObjectRule[] | undefined;
  const fieldsOf = (): ReadonlyMap<string, Check> => {
    fields ??= new Map(Object.entries<Check>({ ...shapeOf() }));
    return fields;
  };
  const objects: ObjectCheck = {
    has: (name) => fieldsOf().has(name),
    report: (value, path, found) => {
      if (value === undefined) found.add(path, path === '' ? notAnObject : required);
      else if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        found.add(path, notAnObject);
      } else {
        for (const [name, check] of fieldsOf())
          check(is.own(value, name), `${path}/${name}`, found);
        rules ??= rulesOf.flatMap((one) => one());
        for (const rule of rules) rule(value, path, found, objects);
      }
    },
  };
  return objects;
}

/** A shape without some of its members. */
export function without(shape: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !names.includes(name)));
}

/** Some members of a shape. */
export function only(shape: object, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => names.includes(name)));
}

/** A shape of which some members, or all if none are named, may be absent. */
export function free(shape: object, ...names: readonly string[]): object {
  const members = Object.entries<Check>({ ...shape });
  const mayBeAbsent = (name: string): boolean => names.length === 0 || names.includes(name);
  return Object.fromEntries(
    members.map(([name, check]) => [name, mayBeAbsent(name) ? orAbsent(check) : check]),
  );
}

function orAbsent(check: Check): Check {
  return (value, path, found) => {
    if (value !== undefined) check(value, path, found);
  };
}

/** There are no other members than those of the shape. */
export function closed(): readonly ObjectRule[] {
  return [
    (object, path, found, objects) => {
      for (const name of Object.keys(object)) {
        if (objects.has(name)) continue;
        const key = found.isFull ? '' : name.replaceAll('~', '~0').replaceAll('/', '~1');
        found.add(`${path}/${key}`, { code: 'closed', params: {}, message: 'must not be there' });
      }
    },
  ];
}

/** Something of an object that is counted. */
function counting(
  accepts: (count: number) => boolean,
  names: readonly string[],
  fault: Fault,
): ObjectRule {
  return (object, path, found) => {
    let count = 0;
    for (const name of names) count += is.count(is.own(object, name));
    if (!accepts(count)) found.add(path, fault);
  };
}

/** At most one of these fields has a value. */
export function atMostOneOf(...fields: readonly string[]): ObjectRule {
  return counting((count) => count <= 1, fields, {
    code: 'choice',
    params: { fields, required: false },
    message: `must have at most one of ${listed(fields, 'and')}`,
  });
}

/** Exactly one of these fields has a value. */
export function exactlyOneOf(...fields: readonly string[]): ObjectRule {
  return counting((count) => count === 1, fields, {
    code: 'choice',
    params: { fields, required: true },
    message: `must have exactly one of ${listed(fields, 'and')}`,
  });
}

/** These fields have at least so many values in all. */
export function atLeastInAll(least: number, ...fields: readonly string[]): ObjectRule {
  return counting((count) => count >= least, fields, {
    code: 'total',
    params: { fields, least },
    message: `must have at least ${String(least)} of ${listed(fields, 'and')} in all`,
  });
}

/** These fields have at most so many values in all. */
export function atMostInAll(most: number, ...fields: readonly string[]): ObjectRule {
  return counting((count) => count <= most, fields, {
    code: 'total',
    params: { fields, most },
    message: `must have at most ${String(most)} of ${listed(fields, 'and')} in all`,
  });
}

/** The field does not refer to the object itself. */
export function notItself(name: string): ObjectRule {
  const message = 'must not be the id of the object itself';
  return (object, path, found, objects) => {
    const own = is.sameId(is.own(object, 'id'));
    if (own === undefined || !objects.has('id')) return;
    const look = (value: unknown, at: string): void => {
      if (is.sameId(value) === own) found.add(at, { code: 'irreflexive', params: {}, message });
    };
    const value = is.own(object, name);
    if (!Array.isArray(value)) look(value, `${path}/${name}`);
    else for (let i = 0; i < value.length; i++) look(value[i], `${path}/${name}/${String(i)}`);
  };
}

// Related objects

/** An object of another type. */
export function related(objects: ObjectCheck): Check {
  return objects.report;
}

/** An object of another type or none: then it is absent or null. */
export function relatedOrNone(objects: ObjectCheck): Check {
  return orNone(objects.report);
}

/** A list of objects of another type. */
export function relatedList(objects: ObjectCheck): Check {
  return (value, path, found) => {
    if (value === undefined) found.add(path, required);
    else if (!Array.isArray(value)) found.add(path, notAList);
    else {
      for (let i = 0; i < value.length; i++)
        objects.report(value[i] ?? null, `${path}/${String(i)}`, found);
    }
  };
}

/** An object of one of several types, which a member tells apart. */
export function oneOfKinds(
  member: string,
  kindsOf: () => Readonly<Record<string, ObjectCheck>>,
): ObjectCheck {
  return {
    has: () => true,
    report: (value, path, found) => {
      const kinds = kindsOf();
      const name = typeof value === 'object' && value !== null ? is.own(value, member) : undefined;
      const objects = typeof name === 'string' && Object.hasOwn(kinds, name) && kinds[name];
      if (objects) objects.report(value, path, found);
      else if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        found.add(path, value === undefined && path !== '' ? required : notAnObject);
      } else {
        const values = Object.keys(kinds);
        const fault: Fault = { code: 'values', params: { values }, message: choice(values) };
        found.add(`${path}/${member}`, name === undefined ? required : fault);
      }
    },
  };
}

/** Calls back for each object that stands in a member: it, one of its list, or none. */
function eachObject(value: unknown, path: string, look: (one: object, path: string) => void): void {
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const one: unknown = value[i];
      if (typeof one === 'object' && one !== null) look(one, `${path}/${String(i)}`);
    }
  } else if (typeof value === 'object' && value !== null) look(value, path);
}

/** The field holds the id of the object that stands beside it, or the ids of all objects of the list. */
export function refersTo(field: string, relation: string): ObjectRule {
  const fault = { code: 'inverse', params: { field, relation } } as const;
  return (object, path, found) => {
    const value = is.own(object, relation);
    const key = is.own(object, field);
    const keys = new Set(Array.isArray(key) ? key.map(is.sameId) : [is.sameId(key)]);
    const left = new Set(keys);
    eachObject(value, `${path}/${relation}`, (one, at) => {
      const id = is.sameId(is.own(one, 'id'));
      left.delete(id);
      if (id === undefined || keys.has(id)) return;
      const message = `must be ${Array.isArray(key) ? 'one of' : 'what is in'} ${field}`;
      found.add(`${at}/id`, { ...fault, message });
    });
    left.delete(undefined);
    if (Array.isArray(value) && left.size > 0) {
      const message = `must have an object for each of ${field}`;
      found.add(`${path}/${relation}`, { ...fault, message });
    }
  };
}

/** The objects that stand in a member hold the id of the object in their field. */
export function referredToBy(field: string, relation: string): ObjectRule {
  const fault = { code: 'inverse', params: { field, relation } } as const;
  const message = 'must be the id of the object that it stands in';
  return (object, path, found) => {
    const id = is.own(object, 'id');
    eachObject(is.own(object, relation), `${path}/${relation}`, (one, at) => {
      if (!is.keyIn(id, one, field)) found.add(`${at}/${field}`, { ...fault, message });
    });
  };
}

// Fields

const required: Fault = { code: 'required', params: {}, message: 'is required' };

const notAList: Fault = { code: 'type', params: { type: 'list' }, message: 'must be a list' };

/** Tells which tests a value does not pass. */
function tellAll<T>(tests: readonly Test<T>[], value: T, path: string, found: Findings): void {
  for (const { accepts, fault } of tests) {
    if (!accepts(value)) found.add(path, fault);
  }
}

/** One value. The rules are for values of the kind alone. What is too long is not looked at any further. */
export function one(kind: Kind, ...rules: readonly ValueRule[]): Check {
  const tests = rules.map((rule) => rule.ofValue(kind));
  const long = tests.filter(({ fault }) => fault.code === 'max-length');
  return (value, path, found) => {
    const tooLong = typeof value === 'string' && long.find(({ accepts }) => !accepts(value));
    if (value === undefined) found.add(path, required);
    else if (tooLong) found.add(path, tooLong.fault);
    else if (kind.accepts(value)) tellAll(tests, value, path, found);
    else found.add(path, found.isFull ? notAList : kind.faultOf(value));
  };
}

/** One value or none: then it is absent or null. */
export function optional(kind: Kind, ...rules: readonly ValueRule[]): Check {
  return orNone(one(kind, ...rules));
}

function orNone(check: Check): Check {
  return (value, path, found) => {
    if (!is.none(value)) check(value, path, found);
  };
}

/** A list of values. What is too long is not looked at any further. */
export function many(kind: Kind, ...rules: readonly (ValueRule | ListRule)[]): Check {
  const tests = rules.flatMap((rule) => ('ofList' in rule ? [rule.ofList(kind)] : []));
  const item = one(kind, ...rules.filter((rule) => 'ofValue' in rule));
  const long = tests.filter(({ fault }) => fault.code === 'max-items');
  return (value, path, found) => {
    if (value === undefined) found.add(path, required);
    else if (!Array.isArray(value)) found.add(path, notAList);
    else {
      const tooLong = long.find(({ accepts }) => !accepts(value));
      if (tooLong) found.add(path, tooLong.fault);
      else {
        tellAll(tests, value, path, found);
        for (let i = 0; i < value.length; i++)
          item(value[i] ?? null, `${path}/${String(i)}`, found);
      }
    }
  };
}

/** Never a value. */
export const none: Check = (value, path, found) => {
  if (is.none(value)) return;
  found.add(path, { code: 'absent', params: {}, message: 'must not have a value' });
};

/** A list without values. */
export const empty: Check = (value, path, found) => {
  if (is.empty(value)) return;
  found.add(path, { code: 'absent', params: {}, message: 'must be an empty list' });
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

/** A rule for values on one side of a bound, or at it if that is included. */
function inOrder(
  bound: string | number,
  inclusive: boolean,
  code: 'minimum' | 'maximum',
  than: string,
): ValueRule {
  const message = `must be ${than} ${String(bound)}`;
  const fault: Fault = { code, params: { bound, inclusive }, message };
  const isGreater = code === 'minimum';
  return {
    ofValue: ({ keyOf, nearOf }) => {
      const key = keyOf(bound);
      const near = nearOf?.(bound) ?? Number.NaN;
      const accepts = (value: Plain): boolean => {
        if (value === bound) return inclusive;
        const about = nearOf?.(value) ?? Number.NaN;
        if (about < near || about > near) return about > near === isGreater;
        const exact = keyOf(value);
        return exact === key ? inclusive : exact > key === isGreater;
      };
      return { accepts, fault };
    },
  };
}

export function atLeast(bound: string | number): ValueRule {
  return inOrder(bound, true, 'minimum', 'at least');
}

export function atMost(bound: string | number): ValueRule {
  return inOrder(bound, true, 'maximum', 'at most');
}

export function moreThan(bound: string | number): ValueRule {
  return inOrder(bound, false, 'minimum', 'more than');
}

export function lessThan(bound: string | number): ValueRule {
  return inOrder(bound, false, 'maximum', 'less than');
}

/** A rule for texts. */
function ofText(accepts: (value: string) => boolean, fault: Fault): ValueRule {
  return { ofValue: () => ({ accepts: accepts as (value: Plain) => boolean, fault }) };
}

/** A text of at least so many characters. */
export function minLength(length: number): ValueRule {
  return ofText((value) => is.noShorter(value, length), {
    code: 'min-length',
    params: { length },
    message: `must be at least ${counted(length, 'character')} long`,
  });
}

/** A text of at most so many characters. */
export function maxLength(length: number): ValueRule {
  return ofText((value) => is.noLonger(value, length), {
    code: 'max-length',
    params: { length },
    message: `must be at most ${counted(length, 'character')} long`,
  });
}

/** A text in which the expression is found. */
export function matches(expression: RegExp): ValueRule {
  const params = { pattern: expression.source };
  const fault: Fault = { code: 'pattern', params, message: `must match ${String(expression)}` };
  return ofText((value) => is.matching(value, expression), fault);
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
  return `${String(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `a, b and c` */
function listed(names: readonly string[], conjunction: string): string {
  if (names.length < 2) return names.join();
  return `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1) ?? ''}`;
}

function choice(values: readonly Plain[]): string {
  const names = values.map((value) => JSON.stringify(value));
  if (names.length <= 12) return `must be ${listed(names, 'or')}`;
  return `must be one of ${String(names.length)} values: ${names.slice(0, 10).join(', ')}, …`;
}

// Kinds made of others

/** One of the values of an enumeration. */
export function enumeration(values: Readonly<Record<string, string>>): Kind {
  const list = Object.values(values);
  const allowed = is.setOf(values);
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
      return `${String(index)} ${String(kinds[index]?.keyOf(value))}`;
    },
  };
}

/** A kind whose values keep to some rules. */
export function restricted(kind: Kind, ...rules: readonly ValueRule[]): Kind {
  const tests = rules.map((rule) => rule.ofValue(kind));
  const { type, keyOf, nearOf } = kind;
  return {
    type,
    accepts: (value): value is Plain =>
      kind.accepts(value) && tests.every((test) => test.accepts(value)),
    faultOf: (value) => {
      if (!kind.accepts(value)) return kind.faultOf(value);
      const broken = tests.filter(({ accepts }) => !accepts(value));
      const message = broken.map(({ fault }) => fault.message).join(' and ');
      return { code: 'type', params: { type }, message };
    },
    keyOf,
    nearOf,
  };
}

/** A kind of values: those that are accepted, and what stands for them, if it is not they themselves. */
export function kind<T extends Plain>(
  type: string,
  wanted: string,
  accepts: (value: unknown) => value is T,
  keyOf?: (value: T) => Key,
  nearOf?: (value: T) => number,
): Kind {
  const fault: Fault = { code: 'type', params: { type }, message: `must be ${wanted}` };
  return {
    type,
    accepts,
    faultOf: () => fault,
    keyOf: (keyOf as Kind['keyOf'] | undefined) ?? itself,
    nearOf: nearOf as Kind['nearOf'],
  };
}

function itself(value: Plain): Key {
  return value;
}

// Kinds of values
