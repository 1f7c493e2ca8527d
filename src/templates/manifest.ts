/** Reads and validates the manifest of a Liquid template, `template.yaml` in its folder. */

import { type DemandKind, type ScalarKind, scalarKinds } from '../model/index.ts';
import { type KindAnswer, readAnswers } from './answers.ts';
import { isReservedName, isValidName } from './names.ts';
import { type OptionSpecs, readOptions } from './options.ts';
import type { YamlValue } from './yaml.ts';

/** What a Liquid file is rendered for: the whole model once, or each of its classes, enumerations or unions. */
export const subjects = ['model', 'class', 'enumeration', 'union'] as const;
export type Subject = (typeof subjects)[number];

/** The files that one Liquid file generates. */
export interface FileRule {
  /** The Liquid file, relative to the folder of the template. */
  readonly template: string;
  readonly for: Subject;
  /** A Liquid text that returns the path of a file; if it is empty, there is no file. */
  readonly path: string;
  /** Start of a one-line comment, if it differs from that of the template. */
  readonly comment?: string;
  /** The rule in the manifest, for messages. */
  readonly at: YamlValue;
}

/** Kinds of values in the table of types. */
export const typeKinds = [...scalarKinds, 'id', 'enumeration', 'union', 'reference', 'other'] as const;
export type TypeKind = ScalarKind | 'id' | 'enumeration' | 'union' | 'reference' | 'other';

export interface TypeRow {
  /** `{}` stands for the name of the enumeration, union or class. */
  readonly type: string;
  /** What a file must import to use the type. */
  readonly imports: readonly string[];
}

export interface Manifest {
  readonly name: string;
  readonly category: string;
  readonly language: string;
  readonly description: string;
  /** Start of a one-line comment. */
  readonly comment: string;
  readonly indent: string;
  readonly files: readonly FileRule[];
  readonly types: ReadonlyMap<TypeKind, TypeRow>;
  /** The types of optional fields and of lists: `{}` stands for the type. */
  readonly optional: string;
  readonly list: string;
  readonly reserved: ReadonlySet<string>;
  /** The replacement for a reserved word: `{}` stands for the word. */
  readonly escape: string;
  /** The quotes of string literals. */
  readonly quotes: Quotes;
  readonly options: OptionSpecs;
  readonly answers: Readonly<Partial<Record<DemandKind, KindAnswer>>>;
}

/** Styles of string literals: `"` as in JSON, `'` with escaped quotes and backslashes, `'` with doubled quotes as in SQL. */
export const quoteStyles = ['double', 'single', 'doubled'] as const;
export type Quotes = (typeof quoteStyles)[number];

const members = [
  'name',
  'description',
  'category',
  'language',
  'comment',
  'indent',
  'files',
  'types',
  'optional',
  'list',
  'reserved',
  'escape',
  'quotes',
  'options',
  'answers',
] as const;

/**
 * Reads the manifest `template.yaml` of a template.
 *
 * @throws DiagnosticError with the source location of the error
 */
export async function readManifest(yaml: YamlValue): Promise<Manifest> {
  const manifest = await yaml.members(members);
  const files = manifest.files ?? yaml.fail('the template has no files', 'say what it makes: a list of template, for and path');
  return {
    name: readName(manifest.name ?? yaml.fail('the template has no name', 'add one, such as name: go-structs')),
    ...readDescription(manifest),
    comment: readComment(
      manifest.comment ?? yaml.fail('the template does not declare how a comment begins', 'add comment: "//"'),
    ),
    files: await readFiles(files),
    ...(await readLanguage(manifest)),
    options: manifest.options ? await readOptions(manifest.options) : {},
    answers: manifest.answers ? await readAnswers(manifest.answers) : {},
  };
}

type ManifestMembers = { readonly [Name in (typeof members)[number]]?: YamlValue };

function readName(value: YamlValue): string {
  const name = value.text();
  if (!isValidName(name)) {
    value.fail(`${name} is not a valid name for a template`, 'small letters, digits and hyphens, such as go-structs');
  }
  if (isReservedName(name)) value.fail(`${name} is the name of a built-in template`, 'choose another one');
  return name;
}

function readDescription({ category, language, description }: ManifestMembers) {
  return {
    category: oneLine(category) ?? 'own-templates',
    language: oneLine(language) ?? '',
    description: oneLine(description) ?? '',
  };
}

/** Reads the members about the syntax of the language. */
async function readLanguage({ indent, types, optional, list, reserved, escape: escaped, quotes }: ManifestMembers) {
  return {
    indent: indent?.text() ?? '  ',
    types: types ? await readTypes(types) : new Map<TypeKind, TypeRow>(),
    optional: readPlaceholderText(optional) ?? '{}',
    list: readPlaceholderText(list) ?? '{}',
    reserved: new Set(reserved ? readWords(reserved) : []),
    escape: readPlaceholderText(escaped) ?? '{}_',
    quotes: quotes ? await readChoice(quotes, quoteStyles) : ('double' as const),
  };
}

function oneLine(value: YamlValue | undefined): string | undefined {
  const text = value?.text();
  if (text?.includes('\n')) value?.fail(`${value.path} has more than one line`);
  return text;
}

/** Reads the start of a comment. It is required, because a header in a comment identifies generated files. */
function readComment(value: YamlValue): string {
  const comment = value.text();
  if (!/^[!-/:-@[-`{-~]{1,4}$/.test(comment)) {
    value.fail(`${JSON.stringify(comment)} begins no comment`, 'one to four signs, such as "//", "#", "--" or "<!--"');
  }
  return comment;
}

/** Reads a text with the placeholder `{}`. */
function readPlaceholderText(value: YamlValue | undefined): string | undefined {
  const text = value?.text();
  if (text !== undefined && !text.includes('{}'))
    value?.fail(`${value.path} has no {}`, 'write {} where the type or word comes in');
  return text;
}

/** Reads a list of words, or a string of words separated by spaces. */
function readWords(value: YamlValue): readonly string[] {
  return value.isList ? value.list().map((word) => word.text()) : value.text().split(/\s+/);
}

/** Reads a word from a fixed set. */
async function readChoice<const Word extends string>(value: YamlValue, words: readonly Word[]): Promise<Word> {
  const text = value.text();
  const choice = words.find((word) => word === text);
  return choice ?? value.fail(`${value.path} is ${JSON.stringify(text)}`, `what it may be: ${words.join(', ')}`);
}

async function readFiles(value: YamlValue): Promise<readonly FileRule[]> {
  const rules = await Promise.all(
    value.list().map(async (at) => {
      const rule = await at.members(['template', 'for', 'path', 'comment']);
      return {
        template: (rule.template ?? at.fail(`${at.path} names no Liquid file`, 'add template: class.liquid')).text(),
        for: rule.for ? await readChoice(rule.for, subjects) : 'model',
        path: (rule.path ?? at.fail(`${at.path} has no path`, 'add path: "{{ class.slug }}.go"')).text(),
        ...(rule.comment && { comment: readComment(rule.comment) }),
        at,
      };
    }),
  );
  return rules.length > 0 ? rules : value.fail('files is empty');
}

async function readTypes(value: YamlValue): Promise<ReadonlyMap<TypeKind, TypeRow>> {
  const rows = await value.members(typeKinds as readonly TypeKind[]);
  const types = new Map<TypeKind, TypeRow>();
  for (const [kind, row] of Object.entries(rows) as [TypeKind, YamlValue][]) {
    if (!row.isMap) {
      types.set(kind, { type: row.text(), imports: [] });
      continue;
    }
    const { type, import: imported } = await row.members(['type', 'import']);
    types.set(kind, {
      type: (type ?? row.fail(`${row.path} has no type`)).text(),
      imports: imported === undefined ? [] : imported.isList ? imported.list().map((each) => each.text()) : [imported.text()],
    });
  }
  return types;
}
