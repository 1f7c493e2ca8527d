/** What all commands that read an ontology share. */

import { DiagnosticError, fail } from '../diagnostics/index.ts';
import { buildModel, type ModelResult, type Policies } from '../model/index.ts';
import { type LoadOptions, loadOntology, type Ontology } from '../ontology/index.ts';
import type { ModelOptions, SourceOptions } from './options.ts';

/**
 * Reads an ontology with all that the options give beside it.
 *
 * @throws DiagnosticError if an option makes no sense, or a file cannot be read or does not parse.
 */
export function readOntology(file: string, options: SourceOptions): Promise<Ontology> {
  return loadOntology(file, loadOptions(options));
}

/**
 * The options of the command line as those of loading.
 *
 * @throws DiagnosticError if one makes no sense.
 */
export function loadOptions({ shapes, import: imports, catalog, allowRead }: SourceOptions): LoadOptions {
  return {
    shapes,
    imports: imports.map((given) => {
      // An IRI with a "=" in it needs its angle brackets.
      const [, bracketed, plain, file] = /^(?:<([^>]+)>|([^=]+))=(.+)$/s.exec(given) ?? [];
      const iri = bracketed ?? plain;
      if (iri === undefined || file === undefined) {
        fail('usage', {
          message: `--import ${given} does not say which file holds which ontology`,
          help: 'give both: --import http://example.org/core=core.ttl',
        });
      }
      return { iri, file };
    }),
    ...(catalog !== undefined && { catalog }),
    allowRead,
  };
}

/**
 * Builds the model of an ontology. What there is to say of reading it comes first, and is not lost if there is no
 * model.
 *
 * @throws DiagnosticError if the ontology declares no class.
 */
export async function modelOf(ontology: Ontology, policies: Policies): Promise<ModelResult> {
  try {
    const { model, diagnostics } = await buildModel(ontology, policies);
    return { model, diagnostics: [...ontology.diagnostics, ...diagnostics] };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    throw new DiagnosticError(...ontology.diagnostics, ...error.diagnostics);
  }
}

/**
 * A command line to paste that is about the same ontology.
 *
 * @param words what comes after the name of the program
 * @param options those of the command at hand
 */
export function commandLine(
  words: readonly string[],
  { shapes, import: imports, catalog, allowRead, policy }: ModelOptions,
): string {
  const options = [
    ...shapes.map((shape) => ['--shapes', shape]),
    ...imports.map((given) => ['--import', given]),
    ...(catalog === undefined ? [] : [['--catalog', catalog]]),
    ...allowRead.map((folder) => ['--allow-read', folder]),
    ...policy.map((given) => ['--policy', given]),
  ];
  return ['codegen', ...words, ...options.flat()].map(shellWord).join(' ');
}

/** The command line that shows all there is to say of an ontology. */
export function loadCommand(file: string, options: ModelOptions): string {
  return commandLine(['graph', 'load', file], options);
}

/** A word as the shell reads it. */
function shellWord(word: string): string {
  return /^[\p{L}\p{N}_./+@%,:=-]+$/u.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
