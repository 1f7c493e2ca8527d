import { anyKindQuery, extentOf, type SyntaxNode } from '../parser.ts';
import { candidateNodes, positionsOf } from './candidates.ts';
import {
  constantText,
  HOLE,
  insertedValue,
  isHarmless,
  isInjectedSql,
  joinPieces,
  mayHaveSql,
  type Pieces,
} from './expressions.ts';
import { nodeRules } from './node-rules.ts';
import { scanNodes } from './nodes.ts';
import { type OnFinding, positionOf, type ScannedFile, type Verdict } from './scan.ts';
import { isSecretName, isSecretValue } from './secrets.ts';

/** Calls that may be dangerous, by the last name of the callee. */
const CALLS = /(?<![\w$])(?:runInContext|runInNewContext|runInThisContext|Function)\s*(?:<[^()]*>\s*)?\(/g;

/** Calls that are checked only in files that contain SQL. */
const SQL_CALLS =
  /(?<![\w$])(?:query|execute|exec|prepare|raw|run|all|get|each|unsafe|\$queryRawUnsafe|\$executeRawUnsafe)\s*(?:<[^()]*>\s*)?\(/g;

/** Calls that are checked only in files that import `child_process`. */
const SHELL_CALLS = /(?<![\w$])(?:exec|execSync|execFile|execFileSync|spawn|spawnSync)\s*\(/g;

/** Assignments of a string or a regular expression to a name that may hold a secret. */
const TARGETS = /(?:pass(?:word|wd|phrase)|pwd|secret|key|token|bearer)s?['"`\]]*\s*(?::[^=;,(){}]{0,200})?[:=](?=\s*['"`/])/gi;

const SQL_METHODS = /^(query|execute|exec|prepare|raw|run|all|get|each|unsafe|\$queryRawUnsafe|\$executeRawUnsafe)$/;

/** Scans JavaScript and TypeScript. */
export function scanJavascript(file: ScannedFile, root: SyntaxNode, found: OnFinding): void {
  scanNodes(file, root, nodeRules[file.language === 'typescript' ? 'typescript' : 'javascript'], found);
  const shells = childProcessNamesOf(file.text);
  const calls = positionsOf(file.text, CALLS);
  if (mayHaveSql(file.text)) for (const each of positionsOf(file.text, SQL_CALLS)) calls.push(each);
  if (shells.modules.size > 0) for (const each of positionsOf(file.text, SHELL_CALLS)) calls.push(each);
  const local = new Set([...shells.functions, ...shells.others]);
  if (local.size > 0) {
    for (const { 1: name = '', index } of file.text.matchAll(/(?<![\w$])([\w$]+)\s*\(/g)) if (local.has(name)) calls.push(index);
  }
  const nodes = candidateNodes(
    root,
    { positions: calls.sort((one, other) => one - other), kinds: ['call_expression', 'new_expression'] },
    {
      positions: positionsOf(file.text, TARGETS),
      kinds: [
        'pair',
        'assignment_expression',
        'variable_declarator',
        file.language === 'typescript' ? 'public_field_definition' : 'field_definition',
      ],
    },
  );
  const variables = new Variables(root, file.text);
  for (const node of nodes) {
    switch (node.kind()) {
      case 'call_expression':
        scanCall(file, node, variables, shells, found);
        break;
      case 'new_expression':
        if (node.field('constructor')?.text() === 'Function' && argumentsOf(node).some((each) => !variables.isFixed(each))) {
          found('code-injection', positionOf(node), 'new Function() makes code of text that is put together at run time');
        }
        break;
      default:
        scanAssignment(file, node, found);
    }
  }
}

function argumentsOf(call: SyntaxNode): SyntaxNode[] {
  const list = call.field('arguments');
  return list?.kind() === 'arguments' ? list.children().filter((each) => each.isNamed() && each.kind() !== 'comment') : [];
}

/** A call with at least one argument. */
interface Call {
  readonly file: ScannedFile;
  /** The last name of the callee. */
  readonly name: string;
  readonly isMethod: boolean;
  /** The object of a method call; empty for a function. */
  readonly object: string;
  readonly first: SyntaxNode;
  readonly args: readonly SyntaxNode[];
  readonly variables: Variables;
  readonly shells: ChildProcessNames;
}

const checks: readonly ((call: Call) => Verdict)[] = [
  checkCodeInjection,
  checkCommandInjection,
  shellOption,
  ({ name, isMethod, first, variables }) =>
    SQL_METHODS.test(name) && isMethod && isInjectedSql(variables.piecesOf(first))
      ? ['sql-injection', `${name}() gets SQL with interpolated values`]
      : undefined,
];

function scanCall(file: ScannedFile, node: SyntaxNode, variables: Variables, shells: ChildProcessNames, found: OnFinding): void {
  const callee = node.field('function');
  const isMethod = callee?.kind() === 'member_expression';
  const args = argumentsOf(node);
  const [first] = args;
  if (!callee || !first || (!isMethod && callee.kind() !== 'identifier')) return;
  const name = (isMethod ? callee.field('property') : callee)?.text() ?? '';
  const object = isMethod ? (callee.field('object')?.text() ?? '') : '';
  for (const check of checks) {
    const verdict = check({ file, name, isMethod, object, first, args, variables, shells });
    if (verdict) found(verdict[0], positionOf(node), verdict[1]);
  }
}

function checkCodeInjection({ name, object, first, variables }: Call): Verdict {
  if (object === 'vm' && /^run(InContext|InNewContext|InThisContext)$/.test(name) && !variables.isFixed(first)) {
    return ['code-injection', `vm.${name}() runs a string as code and is not a sandbox`];
  }
  return undefined;
}

/** `exec('ls ' + name)` */
function checkCommandInjection({ name, isMethod, object, first, variables, shells }: Call): Verdict {
  const isShell = isMethod ? shells.modules.has(object) && /^exec(Sync)?$/.test(name) : shells.functions.has(name);
  if (!isShell) return undefined;
  const { text, holes } = variables.piecesOf(first);
  // A single variable is not reported: it usually holds a command that the user configured.
  const isInjected = text !== HOLE && holes.some((each) => !isHarmless(each.text()));
  return isInjected ? ['command-injection', `${name}() gives a shell a command with values in it`] : undefined;
}

/** `spawn('ls', [name], { shell: true })` */
function shellOption({ name, object, first, args, variables, shells }: Call): Verdict {
  if (!/^(spawn|spawnSync|execFile|execFileSync)$/.test(name)) return undefined;
  if (!shells.modules.has(object) && !shells.others.has(name)) return undefined;
  if (!args.some((each) => each.kind() === 'object' && /\bshell\s*:\s*true\b/.test(each.text()))) return undefined;
  const [, second] = args;
  const list = second?.kind() === 'array' ? second.children().filter((each) => each.isNamed()) : [];
  const isInjected = [first, ...list].some((each) => {
    const { text, holes } = variables.piecesOf(each);
    return (text !== HOLE || each !== first) && holes.some((part) => !isHarmless(part.text()));
  });
  return isInjected ? ['command-injection', `${name}() with shell: true gives a shell a command with values in it`] : undefined;
}

function scanAssignment(file: ScannedFile, node: SyntaxNode, found: OnFinding): void {
  const target = node.field('name') ?? node.field('key') ?? node.field('left') ?? node.field('property');
  const value = node.field('value') ?? node.field('right');
  if (!target || !value) return;
  const name = /(?<![\w$-])([\w$-]+)['"\]]*$/.exec(target.text())?.[1] ?? '';
  const text = value.text();
  if (!file.isTest && /^(string|template_string)$/.test(value.kind()) && isSecretName(name) && isSecretValue(text.slice(1, -1))) {
    found('hard-coded-secret', positionOf(node), `${name} is given a fixed value`);
  }
}

interface ChildProcessNames {
  /** Local names of the module `child_process`. */
  readonly modules: ReadonlySet<string>;
  /** Local names of its functions that start a shell. */
  readonly functions: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

const MODULE = /(?:from\s*|require\s*\(\s*|import\s*\(\s*)['"](?:node:)?child_process['"]/g;

/** Number of characters before a module name in which its import clause is searched. */
const LONGEST_CLAUSE = 2000;

/** Returns the import clause of a module: the text between the keyword and `from`, or `= require(`. */
function importClauseOf(head: string): string | undefined {
  const before = head
    .trimEnd()
    .replace(/\bawait$/, '')
    .trimEnd()
    .replace(/=$/, '');
  const statement = before.slice(Math.max(before.lastIndexOf(';'), before.lastIndexOf('=')) + 1);
  const keyword = /(?:import|const|let|var)\s/.exec(statement);
  return keyword ? statement.slice(keyword.index + keyword[0].length).trim() : undefined;
}

function childProcessNamesOf(source: string): ChildProcessNames {
  const modules = new Set<string>();
  const functions = new Set<string>();
  const others = new Set<string>();
  for (const { index } of source.matchAll(MODULE)) {
    const clause = importClauseOf(source.slice(Math.max(0, index - LONGEST_CLAUSE), index));
    if (clause === undefined) continue;
    const braces = /\{([^{}]*)\}/.exec(clause)?.[1];
    for (const part of braces?.split(',') ?? []) {
      const [original = '', local = original] = part.split(/\bas\b|:/).map((name) => name.trim());
      (/^exec(Sync)?$/.test(original) ? functions : others).add(local);
    }
    const rest = clause
      .replace(/\{[^{}]*\}/, '')
      .trim()
      .replace(/,$/, '')
      .trim();
    const whole = /(?<![\w$])[\w$]+$/.exec(rest)?.[0];
    if (whole !== undefined) modules.add(whole);
  }
  return { modules, functions, others };
}

interface AssignedValue {
  readonly value: SyntaxNode;
  readonly scope: number;
  readonly at: number;
}

/** A node that begins with the name of a variable. The parser is asked for the rest only when the variable is needed. */
interface Assignment {
  readonly node: SyntaxNode;
  readonly at: number;
  /** Null if the node is not an assignment to that variable. */
  value?: SyntaxNode | null;
  scope?: number;
}

const NAME = /[\p{L}\p{N}_$]+/uy;

/** The values that a file assigns to its variables. */
class Variables {
  readonly #root: SyntaxNode;
  readonly #source: string;
  #given: Map<string, Assignment[]> | undefined;

  constructor(root: SyntaxNode, source: string) {
    this.#root = root;
    this.#source = source;
  }

  #of(name: string): readonly AssignedValue[] {
    if (!this.#given) {
      this.#given = new Map();
      for (const node of this.#root.findAll(
        anyKindQuery(['variable_declarator', 'assignment_expression', 'augmented_assignment_expression']),
      )) {
        const { start: at } = extentOf(node);
        NAME.lastIndex = at;
        const name = NAME.exec(this.#source)?.[0];
        if (name === undefined) continue;
        const all = this.#given.get(name);
        if (all) all.push({ node, at });
        else this.#given.set(name, [{ node, at }]);
      }
    }
    return (this.#given.get(name) ?? []).flatMap((given) => {
      if (given.value === undefined) {
        const target = given.node.field('name') ?? given.node.field('left');
        const value = given.node.field('value') ?? given.node.field('right');
        given.value = target?.kind() === 'identifier' && target.text() === name ? value : null;
        given.scope = given.value ? scopeOf(given.node) : -1;
      }
      const { at, value, scope = -1 } = given;
      return value ? { at, value, scope } : [];
    });
  }

  isFixed(node: SyntaxNode): boolean {
    return this.piecesOf(node).holes.length === 0;
  }

  piecesOf(node: SyntaxNode, depth = 0): Pieces {
    switch (node.kind()) {
      case 'string':
        return constantText(node.text().slice(1, -1));
      case 'number':
      case 'true':
      case 'false':
      case 'null':
        return constantText(node.text());
      case 'template_string':
        return joinPieces(
          node
            .children()
            .filter((each) => each.isNamed())
            .map((each) => {
              if (each.kind() !== 'template_substitution') return constantText(each.text());
              const inner = each.children().find((child) => child.isNamed());
              return inner ? this.#put(inner, depth) : constantText('');
            }),
        );
      case 'parenthesized_expression':
      case 'as_expression':
      case 'non_null_expression': {
        const inner = node.children().find((each) => each.isNamed());
        return inner ? this.piecesOf(inner, depth) : insertedValue(node);
      }
      case 'binary_expression': {
        const [left, right] = [node.field('left'), node.field('right')];
        if (node.field('operator')?.text() !== '+' || !left || !right) return insertedValue(node);
        return joinPieces([this.piecesOf(left, depth), this.piecesOf(right, depth)]);
      }
      case 'identifier':
        return this.#variable(node, depth) ?? insertedValue(node);
      default:
        return insertedValue(node);
    }
  }

  /** Returns the fixed text of an expression within a template, or else a hole. */
  #put(node: SyntaxNode, depth: number): Pieces {
    const pieces = this.piecesOf(node, depth);
    return pieces.holes.length === 0 ? pieces : insertedValue(node);
  }

  /** Returns all values of a variable that are assigned before this position in the same function, or else outside functions. */
  #variable(node: SyntaxNode, depth: number): Pieces | undefined {
    if (depth > 4) return undefined;
    const at = node.range().start.index;
    const scope = scopeOf(node);
    const all = this.#of(node.text());
    const own = all.filter((each) => each.scope === scope && each.at < at);
    const given = own.length > 0 ? own : all.filter((each) => each.scope === -1);
    return given.length === 0 ? undefined : joinPieces(given.map(({ value }) => this.piecesOf(value, depth + 1)));
  }
}

/** Returns the start of the innermost function around a node; -1 outside of functions. */
function scopeOf(node: SyntaxNode): number {
  for (const each of node.ancestors()) {
    if (/function|method_definition/.test(each.kind())) return each.range().start.index;
  }
  return -1;
}
