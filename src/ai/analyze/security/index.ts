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
export async function scanFile(file: ScannedFile, tree: SyntaxNode | undefined, report: OnFinding): Promise<Problem | undefined> {
  scanForTokens(file, report);
  switch (file.language) {
    case 'javascript':
    case 'typescript':
    case 'python':
    case 'rust':
      if (tree) scanNodes(file, tree, nodeRules[file.language], report);
      return undefined;
    case 'sql':
      scanSql(file, report);
      return undefined;
    case 'shell':
    case 'dockerfile':
      scanAssignments(file, report);
      scanShell(file, report);
      return undefined;
    case 'graphql': {
      const { scanGraphql } = await import('./graphql.ts');
      return scanGraphql(file, report);
    }
    case 'json':
    case 'yaml':
    case 'toml':
    case 'properties':
      scanAssignments(file, report);
      return undefined;
    case 'turtle':
      return undefined;
    default:
      file.language satisfies never;
      return undefined;
  }
}
