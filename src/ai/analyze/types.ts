/** The document that `ai analyze` prints. `docs/how-to/analyze.md` describes it for its readers. */

import type { LanguageName } from './languages.ts';
import type { RuleId } from './rules.ts';

/** Least first. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;

export type Severity = (typeof severities)[number];

export interface FileRecord {
  /** From the project's folder on, with `/`. */
  readonly path: string;
  readonly language: LanguageName;
  readonly lines: number;
}

export interface FunctionRecord {
  /** With the class or type it belongs to: `Post.publish`. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly language: LanguageName;
  readonly cyclomatic: number;
  readonly cognitive: number;
  /** Lines from the first to the last, both included. */
  readonly length: number;
  /** How deep control structures stand within each other. */
  readonly nesting: number;
}

export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  /** Number in the Common Weakness Enumeration, such as `CWE-89`; faults of modelling have none. */
  readonly cwe?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly remedy: string;
  /** All that it is about, if that is more than the one thing at its place. */
  readonly elements?: readonly string[];
}

export interface SkippedFile {
  readonly path: string;
  readonly reason: 'generated' | 'minified' | 'binary' | 'large' | 'unreadable';
}

/** What could not be looked at in full. */
export interface Problem {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** The functions of a report as its document has them, worst first, if they were printed where they were measured. */
export const PRINTED: unique symbol = Symbol('printed functions');

export interface Report {
  readonly version: 1;
  readonly project: string;
  readonly summary: {
    readonly files: number;
    readonly lines: number;
    readonly functions?: number;
    readonly findings: Readonly<Record<Severity, number>>;
  };
  readonly languages: readonly { readonly language: LanguageName; readonly files: number; readonly lines: number }[];
  readonly files: readonly FileRecord[];
  readonly skipped: readonly SkippedFile[];
  readonly problems: readonly Problem[];
  /** Worst first; functions are left out where they are printed. */
  readonly complexity?: {
    readonly thresholds: typeof thresholds;
    readonly functions: readonly FunctionRecord[];
    readonly findings: readonly Finding[];
  };
  readonly security?: { readonly findings: readonly Finding[] };
  readonly ontology: { readonly findings: readonly Finding[] };
  readonly [PRINTED]?: Uint8Array;
}

/** A function above one of them is a finding: ESLint's and SonarSource's own defaults. */
export const thresholds = { cyclomatic: 20, cognitive: 15 } as const;

/** Whether a function is a finding. */
export function isComplex({ cyclomatic, cognitive }: FunctionRecord): boolean {
  return cyclomatic > thresholds.cyclomatic || cognitive > thresholds.cognitive;
}
