import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createMessageConnection,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-jsonrpc/node.js';
import { root } from '../support/program.ts';

interface Shown {
  readonly code: string;
  readonly message: string;
  readonly severity: number;
  readonly range: { readonly start: At; readonly end: At };
}
interface At {
  readonly line: number;
  readonly character: number;
}

export interface Edit {
  readonly range: { readonly start: At; readonly end: At };
  readonly newText: string;
}

/** A language client: starts the built program as a server and talks to it over its standard streams. */
export class Editor {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'codegen-lsp-'));
  readonly connection: MessageConnection;
  readonly process: ChildProcess;
  readonly #texts = new Map<string, string>();
  readonly #published = new Map<string, readonly Shown[]>();
  #waiting: (() => void)[] = [];
  #versions = 0;

  constructor() {
    this.process = spawn(process.execPath, [path.join(root, 'bin/codegen.js'), 'lsp', '--stdio'], { cwd: this.folder });
    const { stdout, stdin } = this.process;
    if (!stdout || !stdin) throw new Error('the process has no streams');
    this.connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.connection.onNotification('textDocument/publishDiagnostics', ({ uri, diagnostics }) => {
      this.#published.set(uri, diagnostics);
      for (const each of this.#waiting.splice(0)) each();
    });
    this.connection.listen();
  }

  async start(): Promise<Record<string, unknown>> {
    const answer = await this.connection.sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities: {} });
    await this.connection.sendNotification('initialized', {});
    return answer as Record<string, unknown>;
  }

  /** Ends the server with `shutdown` and `exit`, and returns its exit status. */
  async stop(): Promise<number | null> {
    const ended = new Promise<number | null>((resolve) => this.process.once('exit', resolve));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    const status = await ended;
    this.connection.dispose();
    rmSync(this.folder, { recursive: true, force: true });
    return status;
  }

  /** Returns the processor time of the server in milliseconds, in steps of ten: proc_pid_stat(5), fields 14 and 15. */
  spent(): number {
    const stat = readFileSync(`/proc/${this.process.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  uri(name: string): string {
    return pathToFileURL(path.join(this.folder, name)).href;
  }

  write(name: string, text: string): void {
    writeFileSync(path.join(this.folder, name), text);
  }

  async open(name: string, text: string): Promise<void> {
    this.#texts.set(name, text);
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: this.uri(name), languageId: 'turtle', version: ++this.#versions, text },
    });
  }

  /** Replaces the whole text of an open document. */
  async change(name: string, text: string): Promise<void> {
    this.#texts.set(name, text);
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.uri(name), version: ++this.#versions },
      contentChanges: [{ text }],
    });
  }

  /** Waits until the diagnostics of a file are as wanted, and returns them. Throws after two minutes. */
  async reported(name: string, isWanted: (diagnostics: readonly Shown[]) => boolean = () => true): Promise<readonly Shown[]> {
    const end = Date.now() + 120_000;
    for (;;) {
      const found = this.#published.get(this.uri(name));
      if (found && isWanted(found)) return found;
      if (Date.now() > end) throw new Error(`nothing like it is reported of ${name}: ${JSON.stringify(found)}`);
      await Promise.race([
        new Promise<void>((resolve) => this.#waiting.push(resolve)),
        new Promise((resolve) => setTimeout(resolve, 500)),
      ]);
    }
  }

  /** Applies edits to a text, by default to the open document. */
  edited(name: string, edits: readonly Edit[] = [], text = this.#texts.get(name) ?? ''): string {
    const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
    const offset = ({ line, character }: At) => (starts[line] ?? 0) + character;
    return [...edits]
      .sort((a, b) => offset(b.range.start) - offset(a.range.start))
      .reduce((all, { range, newText }) => all.slice(0, offset(range.start)) + newText + all.slice(offset(range.end)), text);
  }

  /** Discards the received diagnostics of a file, so that the next request waits for new ones. */
  forget(name: string): void {
    this.#published.delete(this.uri(name));
  }

  /** Sends a request about the position of a text in a document, or about the position behind it. */
  async ask<T>(method: string, name: string, at: string, isBehind = false, more: object = {}): Promise<T> {
    const text = this.#texts.get(name) ?? '';
    const offset = text.indexOf(at) + (isBehind ? at.length : 0);
    if (text.indexOf(at) < 0) throw new Error(`${at} is not in ${name}`);
    const before = text.slice(0, offset).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    return (await this.connection.sendRequest(method, { textDocument: { uri: this.uri(name) }, position, ...more })) as T;
  }
}
