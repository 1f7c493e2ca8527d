/** The command `codegen explain`: finds an element by its name, or by a line of a file, and prints where its code comes from. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  diagnostic,
  fail,
  formatPlace,
  type Paint,
  readRegular,
  reasonOf,
  sanitizeOutput,
  statOf,
  suggest,
} from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { extensions } from '../ontology/index.ts';
import { inComment, readHeader, withHeader } from '../output/index.ts';
import {
  type AssumedEntry,
  type ConstraintReason,
  type Explanation,
  elementAt,
  elementAtOutputLine,
  elementsOf,
  explain as explainElement,
  findElement,
  policyChoices,
  shortfallsOf,
} from '../report/index.ts';
import type { Settings } from '../settings/index.ts';
import { type Element, nameOf, type Target } from '../targets/index.ts';
import { applyOptions, loadTemplate, optionsOf, originOf } from '../templates/index.ts';
import { axiomLines, noteRows } from './axioms.ts';
import { columns } from './columns.ts';
import { allTemplates } from './custom-templates.ts';
import { createPaint, type Io, printJson, widthOf } from './io.ts';
import { findMessage } from './messages.ts';
import { modelFor, settingsFor } from './ontology.ts';
import type { ExplainOptions } from './options.ts';
import { report } from './report.ts';
import { SITE } from './site-name.ts';

/** Runs `codegen explain`. */
export async function explain(io: Io, nameOrLine: string, options: ExplainOptions): Promise<number> {
  const lineReference = /^(.+?):(\d+)(?::\d+)?$/s.exec(nameOrLine);
  const file = lineReference?.[1];
  const isLine = file !== undefined && existsSync(file);
  const message = isLine ? undefined : findMessage(nameOrLine);
  if (message !== undefined) {
    if (options.json) printJson(io, message);
    else io.stdout.write(`${message.code}\n\n${message.text}\n`);
    return 0;
  }
  if (!isLine && options.ontology === undefined && !(await settingsFor(options))) {
    fail('usage', {
      message: `to explain ${nameOrLine}, codegen needs the ontology, or the file and line of generated code`,
      help: 'codegen explain Post.title --ontology blog.ttl, or codegen explain src/models/post.rs:21 if that file exists',
    });
  }
  const { element, model, isEdited, targets } = isLine
    ? await findByLine(file, Number(lineReference?.[2]), options)
    : await findByName(nameOrLine, options);
  const explanation = explainElement(element, model, targets, (generated, target) =>
    withHeader(generated, originOf(generated, target.name, model)),
  );
  if (options.json) printJson(io, explanation);
  else io.stdout.write(sanitizeOutput(toText(explanation, createPaint(io.stdout, io.env), widthOf(io.stdout))));
  if (isEdited && file !== undefined) report(io, [diagnostic('line-moved', { file, line: Number(lineReference?.[2]) })]);
  return 0;
}

interface ExplainedElement {
  readonly element: Element;
  readonly model: DomainModel;
  /** Whether the file of the requested line differs from what would be generated. */
  readonly isEdited: boolean;
  /** The templates whose code is shown. */
  readonly targets: readonly Target[];
}

/** Loads all built-in templates, and the custom ones of the settings and of the command line. See {@link allTemplates}. */
async function targetsOf(settings: Settings | undefined, options: ExplainOptions, file?: string): Promise<readonly Target[]> {
  const values = optionsOf(options.option);
  const custom = await Promise.all(options.template.map(async (path) => applyOptions(await loadTemplate(path), values)));
  const others = await allTemplates(settings, file);
  return [...others.filter(({ name }) => !custom.some((each) => each.name === name)), ...custom];
}

async function findByName(name: string, options: ExplainOptions): Promise<ExplainedElement> {
  const {
    subject: { file, settings },
    ontology,
    model,
  } = await modelFor(options.ontology, options);
  const element = findElement(model, name, (iri) => ontology.show(iri));
  if (element) return { element, model, isEdited: false, targets: await targetsOf(settings, options) };
  if (statOf(name)?.isFile()) {
    const help = `name one of its lines: codegen explain ${name}:1`;
    fail('usage', { message: `${name} is a file, but codegen explains single lines`, help });
  }
  const suggestion = await suggest(name, [...elementsOf(model)].map(nameOf).concat(model.classes.map(({ plural }) => plural)));
  return fail('unknown-element', { name, file, suggestion });
}

/**
 * Finds the element that a line of a generated file or of an ontology is about. The ontology of a generated file is that of the
 * command line, or that of the settings above the file if the header names it, or else it is searched by the name in the header.
 */
async function findByLine(file: string, line: number, options: ExplainOptions): Promise<ExplainedElement> {
  const text = readWithLine(file, line);
  const header = readHeader(text);
  const folder = path.dirname(file);
  const settings = await settingsFor(options, folder);
  if (!header) return findByOntologyLine(file, line, text, { options, settings });
  const targets = await targetsOf(settings, options, file);
  const { generator } = header;
  const target = targets.find(({ name }) => name === generator);
  const isSite = generator === SITE;
  if (!target && !isSite) return fail('own-template-not-found', { file, name: generator });
  const ofSettings = settings && inComment(path.basename(settings.ontology)) === header.ontology ? settings.ontology : undefined;
  const ontology = options.ontology ?? ofSettings ?? findOntology(file, header.ontology);
  if (ontology === undefined) return fail('ontology-not-found', { file, name: header.ontology });
  // The policies and the slice are those of the file, unless the command line overrides them.
  const { model } = await modelFor(ontology, options, { from: folder, headerPolicies: header.policies, slice: header.slice });
  const found = target ? elementAtOutputLine(target.emit(model), path.resolve(file), text, line) : classOfPage(file, model);
  return found ? { ...found, model, targets } : fail('nothing-declared', { file, line });
}

/** Returns the text of a file that has a line with this number. */
function readWithLine(file: string, line: number): string {
  let text: string;
  try {
    text = readRegular(file).toString('utf8');
  } catch (error) {
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  if (line < 1 || line > lines) fail('usage', { message: `${file} has no line ${line}, but ${lines} lines` });
  return text;
}

/**
 * Finds the element that a line of an ontology, of its imports or of its shapes is about. The ontology is that of the command
 * line, or that of the settings above the file, or else the file itself.
 */
async function findByOntologyLine(
  file: string,
  line: number,
  text: string,
  { options, settings }: { readonly options: ExplainOptions; readonly settings: Settings | undefined },
): Promise<ExplainedElement> {
  if (!extensions.includes(path.extname(file).toLowerCase())) return fail('not-generated', { file });
  const ontologyFile = options.ontology ?? settings?.ontology ?? file;
  const { ontology, model } = await modelFor(ontologyFile, options, { from: path.dirname(file) });
  if (!ontology.files.some((each) => path.resolve(each) === path.resolve(file))) {
    const help = 'name it with --shapes or --import, or another ontology with --ontology';
    fail('usage', { message: `${file} is not read for ${ontologyFile}`, help });
  }
  // Empty lines and comments state nothing. Comments begin with # in all formats except XML.
  const isEmptyOrComment = /^\s*(#.*)?$/.test(text.split('\n')[line - 1] ?? '');
  const element = isEmptyOrComment ? undefined : elementAt(model, ontology, file, line);
  if (!element) return fail('nothing-declared', { file, line });
  return { element, model, isEdited: false, targets: await targetsOf(settings, options) };
}

/** Returns the class whose page a file of a site is. */
function classOfPage(file: string, model: DomainModel): Pick<ExplainedElement, 'element' | 'isEdited'> | undefined {
  const slug = /^class-(.+)\.js$/.exec(path.basename(file))?.[1];
  const cls = model.classes.find((each) => each.slug === slug);
  return cls && { element: { kind: 'class', class: cls }, isEdited: false };
}

/** Searches an ontology by name in the folder of a generated file, in the folders above, and in an `ontology` folder of each. */
function findOntology(file: string, name: string): string | undefined {
  for (let folder = path.dirname(path.resolve(file)); ; folder = path.dirname(folder)) {
    for (const candidate of [path.join(folder, name), path.join(folder, 'ontology', name)]) {
      if (existsSync(candidate)) return path.relative('', candidate);
    }
    if (path.dirname(folder) === folder) return undefined;
  }
}

function toText(explanation: Explanation, paint: Paint, width?: number): string {
  const { name, iri, place, label, doc, fields, relations, holds, axioms, assumptions, settled, decided, targets } = explanation;
  const wrapped = (text: string, indent = '  ') => columns([[indent.slice(2), text]], width);
  const lines = [paint('bold', name)];
  const properties = [
    ...(iri === undefined ? [] : [['IRI', iri]]),
    ...(place ? [['source', formatPlace(place)]] : []),
    ...(label === undefined || label === name ? [] : [['label', label]]),
    ...(fields ? [['fields', fields.join(', ')]] : []),
    ...(relations.length === 0 ? [] : [['relations', relations.join(', ')]]),
  ];
  lines.push(...columns(properties, width).map((line) => `  ${line}`));
  if (doc !== undefined) lines.push('', ...doc.split('\n').flatMap((line) => wrapped(line)));
  if (holds.length > 0) {
    const rows = holds.map(({ says, because }) => [says, because.map(groundText).join(', ')]);
    lines.push('', 'Rules', '', ...columns(rows, width));
  }
  lines.push('', 'Axioms', '');
  if (axioms.length > 0) lines.push(...axiomLines(axioms, paint, width));
  else lines.push(iri === undefined && !place ? 'none: every class has it' : 'none');
  if (assumptions.length > 0)
    lines.push('', 'Assumed', '', ...formatDecisions(assumptions, ({ policy }) => policyChoices(policy), paint, width));
  if (settled.length > 0) {
    const rows = settled.map(({ says, place, despite }) => [
      formatPlace(place),
      says + (despite === undefined ? '' : `, although the ontology states the contrary: ${despite}`),
    ]);
    lines.push('', 'Decided by settings', '', ...columns(rows, width));
  }
  if (decided.length > 0)
    lines.push(
      '',
      'Decided by policies',
      '',
      ...formatDecisions(decided, ({ policy, value }) => `--policy ${policy}=${value}`, paint, width),
    );
  const rows = targets.map((printed) => [
    printed.target,
    printed.name,
    printed.type ?? '',
    `${printed.path}${printed.line === undefined ? '' : `:${printed.line}`}`,
  ]);
  lines.push('', 'Names', '', ...columns(rows, width));
  return `${lines.join('\n')}\n`;
}

/**
 * Formats decisions about an element: what was decided, why, and what would change it.
 *
 * @param policyOf returns the policy to show for an entry
 */
function formatDecisions(
  entries: readonly AssumedEntry[],
  policyOf: (entry: AssumedEntry) => string,
  paint: Paint,
  width: number | undefined,
): string[] {
  return entries.flatMap((entry) => {
    const { place, element, decided, because, otherwise } = entry;
    const text = `${element} ${decided}, because ${because}`;
    return [
      ...columns([place ? [paint('bold', formatPlace(place)), text] : [text]], width),
      ...columns([...(otherwise === '' ? [] : [['    stated by', otherwise]]), ['    decided by', policyOf(entry)]], width),
      ...columns(noteRows(shortfallsOf(entry), paint), width),
    ];
  });
}

/** Returns the ground of a constraint in short form: the location of an axiom, which the list of axioms shows, or the policy. */
function groundText(ground: ConstraintReason): string {
  if (ground.by === 'axiom') return ground.place ? formatPlace(ground.place) : ground.statement;
  if (ground.by === 'model') return ground.why;
  if (ground.by === 'decision') return `decided by ${formatPlace(ground.place)}`;
  const { by, policy, value } = ground;
  return by === 'policy' ? `decided by ${policy}=${value}` : `assumed (${policy}=${value})`;
}
