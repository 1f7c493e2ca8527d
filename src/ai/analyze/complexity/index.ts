import type { LanguageName } from '../languages.ts';
import type { SyntaxNode } from '../parser.ts';
import type { FunctionRecord } from '../types.ts';
import { javascript, typescript } from './javascript.ts';
import { measure } from './measure.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import type { Syntax } from './syntax.ts';

const syntaxes: Partial<Record<LanguageName, Syntax>> = { javascript, typescript, python, rust };

/**
 * Measures the functions of a file.
 *
 * @param onError receives the first node that the parser cannot parse
 */
export function measureFile(
  file: { readonly path: string; readonly language: LanguageName; readonly text: string },
  tree: SyntaxNode,
  onError?: (node: SyntaxNode) => void,
): readonly FunctionRecord[] {
  const syntax = syntaxes[file.language];
  return syntax ? measure(file, tree, syntax, onError) : [];
}
