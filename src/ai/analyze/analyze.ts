/** Analyses all files of a project, and assembles the report. */

import { type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fail, reasonOf } from '../../diagnostics/index.ts';
import { analyzeCandidate, type FileAnalysisOptions, type Outcome } from './analyze-file.ts';
import { listFiles } from './files.ts';
import { compare, compareByLocation, createFinding } from './finding.ts';
import type { LanguageName } from './languages.ts';
import { type RuleId, type Severity, severities } from './rules.ts';
import { type FileRecord, type Finding, type FunctionRecord, type Report, type SkippedFile, thresholds } from './types.ts';

/** Number of files between two turns of the event loop. */
const BATCH = 20;

export interface AnalysisOptions extends FileAnalysisOptions {
  /** Patterns of `.gitignore` for files that are not analysed, relative to the project's folder. */
  readonly exclude?: readonly string[];
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
  const files: FileRecord[] = [];
  const skipped: SkippedFile[] = [];
  const outcomes: Outcome[] = [];
  for (const [index, candidate] of candidates.entries()) {
    const result = await analyzeCandidate(candidate, options);
    if (result && 'skipped' in result) skipped.push(result.skipped);
    else if (result) {
      files.push(result.file);
      outcomes.push(result.outcome);
    }
    // Syntax trees are freed only between two turns of the event loop.
    if ((index + 1) % BATCH === 0) await setImmediate();
  }
  for (const folder of unreadable) skipped.push({ path: folder, reason: 'unreadable' });
  return assembleReport(project, options, files, skipped, outcomes);
}

function assembleReport(
  project: string,
  options: AnalysisOptions,
  files: readonly FileRecord[],
  skipped: readonly SkippedFile[],
  outcomes: readonly Outcome[],
): Report {
  const isEnabled = ({ rule }: Finding) => !options.disabledRules?.includes(rule);
  const functions = outcomes.flatMap((each) => each.functions).sort(compareByComplexity);
  const complex = functions.flatMap(complexityFindings).filter(isEnabled);
  const security = distinct(outcomes.flatMap((each) => each.findings.filter(isEnabled)).sort(compareByLocation));
  const countOf = Object.fromEntries(severities.map((each) => [each, 0])) as Record<Severity, number>;
  const listed = [...(options.complexity ? complex : []), ...(options.security ? security : [])];
  for (const each of listed) countOf[each.severity]++;
  return {
    version: 2,
    project,
    summary: {
      files: files.length,
      lines: files.reduce((sum, each) => sum + each.lines, 0),
      ...(options.complexity && { functions: functions.length }),
      findings: countOf,
    },
    languages: languagesOf(files),
    files,
    skipped,
    problems: outcomes.flatMap((each) => each.problems),
    ...(options.complexity && { complexity: { thresholds, functions, findings: complex } }),
    ...(options.security && { security: { findings: security } }),
  };
}

/** Removes equal findings: two patterns of one rule can match the same place. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  return [...new Map(findings.map((each) => [JSON.stringify(each), each])).values()];
}

function compareByComplexity(a: FunctionRecord, b: FunctionRecord): number {
  return b.cyclomatic - a.cyclomatic || b.length - a.length || compare(a.file, b.file) || a.line - b.line || a.column - b.column;
}

function complexityFindings(each: FunctionRecord): readonly Finding[] {
  const { name, file, cyclomatic } = each;
  if (cyclomatic <= thresholds.cyclomatic) return [];
  const message = `${name} has cyclomatic complexity ${cyclomatic} (at most ${thresholds.cyclomatic})`;
  return [createFinding('complex-function', file, each, message)];
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
