/** The report as a document of JSON. Most of it are functions, which the threads that measure them print. */

import { visibleJson } from '../../diagnostics/index.ts';
import { type FunctionRecord, PRINTED, type Report } from './types.ts';

const BEFORE = '{\n  "complexity": {\n    "functions": [\n';
const AFTER = '\n    ]\n  }\n}';
const END = '\n      }';

/** Each function as {@link toJson} prints it. */
export function printFunctions(functions: readonly FunctionRecord[]): readonly string[] {
  if (functions.length === 0) return [];
  const document = visibleJson(JSON.stringify({ complexity: { functions } }, undefined, 2));
  const parts = document.slice(BEFORE.length, -AFTER.length).split(`${END},\n`);
  return parts.map((part, i) => (i < parts.length - 1 ? `${part}${END}` : part));
}

/** The whole report, as `JSON.stringify` prints it with an indentation of two blanks. */
export function toJson(report: Report): string {
  const { complexity, [PRINTED]: printed = [] } = report;
  if (!complexity || printed.length === 0) return visibleJson(JSON.stringify(report, undefined, 2));
  const document = visibleJson(JSON.stringify({ ...report, complexity: { ...complexity, functions: [] } }, undefined, 2));
  // A line of its own, which no text has in it.
  const [before, after] = document.split('\n    "functions": [],\n') as [string, string];
  return `${before}\n    "functions": [\n${printed.join(',\n')}\n    ],\n${after}`;
}
