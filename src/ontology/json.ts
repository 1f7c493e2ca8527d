/** Scans JSON-LD before oxigraph parses it: for nesting that would overflow the stack, and for contexts on servers. */

import { fail } from '../diagnostics/index.ts';
import { limits } from './limits.ts';
import { lineAt } from './xml.ts';

/**
 * Checks the nesting depth of a JSON text before it is parsed: the JSON-LD parser is recursive, so deep nesting would
 * overflow its stack.
 *
 * @throws DiagnosticError with the line if objects and lists are nested too deeply.
 */
export function checkNestingDepth(file: string, text: string): void {
  let depth = 0;
  const delimiters = /["{}[\]]/g;
  for (let found = delimiters.exec(text); found; found = delimiters.exec(text)) {
    const at = found.index;
    switch (found[0]) {
      case '"': {
        const end = endOfString(text, at);
        // The parser reports a string that does not end.
        if (end === undefined) return;
        delimiters.lastIndex = end;
        break;
      }
      case '{':
      case '[':
        depth++;
        if (depth > limits.stackDepth) {
          fail('too-deep', { what: 'objects and lists', limit: limits.stackDepth }, { file, line: lineAt(text, at) });
        }
        break;
      default:
        depth--;
    }
  }
}

/** A context that a JSON-LD text refers to by its URL. */
interface RemoteContext {
  readonly address: string;
  /** The offset of the URL's string in the text. */
  readonly offset: number;
}

/**
 * Returns the first remote context of a JSON-LD text (JSON-LD 1.1, section 3.1); undefined if none exists. It searches the text
 * instead of parsing it, because a parsed value has no offset.
 */
export function remoteContext(text: string): RemoteContext | undefined {
  const key = '"@context"';
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    // Within a string, a backslash precedes the quotes. Outside of strings, JSON has no backslashes.
    if (text[at - 1] === '\\') continue;
    const colon = skipWhitespace(text, at + key.length);
    if (text[colon] !== ':') continue;
    const context = firstAddress(text, skipWhitespace(text, colon + 1));
    if (context) return context;
  }
  return undefined;
}

/** Returns the string at an offset, or the first string that is a direct member of the list at the offset. */
function firstAddress(text: string, from: number): RemoteContext | undefined {
  if (text[from] === '"') return stringAt(text, from);
  if (text[from] !== '[') return undefined;
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      if (depth === 1) return stringAt(text, at);
      const end = endOfString(text, at);
      if (end === undefined) return undefined;
      at = end;
      continue;
    }
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    if (depth === 0) return undefined;
    at++;
  }
  return undefined;
}

/** Returns the offset of the first non-whitespace character at or after an offset. */
function skipWhitespace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at++;
  return at;
}

/** Returns the string that starts at an offset; undefined if it is not valid JSON, which the parser reports. */
function stringAt(text: string, offset: number): RemoteContext | undefined {
  const end = endOfString(text, offset);
  if (end === undefined) return undefined;
  try {
    return { address: JSON.parse(text.slice(offset, end)) as string, offset };
  } catch {
    return undefined;
  }
}

/** Returns the offset after the end of the string that starts at an offset; undefined if it does not end. */
function endOfString(text: string, from: number): number | undefined {
  for (let i = from + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '"') return i + 1;
    if (char === '\\') i++;
  }
  return undefined;
}
