import { type RuleId, ruleOf } from './rules.ts';
import type { Finding } from './types.ts';

/** A place in a text; both count from 1. */
export interface Spot {
  readonly line: number;
  readonly column: number;
}

/** @param message the rule's own title if nothing more exact can be said */
export function finding(rule: RuleId, file: string, { line, column }: Spot, message?: string): Finding {
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

/** Finds the line and column of places in a text. */
export class Lines {
  readonly #starts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(index: number): Spot {
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

/** By file, place and rule, in code-point order. */
export function byPlace(a: Finding, b: Finding): number {
  return compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule);
}

/** The same order on every machine, whatever its language. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
