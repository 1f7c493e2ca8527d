/** Prints a request with the classes, fields and code that it is about, so that a person or a model can answer it. */

import { type DomainModel, isReference } from '../../../model/index.ts';
import type { Fact } from '../facts.ts';
import type { Outline } from '../outline.ts';
import { outlineTable } from './code-outline.ts';
import {
  countText,
  describeField,
  fileText,
  firstSentence,
  inlineText,
  modelTitle,
  replaceUnderscores,
  table,
  typeWords,
} from './prose.ts';

interface GatheredCode {
  readonly text: string;
  /** Its path, if it is a file of the project. */
  readonly file: string | undefined;
  readonly outline: Outline | undefined;
}

/** The facts that were gathered for a request. */
export interface BriefInputs {
  readonly model: DomainModel | undefined;
  /** The ontology file; undefined if it came with `--code`. */
  readonly file: string | undefined;
  readonly code: GatheredCode | undefined;
  readonly facts: readonly Fact[];
  /** Paths in the project; empty without a project. */
  readonly files: readonly string[];
}

const MAX_ROWS = 40;
const MAX_CODE_LINES = 200;

/** Words that do not describe the subject of a request. */
const STOP_WORDS = new Set(
  'a about add all an and any are as at be by can class classes code create data describe do document each explain field fields file files for from generate give has have how in into is it its make me must my of on or our please project should show some table tables test tests that the their them then there this to type types up use used using want we what when which with write you your'.split(
    ' ',
  ),
);

/** Returns Markdown. */
export function printBrief(prompt: string, gathered: BriefInputs): string {
  const { model, file, code, facts, files } = gathered;
  const words = new Set(wordsOf(prompt));
  return fileText([
    '# Brief',
    '',
    '> **This is not an answer, and no model wrote it.** It is the request with the facts that codegen could gather for it, for a person or a model to work from. Nothing in it is invented.',
    '',
    '## Request',
    '',
    ...fenced('text', prompt.trim()),
    '',
    ...(model ? domainSection(model, file, words) : []),
    ...(code ? codeSection(code) : []),
    ...(facts.length > 0 ? ['## Project', '', ...factsTable(facts), ''] : []),
    ...filesSection(files, words),
    ...(model || code || facts.length > 0 || files.length > 0
      ? []
      : ['## Facts', '', 'None: no code came with `--code`, and no project with `--project`.']),
  ]);
}

function factsTable(facts: readonly Fact[]): string[] {
  return table(
    ['Fact', 'Value', 'Stated in'],
    facts.map((fact) => [fact.name, inlineText(fact.value), `\`${fact.source}\``]),
  );
}

function domainSection(model: DomainModel, file: string | undefined, words: ReadonlySet<string>): string[] {
  const source = file === undefined ? 'the ontology in `--code`' : `\`${file}\``;
  const rows = matchingRows(model, words);
  const title = `${modelTitle(model)}, from ${source}, has ${countText(model.classes.length, 'class', 'classes')}`;
  if (rows.length === 0) {
    const names = model.classes.slice(0, MAX_ROWS).map((cls) => `\`${cls.name}\``);
    const omitted = model.classes.length - names.length;
    return [
      '## Domain',
      '',
      `${title}; no word of the request names one of them: ${names.join(', ')}${omitted > 0 ? `, and ${omitted} more` : ''}.`,
      '',
    ];
  }
  const listed = rows.slice(0, MAX_ROWS);
  return [
    '## Domain',
    '',
    `${title}. Those of its parts that words of the request name:`,
    '',
    ...table(['Class', 'Field', 'Type', 'Meaning'], listed),
    '',
    ...(rows.length > listed.length ? [`${rows.length - listed.length} more are left out.`, ''] : []),
  ];
}

/** Returns a row for each class that the request names, with all its fields, and for each field that it names elsewhere. */
function matchingRows(model: DomainModel, words: ReadonlySet<string>): string[][] {
  const rows: string[][] = [];
  for (const cls of model.classes) {
    const isNamed = wordsOf(`${replaceUnderscores(cls.slug)} ${cls.label ?? ''}`).some((word) => words.has(word));
    if (isNamed) rows.push([`\`${cls.name}\``, '', '', cls.doc === undefined ? '' : inlineText(firstSentence(cls.doc))]);
    for (const field of cls.fields) {
      if (field.type.kind === 'id') continue;
      const name = wordsOf(`${replaceUnderscores(field.name)} ${field.label ?? ''}`).filter((word) => word !== 'id');
      if (isNamed || (!isReference(field) && name.some((word) => words.has(word)))) {
        rows.push([
          `\`${cls.name}\``,
          `\`${field.name}\``,
          typeWords(field),
          field.doc === undefined ? describeField(field) : inlineText(firstSentence(field.doc)),
        ]);
      }
    }
  }
  return rows;
}

/** Returns the significant words of a text, singular and in lower case. */
function wordsOf(text: string): string[] {
  return (
    text
      .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, ''));
}

function codeSection({ text, file, outline }: GatheredCode): string[] {
  const lines = text.trimEnd().split('\n');
  const listed = lines.slice(0, MAX_CODE_LINES);
  return [
    `## Code${file === undefined ? '' : `: \`${file}\``}`,
    '',
    ...(outline
      ? [`${outline.language}, ${countText(outline.items.length, 'item')}:`, '', ...outlineTable(outline.items), '']
      : []),
    ...fenced(outline ? outline.language.toLowerCase() : 'text', listed.join('\n')),
    '',
    ...(lines.length > listed.length ? [`${lines.length - listed.length} more lines are left out.`, ''] : []),
  ];
}

function filesSection(files: readonly string[], words: ReadonlySet<string>): string[] {
  const matching = files.filter((file) => wordsOf(file).some((word) => words.has(word)));
  if (matching.length === 0)
    return files.length === 0
      ? []
      : ['## Files', '', `The project has ${countText(files.length, 'file')}; no word of the request names one.`];
  const listed = matching.slice(0, MAX_ROWS);
  return [
    '## Files',
    '',
    `Of ${countText(files.length, 'file')}, those that words of the request name:`,
    '',
    ...listed.map((file) => `- \`${file}\``),
    ...(matching.length > listed.length ? ['', `${matching.length - listed.length} more are left out.`] : []),
  ];
}

/** Puts text into a code fence that is longer than any fence within it. */
function fenced(info: string, text: string): string[] {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}${info}`, text, fence];
}
