import { fail } from '../diagnostics/index.ts';
import { limits } from './limits.ts';
import { lineAt } from './xml.ts';

/**
 * Looks how deep the objects and lists of a JSON text stand within each other, before it is parsed: the parser of
 * JSON-LD needs its stack for each.
 *
 * @throws DiagnosticError with the line if they are too deep.
 */
export function checkJson(file: string, text: string): void {
  let depth = 0;
  const signs = /["{}[\]]/g;
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const at = sign.index;
    switch (sign[0]) {
      case '"': {
        const end = endOfString(text, at);
        if (end < 0) return;
        signs.lastIndex = end;
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
 * The first context of a JSON-LD text that is named by an address (JSON-LD 1.1, section 3.1), and where the address stands;
 * undefined if there is none.
 */
export function contextElsewhere(text: string): { readonly address: string; readonly offset: number } | undefined {
  const key = '"@context"';
  for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
    const colon = solid(text, at + key.length);
    if (text[colon] !== ':') continue;
    const found = firstAddress(text, solid(text, colon + 1));
    if (found) return found;
  }
  return undefined;
}

/** The address that begins at an offset, or the first one in the list that does. */
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

/** The offset of the first sign from an offset on that is no blank. */
function solid(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at++;
  return at;
}

function stringAt(text: string, offset: number) {
  const end = endOfString(text, offset);
  return end < 0 ? undefined : { address: JSON.parse(text.slice(offset, end)) as string, offset };
}

/** Where the string ends that begins with the quote at an offset; -1 if it does not. */
function endOfString(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '"') return i + 1;
    if (char === '\\') i++;
  }
  return -1;
}
