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

/** Where the string ends that begins with the quote at an offset; -1 if it does not. */
function endOfString(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    const char = text[i];
    if (char === '"') return i + 1;
    if (char === '\\') i++;
  }
  return -1;
}
