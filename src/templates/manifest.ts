/** What the manifest of a template says, read and checked: `template.yaml` in its folder. */

import { type DemandKind, type ScalarKind, scalarKinds } from '../model/index.ts';
import { isTemplateName } from '../targets/index.ts';
import { type Answered, readAnswers } from './answers.ts';
import { type OptionSpecs, readOptions } from './options.ts';
import type { YamlValue } from './yaml.ts';

/** What files are made of: the whole model once, or each of its classes, enumerations or unions. */
export const subjects = ['model', 'class', 'enumeration', 'union'] as const;
export type Subject = (typeof subjects)[number];

/** The files that one Liquid file makes. */
export interface FileRule {
  /** The Liquid file, relative to the folder of the template. */
  readonly template: string;
  readonly for: Subject;
  /** A Liquid text that gives the path of a file; where it gives nothing there is none. */
  readonly path: string;
  /** What begins a comment of one line, where it is another one than elsewhere in the template. */
  readonly comment?: string;
  /** Where the rule stands, for messages. */
  readonly at: YamlValue;
}

/** Kinds of values that a table of types has rows for. */
export const typeKinds = [...scalarKinds, 'id', 'enumeration', 'union', 'reference', 'other'] as const;
export type TypeKind = ScalarKind | 'id' | 'enumeration' | 'union' | 'reference' | 'other';

export interface TypeRow {
  /** `{}` stands for the name of the enumeration, the union or the class. */
  readonly type: string;
  /** What files have to import that use it. */
  readonly imports: readonly string[];
}

export interface Manifest {
  readonly name: string;
  readonly category: string;
  readonly language: string;
  readonly description: string;
  /** What begins a comment of one line. */
  readonly comment: string;
  /** One level of indentation. */
  readonly indent: string;
  readonly files: readonly FileRule[];
  readonly types: ReadonlyMap<TypeKind, TypeRow>;
  /** What a type becomes where there may be no value, or many: `{}` stands for the type. */
  readonly optional: string;
  readonly list: string;
  readonly reserved: ReadonlySet<string>;
  /** What a reserved word becomes: `{}` stands for it. */
  readonly escape: string;
  /** The quotes of texts. */
  readonly quotes: Quotes;
  readonly options: OptionSpecs;
  readonly answers: Readonly<Partial<Record<DemandKind, Answered>>>;
}

/** How texts are written in code: `"` as JSON has them, `'` with the quote and the backslash escaped, `''` as SQL has them. */
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

/** @throws DiagnosticError at the place of what is wrong */
export async function readManifest(yaml: YamlValue): Promise<Manifest> {
  const given = await yaml.members(members);
  const files = given.files ?? yaml.fail('the template has no files', 'say what it makes: a list of template, for and path');
  return {
    name: nameOf(given.name ?? yaml.fail('the template has no name', 'add one, such as name: go-structs')),
    ...describedIn(given),
    comment: commentOf(given.comment ?? yaml.fail('the template says not how a comment begins', 'add comment: "//"')),
    files: await readFiles(files),
    ...(await languageOf(given)),
    options: given.options ? await readOptions(given.options) : {},
    answers: given.answers ? await readAnswers(given.answers) : {},
  };
}

type Given = { readonly [Name in (typeof members)[number]]?: YamlValue };

function nameOf(value: YamlValue): string {
  const name = value.text();
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    value.fail(`${name} is no name for a template`, 'small letters, digits and hyphens, such as go-structs');
  }
  if (isTemplateName(name) || name === 'all') value.fail(`${name} is the name of a built-in template`, 'choose another one');
  return name;
}

function describedIn({ category, language, description }: Given) {
  return {
    category: oneLine(category) ?? 'own-templates',
    language: oneLine(language) ?? '',
    description: oneLine(description) ?? '',
  };
}

/** How the language writes things. */
async function languageOf({ indent, types, optional, list, reserved, escape: escaped, quotes }: Given) {
  return {
    indent: indent?.text() ?? '  ',
    types: types ? await readTypes(types) : new Map<TypeKind, TypeRow>(),
    optional: holding(optional) ?? '{}',
    list: holding(list) ?? '{}',
    reserved: new Set(reserved ? wordsIn(reserved) : []),
    escape: holding(escaped) ?? '{}_',
    quotes: quotes ? await oneOf(quotes, quoteStyles) : ('double' as const),
  };
}

function oneLine(value: YamlValue | undefined): string | undefined {
  const text = value?.text();
  if (text?.includes('\n')) value?.fail(`${value.path} has more than one line`);
  return text;
}

/** Headers of generated files stand in comments, by which they are known again. */
function commentOf(value: YamlValue): string {
  const comment = value.text();
  if (!/^[!-/:-@[-`{-~]{1,4}$/.test(comment)) {
    value.fail(`${JSON.stringify(comment)} begins no comment`, 'one to four signs, such as "//", "#", "--" or "<!--"');
  }
  return comment;
}

function holding(value: YamlValue | undefined): string | undefined {
  const text = value?.text();
  if (text !== undefined && !text.includes('{}'))
    value?.fail(`${value.path} has no {}`, 'write {} where the type or word comes in');
  return text;
}

/** A list of words, or a text of words with blanks between. */
function wordsIn(value: YamlValue): readonly string[] {
  return value.isList ? value.list().map((word) => word.text()) : value.text().split(/\s+/);
}

/** A word that is one of a few. */
export async function oneOf<const Word extends string>(value: YamlValue, words: readonly Word[]): Promise<Word> {
  const given = value.text();
  const found = words.find((word) => word === given);
  return found ?? value.fail(`${value.path} is ${JSON.stringify(given)}`, `what it may be: ${words.join(', ')}`);
}

async function readFiles(value: YamlValue): Promise<readonly FileRule[]> {
  const rules = await Promise.all(
    value.list().map(async (at) => {
      const rule = await at.members(['template', 'for', 'path', 'comment']);
      return {
        template: (rule.template ?? at.fail(`${at.path} names no Liquid file`, 'add template: class.liquid')).text(),
        for: rule.for ? await oneOf(rule.for, subjects) : 'model',
        path: (rule.path ?? at.fail(`${at.path} has no path`, 'add path: "{{ class.slug }}.go"')).text(),
        ...(rule.comment && { comment: commentOf(rule.comment) }),
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
