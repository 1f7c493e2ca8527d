/** Reads one file, parses it, and returns its functions with their complexity, its security findings and its syntax errors. */

import { measureFile } from './complexity/index.ts';
import { type Candidate, readCandidate, type Source } from './files.ts';
import { createFinding, Lines } from './finding.ts';
import { grammarOf, isTest } from './languages.ts';
import { loadParser, type SyntaxNode } from './parser.ts';
import type { RuleId } from './rules.ts';
import { scanFile } from './security/index.ts';
import type { FileRecord, Finding, FunctionRecord, Problem, SkippedFile } from './types.ts';

export interface FileAnalysisOptions {
  readonly complexity: boolean;
  readonly security: boolean;
  readonly includeGenerated: boolean;
}

/** The results for one file. */
export interface Outcome {
  readonly functions: readonly FunctionRecord[];
  readonly findings: readonly Finding[];
  readonly problems: readonly Problem[];
}

/** An analysed file, a skipped one, or undefined for a file in none of the known languages. */
export type FileResult = { readonly file: FileRecord; readonly outcome: Outcome } | { readonly skipped: SkippedFile } | undefined;

/**
 * Reads and analyses a file.
 *
 * @throws DiagnosticError if this platform has no parser.
 */
export async function analyzeCandidate(candidate: Candidate, options: FileAnalysisOptions): Promise<FileResult> {
  const source = readCandidate(candidate, options);
  if (!source) return undefined;
  if ('reason' in source) return { skipped: source };
  return {
    file: { path: source.path, language: source.language, lines: linesOf(source.text) },
    outcome: await analyzeSource(source, options),
  };
}

function linesOf(text: string): number {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

async function analyzeSource(source: Source, options: FileAnalysisOptions): Promise<Outcome> {
  const grammar = grammarOf(source.language, source.path);
  const tree = grammar && (await loadParser())(grammar, source.text);
  let error: SyntaxNode | null | undefined;
  let functions: readonly FunctionRecord[] = [];
  if (tree && options.complexity) {
    functions = measureFile(source, tree, (node) => {
      error = node;
    });
  } else error = tree?.find({ rule: { kind: 'ERROR' } });
  return {
    functions,
    findings: options.security ? scan(source, tree) : [],
    problems: error
      ? [{ file: source.path, line: error.range().start.line + 1, message: 'the parser does not understand this' }]
      : [],
  };
}

/** Rules that do not apply to tests, which nobody attacks: tests control the values in their SQL and commands. */
const rulesExemptInTests: ReadonlySet<RuleId> = new Set<RuleId>([
  'sql-injection',
  'command-injection',
  'code-injection',
  'weak-hash',
  'world-writable',
]);

function scan(source: Source, tree: SyntaxNode | undefined): Finding[] {
  const findings: Finding[] = [];
  let lines: Lines | undefined;
  const test = isTest(source.path);
  scanFile(
    {
      ...source,
      isTest: test,
      positionOf: (index) => {
        lines ??= new Lines(source.text);
        return lines.positionOf(index);
      },
    },
    tree,
    (rule, at, message) => {
      if (!test || !rulesExemptInTests.has(rule)) findings.push(createFinding(rule, source.path, at, message));
    },
  );
  return findings;
}
