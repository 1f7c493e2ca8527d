import { readFileSync } from 'node:fs';
import { type Diagnostic, DiagnosticError, fail, reasonOf } from '../diagnostics/index.ts';
import { formatSummary, type QueryFormat, runQuery, summarize, toDot, toMermaid, toSvg } from '../graph/index.ts';
import { buildModel, type DomainModel } from '../model/index.ts';
import { loadOntology } from '../ontology/index.ts';
import type { Io } from './io.ts';
import { diagnosticData, report } from './report.ts';

/** `graph load` */
export async function load(io: Io, file: string, options: { readonly json?: boolean }): Promise<number> {
  const ontology = await loadOntology(file);
  let model: DomainModel | undefined;
  let diagnostics: readonly Diagnostic[];
  try {
    ({ model, diagnostics } = await buildModel(ontology));
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    // The file is sound RDF all the same, which is what is asked here.
    diagnostics = error.diagnostics.map((d) => ({ ...d, severity: 'warning' }));
  }
  const summary = summarize(ontology, model, diagnostics);
  if (options.json) {
    io.stdout.write(`${JSON.stringify({ ...summary, diagnostics: diagnostics.map(diagnosticData) }, undefined, 2)}\n`);
    return 0;
  }
  const status = report(io, diagnostics);
  io.stdout.write(`${formatSummary(summary)}\n`);
  return status;
}

/** `graph query` */
export async function query(
  io: Io,
  file: string,
  options: { readonly sparql?: string; readonly queryFile?: string; readonly format: QueryFormat },
): Promise<number> {
  const sparql = options.queryFile === undefined ? options.sparql : readQuery(options.queryFile);
  if (sparql === undefined) {
    fail('usage', { message: 'there is no query', help: "give one with --sparql '…' or --query-file <path>" });
  }
  const text = await runQuery(file, sparql, {
    format: options.format,
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
  options: { readonly format: 'dot' | 'svg' | 'mermaid'; readonly output?: string },
): Promise<number> {
  const { model, diagnostics } = await buildModel(await loadOntology(file));
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
  return report(io, diagnostics, `codegen graph load ${file} lists them all`);
}
