/**
 * Gathers the inputs of a request of `codegen ai generate`: the text of `--code`, or else of the file that the prompt names, and
 * the folder of `--project` with its ontology.
 */

import { asDiagnosticError, type Diagnostic, DiagnosticError } from '../../diagnostics/index.ts';
import type { Policies } from '../../model/index.ts';
import type { ConfiguredOntology } from '../configured-ontology.ts';
import { type Fact, projectFacts } from './facts.ts';
import { type Folder, listFolder, readText } from './folder.ts';
import { type Language, languageOf, namedLanguage } from './languages.ts';
import { type FoundOntology, looksLikeTurtle, ontologyOfCode, ontologyOfProject } from './ontologies.ts';

export interface Code {
  readonly text: string;
  /** The file of the project that the prompt names; undefined if the text came with `--code`. */
  readonly file: string | undefined;
  /** As far as the file name or the prompt states it. */
  readonly language: Language | undefined;
  /** True if the text came with `--code` and looks like Turtle, valid or not. */
  readonly isOntology: boolean;
}

export interface RequestInputs {
  readonly code: Code | undefined;
  /** The ontology from `--code` if the text looks like one, undefined if it is invalid; otherwise that of the project. */
  readonly ontology: FoundOntology | undefined;
  readonly folder: Folder | undefined;
  /** What the manifests of the project state about it, such as its version and toolchains. */
  readonly facts: readonly Fact[];
  /** Why the code, if it looks like an ontology, cannot be loaded. */
  readonly fault: DiagnosticError | undefined;
  /** For the user: warnings about the ontology of the project, and if it has no valid one, the problems of its files. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface RequestParameters {
  readonly prompt: string;
  readonly code: string | undefined;
  readonly project: string | undefined;
  readonly policies: Policies;
  /** The ontology that the project's settings name. */
  readonly configured?: ConfiguredOntology | undefined;
}

/**
 * Gathers the inputs of a request.
 *
 * @throws DiagnosticError if the project cannot be read.
 */
export async function gatherInputs({ prompt, code, project, policies, configured }: RequestParameters): Promise<RequestInputs> {
  const folder = project === undefined ? undefined : listFolder(project);
  const facts = project === undefined ? [] : projectFacts(project);
  const given = code === undefined ? undefined : givenCode(prompt, code);
  const shared = { code: given ?? (folder && namedFile(prompt, folder)), folder, facts };
  if (given?.isOntology) {
    const loaded = await ontologyOfCode(given.text, policies).catch(asDiagnosticError);
    const isFault = loaded instanceof DiagnosticError;
    return { ...shared, ontology: isFault ? undefined : loaded, fault: isFault ? loaded : undefined, diagnostics: [] };
  }
  if (!folder) return { ...shared, ontology: undefined, fault: undefined, diagnostics: [] };
  const { ontology, problems, warnings } = await ontologyOfProject(folder, policies, configured);
  // Problems of other files matter only if there is no valid ontology.
  const diagnostics = ontology
    ? warnings
    : [...problems.map((each): Diagnostic => ({ ...each, severity: 'warning' })), ...warnings];
  return { ...shared, ontology, fault: undefined, diagnostics };
}

function givenCode(prompt: string, text: string): Code {
  return { text, file: undefined, language: namedLanguage(prompt), isOntology: looksLikeTurtle(text) };
}

const MAX_FILE_BYTES = 1_000_000;

/** Returns the source file that a prompt names, by its path or by a name that only one file has. */
function namedFile(prompt: string, folder: Folder): Code | undefined {
  // Words without `./` in front, and without the punctuation of the sentence behind.
  const words = new Set(prompt.split(/[\s"'`,;()]+/).map((word) => word.replace(/^\.\/|(?<![.:?!])[.:?!]+$/g, '')));
  const sources = folder.files.filter((file) => languageOf(file.path) !== undefined);
  const byName = sources.filter((file) => words.has(file.path.slice(file.path.lastIndexOf('/') + 1)));
  const file = sources.find((each) => words.has(each.path)) ?? (byName.length === 1 ? byName[0] : undefined);
  const text = file && readText(folder.root, file, MAX_FILE_BYTES);
  if (file === undefined || text === undefined) return undefined;
  return { text, file: file.path, language: languageOf(file.path), isOntology: false };
}
