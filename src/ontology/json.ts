import { fail } from '../diagnostics/index.ts';
import { limits } from './limits.ts';
import { lineAt } from './xml.ts';

/**
 * Checks the nesting depth of a JSON text before it is parsed: the JSON-LD parser is recursive, so deep nesting would
 * overflow its stack.
 *
 * @throws DiagnosticError with the line if objects and lists are nested too deeply.
 */
export function checkJson(file: string, text: string): void {
  let depth = 0;
  const delimiters = /["{}[\]]/g;
  for (let found = delimiters.exec(text); found; found = delimiters.exec(text)) {
    const at = found.index;
    switch (found[0]) {
      case '"': {
        const end = endOfString(text, at);
        if (end < 0) return;
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

/**
 * Returns the URL of the first remote context of a JSON-LD text (JSON-LD 1.1, section 3.1), and the offset of the URL;
 * undefined if none exists.
 */
export function remoteContext(text: string): { readonly address: string; readonly offset: number } | undefined {
  const key = '"@context"';
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const colon = skipWhitespace(text, at + key.length);
    if (text[colon] !== ':') continue;
    const address = firstAddress(text, skipWhitespace(text, colon + 1));
    if (address) return address;
  }
  return undefined;
}

/** Returns the string at an offset, or the first string in the list at the offset. */
function firstAddress(text: string, from: number) {
  if (text[from] === '"') return stringAt(text, from);
  if (text[from] !== '[') return undefined;
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') depth--;
    else if (sign === '"') {
      if (depth === 1) return stringAt(text, at);
      at = endOfString(text, at) - 1;
      if (at < 0) return undefined;
    }
    if (depth === 0) return undefined;
  }
  return undefined;
}

/** Returns the offset of the first non-whitespace character at or after an offset. */
function skipWhitespace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at++;
  return at;
}

function stringAt(text: string, offset: number) {
  const end = endOfString(text, offset);
  return end < 0 ? undefined : { address: JSON.parse(text.slice(offset, end)) as string, offset };
}

/** Returns the offset after the end of the string that starts at an offset, or -1. */
function endOfString(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '"') return i + 1;
    if (char === '\\') i++;
  }
  return -1;
}
