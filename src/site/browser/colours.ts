/** Syntax highlighting. Prism finds tokens, and the page creates elements for them, so no text is parsed as HTML. */

import Prism from 'prismjs';
import 'prismjs/components/prism-clike';
import 'prismjs/components/prism-javascript';
import 'prismjs/components/prism-typescript';
import 'prismjs/components/prism-rust';
import 'prismjs/components/prism-sql';
import 'prismjs/components/prism-graphql';
import 'prismjs/components/prism-yaml';
import 'prismjs/components/prism-python';
import 'prismjs/components/prism-json';
import 'prismjs/components/prism-turtle';

/** A token in a line, with its type. */
export interface Part {
  readonly kind: string;
  readonly text: string;
}

const languages: Readonly<Record<string, string>> = {
  rs: 'rust',
  ts: 'typescript',
  sql: 'sql',
  graphql: 'graphql',
  yaml: 'yaml',
  py: 'python',
  json: 'json',
  ttl: 'turtle',
};

/** Limit of characters that are highlighted, so that the page is drawn without delay. */
const LONGEST = 200_000;

/** Returns the lines of a text, split into tokens. */
export function tokenizeLines(text: string, path: string): readonly (readonly Part[])[] {
  const grammar = Prism.languages[languages[path.slice(path.lastIndexOf('.') + 1)] ?? ''];
  const tokens = grammar && text.length < LONGEST ? Prism.tokenize(text, grammar) : [text];
  const lines: Part[][] = [[]];
  const put = (part: string, kind: string) => {
    for (const [i, line] of part.split('\n').entries()) {
      if (i > 0) lines.push([]);
      if (line !== '') lines.at(-1)?.push({ kind, text: line });
    }
  };
  const walk = (token: string | Prism.Token | Prism.TokenStream, kind: string): void => {
    if (typeof token === 'string') put(token, kind);
    else if (Array.isArray(token)) for (const each of token) walk(each, kind);
    else walk(token.content, token.type);
  };
  walk(tokens, '');
  return lines;
}
