/** What users have derived for the types of models beside what these have: the option `derives`. */

import type { ScalarKind } from '../../model/index.ts';
import type { OptionSpec, OptionValue } from '../target.ts';
import { rustKind } from './kinds.ts';
import { keywords } from './names.ts';
import { stringLiteral } from './tokens.ts';

/** Macros that describe JSON. They read serde's attributes but do not know that decimals are strings. */
const describing: Readonly<Record<string, (type: string) => string>> = {
  'schemars::JsonSchema': (type) => `schemars(with = ${stringLiteral(type)})`,
  'ts_rs::TS': (type) => `ts(as = ${stringLiteral(type)})`,
  'utoipa::ToSchema': (type) => `schema(value_type = ${type})`,
};

/** What structs have without being derived, or bodies of changes, by the last name of its path. */
const had: Readonly<Record<string, RegExp>> = {
  Clone: /^(?:(?:std|core)::clone::)?$/,
  Debug: /^(?:(?:std|core)::fmt::)?$/,
  Default: /^(?:(?:std|core)::default::)?$/,
  Deserialize: /^serde(?:_derive)?::$/,
  FromRow: /^sqlx::$/,
  PartialEq: /^(?:(?:std|core)::cmp::)?$/,
  Serialize: /^serde(?:_derive)?::$/,
};

/** What the compiler derives without an import. */
const ofLanguage: ReadonlySet<string> = new Set(['Copy', 'Eq', 'Hash', 'Ord', 'PartialOrd']);

/** A path. */
const SHAPE = /^(?<root>::)?(?<path>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)$/;

/** Where a path may begin, and nothing else in it. */
const ROOTS: ReadonlySet<string> = new Set(['crate', 'self', 'super']);

/** Why there can be no such list, as a clause; undefined if there can be. */
function problemOf(list: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const given of list) {
    const problem = problemOfOne(given, seen);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfOne(given: string, seen: Set<string>): string | undefined {
  const quoted = JSON.stringify(given);
  const groups = SHAPE.exec(given)?.groups;
  const path = groups?.['path'] ?? '';
  const segments = path.split('::');
  const last = segments.at(-1) as string;
  const isStrange = segments.some(
    (name, i) => name === '_' || name === 'Self' || (isKeyword(name) && !(i === 0 && ROOTS.has(name))),
  );
  if (groups === undefined || isStrange || isKeyword(last)) {
    return `must hold paths of Rust, such as utoipa::ToSchema: ${quoted} is none`;
  }
  if (had[last]?.test(path.slice(0, -last.length))) return `must not hold ${quoted}: the models have it already`;
  if (segments.length === 1 && !ofLanguage.has(path)) {
    return `must hold whole paths, such as utoipa::ToSchema: ${quoted} does not say which crate has it`;
  }
  if (seen.has(path)) return `must hold each macro once: ${quoted} is there twice`;
  seen.add(path);
  return undefined;
}

const isKeyword = (name: string): boolean => keywords.has(name) || ROOTS.has(name);

/** The option itself. */
export const derivesOption: OptionSpec = {
  type: 'list',
  default: [],
  problem: problemOf,
  about: 'what is derived for all types, by its path: utoipa::ToSchema',
};

/** What is derived for types beside what they have, and what its macros are told. Where there is nothing, it prints nothing. */
export class Derives {
  readonly #paths: readonly string[];
  readonly #instead: readonly ((type: string) => string)[];

  /** @param value of the option */
  constructor(value: OptionValue | undefined) {
    const given = Array.isArray(value) ? (value as readonly string[]) : [];
    const groups = given.map((one) => SHAPE.exec(one)?.groups ?? {});
    this.#paths = groups.map(({ root = '', path = '' }) => root + path);
    this.#instead = groups.flatMap(({ path = '' }) => describing[path] ?? []);
  }

  /** Returns the derive attribute with the given traits and those of the option. */
  attribute(own: readonly string[]): readonly string[] {
    const all = [...own, ...this.#paths.filter((path) => !own.includes(path))];
    const list = all.join(', ');
    if (list.length <= LONGEST) return [`#[derive(${list})]`];
    const lines = list.length <= LONGEST_BLOCK ? [`    ${list},`] : all.map((one) => `    ${one},`);
    return ['#[derive(', ...lines, ')]'];
  }

  /** Adds the traits of the option to the derive attributes of a text. */
  added(text: string, isOfModels: boolean): string {
    if (!isOfModels) return text;
    return text.replace(/#\[derive\((.*)\)\]/, (_, own: string) => this.attribute(own.split(', ')).join('\n'));
  }

  /**
   * That values are texts in JSON which are numbers in Rust.
   *
   * @param type the type of all of it, of texts: `Option<String>`
   */
  texts(scalar: ScalarKind, type: () => string): readonly string[] {
    if (this.#instead.length === 0 || !isTextInJson(scalar)) return [];
    return this.#instead.map((instead) => `    #[${instead(type())}]`);
  }
}

/** rustfmt puts longer lists of macros on a line of their own. */
const LONGEST = 85;

/** rustfmt breaks longer lists into one trait per line. */
const LONGEST_BLOCK = 95;

/** Whether values are numbers in Rust, and texts in JSON. */
function isTextInJson(scalar: ScalarKind): boolean {
  const { type, writesText } = rustKind(scalar);
  return writesText === true || ('from' in type && type.from === 'rust_decimal');
}
