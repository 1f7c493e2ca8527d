import { createConnection } from 'vscode-languageserver/node.js';
import type { Analyse } from './analysis.ts';
import { Server } from './server.ts';

export type { Analyse, Analysis } from './analysis.ts';

/**
 * Serves one editor with the Language Server Protocol (https://microsoft.github.io/language-server-protocol/) over two
 * streams. The process ends when the editor requests it or disconnects.
 */
export function serve(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, analyse: Analyse): void {
  new Server(createConnection(input, output), analyse).listen();
}
