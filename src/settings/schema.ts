import { z } from 'zod';
import { declaration } from './declaration.ts';

/** As much of a JSON Schema as the declaration comes to. */
interface Schema {
  readonly $schema?: string;
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
}

/** The JSON Schema of settings files, by which editors complete and check them. Draft 7 is what they all know. */
export function settingsSchema(): Schema {
  const { $schema, ...schema } = z.toJSONSchema(declaration, { target: 'draft-7', io: 'input' }) as Schema;
  return {
    ...($schema !== undefined && { $schema }),
    ...{ title: 'Settings of codegen' },
    description: 'codegen.yaml: an ontology, what is generated from it, and what is decided where it is silent',
    ...schema,
  };
}

/** The reference of all members, as a table in Markdown. */
export function settingsReference(): string {
  const rows = [...rowsOf(settingsSchema(), '')];
  return ['| member | value | meaning |', '|---|---|---|', ...rows.map((cells) => `| ${cells.map(inCell).join(' | ')} |`)].join(
    '\n',
  );
}

function* rowsOf(schema: Schema, path: string): Iterable<readonly string[]> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const at = path === '' ? name : `${path}.${name}`;
    const needed = schema.required?.includes(name) ? ' *(required)*' : '';
    yield [`\`${at}\`${needed}`, shownValue(member), member.description ?? ''];
    for (const form of [member, ...(member.anyOf ?? [])]) {
      yield* rowsOf(form, at);
      if (form.items) yield* rowsOf(form.items, `${at}[]`);
      if (typeof form.additionalProperties === 'object') yield* rowsOf(form.additionalProperties, `${at}.*`);
    }
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'list',
  object: 'map',
  boolean: '`true` or `false`',
  integer: 'whole number',
};

function shownValue(schema: Schema): string {
  const { type = '', anyOf, items, enum: words, default: fallback } = schema;
  if (anyOf) return [...new Set(anyOf.map(shownValue))].join(' or ');
  if (schema.pattern !== undefined && type === '') return 'path';
  if (words) return words.map((word) => (word === fallback ? `**\`${word}\`**` : `\`${word}\``)).join(', ');
  const kind = kinds[type] ?? 'any value';
  if (items) return `${kind} of ${items.properties || items.additionalProperties ? 'maps' : `${shownValue(items)}s`}`;
  return fallback === undefined ? kind : `${kind}, **\`${fallback}\`**`;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
