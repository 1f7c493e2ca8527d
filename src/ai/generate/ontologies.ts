/** Finds the ontology of a request: in the text of `--code`, or in the project. */

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, temporaryFolder } from '../../diagnostics/index.ts';
import { buildModel, type DomainModel, type Policies } from '../../model/index.ts';
import { loadOntology } from '../../ontology/index.ts';
import type { ConfiguredOntology } from '../configured-ontology.ts';
import type { Folder, ProjectFile } from './folder.ts';

export interface FoundOntology {
  readonly model: DomainModel;
  /** Relative to the project; undefined if it is the text of `--code`. */
  readonly file: string | undefined;
}

export interface OntologySearch {
  readonly ontology: FoundOntology | undefined;
  /** Errors of candidate files that do not load, or contain no class. */
  readonly problems: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Returns true if a text is meant to be Turtle, valid or not. */
export function looksLikeTurtle(text: string): boolean {
  return (
    /^[^\S\n]{0,100}@?(?:prefix\s+[\w.-]*:\s*<|base\s+<)/im.test(text) ||
    /\ba\s+(?:owl:(?:Class|Ontology|ObjectProperty|DatatypeProperty)|rdfs:Class)\b/.test(text) ||
    text.split('\n').some((line) => /^\s*<[^<>\s]+>\s+<[^<>\s]+>\s/.test(line) && line.trimEnd().endsWith('.'))
  );
}

/**
 * Builds the model of the Turtle in `--code`.
 *
 * @throws DiagnosticError with source locations in `--code` if it does not parse.
 */
export async function ontologyOfCode(code: string, policies: Policies): Promise<FoundOntology> {
  // The loader reads files in chunks, so the text is written to a temporary file.
  const folder = temporaryFolder('codegen-code-');
  try {
    const file = path.join(folder, 'code.ttl');
    writeFileSync(file, code);
    const { model } = await buildModel(await loadOntology(file), policies);
    return { model: { ...model, source: '--code' }, file: undefined };
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    throw new DiagnosticError(
      ...error.diagnostics.map((d) => ({
        ...d,
        message: d.message.replaceAll(path.join(folder, 'code.ttl'), '--code'),
        ...(d.place && { place: { ...d.place, file: '--code' } }),
      })),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const RDF_EXTENSION = /\.(?:ttl|turtle|owl|rdf|trig|nt|nq|jsonld)$/i;

/** Extensions of syntaxes in which ontologies, rather than data, are usually written. */
const ONTOLOGY_EXTENSION = /\.(?:ttl|turtle|owl|rdf)$/i;

/** Usual names of a project's ontology file. */
const USUAL_NAME = /^(?:domain|ontology|model|schema)\./i;

const MAX_TRIED_FILES = 20;

/** Finds the project's ontology: the one that its settings name, or else the one nearest to the top, `domain.ttl` first. */
export async function ontologyOfProject(
  folder: Folder,
  policies: Policies,
  configured: ConfiguredOntology | undefined,
): Promise<OntologySearch> {
  const isNamed = ({ path: file }: ProjectFile) => path.resolve(folder.root, file) === configured?.file;
  const likely = folder.files.filter((file) => RDF_EXTENSION.test(file.path)).sort(compareByLikelihood);
  const candidates = [...likely.filter(isNamed), ...likely.filter((file) => !isNamed(file))];
  const problems: Diagnostic[] = [];
  for (const [at, candidate] of candidates.slice(0, MAX_TRIED_FILES).entries()) {
    const { path: file } = candidate;
    const settings = isNamed(candidate) ? configured : undefined;
    try {
      const allowRead = [folder.root, ...(settings?.sources.allowRead ?? [])];
      const { model } = await buildModel(
        await loadOntology(path.join(folder.root, file), { ...settings?.sources, allowRead }),
        settings?.policies ?? policies,
      );
      // If the settings name the ontology, there is nothing to warn of.
      const untried = settings ? [] : candidates.slice(at + 1).map((each) => each.path);
      const others = untried.length > 3 ? [...untried.slice(0, 3), `${untried.length - 3} more`] : untried;
      return {
        ontology: { model, file },
        problems,
        warnings: others.length > 0 ? [diagnostic('ontology-chosen', { file, others })] : [],
      };
    } catch (error) {
      if (!(error instanceof DiagnosticError)) throw error;
      for (const each of error.diagnostics) problems.push(each);
      // Another file is not the one that the user means.
      if (settings) break;
    }
  }
  return { ontology: undefined, problems, warnings: [] };
}

function compareByLikelihood(a: ProjectFile, b: ProjectFile): number {
  return rank(a) - rank(b) || (a.path < b.path ? -1 : 1);
}

/** Returns a small number for likely files: the extension counts more than the depth, the depth more than the name. */
function rank({ path: file }: ProjectFile): number {
  return (
    (ONTOLOGY_EXTENSION.test(file) ? 0 : 100) + file.split('/').length * 2 - (USUAL_NAME.test(path.posix.basename(file)) ? 1 : 0)
  );
}
