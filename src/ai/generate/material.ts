/** What a request is about: the text of `--code` and the folder of `--project`. */

import { type Diagnostic, DiagnosticError } from '../../diagnostics/index.ts';
import type { Policies } from '../../model/index.ts';
import type { NamedOntology } from '../named.ts';
import { type Fact, projectFacts } from './facts.ts';
import { type Folder, listFolder, readText } from './folder.ts';
import { type Language, languageIn, languageOf } from './languages.ts';
import { type FoundOntology, looksLikeTurtle, ontologyOfCode, ontologyOfProject } from './ontologies.ts';

export interface Code {
  readonly text: string;
  /** The file of the project that it is, because the prompt names it; nothing if it came with `--code`. */
  readonly file: string | undefined;
  /** As far as its name or the prompt says it. */
  readonly language: Language | undefined;
  /** Whether it is meant to be Turtle. */
  readonly isOntology: boolean;
}

export interface Material {
  readonly code: Code | undefined;
  /** That of the code goes before that of the project. */
  readonly ontology: FoundOntology | undefined;
  readonly folder: Folder | undefined;
  readonly facts: readonly Fact[];
  /** What is wrong with the code, if it is meant to be an ontology. */
  readonly fault: DiagnosticError | undefined;
  /** For the user: which ontology was taken, what was wrong with others. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface Given {
  readonly prompt: string;
  readonly code: string | undefined;
  readonly project: string | undefined;
  /** By which the model of an ontology is built. */
  readonly policies: Policies;
  /** The ontology of the settings, which is that of the project. */
  readonly named?: NamedOntology | undefined;
}

/**
 * Gathers the material.
 *
 * @throws DiagnosticError if the project cannot be read.
 */
export async function gather({ prompt, code, project, policies, named }: Given): Promise<Material> {
  const folder = project === undefined ? undefined : listFolder(project);
  const facts = project === undefined ? [] : projectFacts(project);
  const isOntology = code !== undefined && looksLikeTurtle(code);
  const ofCode = isOntology ? await ontologyOfCode(code, policies).catch(faultOnly) : undefined;
  const fault = ofCode instanceof DiagnosticError ? ofCode : undefined;
  const ofProject = folder && !ofCode ? await ontologyOfProject(folder, policies, named) : undefined;
  const problems = (ofProject?.problems ?? []).map((problem): Diagnostic => ({ ...problem, severity: 'warning' }));
  return {
    code:
      code === undefined
        ? folder && namedFile(prompt, folder)
        : { text: code, file: undefined, language: languageIn(prompt), isOntology },
    ontology: ofCode instanceof DiagnosticError ? undefined : (ofCode ?? ofProject?.found),
    fault,
    folder,
    facts,
    // What is wrong with other files matters only if there is none that is right.
    diagnostics: [...(ofProject?.found ? [] : problems), ...(ofProject?.warnings ?? [])],
  };
}

/** A file with more than this is not outlined. */
const LARGEST_FILE = 1_000_000;

/** The source file of the project that a prompt names by its path, or by its name if that is the only one. */
function namedFile(prompt: string, folder: Folder): Code | undefined {
  const words = new Set(prompt.split(/[\s"'`,;()]+/).map((word) => word.replace(/^\.\/|(?<![.:?!])[.:?!]+$/g, '')));
  const sources = folder.files.filter((file) => languageOf(file.path) !== undefined);
  const byName = sources.filter((file) => words.has(file.path.slice(file.path.lastIndexOf('/') + 1)));
  const file = sources.find((each) => words.has(each.path)) ?? (byName.length === 1 ? byName[0] : undefined);
  const text = file && readText(folder.root, file, LARGEST_FILE);
  if (file === undefined || text === undefined) return undefined;
  return { text, file: file.path, language: languageOf(file.path), isOntology: false };
}

function faultOnly(error: unknown): DiagnosticError {
  if (error instanceof DiagnosticError) return error;
  throw error;
}
