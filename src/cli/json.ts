import { escapeControlCharactersInJson } from '../diagnostics/index.ts';
import type { Io } from './io.ts';

/** Prints the only JSON document of a command. */
export function printJson(io: Io, document: unknown): void {
  io.stdout.write(`${escapeControlCharactersInJson(JSON.stringify(document, undefined, 2))}\n`);
}
