/** The option `derives`: macros that users add to the derive attributes of models, such as `utoipa::ToSchema`. */

import type { ScalarKind } from '../../model/index.ts';
import type { OptionSpec, OptionValue } from '../target.ts';
import { rustKind } from './kinds.ts';
import { stringLiteral } from './tokens.ts';

/**
 * The maximum length of a derive list on the line of `#[derive(…)]`: rustfmt's `max_width` of 100, without these 11 characters and
 * 4 more that rustfmt reserves.
 */
const MAX_LIST_ON_ATTRIBUTE_LINE = 85;

/**
 * The maximum length of a derive list on a line of its own: rustfmt's `max_width` of 100 without the indentation. rustfmt does not
 * count the comma at the end.
 */
const MAX_LIST_ON_OWN_LINE = 96;

/** Macros that describe JSON. They read serde's attributes but do not know that decimals are strings. */
const jsonTypeAttributes: ReadonlyMap<string, (type: string) => string> = new Map([
  ['schemars::JsonSchema', (type: string) => `schemars(with = ${stringLiteral(type)})`],
  ['ts_rs::TS', (type: string) => `ts(as = ${stringLiteral(type)})`],
  ['utoipa::ToSchema', (type: string) => `schema(value_type = ${type})`],
]);

/** The path of a macro; a leading `::` makes it absolute. */
const RUST_PATH = /^(?<leading>::)?(?<path>[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*)$/;

/** Returns what is wrong with a list, as a clause; undefined if it is valid. The compiler reports paths that lead to no macro. */
function problemOfList(list: readonly string[]): string | undefined {
  const invalid = list.find((each) => !RUST_PATH.test(each));
  return invalid === undefined
    ? undefined
    : `must contain Rust paths, such as utoipa::ToSchema: ${JSON.stringify(invalid)} is not one`;
}

export const derivesOption: OptionSpec = {
  type: 'list',
  default: [],
  problem: problemOfList,
  about: 'derive macros for all types, by their paths, such as utoipa::ToSchema',
};

/** The macros of the option `derives`, with the attributes they need. Without macros it adds nothing. */
export class Derives {
  readonly #paths: readonly string[];
  /** For each macro that describes JSON: returns the attribute for a type. */
  readonly #jsonTypeAttributes: readonly ((type: string) => string)[];

  /** @param value the value of the option */
  constructor(value: OptionValue | undefined) {
    const traits = Array.isArray(value) ? (value as readonly string[]) : [];
    const groups = traits.map((trait) => RUST_PATH.exec(trait)?.groups ?? {});
    this.#paths = groups.map(({ leading = '', path = '' }) => leading + path);
    this.#jsonTypeAttributes = groups.flatMap(({ path = '' }) => jsonTypeAttributes.get(path) ?? []);
  }

  /** Returns the lines of the derive attribute with the given traits and those of the option, in rustfmt's layout. */
  attributeLines(traits: readonly string[]): readonly string[] {
    const all = [...new Set([...traits, ...this.#paths])];
    const list = all.join(', ');
    if (list.length <= MAX_LIST_ON_ATTRIBUTE_LINE) return [`#[derive(${list})]`];
    const lines = list.length <= MAX_LIST_ON_OWN_LINE ? [`    ${list},`] : all.map((one) => `    ${one},`);
    return ['#[derive(', ...lines, ')]'];
  }

  /** Adds the traits of the option to each derive attribute of a text. An attribute must be on one line. */
  addTo(text: string): string {
    return text.replace(/#\[derive\((.*)\)\]/g, (_, traits: string) => this.attributeLines(traits.split(', ')).join('\n'));
  }

  /**
   * Returns the attributes that state that the values of a scalar type are strings in JSON; none if they are not, or if no macro
   * needs them.
   *
   * @param type returns the whole type with strings: `Option<String>`
   */
  jsonStringAttributes(scalar: ScalarKind, type: () => string): readonly string[] {
    // Only values that are strings in JSON but not in Rust have a conversion.
    if (rustKind(scalar).conversion === undefined) return [];
    return this.#jsonTypeAttributes.map((attribute) => `    #[${attribute(type())}]`);
  }
}
