import { readFileSync } from 'node:fs';
import { type Diagnostic, DiagnosticError, fail, reasonOf } from '../diagnostics/index.ts';
import { formatSummary, type QueryFormat, runQuery, summarize, toDot, toMermaid, toSvg } from '../graph/index.ts';
import type { DomainModel } from '../model/index.ts';
import { reportOf, toHtml, totalsOf } from '../report/index.ts';
import { loadTarget, type Target, templateNames } from '../targets/index.ts';
import { reportText, totalsText } from './axioms.ts';
import { type Io, painter, widthOf } from './io.ts';
import { printJson } from './json.ts';
import { loadCommand, loadOptions, modelOf, readOntology, type SourceOptions } from './ontology.ts';
import { diagnosticData, report } from './report.ts';

/** `graph load` */
export async function load(io: Io, file: string, options: SourceOptions & { readonly json?: boolean }): Promise<number> {
  const ontology = await readOntology(file, options);
  let model: DomainModel | undefined;
  let diagnostics: readonly Diagnostic[];
  try {
    ({ model, diagnostics } = await modelOf(ontology));
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    // The file is sound RDF all the same, which is what is asked here.
    diagnostics = error.diagnostics.map((d) => ({ ...d, severity: 'warning' }));
  }
  const summary = summarize(ontology, model, diagnostics);
  const axioms = model?.axioms.length ?? 0;
  const totals = model && axioms > 0 ? totalsOf(model, await allTargets()) : {};
  if (options.json) {
    printJson(io, { ...summary, files: ontology.files, axioms, totals, diagnostics: diagnostics.map(diagnosticData) });
    return 0;
  }
  const status = report(io, diagnostics);
  const [main, ...others] = ontology.files;
  const shown = others.length === 0 ? summary.file : `${main} with ${others.join(', ')}`;
  io.stdout.write(`${formatSummary({ ...summary, file: shown })}\n`);
  if (axioms > 0) io.stdout.write(`${totalsText(axioms, totals).join('\n')}\n`);
  return status;
}

function allTargets(): Promise<Target[]> {
  return Promise.all(templateNames.map(loadTarget));
}

/** `graph report` */
export async function reportAxioms(
  io: Io,
  file: string,
  options: SourceOptions & { readonly format: 'text' | 'json' | 'html' },
): Promise<number> {
  const { model, diagnostics } = await modelOf(await readOntology(file, options));
  const axioms = reportOf(file, model, await allTargets());
  switch (options.format) {
    case 'text':
      io.stdout.write(reportText(axioms, painter(io.stdout, io.env), widthOf(io.stdout)));
      break;
    case 'json':
      printJson(io, axioms);
      break;
    case 'html':
      io.stdout.write(toHtml(axioms));
      break;
    default:
      options.format satisfies never;
  }
  return report(io, diagnostics, `${loadCommand(file, options)} lists them all`);
}

/** `graph query` */
export async function query(
  io: Io,
  file: string,
  options: SourceOptions & { readonly sparql?: string; readonly queryFile?: string; readonly format: QueryFormat },
): Promise<number> {
  const sparql = options.queryFile === undefined ? options.sparql : readQuery(options.queryFile);
  if (sparql === undefined) {
    fail('usage', { message: 'there is no query', help: "give one with --sparql '…' or --query-file <path>" });
  }
  const text = await runQuery(file, sparql, {
    format: options.format,
    sources: loadOptions(options),
    ...(options.queryFile !== undefined && { queryFile: options.queryFile }),
    ...(io.stdout.isTTY && io.stdout.columns !== undefined && { maxWidth: io.stdout.columns }),
  });
  io.stdout.write(text);
  return 0;
}

function readQuery(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') fail('file-not-found', { file });
    if (code === 'EISDIR') fail('file-is-directory', { file });
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
}

/** `graph visualize` */
export async function visualize(
  io: Io,
  file: string,
  options: SourceOptions & { readonly format: 'dot' | 'svg' | 'mermaid'; readonly output?: string },
): Promise<number> {
  const { model, diagnostics } = await modelOf(await readOntology(file, options));
  let picture: string;
  switch (options.format) {
    case 'dot':
      picture = toDot(model);
      break;
    case 'svg':
      picture = await toSvg(model);
      break;
    case 'mermaid':
      picture = toMermaid(model);
      break;
    default:
      options.format satisfies never;
      return 2;
  }
  if (options.output === undefined) {
    io.stdout.write(picture);
  } else {
    const { writeTextFile } = await import('../output/index.ts');
    writeTextFile(options.output, picture);
    io.stdout.write(`wrote ${options.output}\n`);
  }
  return report(io, diagnostics, `${loadCommand(file, options)} lists them all`);
}
