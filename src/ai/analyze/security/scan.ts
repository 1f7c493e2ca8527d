import type { Spot } from '../finding.ts';
import type { LanguageName } from '../languages.ts';
import type { SyntaxNode } from '../parser.ts';
import type { RuleId } from '../rules.ts';

/** A file to look through. */
export interface Scanned {
  readonly path: string;
  readonly language: LanguageName;
  readonly text: string;
  readonly isTest: boolean;
  /** What is known of a place in the text. */
  spot(index: number): Spot;
}

/** Takes what is found. */
export type Found = (rule: RuleId, at: Spot, message?: string) => void;

export function spotOf(node: SyntaxNode): Spot {
  const { line, column } = node.range().start;
  return { line: line + 1, column: column + 1 };
}

/** What a check says of a call: the rule, and what it is exactly. */
export type Verdict = readonly [rule: RuleId, message?: string] | undefined;
