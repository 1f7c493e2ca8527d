/** Provides the data of a command as a local file. Downloads the individuals of a SPARQL endpoint first. */

import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { Workspace } from '../data/index.ts';
import { type Diagnostic, fail } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { isEndpoint, isRemote } from '../ontology/index.ts';
import { inputPath } from './ontology.ts';

export interface DataSource {
  readonly file: string;
  /** Replaces the temporary file by the endpoint in the source location of a diagnostic, without a line. */
  readonly adaptDiagnostic: (diagnostic: Diagnostic) => Diagnostic;
  /** Removes the line and column from an entry of the list of losses. */
  readonly adaptLossLine: (json: string) => string;
}

/** Number of buffered characters from which the buffer is written. */
const FLUSH_THRESHOLD = 1_000_000;

/**
 * Returns the file with the individuals: the named one, or one in the workspace to which those of an endpoint are copied.
 *
 * @param input a path, or an endpoint as `sparql+https://host/path`: then the individuals of the model's classes are copied
 * @param graphs the IRIs of named graphs to read instead of the endpoint's default graph
 * @throws DiagnosticError if the input is another URL, graphs are given for a file, or the endpoint cannot be queried
 */
export async function prepareDataSource(
  input: string,
  model: DomainModel,
  graphs: readonly string[],
  workspace: Workspace,
): Promise<DataSource> {
  if (!isEndpoint(input)) {
    if (isRemote(input)) {
      fail('usage', {
        message: `${input} is not a SPARQL endpoint`,
        help: 'choose a file, or an endpoint such as sparql+https://host/path',
      });
    }
    if (graphs.length > 0) {
      fail('usage', { message: '--data-graph applies only to a SPARQL endpoint', help: 'remove --data-graph' });
    }
    return { file: inputPath(input), adaptDiagnostic: (diagnostic) => diagnostic, adaptLossLine: (json) => json };
  }
  const { readIndividuals, serverOf } = await import('../endpoint/index.ts');
  const file = workspace.file('endpoint.nt');
  const classes = model.classes.map(({ iri }) => iri);
  const output = openSync(file, 'w');
  let buffer = '';
  const flush = () => {
    writeFileSync(output, buffer);
    buffer = '';
  };
  try {
    await readIndividuals(serverOf(input, process.env), graphs, classes, (line) => {
      // Each line ends with a line break.
      buffer += line;
      if (buffer.length > FLUSH_THRESHOLD) flush();
    });
    flush();
  } finally {
    closeSync(output);
  }
  const adaptDiagnostic = (diagnostic: Diagnostic): Diagnostic =>
    diagnostic.place?.file === file ? { ...diagnostic, place: { file: input } } : diagnostic;
  const adaptLossLine = (json: string): string => {
    const { line: _line, column: _column, ...loss } = JSON.parse(json);
    return JSON.stringify(loss);
  };
  return { file, adaptDiagnostic, adaptLossLine };
}
