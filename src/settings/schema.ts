/**
 * Publishes what a settings file may contain: as JSON Schema for editors, and as rows of the reference, such as
 * `outputs[].template`, required, "path or one of 15 words".
 */

import { z } from 'zod';
import { declaration } from './declaration.ts';

/** The subset of JSON Schema that the declaration produces. */
interface Schema {
  readonly $schema?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** Returns the JSON Schema of settings files. Editors support draft 7 most widely. */
export function settingsSchema(): Schema {
  const { $schema, ...schema } = z.toJSONSchema(declaration, { target: 'draft-7', io: 'input' }) as Schema;
  return {
    ...($schema !== undefined && { $schema }),
    title: 'Settings of codegen',
    description: 'codegen.yaml: an ontology, what is generated from it, and what is decided where it is silent',
    ...schema,
  };
}

interface Member {
  /** Its path: `outputs[].template`. */
  readonly name: string;
  readonly isRequired: boolean;
  readonly value: string;
  readonly meaning: string;
}

/**
 * Returns all members that a settings file may have.
 *
 * @param limit a value with more accepted words than this shows only their number
 * @param word formats a word of a value
 */
export function settingsMembers(limit: number, word: Style['word'] = plainWord): readonly Member[] {
  return [...membersOf(settingsSchema(), '', { word, limit })];
}

const plainWord: Style['word'] = (word, isDefault) => (isDefault ? `${word} (default)` : word);

interface Style {
  readonly word: (word: string, isDefault: boolean) => string;
  readonly limit: number;
}

function* membersOf(schema: Schema, path: string, style: Style): Iterable<Member> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    yield { name: at, isRequired, value: describeValue(member, style), meaning: member.description ?? '' };
    for (const form of [member, ...(member.anyOf ?? [])]) {
      yield* membersOf(form, at, style);
      if (form.items) yield* membersOf(form.items, `${at}[]`, style);
      if (typeof form.additionalProperties === 'object') yield* membersOf(form.additionalProperties, `${at}.*`, style);
    }
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'string',
  array: 'list',
  object: 'map',
  integer: 'integer',
};

function describeValue(schema: Schema, style: Style): string {
  const { type = '', anyOf, items, default: fallback } = schema;
  const words = schema.enum?.filter((word) => typeof word === 'string');
  if (anyOf) return [...new Set(anyOf.map((each) => describeValue(each, style)))].join(' or ');
  if (schema.pattern !== undefined && type === '') return 'path';
  if (words && words.length > style.limit) return `one of ${words.length} words`;
  if (words) return words.map((word) => style.word(word, word === fallback)).join(', ');
  if (type === 'boolean') return `${style.word('true', false)} or ${style.word('false', false)}`;
  const kind = kinds[`${type}`] ?? 'any value';
  if (items) return `${kind} of ${describeItems(items, style)}`;
  return fallback === undefined ? kind : `${kind}, ${style.word(`${fallback}`, true)}`;
}

function describeItems(items: Schema, style: Style): string {
  if (items.properties || items.additionalProperties) return 'maps';
  return items.enum && items.enum.length > style.limit ? `${items.enum.length} words` : `${describeValue(items, style)}s`;
}
