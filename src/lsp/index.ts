import { createConnection } from 'vscode-languageserver/node.js';
import type { AnalyzeFile } from './analysis.ts';
import { Server } from './server.ts';

export type { Analysis, AnalyzeFile } from './analysis.ts';

/**
 * Serves one editor with the Language Server Protocol (https://microsoft.github.io/language-server-protocol/) over two
 * streams. The process ends when the editor requests it or disconnects.
 */
export function serve(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, analyzeFile: AnalyzeFile): void {
  new Server(createConnection(input, output), analyzeFile).listen();
}
