/** Runs `codegen graph load`, `report`, `query` and `visualize`. */

import { EventEmitter, once } from 'node:events';
import { type Code, type Diagnostic, DiagnosticError, fail, mergeGroups, sanitizeOutput } from '../diagnostics/index.ts';
import { formatSummary, runQuery, summarize, toDot, toMermaid, toSvg } from '../graph/index.ts';
import { assumedIn, chosenPolicies, type DomainModel } from '../model/index.ts';
import { isEndpoint, limits, type Ontology, textPieces } from '../ontology/index.ts';
import { assumptionSummary, countUnstatedProperties, reportOf, sliceSummary, totalsOf } from '../report/index.ts';
import { loadTarget, type Target, templateNames } from '../targets/index.ts';
import { assumedData, strictErrors, strictKinds } from './assumptions.ts';
import { totalsText } from './axioms.ts';
import type { Outcome } from './batch.ts';
import { customTemplates } from './custom-templates.ts';
import { diagnosticData, formatOf, isDocumentFormat } from './diagnostics-format.ts';
import { domainBlockLines, domainlessProperties } from './domainless-properties.ts';
import { createPaint, type Io, printJson, printSuccess, widthOf } from './io.ts';
import {
  commandLine,
  fetchSources,
  inputPath,
  loadCommand,
  modelFor,
  modelIn,
  type RuledModel,
  readSubject,
  resolveSources,
  type Subject,
  subjectOf,
} from './ontology.ts';
import type { LoadOptions, QueryOptions, ReportOptions, VisualizeOptions } from './options.ts';
import { unknownTerms } from './query-terms.ts';
import { report, statusOf } from './report.ts';
import { assumedText, reportText } from './report-text.ts';
import { outgoingLines } from './slice.ts';

/** If there are more warnings, the text output shows the first ones of each kind, unless `--verbose` is given. */
const MANY_WARNINGS = 20;

/**
 * Runs `codegen graph load`.
 *
 * @param files the ontologies; each is read separately. If empty, the ontology of the settings is read
 */
export async function load(io: Io, files: readonly string[], options: LoadOptions): Promise<number> {
  const format = formatOf(options);
  if (files.length > 1) {
    const { processEach } = await import('./batch.ts');
    const processInput = (file: string) => loadOntologyFile(io, file, options);
    return (await processEach(io, [...new Set(files)], { format, listKey: 'ontologies', nameKey: 'file', processInput })).status;
  }
  const { status, reported, silenced, data } = await loadOntologyFile(io, files[0], options);
  if (format === 'json') printJson(io, data);
  if (isDocumentFormat(format)) report(io, reported, { format, silenced });
  return status;
}

/** Reads an ontology. Prints the result, unless the format is a single document. */
async function loadOntologyFile(io: Io, argument: string | undefined, options: LoadOptions): Promise<Outcome> {
  const kinds = await strictKinds(options);
  const format = formatOf(options);
  const subject = await subjectOf(argument, options);
  const ontology = await readSubject(subject);
  const { model, diagnostics: modelDiagnostics, silenced = [] } = await modelOrWarnings(ontology, subject);
  const diagnostics = model ? [...modelDiagnostics, ...strictErrors(model, kinds)] : modelDiagnostics;
  const outcome = { reported: diagnostics, silenced };
  const summary = summarize(ontology, model, modelDiagnostics);
  const axioms = model?.axioms.length ?? 0;
  const totals = model && axioms > 0 ? totalsOf(model, await allTargets(subject)) : {};
  if (isDocumentFormat(format)) {
    const data = {
      ...summary,
      files: ontology.files,
      axioms,
      totals,
      policies: chosenPolicies(subject.policies),
      assumed: assumedData(model),
      ...(model?.slice && { slice: model.slice }),
      silent: model ? countUnstatedProperties(model) : { silent: 0, properties: 0 },
      diagnostics: diagnostics.map(diagnosticData),
    };
    return { ...outcome, status: statusOf(diagnostics), data };
  }
  const status = report(io, diagnostics, {
    format,
    silenced,
    more: `${loadCommand(subject.file, options)} lists all`,
    isWhole: format !== 'text' || mergeGroups(diagnostics).length <= MANY_WARNINGS,
  });
  const isWhole = io.level === 'verbose';
  const [main, ...others] = ontology.files;
  const sources = others.length === 0 ? summary.file : `${main} with ${listFiles(others, isWhole)}`;
  const lines = [
    formatSummary({ ...summary, file: sources }),
    ...(axioms > 0 ? totalsText(axioms, totals) : []),
    ...(model ? modelLines(io, model, subject.file, options) : []),
    ...(await domainBlockLines(domainlessProperties(diagnostics), isWhole, loadCommand(subject.file, options))),
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return { ...outcome, status, data: undefined };
}

/** Yields what a slice leaves out, and what the model assumes. */
function* modelLines({ stdout, env }: Io, model: DomainModel, file: string, options: LoadOptions): Iterable<string> {
  if (model.slice) {
    yield sliceSummary(model.slice, model.classes.length);
    yield* outgoingLines(model.slice, createPaint(stdout, env), widthOf(stdout));
  }
  yield* assumedSummary(model, file, options);
}

/** The maximum number of further files to name; FIBO has hundreds. */
const MAX_NAMED_FILES = 5;

function listFiles(files: readonly string[], isAll: boolean): string {
  if (isAll || files.length <= MAX_NAMED_FILES) return files.join(', ');
  return `${files.slice(0, MAX_NAMED_FILES - 2).join(', ')} and ${files.length - MAX_NAMED_FILES + 2} more files`;
}

/** Codes of errors that stop work at a limit of time or memory. */
const LIMIT_CODES: ReadonlySet<string> = new Set<Code>(['too-slow', 'memory-used-up']);

/** Builds the model of an ontology. If it has none, returns the errors as warnings, because the file is still valid RDF. */
async function modelOrWarnings(
  ontology: Ontology,
  subject: Subject,
): Promise<Pick<RuledModel, 'diagnostics'> & Partial<RuledModel>> {
  try {
    return await modelIn(ontology, subject);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    // Work that was stopped at a limit says nothing about the ontology.
    if (error.diagnostics.some(({ exit, code }) => exit === 2 || LIMIT_CODES.has(code))) throw error;
    return { diagnostics: error.diagnostics.map((each) => ({ ...each, severity: 'warning' })) };
  }
}

/** Yields the number of assumptions, and a hint if the ontology does not state how many values most properties have. */
function* assumedSummary(model: DomainModel, file: string, options: LoadOptions): Iterable<string> {
  const assumed = assumedIn(model);
  if (assumed.size === 0) return;
  const command = commandLine(['graph', 'report', file, '--assumed'], options);
  yield `${assumptionSummary(assumed)}; list them with ${command}`;
  const { silent, properties } = countUnstatedProperties(model);
  if (silent * 2 > properties) {
    yield `the ontology does not state how many values ${silent} of ${properties} properties have; --policy unstated=open allows any number`;
  }
}

/** Returns the built-in templates and the custom templates of the settings. */
async function allTargets({ settings }: Pick<Subject, 'settings'>): Promise<Target[]> {
  const own = await customTemplates(settings);
  return [...(await Promise.all(templateNames.map(loadTarget))), ...own.map(({ target }) => target)];
}

export async function reportModel(io: Io, argument: string | undefined, options: ReportOptions): Promise<number> {
  const format = formatOf(options);
  if (options.output !== undefined && format !== 'html') {
    fail('usage', { message: '--output is for --format html', help: 'write the others into a file with >' });
  }
  const { subject, ontology: read, model, diagnostics } = await modelFor(argument, options);
  const { file } = subject;
  const targets = await allTargets(subject);
  const fullReport = reportOf(file, model, targets);
  const { ontology, assumptions, policies: decided } = fullReport;
  switch (format) {
    case 'text': {
      const print = options.assumed ? assumedText : reportText;
      io.stdout.write(sanitizeOutput(print(fullReport, createPaint(io.stdout, io.env), widthOf(io.stdout))));
      break;
    }
    case 'json':
      printJson(io, {
        ...(options.assumed ? { ontology, assumptions, policies: decided } : fullReport),
        diagnostics: diagnostics.map(diagnosticData),
      });
      break;
    case 'html': {
      const { reportPage } = await import('../site/index.ts');
      const page = reportPage({ report: fullReport, ontology: read, model, targets, onlyAssumed: options.assumed });
      if (options.output === undefined) io.stdout.write(page);
      else await writePage(io, page, options.output, read, options.force);
      break;
    }
    default:
      format satisfies never;
  }
  return report(io, diagnostics, {
    more: `${loadCommand(file, options)} lists all`,
    format: format === 'json' ? 'json' : 'text',
  });
}

async function writePage(io: Io, page: string, output: string, { files }: Ontology, force: boolean): Promise<void> {
  const { writeTextFile } = await import('../output/index.ts');
  writeTextFile(output, page, 'graph report', { comment: comments.svg, inputs: files, force });
  if (io.level !== 'quiet') printSuccess(io, `wrote ${output}`);
}

export async function query(io: Io, argument: string | undefined, options: QueryOptions): Promise<number> {
  const sparql =
    options.queryFile === undefined
      ? options.sparql
      : [...textPieces(inputPath(options.queryFile), limits.query, 'a query')].join('');
  if (sparql === undefined) {
    fail('usage', { message: 'no query is given', help: "give one with --sparql '…' or --query-file <path>" });
  }
  const format = formatOf(options);
  const resolved = await resolveSources(argument, options);
  const { file } = resolved;
  const maxWidth = !options.wide && io.stdout.isTTY ? io.stdout.columns : undefined;
  if (isEndpoint(file)) {
    const { forwardQuery, serverOf } = await import('../endpoint/index.ts');
    const { timeout: seconds, queryFile } = options;
    const graphs = resolved.sources.graphs ?? [];
    const more = { ...(queryFile !== undefined && { queryFile }), ...(maxWidth !== undefined && { maxWidth }) };
    await printPieces(io, forwardQuery(serverOf(file, io.env), { sparql, format, graphs, timeoutSeconds: seconds, ...more }));
    return 0;
  }
  const sources = await fetchSources({ ...resolved, updateLock: options.updateLock });
  const warnings: Diagnostic[] = [...(await unknownTerms(sparql, options.queryFile ?? '<query>'))];
  const text = await runQuery(file, sparql, {
    seconds: options.timeout,
    onWarning: (warning) => warnings.push(warning),
    format,
    sources,
    ...(options.queryFile !== undefined && { queryFile: options.queryFile }),
    ...(maxWidth !== undefined && { maxWidth }),
  });
  io.stdout.write(text);
  return report(io, warnings);
}

/** Prints pieces as they arrive, and waits if the reader is slow. Text on a terminal cannot control it. */
async function printPieces(io: Io, pieces: AsyncIterable<Uint8Array | string>): Promise<void> {
  const decoder = new TextDecoder();
  let last: string | number | undefined;
  for await (const piece of pieces) {
    last = piece.at(-1) ?? last;
    const shown = !io.stdout.isTTY || typeof piece === 'string' ? piece : sanitizeOutput(decoder.decode(piece, { stream: true }));
    if (io.stdout.write(shown) === false && io.stdout instanceof EventEmitter) await once(io.stdout, 'drain');
  }
  // Some servers omit the last line break.
  if (last !== undefined && last !== '\n' && last !== 10) io.stdout.write('\n');
}

/** Formats a one-line comment in each picture format. */
const comments = {
  dot: (text) => `// ${text}`,
  svg: (text) => `<!-- ${text} -->`,
  mermaid: (text) => `%% ${text}`,
} as const satisfies Record<VisualizeOptions['format'], (text: string) => string>;

export async function visualize(io: Io, argument: string | undefined, options: VisualizeOptions): Promise<number> {
  // Warnings about generation are not reported, because a picture does not depend on them.
  const { ontology, model } = await modelFor(argument, options);
  const { direction, group } = options;
  const prefixes = new Map([...ontology.prefixes].map(([prefix, iri]) => [iri, prefix]));
  const layout = { direction, group, prefixOf: (namespace: string) => prefixes.get(namespace) || undefined };
  let picture: string;
  switch (options.format) {
    case 'dot':
      picture = toDot(model, layout);
      break;
    case 'svg':
      picture = await toSvg(model, layout);
      break;
    case 'mermaid':
      picture = toMermaid(model, layout);
      break;
    default:
      options.format satisfies never;
      return 2;
  }
  if (options.output === undefined) {
    io.stdout.write(picture);
  } else {
    const { writeTextFile } = await import('../output/index.ts');
    writeTextFile(options.output, picture, 'graph visualize', {
      comment: comments[options.format],
      inputs: ontology.files,
      force: options.force,
    });
    printSuccess(io, `wrote ${options.output}`);
  }
  return 0;
}
