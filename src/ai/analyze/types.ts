/** The JSON document that `ai analyze` prints. `docs/how-to/analyze.md` describes it for users. */

import type { LanguageName } from './languages.ts';
import type { RuleId, Severity } from './rules.ts';

export interface FileRecord {
  /** Relative to the project's folder, with `/`. */
  readonly path: string;
  readonly language: LanguageName;
  readonly lines: number;
}

export interface FunctionRecord {
  /** With its class or type: `Post.publish`. */
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly language: LanguageName;
  readonly cyclomatic: number;
  /** Number of lines, first and last included. */
  readonly length: number;
}

export interface Finding {
  readonly rule: RuleId;
  readonly severity: Severity;
  /** Number in the Common Weakness Enumeration, such as `CWE-89`; complex functions have none. */
  readonly cwe?: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly remedy: string;
}

export interface SkippedFile {
  readonly path: string;
  readonly reason: 'generated' | 'minified' | 'binary' | 'large' | 'unreadable';
}

/** Why a file could not be analysed completely. */
export interface Problem {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

export interface Report {
  readonly version: 2;
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
  /** Worst first. */
  readonly complexity?: {
    readonly thresholds: typeof thresholds;
    readonly functions: readonly FunctionRecord[];
    readonly findings: readonly Finding[];
  };
  readonly security?: { readonly findings: readonly Finding[] };
}

/** A function above this limit is a finding. It is the default of ESLint. */
export const thresholds = { cyclomatic: 20 } as const;
