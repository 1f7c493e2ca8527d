/** Analyses all files of a project, and assembles the report. */

import { type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { fail, reasonOf } from '../../diagnostics/index.ts';
import type { BatchResult, FileAnalysisOptions, FileResult, Outcome } from './analyze-file.ts';
import { listFiles } from './files.ts';
import { compare, compareByLocation, finding } from './finding.ts';
import { worstOf } from './json.ts';
import type { LanguageName } from './languages.ts';
import { type RuleId, type Severity, severities } from './rules.ts';
import { scanHooks } from './security/index.ts';
import { analyzeFilesInThreads, type OnProgress } from './threads.ts';
import {
  type FileRecord,
  type Finding,
  type FunctionRecord,
  isComplex,
  PRINTED,
  type Report,
  type SkippedFile,
  thresholds,
} from './types.ts';

export interface AnalysisOptions extends FileAnalysisOptions {
  readonly onProgress?: OnProgress;
  /** Patterns of `.gitignore` for files that are not analysed, relative to the project's folder. */
  readonly exclude?: readonly string[];
  /** Disabled rules. */
  readonly disabledRules?: readonly RuleId[];
}

/**
 * Analyses a project's folder.
 *
 * @param project the folder as the user gave it
 * @throws DiagnosticError if the folder does not exist, or this platform has no parser.
 */
export async function analyzeProject(project: string, options: AnalysisOptions): Promise<Report> {
  requireFolder(project);
  const root = path.resolve(project);
  const { candidates, unreadable } = listFiles(root, options.exclude);
  const { complexity, security, includeGenerated, printed, policies, named } = options;
  const fileOptions = { complexity, security, includeGenerated, printed, policies, named };
  const found = [
    ...(await analyzeFilesInThreads(root, candidates, fileOptions, options.onProgress)),
    {
      results: unreadable.map((folder): FileResult => ({ skipped: { path: folder, reason: 'unreadable' } })),
      printed: undefined,
    },
  ];
  const hooks = options.security ? await scanHooks(root) : { findings: [], problems: [] };
  return assemble(project, options, found, { functions: [], ontology: [], ...hooks });
}

function assemble(project: string, options: AnalysisOptions, found: readonly BatchResult[], beyondFiles: Outcome): Report {
  const files: FileRecord[] = [];
  const skipped: SkippedFile[] = [];
  const outcomes: Outcome[] = [];
  const isAsked = ({ rule }: Finding) => !options.disabledRules?.includes(rule);
  for (const each of found.flatMap(({ results }) => results)) {
    if (!each) continue;
    if ('skipped' in each) skipped.push(each.skipped);
    else {
      files.push(each.file);
      outcomes.push(each.outcome);
    }
  }
  outcomes.push(beyondFiles);
  const measured = outcomes.flatMap(({ functions }) => functions).sort(compareByComplexity);
  const printed = options.printed ? worstOf(found.flatMap(({ printed: some }) => some ?? [])) : undefined;
  const complex = measured.flatMap(complexityFindings).filter(isAsked);
  const security = distinct(outcomes.flatMap((each) => each.findings.filter(isAsked)).sort(compareByLocation));
  const ontology = distinct(outcomes.flatMap((each) => each.ontology.filter(isAsked)).sort(compareByLocation));
  const counts = Object.fromEntries(severities.map((each) => [each, 0])) as Record<Severity, number>;
  const shown = [...(options.complexity ? complex : []), ...(options.security ? security : []), ...ontology];
  for (const each of shown) counts[each.severity]++;
  return {
    version: 1,
    project,
    summary: {
      files: files.length,
      lines: files.reduce((sum, each) => sum + each.lines, 0),
      ...(options.complexity && { functions: printed?.count ?? measured.length }),
      findings: counts,
    },
    languages: languagesOf(files),
    files,
    skipped,
    problems: outcomes.flatMap((each) => each.problems),
    ...(options.complexity && { complexity: { thresholds, functions: printed ? [] : measured, findings: complex } }),
    ...(options.security && { security: { findings: security } }),
    ontology: { findings: ontology },
    ...(printed && { [PRINTED]: printed.bytes }),
  };
}

/** Removes duplicates, which are near each other because the findings are sorted. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(
    (each, index) =>
      !findings
        .slice(Math.max(0, index - 3), index)
        .some(
          (other) =>
            other.rule === each.rule &&
            other.file === each.file &&
            other.line === each.line &&
            other.column === each.column &&
            other.message === each.message,
        ),
  );
}

function compareByComplexity(a: FunctionRecord, b: FunctionRecord): number {
  return (
    b.cyclomatic - a.cyclomatic ||
    b.cognitive - a.cognitive ||
    b.length - a.length ||
    compare(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column
  );
}

function complexityFindings(each: FunctionRecord): readonly Finding[] {
  if (!isComplex(each)) return [];
  const reasons = [
    ...(each.cyclomatic > thresholds.cyclomatic
      ? [`cyclomatic complexity ${each.cyclomatic} (at most ${thresholds.cyclomatic})`]
      : []),
    ...(each.cognitive > thresholds.cognitive
      ? [`cognitive complexity ${each.cognitive} (at most ${thresholds.cognitive})`]
      : []),
  ];
  return [finding('complex-function', each.file, each, `${each.name} has ${reasons.join(' and ')}`)];
}

function languagesOf(files: readonly FileRecord[]): Report['languages'] {
  const all = new Map<LanguageName, { files: number; lines: number }>();
  for (const { language, lines } of files) {
    const entry = all.get(language) ?? { files: 0, lines: 0 };
    all.set(language, { files: entry.files + 1, lines: entry.lines + lines });
  }
  return [...all]
    .map(([language, counts]) => ({ language, ...counts }))
    .sort((a, b) => b.lines - a.lines || compare(a.language, b.language));
}

function requireFolder(project: string): void {
  let stat: Stats | undefined;
  try {
    stat = statSync(project, { throwIfNoEntry: false });
  } catch (error) {
    fail('file-unreadable', { file: project, reason: reasonOf(error) });
  }
  if (!stat) fail('file-not-found', { file: project });
  if (!stat.isDirectory()) {
    fail('usage', { message: `${project} is a file, and a project is a folder`, help: 'name the folder: --project <path>' });
  }
}
