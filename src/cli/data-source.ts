/** Returns the file with the data of a command. If the input is a SPARQL endpoint, its individuals are downloaded into a file first. */

import { closeSync, openSync, writeFileSync } from 'node:fs';
import type { Workspace } from '../data/index.ts';
import { type Diagnostic, fail } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { isEndpoint, isRemote } from '../ontology/index.ts';
import { inputPath } from './ontology.ts';

export interface DataSource {
  readonly file: string;
  /** Adapts a diagnostic for the user: data of an endpoint have the name of the endpoint as location, without a line. */
  readonly adaptDiagnostic: (diagnostic: Diagnostic) => Diagnostic;
  /** Adapts a line of the list of losses in the same way: a statement that the conversion drops or changes, as a JSON object. */
  readonly adaptLossLine: (json: string) => string;
}

/** More buffered characters than these are written to the file. */
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
    // Any other URL.
    if (isRemote(input)) {
      fail('usage', {
        message: `${input} is not an endpoint`,
        help: 'data are read from a file, or from sparql+https://host/path',
      });
    }
    if (graphs.length > 0) {
      fail('usage', { message: '--data-graph is for data on an endpoint', help: 'a file is read as a whole' });
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
  const adaptDiagnostic = (one: Diagnostic): Diagnostic => (one.place?.file === file ? { ...one, place: { file: input } } : one);
  const adaptLossLine = (json: string): string => {
    const { line: _line, column: _column, ...loss } = JSON.parse(json);
    return JSON.stringify(loss);
  };
  return { file, adaptDiagnostic, adaptLossLine };
}
