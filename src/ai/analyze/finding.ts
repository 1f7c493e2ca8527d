/** Creates findings, and computes their lines and columns. */

import { type RuleId, ruleOf } from './rules.ts';
import type { Finding } from './types.ts';

/** A position in a text. Line and column start at 1. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns a finding of a rule at a position of a file, with the severity and the remedy of the rule.
 *
 * @param message defaults to the title of the rule
 */
export function createFinding(rule: RuleId, file: string, { line, column }: TextPosition, message?: string): Finding {
  const { severity, cwe, title, remedy } = ruleOf(rule);
  return {
    rule,
    severity,
    ...(cwe !== undefined && { cwe: `CWE-${cwe}` }),
    file,
    line,
    column,
    message: message ?? title,
    remedy,
  };
}

/** Converts indexes in a text to lines and columns. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let lineEnd = text.indexOf('\n'); lineEnd !== -1; lineEnd = text.indexOf('\n', lineEnd + 1))
      this.#starts.push(lineEnd + 1);
  }

  positionOf(index: number): TextPosition {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: index - (this.#starts[low] ?? 0) + 1 };
  }
}

/** Compares findings by file, position and rule. */
export function compareByLocation(a: Finding, b: Finding): number {
  return compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule);
}

/** Compares strings without a locale, so that the order is the same on every machine. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
