import type { SyntaxNode } from '../parser.ts';
import { javascriptRules, typescriptRules } from './javascript-rules.ts';
import { scanNodes } from './nodes.ts';
import { pythonRules } from './python-rules.ts';
import { rustRules } from './rust-rules.ts';
import type { OnFinding, ScannedFile } from './scan.ts';
import { scanAssignments, scanForTokens } from './secrets.ts';
import { scanShell, scanSql } from './text-rules.ts';

/** The rules are part of this program because no package finds these problems in Rust, TypeScript and Python without Python or a JVM. */
const nodeRules = { javascript: javascriptRules, typescript: typescriptRules, python: pythonRules, rust: rustRules };

/**
 * Scans a file for security problems: secrets in any text, then syntax nodes or lines that match a rule of its language.
 *
 * @param tree its syntax tree, if its language has a grammar
 */
export function scanFile(file: ScannedFile, tree: SyntaxNode | undefined, report: OnFinding): void {
  scanForTokens(file, report);
  switch (file.language) {
    case 'javascript':
    case 'typescript':
    case 'python':
    case 'rust':
      if (tree) scanNodes(file, tree, nodeRules[file.language], report);
      return;
    case 'sql':
      scanSql(file, report);
      return;
    case 'shell':
    case 'dockerfile':
      scanAssignments(file, report);
      scanShell(file, report);
      return;
    case 'json':
    case 'yaml':
    case 'toml':
    case 'properties':
      scanAssignments(file, report);
      return;
    case 'graphql':
    case 'turtle':
      return;
    default:
      file.language satisfies never;
      return;
  }
}
