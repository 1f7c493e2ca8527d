import type { SyntaxNode } from '../parser.ts';
import type { Problem } from '../types.ts';
import { nodeRules } from './node-rules.ts';
import { scanNodes } from './nodes.ts';
import type { OnFinding, ScannedFile } from './scan.ts';
import { scanAssignments, scanForTokens } from './secrets.ts';
import { scanShell, scanSql } from './text-rules.ts';

export { scanHooks } from './hooks.ts';

/**
 * Scans a file for security problems.
 *
 * @param tree its syntax tree, if its language has a grammar
 * @returns the problem that prevented the scan, if any
 */
export async function scanFile(file: ScannedFile, tree: SyntaxNode | undefined, found: OnFinding): Promise<Problem | undefined> {
  scanForTokens(file, found);
  switch (file.language) {
    case 'javascript':
    case 'typescript':
    case 'python':
    case 'rust':
      if (tree) scanNodes(file, tree, nodeRules[file.language], found);
      return undefined;
    case 'sql':
      scanSql(file, found);
      return undefined;
    case 'shell':
    case 'dockerfile':
      scanAssignments(file, found);
      scanShell(file, found);
      return undefined;
    case 'graphql': {
      const { scanGraphql } = await import('./graphql.ts');
      return scanGraphql(file, found);
    }
    case 'json':
    case 'yaml':
    case 'toml':
    case 'properties':
      scanAssignments(file, found);
      return undefined;
    case 'turtle':
      return undefined;
    default:
      file.language satisfies never;
      return undefined;
  }
}
