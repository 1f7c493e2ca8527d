import path from 'node:path';
import { type Diagnostic, DiagnosticError, statOf } from '../diagnostics/index.ts';
import { type Analysis, serve } from '../lsp/index.ts';
import { isRemoteSubject, modelIn, readSubject, type Subject, subjectOf } from './ontology.ts';
import type { ModelOptions } from './options.ts';
import { standardStream } from './standard-streams.ts';

/** Runs `codegen lsp`. The promise never settles, because the server ends with the process. */
export async function languageServer(options: ModelOptions): Promise<number> {
  serve(process.stdin, standardStream('stdout'), (file, texts) => analyze(file, texts, options));
  return new Promise(() => {});
}

/** Analyses the ontology of the settings if the file is a part of it, or else the file alone. */
async function analyze(file: string, texts: Readonly<Record<string, string>>, options: ModelOptions): Promise<Analysis> {
  const where = { from: path.dirname(file) };
  let configured: Subject | undefined;
  try {
    configured = await subjectOf(undefined, options, where);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const namesNoOntology = error.diagnostics.every(({ code }) => code === 'no-ontology');
    if (!namesNoOntology)
      return addDiagnostics(
        await analyzeSubject(await subjectOf(file, { ...options, noConfig: true }), texts),
        error.diagnostics,
      );
  }
  if (
    configured &&
    !isRemoteSubject(configured) &&
    path.resolve(configured.file) !== file &&
    mayBelongTo(configured.file, file, texts)
  ) {
    const analysis = await analyzeSubject(configured, texts);
    const isPart = analysis.ontology?.files.some((each) => path.resolve(each) === file);
    if (analysis.ontology && !isPart) unrelatedFiles.set(`${configured.file} ${file}`, stampOf(configured.file, texts));
    const hasErrorInFile = analysis.diagnostics.some(({ place }) => place !== undefined && path.resolve(place.file) === file);
    if (isPart || (!analysis.ontology && hasErrorInFile)) return analysis;
  }
  return analyzeSubject(await subjectOf(file, options, where), texts);
}

/** Files that are not part of an ontology, with the stamp of the ontology when this was found. */
const unrelatedFiles = new Map<string, string>();

/** Returns whether a file may be a part of an ontology: false if it was not before and the ontology has not changed. */
function mayBelongTo(main: string, file: string, texts: Readonly<Record<string, string>>): boolean {
  return unrelatedFiles.get(`${main} ${file}`) !== stampOf(main, texts);
}

/** Returns a value that changes with a file: its text in the editor, or its modification time. */
function stampOf(file: string, texts: Readonly<Record<string, string>>): string {
  return texts[path.resolve(file)] ?? String(statOf(file)?.mtimeMs);
}

async function analyzeSubject(subject: Subject, texts: Readonly<Record<string, string>>): Promise<Analysis> {
  try {
    const ontology = await readSubject({ ...subject, sources: { ...subject.sources, texts } });
    try {
      const { model, diagnostics } = await modelIn(ontology, subject);
      return { ontology, model, diagnostics, settings: subject.settings?.file };
    } catch (error) {
      // The file is valid RDF but has no model, for example a file of shapes or a new file.
      return { ontology, diagnostics: diagnosticsOf(error).map((each) => ({ ...each, severity: 'warning' })) };
    }
  } catch (error) {
    return { diagnostics: diagnosticsOf(error) };
  }
}

function diagnosticsOf(error: unknown): readonly Diagnostic[] {
  if (error instanceof DiagnosticError) return error.diagnostics;
  throw error;
}

function addDiagnostics(analysis: Analysis, more: readonly Diagnostic[]): Analysis {
  return { ...analysis, diagnostics: [...more, ...analysis.diagnostics] };
}
