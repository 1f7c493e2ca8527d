/** Runs `codegen data convert` and `codegen data validate`. */

import path from 'node:path';
import {
  type Converted,
  type ConvertOptions,
  convert,
  convertToCsv,
  convertToSql,
  type ValidateOptions,
  validate,
  Workspace,
} from '../data/index.ts';
import { fail, makeFolder, suggest } from '../diagnostics/index.ts';
import type { DomainClass, DomainModel } from '../model/index.ts';
import { isRemote, type Ontology, owl, STANDARD_INPUT } from '../ontology/index.ts';
import { ChunkedFiles, type ChunkSink } from '../output/index.ts';
import type { Outcome } from './batch.ts';
import { prepareDataSource } from './data-source.ts';
import { diagnosticData, formatOf, isDocumentFormat } from './diagnostics-format.ts';
import { type Io, printJson } from './io.ts';
import { applyDataRules, type BuiltModel, modelFor } from './ontology.ts';
import type { DataConvertOptions, DataValidateOptions } from './options.ts';
import { report, statusOf } from './report.ts';

/** Runs `codegen data convert`. */
export async function convertData(io: Io, input: string, options: DataConvertOptions): Promise<number> {
  const built = await modelFor(options.ontology, options);
  const { ontology, model } = built;
  const inputs = [...ontology.files, input];
  const { force } = options;
  const output = outputFileOf(options);
  const workspace = new Workspace();
  const outputs = new ChunkedFiles(inputs, force);
  const open = (path: string) => outputs.open(path);
  try {
    const source = await prepareDataSource(input, model, options.dataGraph, workspace);
    const target = output === undefined ? stdoutSink(io) : open(output);
    const losses = options.losses === undefined ? undefined : open(options.losses);
    const convertOptions: ConvertOptions = {
      workspace,
      prefixes: ontology.prefixes,
      show: (iri) => ontology.show(iri),
      isDatatypeProperty: validationOf(ontology).isDatatypeProperty,
      from: options.from,
      fallback: options.class === undefined ? undefined : await findClass(model, options.class, (name) => ontology.resolve(name)),
      list: losses && ((json) => losses.write(`${source.adaptLossLine(json)}\n`)),
    };
    const converted = await convertFile(source.file, model, options, convertOptions, target.write, open);
    const { reported } = applyDataRules(built, converted.diagnostics.map(source.adaptDiagnostic), input);
    const isDone = statusOf(reported) === 0;
    // If the conversion fails, only the losses are written, because they show the reason.
    if (!isDone && losses) outputs.keepOnly(losses);
    if (isDone || losses) outputs.commit();
    const status = report(io, [...outputs.diagnostics, ...reported]);
    const isKept = !isDone && options.output !== undefined;
    if (io.level !== 'quiet')
      io.stderr.write(
        `${conversionSummary(converted)}${isKept ? `; nothing${losses ? ' but the losses' : ''} was written` : ''}\n`,
      );
    return status;
  } finally {
    outputs.dispose();
    workspace.clear();
  }
}

/**
 * Returns the single output file; undefined for standard output and for CSV.
 *
 * @throws DiagnosticError if CSV is requested without a folder
 */
export function outputFileOf({ to, output }: Pick<DataConvertOptions, 'to' | 'output'>): string | undefined {
  if (to !== 'csv') return output;
  if (output === undefined) {
    fail('usage', {
      message: '--to csv writes one file for each table, so it needs a folder',
      help: 'name the folder with --output <path>',
    });
  }
  return undefined;
}

/** Writes the individuals of a file in the requested format. */
export async function convertFile(
  file: string,
  model: DomainModel,
  { to, output = '.' }: Pick<DataConvertOptions, 'to' | 'output'>,
  convertOptions: ConvertOptions,
  write: (text: string) => void,
  open: (path: string) => ChunkSink,
): Promise<Converted> {
  if (to === 'sql') return convertToSql(file, model, convertOptions, write);
  if (to !== 'csv') return convert(file, model, to, convertOptions, write);
  makeFolder(output);
  return convertToCsv(file, model, convertOptions, (name) => open(path.join(output, name)));
}

/**
 * Runs `codegen data validate`.
 *
 * @param inputs the files; each is validated separately
 */
export async function validateData(io: Io, inputs: readonly string[], options: DataValidateOptions): Promise<number> {
  const format = formatOf(options);
  const built = await modelFor(options.ontology, options);
  const { ontology, model } = built;
  const fallback =
    options.class === undefined ? undefined : await findClass(model, options.class, (name) => ontology.resolve(name));
  if (inputs.length > 1) {
    const { processEach } = await import('./batch.ts');
    const processInput = (file: string) => validateFile(io, file, { built, fallback, options, isOne: false });
    return (await processEach(io, [...new Set(inputs)], { format, listKey: 'data', nameKey: 'file', processInput })).status;
  }
  // The command line requires at least one file.
  const { status, reported, silenced, data } = await validateFile(io, inputs[0] ?? '', { built, fallback, options, isOne: true });
  if (format === 'json') printJson(io, data);
  if (isDocumentFormat(format)) report(io, reported, { format, silenced });
  return status;
}

interface ValidationInput {
  readonly built: BuiltModel;
  readonly fallback: DomainClass | undefined;
  readonly options: DataValidateOptions;
  /** Whether this is the only file. Its name is then omitted from the output. */
  readonly isOne: boolean;
}

/** Validates the individuals of a file. Prints the result, unless the format is a single document. */
async function validateFile(io: Io, input: string, { built, fallback, options, isOne }: ValidationInput): Promise<Outcome> {
  const workspace = new Workspace();
  const { ontology, model } = built;
  const format = formatOf(options);
  try {
    const source = await prepareDataSource(input, model, options.dataGraph, workspace);
    const {
      individuals,
      violations,
      diagnostics: all,
    } = await validate(source.file, model, { workspace, from: options.from, fallback, ...validationOf(ontology) });
    const { reported, silenced } = applyDataRules(built, all.map(source.adaptDiagnostic), input);
    if (isDocumentFormat(format)) {
      const counts = { individuals, violations, diagnostics: reported.map(diagnosticData) };
      return { status: statusOf(reported), reported, silenced, data: isOne ? counts : { file: input, ...counts } };
    }
    const status = report(io, reported, { format, silenced });
    const counted = `${countText(individuals, 'individual')}, ${countText(violations, 'violation')}`;
    io.stderr.write(`${isOne ? '' : `${input}: `}${counted}\n`);
    return { status, reported, silenced, data: undefined };
  } finally {
    workspace.clear();
  }
}

/** Returns the options of a validation that follow from the ontology. */
export function validationOf(ontology: Ontology): Pick<ValidateOptions, 'show' | 'isDatatypeProperty' | 'typesOf' | 'shapes'> {
  return {
    show: (iri) => ontology.show(iri),
    isDatatypeProperty: (property) => ontology.types(property).includes(owl.DatatypeProperty),
    typesOf: (iri) => ontology.types(iri),
    // Remote files and standard input are not read a second time.
    shapes: ontology.files.some((file) => isRemote(file) || file === STANDARD_INPUT)
      ? undefined
      : { files: ontology.files, baseOf: (file) => ontology.baseOf(file) },
  };
}

/** Returns a sink that writes each piece of text to standard output at once. */
export function stdoutSink({ stdout }: Io): ChunkSink {
  return { write: (text) => stdout.write(text), close: () => undefined };
}

/** Finds a class by its name in the model or in the ontology. */
async function findClass(model: DomainModel, name: string, resolve: (name: string) => string | undefined): Promise<DomainClass> {
  const iri = resolve(name);
  const match = model.classes.find((cls) => cls.name === name || cls.iri === iri);
  if (match) return match;
  const names = model.classes.map((cls) => cls.name);
  return fail('data-class-unknown', { name, suggestion: await suggest(name, names) });
}

const countText = (count: number, one: string) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

/** `5 individuals (3 Post, 2 User) of 40 statements; 2 statements are lost` */
function conversionSummary({ individuals, inputCount, lost, altered }: Converted): string {
  const all = [...individuals.values()].reduce((sum, each) => sum + each, 0);
  const frequent = [...individuals].sort(([, a], [, b]) => b - a).slice(0, MAX_NAMED_CLASSES);
  const more =
    individuals.size > MAX_NAMED_CLASSES
      ? `, ${countText(individuals.size - MAX_NAMED_CLASSES, 'other class').replace(/classs$/, 'classes')}`
      : '';
  const kinds =
    individuals.size === 0
      ? ''
      : ` (${frequent.map(([cls, count]) => `${count.toLocaleString('en')} ${cls.name}`).join(', ')}${more})`;
  const from =
    'statements' in inputCount ? countText(inputCount.statements, 'statement') : countText(inputCount.records, 'record');
  const losses = [
    ...(lost === 0 ? [] : [`${lost.toLocaleString('en')} lost`]),
    ...(altered === 0 ? [] : [`${altered.toLocaleString('en')} changed`]),
  ];
  return `${countText(all, 'individual')}${kinds} of ${from}${losses.length === 0 ? '' : `; ${losses.join(', ')}`}`;
}

const MAX_NAMED_CLASSES = 5;
