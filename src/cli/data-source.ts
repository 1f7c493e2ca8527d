/** The source of data: a file, or an endpoint whose individuals are first downloaded into a file. */

import { closeSync, openSync, writeSync } from 'node:fs';
import type { Workspace } from '../data/index.ts';
import { type Diagnostic, fail } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { isEndpoint, isRemote } from '../ontology/index.ts';
import { inputPath } from './ontology.ts';

export interface DataSource {
  readonly file: string;
  /** Adapts a diagnostic for the user: data of an endpoint have the name of the endpoint as location, without a line. */
  readonly adaptDiagnostic: (diagnostic: Diagnostic) => Diagnostic;
  /** Adapts a line of the list of losses in the same way. */
  readonly adaptLine: (line: string) => string;
}

/** The number of buffered characters above which they are written. */
const BUFFER_SIZE = 1_000_000;

/**
 * Returns the file with the individuals: the named one, or one in the workspace to which those of an endpoint are copied.
 *
 * @param input a path, or an endpoint from which the individuals of the model's classes are read
 * @param graphs the IRIs of named graphs to read instead of the endpoint's default graph
 * @throws DiagnosticError if the endpoint cannot be queried
 */
export async function dataSource(
  input: string,
  model: DomainModel,
  graphs: readonly string[],
  workspace: Workspace,
): Promise<DataSource> {
  if (!isEndpoint(input)) {
    if (isRemote(input)) {
      fail('usage', {
        message: `${input} is not an endpoint`,
        help: 'data are read from a file, or from sparql+https://host/path',
      });
    }
    if (graphs.length > 0)
      fail('usage', { message: '--data-graph is for data on an endpoint', help: 'a file is read as a whole' });
    return { file: inputPath(input), adaptDiagnostic: (diagnostic) => diagnostic, adaptLine: (line) => line };
  }
  const { readIndividuals, serverOf } = await import('../endpoint/index.ts');
  const file = workspace.file('endpoint.nt');
  const classes = model.classes.map(({ iri }) => iri);
  const output = openSync(file, 'w');
  let waiting = '';
  const flush = () => {
    writeSync(output, waiting);
    waiting = '';
  };
  try {
    await readIndividuals(serverOf(input, process.env), graphs, classes, (line) => {
      waiting += line;
      if (waiting.length > BUFFER_SIZE) flush();
    });
    flush();
  } finally {
    closeSync(output);
  }
  const adaptDiagnostic = (one: Diagnostic): Diagnostic => (one.place?.file === file ? { ...one, place: { file: input } } : one);
  const adaptLine = (line: string): string => {
    const { line: _, column: __, ...loss } = JSON.parse(line);
    return JSON.stringify(loss);
  };
  return { file, adaptDiagnostic, adaptLine };
}
