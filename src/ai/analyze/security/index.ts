import type { SyntaxNode } from '../parser.ts';
import { nodeRules } from './node-rules.ts';
import { scanNodes } from './nodes.ts';
import type { OnFinding, ScannedFile } from './scan.ts';
import { scanAssignments, scanForTokens } from './secrets.ts';
import { scanShell, scanSql } from './text-rules.ts';

/**
 * Scans a file for security problems.
 *
 * @param tree its syntax tree, if its language has a grammar
 */
export function scanFile(file: ScannedFile, tree: SyntaxNode | undefined, found: OnFinding): void {
  scanForTokens(file, found);
  switch (file.language) {
    case 'javascript':
    case 'typescript':
    case 'python':
    case 'rust':
      if (tree) scanNodes(file, tree, nodeRules[file.language], found);
      return;
    case 'sql':
      scanSql(file, found);
      return;
    case 'shell':
    case 'dockerfile':
      scanAssignments(file, found);
      scanShell(file, found);
      return;
    case 'json':
    case 'yaml':
    case 'toml':
    case 'properties':
      scanAssignments(file, found);
      return;
    case 'graphql':
    case 'turtle':
      return;
    default:
      file.language satisfies never;
      return;
  }
}
