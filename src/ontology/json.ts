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

/** A context that is a string, or a list with a string, perhaps after objects without further objects. */
const REMOTE_CONTEXT = /(?<!\\)"@context"\s*:\s*(?:\[\s*(?:\{[^{}]*\}\s*,\s*)*)?("(?:[^"\\]|\\.)*")/d;

/**
 * Returns the first remote context of a JSON-LD text (JSON-LD 1.1, section 3.1); undefined if none is found. It searches the text
 * instead of parsing it, because a parsed value has no offset.
 */
export function remoteContext(text: string): RemoteContext | undefined {
  const found = REMOTE_CONTEXT.exec(text);
  const offset = found?.indices?.[1]?.[0];
  if (found === null || offset === undefined) return undefined;
  try {
    return { address: JSON.parse(found[1] as string) as string, offset };
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
