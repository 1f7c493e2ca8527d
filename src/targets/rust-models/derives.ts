/** The option `derives`: macros that users add to the derive attributes of models. */

import type { ScalarKind } from '../../model/index.ts';
import type { OptionSpec, OptionValue } from '../target.ts';
import { rustKind } from './kinds.ts';
import { keywords } from './names.ts';
import { stringLiteral } from './tokens.ts';

/** Macros that describe JSON. They read serde's attributes but do not know that decimals are strings. */
const jsonTypeAttributes: Readonly<Record<string, (type: string) => string>> = {
  'schemars::JsonSchema': (type) => `schemars(with = ${stringLiteral(type)})`,
  'ts_rs::TS': (type) => `ts(as = ${stringLiteral(type)})`,
  'utoipa::ToSchema': (type) => `schema(value_type = ${type})`,
};

/** Traits that models already derive or implement, by the last name of their paths; the pattern matches the rest of the path. */
const existingTraits: Readonly<Record<string, RegExp>> = {
  Clone: /^(?:(?:std|core)::clone::)?$/,
  Debug: /^(?:(?:std|core)::fmt::)?$/,
  Default: /^(?:(?:std|core)::default::)?$/,
  Deserialize: /^serde(?:_derive)?::$/,
  FromRow: /^sqlx::$/,
  PartialEq: /^(?:(?:std|core)::cmp::)?$/,
  Serialize: /^serde(?:_derive)?::$/,
};

/** Traits that the compiler derives without an import. */
const compilerTraits: ReadonlySet<string> = new Set(['Copy', 'Eq', 'Hash', 'Ord', 'PartialOrd']);

const SHAPE = /^(?<root>::)?(?<path>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)$/;

/** Keywords that are allowed only as the first segment of a path. */
const ROOTS: ReadonlySet<string> = new Set(['crate', 'self', 'super']);

/** Returns what is wrong with a list, as a clause; undefined if it is valid. */
function problemOf(list: readonly string[]): string | undefined {
  const listed = new Set<string>();
  for (const trait of list) {
    const problem = problemOfOne(trait, listed);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function problemOfOne(trait: string, listed: Set<string>): string | undefined {
  const quoted = JSON.stringify(trait);
  const groups = SHAPE.exec(trait)?.groups;
  const path = groups?.['path'] ?? '';
  const segments = path.split('::');
  const last = segments.at(-1) as string;
  const isStrange = segments.some(
    (name, i) => name === '_' || name === 'Self' || (isKeyword(name) && !(i === 0 && ROOTS.has(name))),
  );
  if (groups === undefined || isStrange || isKeyword(last)) {
    return `must contain Rust paths, such as utoipa::ToSchema: ${quoted} is not one`;
  }
  if (existingTraits[last]?.test(path.slice(0, -last.length))) return `must not contain ${quoted}: the models derive it already`;
  if (segments.length === 1 && !compilerTraits.has(path)) {
    return `must contain full paths, such as utoipa::ToSchema: ${quoted} does not name its crate`;
  }
  if (listed.has(path)) return `must contain each macro once: ${quoted} is repeated`;
  listed.add(path);
  return undefined;
}

const isKeyword = (name: string): boolean => keywords.has(name) || ROOTS.has(name);

export const derivesOption: OptionSpec = {
  type: 'list',
  default: [],
  problem: problemOf,
  about: 'what is derived for all types, by its path: utoipa::ToSchema',
};

/** The macros of the option `derives`, with the attributes they need. Without macros it adds nothing. */
export class Derives {
  readonly #paths: readonly string[];
  readonly #instead: readonly ((type: string) => string)[];

  /** @param value the value of the option */
  constructor(value: OptionValue | undefined) {
    const given = Array.isArray(value) ? (value as readonly string[]) : [];
    const groups = given.map((one) => SHAPE.exec(one)?.groups ?? {});
    this.#paths = groups.map(({ root = '', path = '' }) => root + path);
    this.#instead = groups.flatMap(({ path = '' }) => jsonTypeAttributes[path] ?? []);
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
   * Returns attributes that state that numbers are strings in JSON.
   *
   * @param type returns the whole type with strings: `Option<String>`
   */
  texts(scalar: ScalarKind, type: () => string): readonly string[] {
    if (this.#instead.length === 0 || !isTextInJson(scalar)) return [];
    return this.#instead.map((instead) => `    #[${instead(type())}]`);
  }
}

/** rustfmt puts longer lists on a separate line. */
const LONGEST = 85;

/** rustfmt breaks longer lists into one trait per line. */
const LONGEST_BLOCK = 95;

/** Returns whether values are numbers in Rust and strings in JSON. */
function isTextInJson(scalar: ScalarKind): boolean {
  const { type, writesText } = rustKind(scalar);
  return writesText === true || ('from' in type && type.from === 'rust_decimal');
}
