/** A replacement of the module `vscode`: what the extension uses works, all else answers and does nothing. */

import { fileURLToPath, pathToFileURL } from 'node:url';

type Listener = (event: unknown) => unknown;

/** The event emitter of the editor. */
class EventEmitter {
  readonly #listeners = new Set<Listener>();
  readonly event = (listener: Listener, self?: unknown) => {
    const bound = (event: unknown) => listener.call(self, event);
    this.#listeners.add(bound);
    return { dispose: () => this.#listeners.delete(bound) };
  };
  fire(event?: unknown): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

class Uri {
  readonly scheme: string;
  readonly path: string;
  readonly query: string;
  constructor({ scheme, path = '', query = '' }: { scheme: string; path?: string; query?: string }) {
    this.scheme = scheme;
    this.path = path;
    this.query = query;
  }
  static from(parts: { scheme: string; path?: string; query?: string }): Uri {
    return new Uri(parts);
  }
  static file(file: string): Uri {
    return new Uri({ scheme: 'file', path: file });
  }
  static parse(text: string): Uri {
    return text.startsWith('file:') ? Uri.file(fileURLToPath(text)) : new Uri({ scheme: text.slice(0, text.indexOf(':')) });
  }
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return this.scheme === 'file' ? pathToFileURL(this.path).href : `${this.scheme}:${this.path}?${this.query}`;
  }
}

class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(startLine: number, start: number, endLine: number, end: number) {
    this.start = new Position(startLine, start);
    this.end = new Position(endLine, end);
  }
}

/** Returns a value that can be called, constructed, extended, iterated and read, and does nothing. */
function anything(): unknown {
  const target = function Nothing() {};
  return new Proxy(target, {
    get: (_, key) => {
      if (key === 'prototype') return target.prototype;
      if (key === 'then') return undefined;
      if (key === Symbol.iterator) return function* () {};
      if (key === Symbol.toPrimitive) return () => '';
      return anything();
    },
    apply: () => anything(),
    construct: (_, __, newTarget) => Reflect.construct(Object, [], newTarget),
  });
}

/** Returns an object whose missing members are anything. Members `on…` are events that never happen. */
function withAnything<T extends object>(known: T): T {
  return new Proxy(known, {
    get: (_, key) => {
      if (Reflect.has(known, key)) return Reflect.get(known, key);
      if (key === 'then') return undefined;
      return /^on[A-Z]/.test(String(key)) ? () => ({ dispose: () => {} }) : anything();
    },
  });
}

/** A document in the stub. */
export class Document {
  readonly uri: Uri;
  readonly languageId: string;
  version = 1;
  isDirty = false;
  isClosed = false;
  text: string;
  constructor(uri: Uri, languageId: string, text: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.text = text;
  }
  getText(): string {
    return this.text;
  }
  async save(): Promise<boolean> {
    return true;
  }
}

type Provider = { readonly provideTextDocumentContent: (uri: Uri) => Promise<string> };

/** An editor with one workspace folder, in memory. */
export class EditorStub {
  readonly commands = new Map<string, (...args: unknown[]) => Promise<void>>();
  readonly errors: string[] = [];
  readonly messages: string[] = [];
  readonly log: string[] = [];
  readonly shown: { readonly document: Document; readonly options: { readonly selection?: Range } }[] = [];
  readonly changed = new EventEmitter();
  readonly trusted = new EventEmitter();
  readonly configured = new EventEmitter();
  readonly documents: Document[] = [];
  readonly diagnostics = new Map<string, readonly { readonly message: string }[]>();
  readonly #providers = new Map<string, Provider>();
  isTrusted = true;
  settings: Record<string, unknown> = {};
  choice: string | undefined;
  active: { readonly document: Document; readonly selection: { readonly active: Position } } | undefined;
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Opens a file, and puts the cursor on a text in it. */
  open(file: string, text: string, cursor = ''): Document {
    const document = new Document(Uri.file(file), 'turtle', text);
    const before = text.slice(0, Math.max(text.indexOf(cursor), 0)).split('\n');
    this.documents.push(document);
    this.active = { document, selection: { active: new Position(before.length - 1, before.at(-1)?.length ?? 0) } };
    return document;
  }

  /** Returns the range of a part of a line. */
  rangeOf(text: string, part: string): Range {
    const before = text.slice(0, text.indexOf(part)).split('\n');
    const [line, character] = [before.length - 1, before.at(-1)?.length ?? 0];
    return new Range(line, character, line, character + part.length);
  }

  /** Returns the current text of a virtual document. */
  async textOf(uri: Uri): Promise<string> {
    const provider = this.#providers.get(uri.scheme);
    if (!provider) throw new Error(`no provider of ${uri.scheme}`);
    return provider.provideTextDocumentContent(uri);
  }

  /** The module `vscode`. */
  get module(): object {
    const self = this;
    const channel = withAnything({
      append: (text: string) => self.log.push(text),
      appendLine: (text: string) => self.log.push(`${text}\n`),
      dispose: () => {},
    });
    return withAnything({
      version: '1.91.0',
      Uri,
      Position,
      Range,
      EventEmitter,
      Disposable: class {
        readonly dispose: () => void;
        constructor(dispose: () => void) {
          this.dispose = dispose;
        }
      },
      CancellationTokenSource: class {
        readonly token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => {} }) };
        cancel(): void {}
        dispose(): void {}
      },
      ViewColumn: { Beside: -2 },
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      env: withAnything({ appName: 'stub', language: 'en' }),
      commands: withAnything({
        registerCommand: (name: string, run: (...args: unknown[]) => Promise<void>) => {
          self.commands.set(name, run);
          return { dispose: () => self.commands.delete(name) };
        },
      }),
      languages: withAnything({
        match: (_: unknown, { languageId }: Document) => (languageId === 'turtle' ? 10 : 0),
        createDiagnosticCollection: () =>
          withAnything({
            set: (uri: Uri, found: readonly { readonly message: string }[]) => self.diagnostics.set(uri.fsPath, found),
            dispose: () => {},
          }),
      }),
      workspace: withAnything({
        workspaceFolders: [{ uri: Uri.file(self.folder), name: 'folder', index: 0 }],
        get isTrusted() {
          return self.isTrusted;
        },
        get textDocuments() {
          return self.documents;
        },
        getConfiguration: () => ({ get: (name: string, fallback: unknown) => self.settings[name] ?? fallback }),
        onDidChangeTextDocument: self.changed.event,
        onDidGrantWorkspaceTrust: self.trusted.event,
        onDidChangeConfiguration: self.configured.event,
        registerTextDocumentContentProvider: (scheme: string, provider: Provider) => {
          self.#providers.set(scheme, provider);
          return { dispose: () => self.#providers.delete(scheme) };
        },
        saveAll: async () => true,
        openTextDocument: async (uri: Uri) => {
          const document = new Document(uri, '', await self.textOf(uri));
          self.documents.push(document);
          return document;
        },
      }),
      window: withAnything({
        createOutputChannel: () => channel,
        get activeTextEditor() {
          return self.active;
        },
        showErrorMessage: async (message: string) => void self.errors.push(message),
        showInformationMessage: async (message: string) => void self.messages.push(message),
        showQuickPick: async () => self.choice,
        showTextDocument: async (document: Document, options: { readonly selection?: Range }) => {
          self.shown.push({ document, options });
        },
      }),
    });
  }
}
