import { anyKindQuery, type SyntaxNode } from '../parser.ts';
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

/** Calls that may be dangerous: by the last name of the callee, or because of `shell=True`. */
const CALLS = /\b(?:(?:eval|exec|system|popen|getoutput|getstatusoutput)\s*\(|shell\s*=\s*True)/g;

/** Calls that are checked only in files that contain SQL. */
const SQL_CALLS = /\b(?:execute|executemany|executescript|raw|read_sql|read_sql_query)\s*\(/gi;

/** Assignments of a fixed value, usually a string, to a name that may hold a secret. */
const TARGETS =
  /(?:pass(?:word|wd|phrase)|pwd|secret|key|token|bearer)s?['"\]]*\s*(?::[^=\n]{0,200})?[:=](?=\s*(?:[a-z]{0,2}['"]|[\\#]))/gi;

/** Scans Python. */
export function scanPython(file: ScannedFile, root: SyntaxNode, found: OnFinding): void {
  scanNodes(file, root, nodeRules.python, found);
  const variables = new Variables(root);
  const calls = positionsOf(file.text, CALLS);
  if (mayHaveSql(file.text)) for (const each of positionsOf(file.text, SQL_CALLS)) calls.push(each);
  for (const node of candidateNodes(
    root,
    { positions: calls.sort((one, other) => one - other), kinds: ['call'] },
    { positions: positionsOf(file.text, TARGETS), kinds: ['assignment', 'pair', 'keyword_argument'] },
  )) {
    if (node.kind() === 'call') scanCall(file, node, variables, found);
    else scanAssignment(file, node, variables, found);
  }
}

interface Call {
  readonly file: ScannedFile;
  /** The callee with its module or object: `os.system`. */
  readonly callee: string;
  /** The last name of the callee. */
  readonly name: string;
  /** The positional arguments. */
  readonly args: readonly SyntaxNode[];
  readonly keywords: ReadonlyMap<string, string>;
  readonly variables: Variables;
}

const checks: readonly ((call: Call) => Verdict)[] = [
  ({ callee, args: [first], variables }) =>
    (callee === 'eval' || callee === 'exec') && first && !variables.isFixed(first)
      ? ['code-injection', `${callee}() runs a string as code`]
      : undefined,
  checkCommandInjection,
  checkSqlInjection,
];

function scanCall(file: ScannedFile, node: SyntaxNode, variables: Variables, found: OnFinding): void {
  const callee = node.field('function')?.text().replace(/\s+/g, '') ?? '';
  const list = node.field('arguments');
  if (list?.kind() !== 'argument_list') return;
  const all = list.children().filter((each) => each.isNamed() && each.kind() !== 'comment');
  const args = all.filter((each) => each.kind() !== 'keyword_argument');
  const named = all.filter((each) => each.kind() === 'keyword_argument');
  const keywords = new Map(named.map((each) => [each.field('name')?.text() ?? '', each.field('value')?.text() ?? '']));
  for (const check of checks) {
    const verdict = check({ file, callee, name: callee.slice(callee.lastIndexOf('.') + 1), args, keywords, variables });
    if (verdict) found(verdict[0], positionOf(node), verdict[1]);
  }
}

function checkCommandInjection({ callee, args: [first], keywords, variables }: Call): Verdict {
  const isShell =
    /^(os\.(system|popen)|subprocess\.(getoutput|getstatusoutput))$/.test(callee) ||
    (/^(subprocess\.)?(run|call|check_call|check_output|Popen)$/.test(callee) && keywords.get('shell') === 'True');
  if (!isShell || !first) return undefined;
  const { text, holes } = variables.piecesOf(first);
  // A single variable is not reported: it usually holds a command that the user configured.
  const isInjected =
    text !== HOLE && holes.some((each) => !isHarmless(each.text()) && !/^shlex\.(quote|join)\(/.test(each.text()));
  return isInjected ? ['command-injection', `${callee}() gives a shell a command with values in it`] : undefined;
}

function checkSqlInjection({ callee, name, args: [first], variables }: Call): Verdict {
  const isSql = /^(execute|executemany|executescript|raw|read_sql|read_sql_query)$/.test(name) && callee !== name;
  if (!isSql || !first) return undefined;
  // SQLAlchemy marks SQL in strings with `text()`.
  const isMarked = first.kind() === 'call' && /^(sqlalchemy\.)?text$/.test(first.field('function')?.text() ?? '');
  const text = isMarked ? firstArgument(first) : first;
  return text && isInjectedSql(variables.piecesOf(text))
    ? ['sql-injection', `${name}() gets SQL with interpolated values`]
    : undefined;
}

function firstArgument(call: SyntaxNode): SyntaxNode | undefined {
  return call
    .field('arguments')
    ?.children()
    .find((each) => each.isNamed());
}

function scanAssignment(file: ScannedFile, node: SyntaxNode, variables: Variables, found: OnFinding): void {
  const target = node.field('left') ?? node.field('key') ?? node.field('name');
  const value = node.field('right') ?? node.field('value');
  if (!target || !value) return;
  const name = /(?<![\w-])([\w-]+)['"\]]*$/.exec(target.text())?.[1] ?? '';
  if (!file.isTest && value.kind() === 'string' && isSecretName(name)) {
    const { text: fixedText, holes } = variables.piecesOf(value);
    if (holes.length === 0 && isSecretValue(fixedText))
      found('hard-coded-secret', positionOf(node), `${name} is given a fixed value`);
  }
}

interface AssignedValue {
  readonly value: SyntaxNode;
  readonly scope: number;
  readonly at: number;
}

/** The values that a file assigns to its variables. */
class Variables {
  readonly #root: SyntaxNode;
  #given: Map<string, readonly AssignedValue[]> | undefined;

  constructor(root: SyntaxNode) {
    this.#root = root;
  }

  #of(name: string): readonly AssignedValue[] {
    if (!this.#given) {
      this.#given = new Map();
      for (const node of this.#root.findAll(anyKindQuery(['assignment', 'augmented_assignment']))) {
        const [target, value] = [node.field('left'), node.field('right')];
        if (target?.kind() !== 'identifier' || !value) continue;
        const given = { value, scope: scopeOf(node), at: node.range().start.index };
        this.#given.set(target.text(), [...(this.#given.get(target.text()) ?? []), given]);
      }
    }
    return this.#given.get(name) ?? [];
  }

  isFixed(node: SyntaxNode): boolean {
    return this.piecesOf(node).holes.length === 0;
  }

  piecesOf(node: SyntaxNode, depth = 0): Pieces {
    switch (node.kind()) {
      case 'string':
        return joinPieces(node.children().map((each) => this.#partOfString(each, depth)));
      case 'concatenated_string':
        return joinPieces(node.children().map((each) => this.piecesOf(each, depth)));
      case 'integer':
      case 'float':
      case 'true':
      case 'false':
      case 'none':
        return constantText(node.text());
      case 'parenthesized_expression': {
        const inner = node.children().find((each) => each.isNamed());
        return inner ? this.piecesOf(inner, depth) : insertedValue(node);
      }
      case 'binary_operator': {
        const [left, right] = [node.field('left'), node.field('right')];
        const operator = node.field('operator')?.text();
        if (!left || !right || (operator !== '+' && operator !== '%')) return insertedValue(node);
        const pieces = [this.piecesOf(left, depth), this.piecesOf(right, depth)] as const;
        if (operator === '+') return joinPieces(pieces);
        return pieces[1].holes.length === 0 ? pieces[0] : fillPlaceholder(pieces[0].text, /%(\(\w+\))?[sdrif]/, right);
      }
      case 'call': {
        const callee = node.field('function');
        const object = callee?.field('object');
        const list = node.field('arguments');
        if (callee?.field('attribute')?.text() !== 'format' || !object || !list) return insertedValue(node);
        const template = this.piecesOf(object, depth);
        return template.text === HOLE ? insertedValue(node) : fillPlaceholder(template.text, /\{[^{}]*\}/, list);
      }
      case 'identifier':
        return this.#variable(node, depth) ?? insertedValue(node);
      default:
        return insertedValue(node);
    }
  }

  #partOfString(part: SyntaxNode, depth: number): Pieces {
    if (part.kind() === 'string_content') return constantText(part.text());
    if (part.kind() !== 'interpolation') return constantText('');
    const inner = part.children().find((each) => each.isNamed());
    if (!inner) return constantText('');
    const pieces = this.piecesOf(inner, depth);
    return pieces.holes.length === 0 ? pieces : insertedValue(inner);
  }

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

/** Replaces the first placeholder of a template by a value. */
function fillPlaceholder(template: string, place: RegExp, value: SyntaxNode): Pieces {
  return place.test(template) ? { text: template.replace(place, HOLE), holes: [value] } : constantText(template);
}

function scopeOf(node: SyntaxNode): number {
  for (const each of node.ancestors()) if (each.kind() === 'function_definition') return each.range().start.index;
  return -1;
}
