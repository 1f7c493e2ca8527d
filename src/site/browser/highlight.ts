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

/** A token in a line. `type` is Prism's type of tokens, empty for plain text. */
export interface LineToken {
  readonly type: string;
  readonly text: string;
}

const languageByExtension: Readonly<Record<string, string>> = {
  rs: 'rust',
  ts: 'typescript',
  sql: 'sql',
  graphql: 'graphql',
  yaml: 'yaml',
  py: 'python',
  json: 'json',
  ttl: 'turtle',
};

/** Texts of this length or more are not highlighted, so that the page is drawn without delay. */
const MAX_HIGHLIGHTED_LENGTH = 200_000;

/** Returns the lines of a text, each as tokens. The extension of `path` selects the language; without one, a line is one token. */
export function tokenizeLines(text: string, path: string): readonly (readonly LineToken[])[] {
  const grammar = Prism.languages[languageByExtension[path.slice(path.lastIndexOf('.') + 1)] ?? ''];
  const tokens = grammar && text.length < MAX_HIGHLIGHTED_LENGTH ? Prism.tokenize(text, grammar) : [text];
  const lines: LineToken[][] = [[]];
  const addText = (part: string, type: string) => {
    for (const [i, line] of part.split('\n').entries()) {
      if (i > 0) lines.push([]);
      if (line !== '') lines.at(-1)?.push({ type, text: line });
    }
  };
  const addToken = (token: string | Prism.Token | Prism.TokenStream, type: string): void => {
    if (typeof token === 'string') addText(token, type);
    else if (Array.isArray(token)) for (const each of token) addToken(each, type);
    else addToken(token.content, token.type);
  };
  addToken(tokens, '');
  return lines;
}
