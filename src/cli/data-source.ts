/** Where data come from: a file, or an endpoint whose individuals are put into a file first. */

import { closeSync, openSync, writeSync } from 'node:fs';
import type { Workspace } from '../data/index.ts';
import { type Diagnostic, fail } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import { isEndpoint, isRemote } from '../ontology/index.ts';
import { inputNamed } from './ontology.ts';

export interface DataSource {
  readonly file: string;
  /** A message as people understand it: what lies on a server has no lines. */
  readonly told: (diagnostic: Diagnostic) => Diagnostic;
  /** A line of the list of losses, likewise. */
  readonly listed: (line: string) => string;
}

/** So many characters are written at once. */
const AT_ONCE = 1_000_000;

/**
 * @param named a path, or an endpoint, of which the individuals of the model's classes are read
 * @param graphs the IRIs of named graphs, in place of the endpoint's default graph
 * @throws DiagnosticError if the endpoint cannot be asked
 */
export async function dataSource(
  named: string,
  model: DomainModel,
  graphs: readonly string[],
  workspace: Workspace,
): Promise<DataSource> {
  if (!isEndpoint(named)) {
    if (isRemote(named)) {
      fail('usage', { message: `${named} is no endpoint`, help: 'data are read from a file, or from sparql+https://host/path' });
    }
    if (graphs.length > 0)
      fail('usage', { message: '--data-graph is for data on an endpoint', help: 'a file is read as a whole' });
    return { file: inputNamed(named), told: (diagnostic) => diagnostic, listed: (line) => line };
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
    await readIndividuals(serverOf(named, process.env), graphs, classes, (line) => {
      waiting += line;
      if (waiting.length > AT_ONCE) flush();
    });
    flush();
  } finally {
    closeSync(output);
  }
  const told = (one: Diagnostic): Diagnostic => (one.place?.file === file ? { ...one, place: { file: named } } : one);
  const listed = (line: string): string => {
    const { line: _, column: __, ...loss } = JSON.parse(line);
    return JSON.stringify(loss);
  };
  return { file, told, listed };
}
