import { anyKindQuery, type SyntaxNode } from '../parser.ts';
import { candidateNodes, positionsOf } from './candidates.ts';
import { constantText, HOLE, insertedValue, isInjectedSql, joinPieces, mayHaveSql, type Pieces } from './expressions.ts';
import { nodeRules } from './node-rules.ts';
import { scanNodes } from './nodes.ts';
import { type OnFinding, positionOf, type ScannedFile, type Verdict } from './scan.ts';
import { isSecretName, isSecretValue } from './secrets.ts';

/** Calls that are checked only in files that contain SQL. */
const SQL_CALLS =
  /\b(?:query|query_as|query_scalar|query_row|query_map|execute|prepare|raw_sql|simple_query|batch_execute|execute_batch|sql_query)\b/g;

/** Assignments to a name that may hold a secret. */
const TARGETS = /(?:pass(?:word|wd|phrase)|pwd|secret|key|token|bearer)s?\s*[:=](?![:=])/gi;

/** Scans Rust. */
export function scanRust(file: ScannedFile, root: SyntaxNode, found: OnFinding): void {
  const isScaffold = file.isTest || /(^|\/)build\.rs$/.test(file.path);
  scanNodes(file, root, nodeRules.rust, found);
  const calls = isScaffold ? [] : positionsOf(file.text, /\bunwrap\b/g);
  if (mayHaveSql(file.text)) for (const each of positionsOf(file.text, SQL_CALLS)) calls.push(each);
  if (/\bCommand\b/.test(file.text)) for (const each of positionsOf(file.text, /\bargs?\b/g)) calls.push(each);
  for (const node of candidateNodes(
    root,
    { positions: calls.sort((one, other) => one - other), kinds: ['call_expression'] },
    {
      positions: isScaffold ? [] : positionsOf(file.text, /\bunsafe\b/g),
      kinds: ['unsafe_block', { kind: 'function_modifiers', regex: '\\bunsafe\\b' }, { kind: 'impl_item', regex: '^unsafe\\b' }],
    },
    {
      positions: file.isTest ? [] : positionsOf(file.text, TARGETS),
      kinds: ['let_declaration', 'const_item', 'static_item', 'field_initializer'],
    },
  )) {
    switch (node.kind()) {
      case 'call_expression':
        scanCall(node, isScaffold, found);
        break;
      case 'unsafe_block':
      case 'function_modifiers':
      case 'impl_item':
        if (!isExplained(file, node) && !isWithinTest(node)) found('rust-unsafe', positionOf(node));
        break;
      default:
        scanAssignment(node, found);
    }
  }
}

/** True if a comment directly above, or above its statement, explains why unsafe code is sound: clippy's convention. */
function isExplained(file: ScannedFile, node: SyntaxNode): boolean {
  const lines = file.text.split('\n');
  let line = node.range().start.line;
  const statement = node.ancestors().find((each) => /_statement$|_declaration$|_item$/.test(each.kind()));
  if (statement && line - statement.range().start.line <= 5) line = statement.range().start.line;
  if (/SAFETY:|# Safety/i.test(lines[line] ?? '')) return true;
  for (let above = line - 1; above >= 0; above--) {
    const text = (lines[above] ?? '').trim();
    if (!/^(\/\/|\/\*|\*|#\[)/.test(text)) return false;
    if (/SAFETY:|# Safety/i.test(text)) return true;
  }
  return false;
}

function isWithinTest(node: SyntaxNode): boolean {
  return node.ancestors().some((each) => {
    if (each.kind() !== 'mod_item' && each.kind() !== 'function_item') return false;
    for (
      let before = each.prev();
      before?.kind() === 'attribute_item' || before?.kind() === 'line_comment';
      before = before.prev()
    ) {
      if (/^#\[\s*(cfg\s*\(.*\btest\b|([\w:]+::)?test\b)/.test(before.text())) return true;
    }
    return false;
  });
}

interface Call {
  /** The last two segments of a path, `Md5::new`, or the name of a method. */
  readonly name: string;
  readonly isMethod: boolean;
  /** The object of a method call; empty for a function. */
  readonly object: string;
  readonly first: SyntaxNode | undefined;
}

const SQL_CALL =
  /(^|::)(query|query_as|query_scalar|query_row|query_map|execute|prepare|raw_sql|simple_query|batch_execute|execute_batch|sql_query)$/;

const checks: readonly ((call: Call) => Verdict)[] = [
  shellCommand,
  ({ name, first }) =>
    SQL_CALL.test(name) && first && isInjectedSql(resolvePieces(first))
      ? ['sql-injection', `${name}() gets SQL with interpolated values`]
      : undefined,
];

function scanCall(node: SyntaxNode, isScaffold: boolean, found: OnFinding): void {
  const callee = node.field('function');
  const list = node.field('arguments');
  if (!callee || !list) return;
  const isMethod = callee.kind() === 'field_expression';
  const field = isMethod ? callee.field('field') : null;
  const name = field?.text() ?? lastOfPath(callee.text());
  const object = (isMethod ? callee.field('value')?.text() : undefined) ?? '';
  const [first] = list.children().filter((each) => each.isNamed());
  // A poisoned lock means that another thread has already panicked, so unwrapping it is accepted.
  const isUnwrap = isMethod && name === 'unwrap' && !first && !/\.(lock|read|write)\(\)$/.test(object);
  if (isUnwrap && !isScaffold && !isWithinTest(node)) found('rust-unwrap', positionOf(field ?? node));
  for (const check of checks) {
    const verdict = check({ name, isMethod, object, first });
    if (verdict) found(verdict[0], positionOf(node), verdict[1]);
  }
}

function lastOfPath(path: string): string {
  return path
    .replace(/::<[\s\S]*?>(?=::|$)/g, '')
    .split('::')
    .slice(-2)
    .join('::');
}

/** `Command::new("sh").arg("-c").arg(format!("ls {name}"))` */
function shellCommand({ name, isMethod, object, first }: Call): Verdict {
  if (!isMethod || !first || (name !== 'arg' && name !== 'args')) return undefined;
  if (!/\bCommand::new\(\s*"(\/bin\/|\/usr\/bin\/)?(sh|bash|zsh|cmd|powershell)(\.exe)?"\s*\)/.test(object)) return undefined;
  const isCommand = name === 'args' ? /"(-c|\/C)"/i.test(first.text()) : /"(-c|\/C)"\s*\)\s*$/i.test(object);
  const texts = name === 'args' ? first.findAll(anyKindQuery(['macro_invocation', 'binary_expression'])) : [first];
  return isCommand && texts.some((each) => isComposed(piecesOf(each)))
    ? ['command-injection', 'a shell is given a command with values in it']
    : undefined;
}

function isComposed({ text, holes }: Pieces): boolean {
  return holes.length > 0 && text !== HOLE;
}

function scanAssignment(node: SyntaxNode, found: OnFinding): void {
  const name = (node.field('pattern') ?? node.field('name') ?? node.field('field'))?.text() ?? '';
  const value = node.field('value');
  if (!value || !isSecretName(name)) return;
  const { text, holes } = piecesOf(value);
  if (holes.length === 0 && isSecretValue(text) && !isWithinTest(node)) {
    found('hard-coded-secret', positionOf(node), `${name} is given a fixed value`);
  }
}

/** Returns the pieces of an expression; a variable has the value of the last `let` before it in the same function. */
function resolvePieces(node: SyntaxNode): Pieces {
  const pieces = piecesOf(node);
  if (pieces.text !== HOLE) return pieces;
  const name = node
    .text()
    .replace(/^&(mut\s+)?/, '')
    .replace(/\.(as_str|clone|to_string)\(\)$/, '');
  if (!/^\w+$/.test(name)) return pieces;
  const block = node.ancestors().find((each) => each.kind() === 'function_item');
  const given = block
    ?.findAll({ rule: { kind: 'let_declaration', has: { field: 'pattern', regex: `^(mut )?${name}$` } } })
    .filter((each) => each.range().start.index < node.range().start.index)
    .at(-1)
    ?.field('value');
  return given ? piecesOf(given) : pieces;
}

function piecesOf(node: SyntaxNode): Pieces {
  switch (node.kind()) {
    case 'string_literal':
    case 'raw_string_literal':
      return constantText(contentOf(node));
    case 'reference_expression':
    case 'parenthesized_expression': {
      const inner = node
        .children()
        .filter((each) => each.isNamed() && each.kind() !== 'mutable_specifier')
        .at(-1);
      return inner ? piecesOf(inner) : insertedValue(node);
    }
    case 'binary_expression': {
      const [left, right] = [node.field('left'), node.field('right')];
      if (node.field('operator')?.text() !== '+' || !left || !right) return insertedValue(node);
      return joinPieces([piecesOf(left), piecesOf(right)]);
    }
    case 'call_expression': {
      const callee = node.field('function');
      if (
        callee?.kind() === 'field_expression' &&
        /^(as_str|to_string|to_owned|into|clone|as_ref)$/.test(callee.field('field')?.text() ?? '')
      ) {
        const value = callee.field('value');
        return value ? piecesOf(value) : insertedValue(node);
      }
      const [argument] =
        node
          .field('arguments')
          ?.children()
          .filter((each) => each.isNamed()) ?? [];
      if (/^(String::from|AssertSqlSafe|sqlx::AssertSqlSafe)$/.test(callee?.text() ?? '') && argument) return piecesOf(argument);
      return insertedValue(node);
    }
    case 'macro_invocation':
      return piecesOfMacro(node);
    default:
      return insertedValue(node);
  }
}

/** `format!("… {name} … {}", value)` */
function piecesOfMacro(node: SyntaxNode): Pieces {
  if (!/^(std::)?format$/.test(node.field('macro')?.text() ?? '')) return insertedValue(node);
  const parts =
    node
      .children()
      .find((each) => each.kind() === 'token_tree')
      ?.children() ?? [];
  const template = parts.find((each) => /string_literal$/.test(each.kind()));
  if (!template) return insertedValue(node);
  const text = contentOf(template).replace(/\{\{|\}\}/g, '');
  // A name in capitals is that of a constant.
  const values = parts.filter((each) => each.kind() === 'identifier').map((each) => each.text());
  const places = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, place = '']) => /^[A-Za-z_]\w*/.exec(place)?.[0] ?? '');
  const areConstants = [...places.filter((each) => each !== ''), ...values].every((each) => /^[A-Z][A-Z0-9_]*$/.test(each));
  if (places.length === 0 || (areConstants && parts.filter((each) => each.isNamed()).length <= values.length + 1))
    return constantText(text);
  return { text: text.replace(/\{[^{}]*\}/, HOLE).replace(/\{[^{}]*\}/g, ''), holes: [node] };
}

function contentOf(literal: SyntaxNode): string {
  return literal
    .text()
    .replace(/^[bc]?r?#*"/, '')
    .replace(/"#*$/, '');
}
