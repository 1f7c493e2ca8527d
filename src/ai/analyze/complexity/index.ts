/** Measures length and cyclomatic complexity of functions. No package does this for Rust, TypeScript and Python in one report. */

import { Lines } from '../finding.ts';
import type { LanguageName } from '../languages.ts';
import type { SyntaxNode } from '../parser.ts';
import type { FunctionRecord } from '../types.ts';
import { javascript, typescript } from './javascript.ts';
import { type Outline, outlineOf } from './outline.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import type { Syntax } from './syntax.ts';

const syntaxes: Partial<Record<LanguageName, Syntax>> = { javascript, typescript, python, rust };

/**
 * Measures each function of a file, in source order. Returns none if the language is not measured.
 *
 * @param onError receives the first node that the parser cannot parse
 */
export function measureFile(
  file: { readonly path: string; readonly language: LanguageName; readonly text: string },
  root: SyntaxNode,
  onError?: (node: SyntaxNode) => void,
): readonly FunctionRecord[] {
  const syntax = syntaxes[file.language];
  if (!syntax) return [];
  const records: FunctionRecord[] = [];
  const lines = new Lines(file.text);
  const visit = (nodes: readonly Outline[]) => {
    for (const node of nodes) {
      if (syntax.functions.includes(node.kind)) {
        const { line, column } = lines.positionOf(node.start);
        const { line: endLine } = lines.positionOf(node.end);
        // In Python, the default values of parameters precede the measured part and add nothing.
        const start = syntax.startOf?.(node.node) ?? node.start;
        records.push({
          name: syntax.nameOf(node),
          file: file.path,
          line,
          column,
          end_line: endLine,
          language: file.language,
          cyclomatic: cyclomatic(file.text, node, start, syntax),
          length: endLine - line + 1,
        });
      }
      visit(node.children);
    }
  };
  const { top, error } = outlineOf(root, syntax.kinds);
  visit(top);
  if (error) onError?.(error);
  return records;
}

/** Returns 1 plus the paths that the nodes of a function add after `start`; `paths` of the syntax defines how many. */
function cyclomatic(source: string, node: Outline, start: number, syntax: Syntax): number {
  let paths = 1;
  const count = (nodes: readonly Outline[]) => {
    for (const each of nodes) {
      if (each.end <= start) continue;
      paths += syntax.paths(each, source);
      // A node of an excluded kind, such as `assert` in Python, can add paths itself; what it contains adds none.
      if (!syntax.excludedKinds.includes(each.kind)) count(each.children);
    }
  };
  count(node.children);
  return paths;
}
