/** What all commands that read an ontology share. */

import { DiagnosticError, fail } from '../diagnostics/index.ts';
import { buildModel, type ModelResult, type Policies } from '../model/index.ts';
import { type LoadOptions, loadOntology, type Ontology } from '../ontology/index.ts';
import type { ModelOptions, SourceOptions } from './options.ts';
import { policiesFrom } from './policies.ts';

/** What a command works on: an ontology with all that belongs to it, and what was decided where it is silent. */
export interface Subject {
  /** The ontology's own file. */
  readonly file: string;
  /** What is read beside it. */
  readonly sources: LoadOptions;
  readonly policies: Policies;
}

/** A model as every command sees it. */
export interface Built extends ModelResult {
  readonly subject: Subject;
  readonly ontology: Ontology;
}

/**
 * What a command works on, by its options.
 *
 * @throws DiagnosticError if one makes no sense.
 */
export async function subjectOf(file: string, options: ModelOptions): Promise<Subject> {
  return { file, sources: loadOptions(options), policies: await policiesFrom(options) };
}

/**
 * Reads an ontology with all that belongs to it.
 *
 * @throws DiagnosticError if a file cannot be read or does not parse.
 */
export function readSubject({ file, sources }: Subject): Promise<Ontology> {
  return loadOntology(file, sources);
}

/**
 * The model that a command works on, by the options of the command line: the one way to it.
 *
 * @throws DiagnosticError if an option makes no sense, a file cannot be read, or the ontology declares no class.
 */
export async function modelFor(file: string, options: ModelOptions): Promise<Built> {
  const subject = await subjectOf(file, options);
  const ontology = await readSubject(subject);
  return { subject, ontology, ...(await modelIn(ontology, subject)) };
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
 * Builds the model of an ontology as what was decided has it. What there is to say of reading it comes first, and is not
 * lost if there is no model.
 *
 * @throws DiagnosticError if the ontology declares no class.
 */
export async function modelIn(ontology: Ontology, { policies }: Pick<Subject, 'policies'>): Promise<ModelResult> {
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
