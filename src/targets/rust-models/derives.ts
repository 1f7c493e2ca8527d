/** What users have derived for the types of models beside what these have: the option `derives`. */

import type { ScalarKind } from '../../model/index.ts';
import type { OptionSpec, OptionValue } from '../target.ts';
import { rustKind } from './kinds.ts';
import { skipFormatting } from './layout.ts';
import { keywords } from './names.ts';
import { stringLiteral } from './tokens.ts';

/** What a macro that describes JSON is told of a type, of a variant or of a field, in the words of serde. */
interface Words {
  /** The attribute that has `rename`, `flatten` and `untagged`. */
  readonly helper?: string;
  /** Whether it knows `default`, too. */
  readonly default?: true;
  /** The attribute by which it takes a type in place of that of a field. */
  readonly instead?: (type: string) => string;
}

/** Macros that describe JSON, each with how it is told what the types do not show. */
const describing: Readonly<Record<string, Words>> = {
  'schemars::JsonSchema': { helper: 'serde', default: true, instead: (type) => `schemars(with = ${stringLiteral(type)})` },
  'ts_rs::TS': { helper: 'ts', instead: (type) => `ts(as = ${stringLiteral(type)})` },
  'utoipa::ToSchema': { helper: 'serde', default: true, instead: (type) => `schema(value_type = ${type})` },
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

/** A path, and the attribute of its macro in parentheses. */
const SHAPE = /^(?<root>::)?(?<path>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)(?:\((?<helper>[A-Za-z_]\w*)\))?$/;

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
  readonly #helpers: readonly string[];
  readonly #defaulting: readonly string[];
  readonly #instead: readonly ((type: string) => string)[];

  /** @param value of the option */
  constructor(value: OptionValue | undefined) {
    const derived = (Array.isArray(value) ? (value as readonly string[]) : []).map((given) => {
      const { root = '', path = '', helper } = SHAPE.exec(given)?.groups ?? {};
      const words = describing[path];
      return { path: root + path, words: helper === undefined ? words : { ...words, helper } };
    });
    const words = derived.flatMap(({ words }) => words ?? []);
    this.#paths = derived.map(({ path }) => path);
    this.#helpers = unique(words.flatMap(({ helper }) => helper ?? []));
    this.#defaulting = unique(words.flatMap((one) => (one.default && one.helper) || []));
    this.#instead = words.flatMap(({ instead }) => instead ?? []);
  }

  /** The attribute that derives what a type has anyway, by their names, and what is asked for. */
  attribute(own: readonly string[] = []): readonly string[] {
    const all = [...own, ...this.#paths.filter((path) => !own.includes(path))];
    if (all.length === 0) return NONE;
    const line = `#[derive(${all.join(', ')})]`;
    return line.length > LONGEST ? [skipFormatting, line] : [line];
  }

  /** That JSON calls a variant or a field otherwise than Rust. */
  renamed(isSo: boolean, name: string): readonly string[] {
    return isSo ? this.#helpers.map((helper) => `    #[${helper}(rename = ${stringLiteral(name)})]`) : NONE;
  }

  /** That the members of a field stand in JSON beside it. */
  flattened(): readonly string[] {
    return this.#helpers.map((helper) => `    #[${helper}(flatten)]`);
  }

  /** That JSON does not name the variants of an enum. */
  untagged(): readonly string[] {
    return this.#helpers.map((helper) => `#[${helper}(untagged)]`);
  }

  /** That JSON may lack a field that is empty then. */
  defaulting(isSo: boolean): readonly string[] {
    return isSo ? this.#defaulting.map((helper) => `    #[${helper}(default)]`) : NONE;
  }

  /**
   * That values are texts in JSON which are numbers in Rust.
   *
   * @param type the type of all of it, of texts: `Option<String>`
   */
  texts(scalar: ScalarKind, type: () => string, indent = '    '): readonly string[] {
    if (this.#instead.length === 0 || !isTextInJson(scalar)) return NONE;
    return this.#instead.map((instead) => `${indent}#[${instead(type())}]`);
  }
}

const NONE: readonly string[] = [];

/** rustfmt breaks longer lists of macros. */
const LONGEST = 100;

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/** Whether values are numbers in Rust, and texts in JSON. */
function isTextInJson(scalar: ScalarKind): boolean {
  const { type, writesText } = rustKind(scalar);
  return writesText === true || ('from' in type && type.from === 'rust_decimal');
}
