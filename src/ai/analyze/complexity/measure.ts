/** Kept because no package measures four languages in one report; an ontology's project has Rust, TypeScript and Python. */

import { Lines } from '../finding.ts';
import type { LanguageName } from '../languages.ts';
import type { SyntaxNode } from '../parser.ts';
import type { FunctionRecord } from '../types.ts';
import { type Outline, outlineOf } from './outline.ts';
import type { Syntax } from './syntax.ts';

/** Measures each function of a file, in source order. */
export function measure(
  file: { readonly path: string; readonly language: LanguageName; readonly text: string },
  root: SyntaxNode,
  syntax: Syntax,
  onError?: (node: SyntaxNode) => void,
): readonly FunctionRecord[] {
  const records: FunctionRecord[] = [];
  const lines = new Lines(file.text);
  const visit = (nodes: readonly Outline[]) => {
    for (const node of nodes) {
      if (syntax.functions.includes(node.kind)) {
        const { line, column } = lines.positionOf(node.start);
        const { line: last } = lines.positionOf(node.end);
        const start = syntax.startOf?.(node.node) ?? node.start;
        records.push({
          name: syntax.nameOf(node),
          file: file.path,
          line,
          column,
          end_line: last,
          language: file.language,
          cyclomatic: cyclomatic(file.text, node, start, syntax),
          length: last - line + 1,
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

function cyclomatic(source: string, node: Outline, start: number, syntax: Syntax): number {
  let paths = 1;
  const count = (nodes: readonly Outline[]) => {
    for (const each of nodes) {
      if (each.end <= start) continue;
      paths += syntax.paths(each, source);
      if (!syntax.excludedKinds.includes(each.kind)) count(each.children);
    }
  };
  count(node.children);
  return paths;
}
