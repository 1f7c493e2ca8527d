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
  let lines: Lines | undefined;
  const visit = (nodes: readonly Outline[]) => {
    for (const node of nodes) {
      if (syntax.functions.has(node.kind)) {
        lines ??= new Lines(file.text);
        records.push(recordOf(file, lines, node, syntax, error === undefined));
      }
      visit(node.children);
    }
  };
  const { top, error } = outlineOf(root, file.text, syntax.kinds);
  visit(top);
  if (error) onError?.(error);
  return records;
}

function recordOf(
  file: { readonly path: string; readonly language: LanguageName; readonly text: string },
  lines: Lines,
  node: Outline,
  syntax: Syntax,
  isSound: boolean,
): FunctionRecord {
  const { line, column } = lines.at(node.start);
  const { line: last } = lines.at(node.end);
  const name = syntax.nameOf(node, file.text, isSound);
  // A function without relevant nodes needs no position of its body, so the parser is not asked for it.
  const from = node.children.length === 0 ? node.start : (syntax.bodyOf?.(node) ?? node).start;
  const { cognitive, nesting } = new Cognition(file.text, syntax).of(node, name, from);
  return {
    name,
    file: file.path,
    line,
    column,
    end_line: last,
    language: file.language,
    cyclomatic: cyclomatic(file.text, node, from, syntax),
    cognitive,
    length: last - line + 1,
    nesting,
  };
}

function cyclomatic(source: string, node: Outline, from: number, syntax: Syntax): number {
  let paths = 1;
  const count = (nodes: readonly Outline[]) => {
    for (const each of nodes) {
      if (each.end <= from) continue;
      paths += syntax.paths(each, source);
      if (!syntax.excludedKinds.has(each.kind)) count(each.children);
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

  of(node: Outline, name: string, from: number): { cognitive: number; nesting: number } {
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
        this.#within(node, level, depth);
        return;
      case 'else':
        this.#else(node, level, depth);
        return;
      case 'nested':
        this.#all(node.children, level + 1, depth);
        return;
      case 'logical':
        this.#logical(node, level, depth);
        return;
      case 'jump':
        this.#cognitive++;
        return;
      case undefined:
        this.#all(node.children, level, depth);
        return;
      default:
        role satisfies never;
    }
  }

  #all(nodes: readonly Outline[], level: number, depth: number): void {
    for (const node of nodes) this.#visit(node, level, depth);
  }

  #within(node: Outline, level: number, depth: number): void {
    this.#nesting = Math.max(this.#nesting, depth + 1);
    if (node.children.length === 0) return;
    const heads = (this.#syntax.heads[node.kind] ?? []).flatMap((name) => node.node.field(name)?.range() ?? []);
    for (const child of node.children) {
      const isHead = heads.some(({ start, end }) => start.index <= child.start && child.end <= end.index);
      const isBranch = this.#syntax.roles[child.kind] === 'else';
      if (isHead || isBranch) this.#visit(child, level, depth);
      else this.#visit(child, level + 1, depth + 1);
    }
  }

  /** The level of an `else` is that of its `if`. An `else` after a loop or a `try` adds nothing. */
  #else(node: Outline, level: number, depth: number): void {
    if (node.parent && this.#syntax.roles[node.parent.kind] !== 'if') {
      this.#all(node.children, level, depth);
      return;
    }
    this.#cognitive++;
    const [first] = node.children;
    const isElseIf =
      first !== undefined &&
      this.#syntax.roles[first.kind] === 'if' &&
      this.#source.slice(node.start, first.start).trim() === 'else' &&
      !/\S/.test(this.#source.slice(first.end, node.end));
    if (isElseIf) this.#within(first, level, depth);
    else this.#within(node, level, depth);
  }

  /** Counts the runs of equal operators in an expression, in source order. Parentheses do not interrupt a run. */
  #logical(node: Outline, level: number, depth: number): void {
    const operators: string[] = [];
    const read = (each: Outline) => {
      if (each.children.length === 0) {
        operators.push(this.#operatorOf(each));
        return;
      }
      const { end } = each.node.field('left')?.range() ?? { end: { index: each.start } };
      const [left, right] = [each.children.filter((c) => c.start < end.index), each.children.filter((c) => c.start >= end.index)];
      for (const child of left) operand(child, each, each.start, end.index);
      operators.push(this.#operatorOf(each));
      for (const child of right) operand(child, each, end.index, each.end);
    };
    const operand = (child: Outline, parent: Outline, from: number, to: number) => {
      const between = `${this.#source.slice(from, child.start)}${this.#source.slice(child.end, to)}`;
      const isPlain = this.#syntax.roles[child.kind] === 'logical' && isOperator(between);
      if (isPlain && child.parent === parent) read(child);
      else this.#visit(child, level, depth);
    };
    read(node);
    this.#cognitive += operators.filter((operator, index) => operator !== operators[index - 1]).length;
  }

  /** Returns the operator of a node. The parser is asked only if the operators in its text differ. */
  #operatorOf({ node, start, end }: Outline): string {
    const [first, ...others] = this.#source.slice(start, end).match(this.#syntax.operators) ?? [];
    return first !== undefined && others.every((each) => each === first) ? first : (node.field('operator')?.text() ?? '');
  }

  #callsItself(node: Outline, name: string): boolean {
    const own = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
    if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(own)) return false;
    // A cheap check, which is usually sufficient.
    const found = this.#source.indexOf(`${own}(`, this.#source.indexOf(own, node.start) + own.length);
    if (found === -1 || found > node.end) return false;
    const isMethod = name !== own;
    const type = name.slice(0, -own.length);
    if (!isNamed(this.#source, own, node, isMethod ? [...OWNERS, type] : undefined)) return false;
    const escaped = own.replaceAll('$', '\\$');
    const callee = isMethod ? `^(this|self|Self|cls|${escapeRegex(type)})?(\\.|::)?${escaped}$` : `^${escaped}$`;
    const call = node.node.find({ rule: { kind: this.#syntax.call, has: { field: 'function', regex: callee } } });
    // Within a method, a bare name refers to another function.
    return call !== null && (!isMethod || call.field('function')?.text() !== own);
  }
}

/** True if the text between two operands consists of one operator and brackets. */
function isOperator(between: string): boolean {
  const [word = '', ...more] = between.split(/[\s()&|?]+/).filter((each) => each !== '');
  return more.length === 0 && /^(?:and|or)?$/.test(word);
}

/** Prefixes of calls of a method by itself; in Rust, any path. */
const OWNERS = ['this.', 'self.', 'cls.', 'Self.', '::'];

/**
 * True if the name of a function may be used within it, after its declaration: for a method, only after one of its owners.
 * Only then is the parser asked.
 */
function isNamed(source: string, own: string, { start, end }: Outline, owners: readonly string[] | undefined): boolean {
  // Its text and a few characters around it. Searching the rest of the source for each function would take quadratic time.
  const text = source.slice(start, end + own.length + 1);
  for (
    let at = text.indexOf(own, text.indexOf(own) + own.length);
    at !== -1 && start + at < end;
    at = text.indexOf(own, at + 1)
  ) {
    if (IN_NAME.test(text[at + own.length] ?? '')) continue;
    if (owners) {
      if (owners.some((owner) => source.startsWith(owner, start + at - owner.length))) return true;
    } else if (!IN_NAME.test(text[at - 1] ?? '') && (text[at - 1] !== '.' || text[at - 2] === '.')) return true;
  }
  return false;
}

const IN_NAME = /[\p{L}\p{N}_$]/u;

function escapeRegex(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (c) => `\\${c}`);
}
