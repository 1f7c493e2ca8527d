/** Runs an analysis: files in, report out. */

import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fail } from '../../diagnostics/index.ts';
import * as functions from './complexity/index.ts';
import { listFiles, readCandidate, type Source } from './files.ts';
import { byPlace, compare, finding, Lines } from './finding.ts';
import { grammarOf, isTest, type LanguageName } from './languages.ts';
import { loadParser, type SyntaxNode } from './parser.ts';
import type { RuleId } from './rules.ts';
import { scanFile, scanHooks } from './security/index.ts';
import {
  type FileRecord,
  type Finding,
  type FunctionRecord,
  type Problem,
  type Report,
  type Severity,
  type SkippedFile,
  severities,
  thresholds,
} from './types.ts';

export interface AnalysisOptions {
  readonly complexity: boolean;
  readonly security: boolean;
  readonly includeGenerated: boolean;
  /** Is told how far it is. */
  readonly onProgress?: (done: number, all: number) => void | Promise<void>;
}

/** What was found in one file. */
interface Outcome {
  readonly functions: readonly FunctionRecord[];
  readonly findings: readonly Finding[];
  readonly ontology: readonly Finding[];
  readonly problems: readonly Problem[];
}

/**
 * Analyses a project's folder.
 *
 * @param project the folder as the user gave it
 * @throws DiagnosticError if there is no such folder, or no parser for this machine.
 */
export async function analyzeProject(project: string, options: AnalysisOptions): Promise<Report> {
  const stat = statSync(project, { throwIfNoEntry: false });
  if (!stat) fail('file-not-found', { file: project });
  if (!stat.isDirectory()) {
    fail('usage', { message: `${project} is a file, and a project is a folder`, help: 'name the folder: --project <path>' });
  }
  const root = path.resolve(project);
  const candidates = listFiles(root);
  const files: FileRecord[] = [];
  const skipped: SkippedFile[] = [];
  const outcomes: (Outcome | undefined)[] = [];
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < candidates.length) {
      const index = next++;
      const candidate = candidates[index];
      const source = candidate && readCandidate(candidate, options);
      if (source && 'reason' in source) skipped.push(source);
      else if (source) {
        files.push({ path: source.path, language: source.language, lines: linesOf(source.text) });
        outcomes[index] = await look(root, source, options);
      }
      done++;
      if (done % 20 === 0) await options.onProgress?.(done, candidates.length);
    }
  };
  // The parser has threads of its own; a few files more than those keep them busy.
  await Promise.all(Array.from({ length: availableParallelism() + 2 }, work));
  const hooks = options.security ? await scanHooks(root) : { findings: [], problems: [] };
  return assemble(project, options, {
    files: files.sort((a, b) => compare(a.path, b.path)),
    skipped: skipped.sort((a, b) => compare(a.path, b.path)),
    outcomes: [...outcomes.flatMap((each) => each ?? []), { functions: [], ontology: [], ...hooks }],
  });
}

function linesOf(text: string): number {
  if (text === '') return 0;
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

async function look(root: string, source: Source, options: AnalysisOptions): Promise<Outcome> {
  if (source.language === 'turtle') {
    const { reviewOntology } = await import('./ontology.ts');
    const ontology = await reviewOntology(path.join(root, source.path), source.path);
    const findings = options.security ? (await scan(source, undefined)).findings : [];
    return { functions: [], findings, ontology, problems: [] };
  }
  const grammar = grammarOf(source.language, source.path);
  const tree = grammar && (await (await loadParser())(grammar, source.text));
  const measured = tree && options.complexity ? functions.measureFile(source, tree) : [];
  const { findings, problems } = options.security ? await scan(source, tree) : { findings: [], problems: [] };
  const error = tree?.find({ rule: { kind: 'ERROR' } });
  return {
    functions: measured,
    findings,
    ontology: [],
    problems: error
      ? [...problems, { file: source.path, line: error.range().start.line + 1, message: 'the parser does not understand this' }]
      : problems,
  };
}

/** Nobody attacks a test: what it puts into SQL and commands is its own. */
const notInTests: ReadonlySet<RuleId> = new Set<RuleId>([
  'sql-injection',
  'command-injection',
  'code-injection',
  'weak-hash',
  'world-writable',
]);

async function scan(source: Source, tree: SyntaxNode | undefined): Promise<{ findings: Finding[]; problems: Problem[] }> {
  const findings: Finding[] = [];
  let lines: Lines | undefined;
  const test = isTest(source.path);
  const problem = await scanFile(
    {
      ...source,
      isTest: test,
      spot: (index) => {
        lines ??= new Lines(source.text);
        return lines.at(index);
      },
    },
    tree,
    (rule, at, message) => {
      if (!test || !notInTests.has(rule)) findings.push(finding(rule, source.path, at, message));
    },
  );
  return { findings, problems: problem ? [problem] : [] };
}

function assemble(
  project: string,
  options: AnalysisOptions,
  parts: { readonly files: FileRecord[]; readonly skipped: SkippedFile[]; readonly outcomes: readonly Outcome[] },
): Report {
  const { files, skipped, outcomes } = parts;
  const measured = outcomes.flatMap((each) => each.functions).sort(worstFirst);
  const complex = measured.flatMap(judge);
  const security = distinct(outcomes.flatMap((each) => each.findings).sort(byPlace));
  const ontology = distinct(outcomes.flatMap((each) => each.ontology).sort(byPlace));
  const counts = Object.fromEntries(severities.map((each) => [each, 0])) as Record<Severity, number>;
  const shown = [...(options.complexity ? complex : []), ...(options.security ? security : []), ...ontology];
  for (const each of shown) counts[each.severity]++;
  return {
    version: 1,
    project,
    summary: {
      files: files.length,
      lines: files.reduce((sum, each) => sum + each.lines, 0),
      ...(options.complexity && { functions: measured.length }),
      findings: counts,
    },
    languages: languagesOf(files),
    files,
    skipped,
    problems: outcomes.flatMap((each) => each.problems),
    ...(options.complexity && { complexity: { thresholds, functions: measured, findings: complex } }),
    ...(options.security && { security: { findings: security } }),
    ontology: { findings: ontology },
  };
}

/** Two ways to the same finding are one. */
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

function worstFirst(a: FunctionRecord, b: FunctionRecord): number {
  return (
    b.cyclomatic - a.cyclomatic ||
    b.cognitive - a.cognitive ||
    b.length - a.length ||
    compare(a.file, b.file) ||
    a.line - b.line ||
    a.column - b.column
  );
}

function judge(each: FunctionRecord): readonly Finding[] {
  const reasons = [
    ...(each.cyclomatic > thresholds.cyclomatic
      ? [`cyclomatic complexity ${each.cyclomatic} (at most ${thresholds.cyclomatic})`]
      : []),
    ...(each.cognitive > thresholds.cognitive
      ? [`cognitive complexity ${each.cognitive} (at most ${thresholds.cognitive})`]
      : []),
  ];
  return reasons.length === 0 ? [] : [finding('complex-function', each.file, each, `${each.name} has ${reasons.join(' and ')}`)];
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
