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
        const name = syntax.nameOf(node);
        const start = syntax.startOf?.(node.node) ?? node.start;
        const { cognitive, nesting } = new Cognition(file.text, syntax).measure(node, name, start);
        records.push({
          name,
          file: file.path,
          line,
          column,
          end_line: last,
          language: file.language,
          cyclomatic: cyclomatic(file.text, node, start, syntax),
          cognitive,
          length: last - line + 1,
          nesting,
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

class Cognition {
  readonly #source: string;
  readonly #syntax: Syntax;
  #cognitive = 0;
  #nesting = 0;

  constructor(source: string, syntax: Syntax) {
    this.#source = source;
    this.#syntax = syntax;
  }

  measure(node: Outline, name: string, from: number): { cognitive: number; nesting: number } {
    for (const child of node.children) if (child.end > from) this.#visit(child, 0, 0);
    if (this.#callsItself(node, name)) this.#cognitive++;
    return { cognitive: this.#cognitive, nesting: this.#nesting };
  }

  /**
   * @param level nesting level by SonarSource's definition, which also counts functions within functions
   * @param depth nesting depth in control structures of this function
   */
  #visit(node: Outline, level: number, depth: number): void {
    const role = this.#syntax.roles[node.kind];
    switch (role) {
      case 'structure':
      case 'if':
        this.#cognitive += 1 + level;
        this.#visitStructure(node, level, depth);
        return;
      case 'else':
        this.#visitElse(node, level, depth);
        return;
      case 'nested':
        this.#visitAll(node.children, level + 1, depth);
        return;
      case 'logical':
        this.#cognitive += this.#changes(node);
        this.#visitAll(node.children, level, depth);
        return;
      case 'jump':
        this.#cognitive++;
        return;
      case undefined:
        this.#visitAll(node.children, level, depth);
        return;
      default:
        role satisfies never;
    }
  }

  #visitAll(nodes: readonly Outline[], level: number, depth: number): void {
    for (const node of nodes) this.#visit(node, level, depth);
  }

  #visitStructure(node: Outline, level: number, depth: number): void {
    this.#nesting = Math.max(this.#nesting, depth + 1);
    if (node.children.length === 0) return;
    const heads = this.#syntax.heads.flatMap((name) => node.node.field(name)?.range() ?? []);
    for (const child of node.children) {
      const isHead = heads.some(({ start, end }) => start.index <= child.start && child.end <= end.index);
      const isBranch = this.#syntax.roles[child.kind] === 'else';
      if (isHead || isBranch) this.#visit(child, level, depth);
      else this.#visit(child, level + 1, depth + 1);
    }
  }

  /** The level of an `else` is that of its `if`. An `else` after a loop or a `try` adds nothing. */
  #visitElse(node: Outline, level: number, depth: number): void {
    if (node.parent && this.#syntax.roles[node.parent.kind] !== 'if') {
      this.#visitAll(node.children, level, depth);
      return;
    }
    this.#cognitive++;
    const [first] = node.children;
    const isElseIf =
      first !== undefined &&
      this.#syntax.roles[first.kind] === 'if' &&
      this.#source.slice(node.start, first.start).trim() === 'else' &&
      !/\S/.test(this.#source.slice(first.end, node.end));
    if (isElseIf) this.#visitStructure(first, level, depth);
    else this.#visitStructure(node, level, depth);
  }

  /** Returns 1 if the operator differs from that of the expression of which this one is an operand, parentheses aside. */
  #changes(node: Outline): 0 | 1 {
    const { parent } = node;
    if (!parent || this.#syntax.roles[parent.kind] !== 'logical') return 1;
    const before = this.#source.slice(parent.start, node.start);
    const right = this.#source.slice(node.end, parent.end);
    const isOperand =
      /^[\s(]*$/.test(before) || (/^[\s)]*$/.test(right) && /(?:&&|[|][|]|[?][?]|\band|\bor)[\s(]*$/.test(before));
    const isSame = node.node.field('operator')?.text() === parent.node.field('operator')?.text();
    return isOperand && isSame ? 0 : 1;
  }

  #callsItself({ node, start, end }: Outline, name: string): boolean {
    const lastName = name.split(/[^\p{L}\p{N}_$]/u).at(-1) ?? '';
    // Most functions do not name themselves, and their trees are not searched.
    if (lastName === '' || this.#source.slice(start, end).split(`${lastName}(`).length < 2) return false;
    const escaped = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, (c) => `\\${c}`);
    const type = name.slice(0, -lastName.length);
    // Within a method, a bare name refers to another function.
    const owner = type === '' ? '' : `(?:(?:this|self|Self|cls)(?:\\.|::)|${escaped(type)})`;
    return (
      node.find({ rule: { kind: this.#syntax.call, has: { field: 'function', regex: `^${owner}${escaped(lastName)}$` } } }) !==
      null
    );
  }
}
