/** The language server: answers requests of an editor about Turtle files, and publishes diagnostics. */

import { readFile } from 'node:fs/promises';
import {
  CodeActionKind,
  type CodeActionParams,
  type Connection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  type InitializeParams,
  type InitializeResult,
  MarkupKind,
  type RenameParams,
  ResponseError,
  type SymbolInformation,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node.js';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostic } from '../diagnostics/index.ts';
import { isBlank, isRemote, owl, rdfs, standardNamespaces } from '../ontology/index.ts';
import { isTemplateName, loadTarget, type Target, templateNames } from '../targets/index.ts';
import { actionsFor } from './actions.ts';
import { Analyses, type AnalyzeFile, type ValidOntology } from './analysis.ts';
import { complete } from './complete.ts';
import { hover } from './hover.ts';
import {
  definitionOf,
  documentSymbols,
  fileOf,
  type KindOf,
  lspRange,
  toLspDiagnostic,
  toSymbolInformation,
  uriOf,
} from './locations.ts';
import { highlightOf, localPartOf, locationOf, type Mention, mentionsOf, newIri, renameEdit } from './occurrences.ts';
import { type Preview, type PreviewParams, preview } from './preview.ts';
import { renameInSettings } from './settings-names.ts';
import { iriOf, nameAt, prefixesOf, scan } from './tokens.ts';

/** The time between the last change of a document and its analysis. */
const ANALYSIS_DELAY_MS = 150;

export class Server {
  readonly #connection: Connection;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #analyses: Analyses;
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** Published diagnostics: by the analyzed document, then by the URI of the affected file. */
  readonly #published = new Map<string, ReadonlyMap<string, readonly Diagnostic[]>>();
  #targets: Promise<readonly Target[]> | undefined;
  #canRegisterWatchers = false;

  constructor(connection: Connection, analyzeFile: AnalyzeFile) {
    this.#connection = connection;
    this.#analyses = new Analyses(analyzeFile);
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => this.#initialized());
    connection.onDidChangeWatchedFiles(() => this.#scheduleAll());
    connection.onCompletion((at) => this.#complete(at));
    connection.onHover((at) => this.#hover(at));
    connection.onDefinition((at) => this.#findDefinition(at));
    connection.onDocumentSymbol(({ textDocument }) => this.#symbols(textDocument.uri));
    connection.onWorkspaceSymbol(({ query }) => this.#findSymbols(query));
    connection.onReferences(async ({ context, ...at }) => (await this.#mentions(at, context.includeDeclaration)).map(locationOf));
    connection.onDocumentHighlight(async (at) => (await this.#mentions(at, true, true)).map(highlightOf));
    connection.onPrepareRename((at) => this.#prepareRename(at));
    connection.onRenameRequest((params) => this.#rename(params));
    connection.onCodeAction((params) => this.#actions(params));
    connection.onRequest('codegen/preview', (params: PreviewParams) => this.#preview(params));
    this.#documents.onDidChangeContent(({ document }) => this.#scheduleAnalysis(document.uri));
    this.#documents.onDidSave(() => this.#scheduleAll());
    this.#documents.onDidClose(({ document }) => this.#close(document.uri));
    this.#documents.listen(connection);
    connection.listen();
  }

  #initialize({ capabilities }: InitializeParams): InitializeResult {
    this.#canRegisterWatchers = capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
    return {
      serverInfo: { name: 'codegen' },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        completionProvider: { triggerCharacters: [':', '@'] },
        hoverProvider: true,
        definitionProvider: true,
        documentSymbolProvider: true,
        workspaceSymbolProvider: true,
        referencesProvider: true,
        documentHighlightProvider: true,
        renameProvider: { prepareProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        // The request `codegen/preview` and its templates.
        experimental: { preview: { templates: templateNames } },
      },
    };
  }

  /** Watches settings and ontology files, because they may also change outside the editor. */
  #initialized(): void {
    if (!this.#canRegisterWatchers) return;
    const watchers = [{ globPattern: '**/codegen.{yaml,yml}' }, { globPattern: '**/*.{ttl,rdf,owl,nt,trig,jsonld}' }];
    void this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  }

  #scheduleAll(): void {
    for (const { uri } of this.#documents.all()) this.#scheduleAnalysis(uri);
  }

  #scheduleAnalysis(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.set(
      uri,
      setTimeout(() => {
        this.#timers.delete(uri);
        void this.#analyze(uri);
      }, ANALYSIS_DELAY_MS),
    );
  }

  /** Analyzes a document, and publishes its diagnostics unless it has changed meanwhile. */
  async #analyze(uri: string): Promise<void> {
    const document = this.#documents.get(uri);
    if (!document) return;
    const { version } = document;
    const texts = Object.fromEntries(this.#documents.all().map((each) => [fileOf(each.uri), each.getText()]));
    let diagnostics: readonly Diagnostic[];
    try {
      diagnostics = await this.#analyses.read(fileOf(uri), texts);
    } catch (error) {
      this.#connection.console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
      return;
    }
    if (this.#documents.get(uri)?.version === version) this.#updateDiagnostics(uri, diagnostics);
  }

  #updateDiagnostics(owner: string, diagnostics: readonly Diagnostic[]): void {
    const byUri = new Map<string, Diagnostic[]>([[owner, []]]);
    for (const diagnostic of diagnostics) {
      const openDocument =
        diagnostic.place && this.#documents.all().find(({ uri }) => fileOf(uri) === fileOf(uriOf(diagnostic.place?.file ?? '')));
      const uri = openDocument?.uri ?? (diagnostic.place ? uriOf(diagnostic.place.file) : owner);
      const ofFile = byUri.get(uri);
      if (ofFile) ofFile.push(diagnostic);
      else byUri.set(uri, [diagnostic]);
    }
    const previousUris = this.#published.get(owner)?.keys() ?? [];
    const changed = new Set([...previousUris, ...byUri.keys()]);
    this.#published.set(owner, byUri);
    for (const uri of changed) this.#publish(uri);
  }

  #publish(uri: string): void {
    void this.#connection.sendDiagnostics({ uri, diagnostics: this.#reportedFor(uri).map(({ lspDiagnostic: each }) => each) });
  }

  /** Returns the diagnostics of a file from the analyses of all documents, without duplicates. */
  #reportedFor(uri: string) {
    const lines = this.#documents.get(uri)?.getText().split(/\r?\n/) ?? [];
    const byLocation = new Map<string, Diagnostic>();
    for (const byUri of this.#published.values()) {
      for (const each of byUri.get(uri) ?? []) byLocation.set(`${each.place?.line}:${each.place?.column} ${each.message}`, each);
    }
    return [...byLocation.values()].map((each) => ({
      diagnostic: each,
      lspDiagnostic: toLspDiagnostic(each, (line) => lines[line - 1] ?? ''),
    }));
  }

  #close(uri: string): void {
    clearTimeout(this.#timers.get(uri));
    this.#timers.delete(uri);
    this.#analyses.forget(fileOf(uri));
    const previous = this.#published.get(uri)?.keys() ?? [];
    this.#published.delete(uri);
    for (const each of new Set([uri, ...previous])) this.#publish(each);
    // Other documents now read the file from the disk.
    this.#scheduleAll();
  }

  #complete({ textDocument, position }: TextDocumentPositionParams) {
    const document = this.#documents.get(textDocument.uri);
    if (!document) return null;
    const ontology = this.#analyses.known(fileOf(document.uri))?.ontology;
    const edit = (start: number, end: number, newText: string) => ({ range: lspRange({ start, end }, document), newText });
    const { items, isIncomplete } = complete(document.getText(), document.offsetAt(position), ontology, edit);
    return { items: [...items], isIncomplete };
  }

  async #hover(at: TextDocumentPositionParams) {
    const name = this.#nameAt(at);
    const known = name && (await this.#latest(name.document));
    if (!name || !known) return null;
    const iri = iriOf(name.text, prefixesOf(name.scanned, known?.ontology));
    this.#targets ??= Promise.all(templateNames.map(loadTarget));
    const value = iri === undefined ? undefined : await hover(iri, known, await this.#targets);
    if (value === undefined) return null;
    return { contents: { kind: MarkupKind.Markdown, value }, range: lspRange(name, name.document) };
  }

  async #findDefinition(at: TextDocumentPositionParams) {
    const name = this.#nameAt(at);
    if (!name) return null;
    const known = await this.#latest(name.document);
    const prefixes = prefixesOf(name.scanned, known?.ontology);
    const iri = iriOf(name.text, prefixes);
    return iri === undefined ? null : (definitionOf(iri, name.document, name.scanned, prefixes, known?.ontology) ?? null);
  }

  async #symbols(uri: string) {
    const document = this.#documents.get(uri);
    if (!document) return null;
    const known = await this.#latest(document);
    const scanned = scan(document.getText());
    return documentSymbols(document, scanned, kindsIn(known), prefixesOf(scanned, known?.ontology));
  }

  /** Returns the symbols of all open ontologies whose names contain the query. */
  #findSymbols(query: string): SymbolInformation[] {
    const byIri = new Map<string, SymbolInformation>();
    const lower = query.toLowerCase();
    for (const { uri } of this.#documents.all()) {
      const known = this.#analyses.known(fileOf(uri));
      const kindOf = kindsIn(known);
      for (const iri of known?.ontology.typed ?? []) {
        if (!known || isBlank(iri) || byIri.has(iri)) continue;
        const name = known.ontology.show(iri);
        if (name.toLowerCase().includes(lower)) byIri.set(iri, toSymbolInformation(name, kindOf(iri), known.ontology.place(iri)));
      }
    }
    return [...byIri.values()];
  }

  /** Returns the occurrences of the IRI at a position, in all files of its ontology. */
  async #mentions(at: TextDocumentPositionParams, withSubjects: boolean, inDocumentOnly = false): Promise<Mention[]> {
    const name = await this.#iriAt(at);
    if (!name) return [];
    const documents = inDocumentOnly ? [name.document] : await this.#documentsOf(name.known, name.document);
    return [...mentionsOf(name.iri, documents)].filter(({ name }) => withSubjects || name.role !== 'subject' || name.depth > 0);
  }

  async #prepareRename(at: TextDocumentPositionParams) {
    const name = await this.#iriAt(at);
    if (!name) return null;
    rejectForeign(name.iri, name.known);
    const localPart = localPartOf(name);
    return { range: lspRange(localPart, name.document), placeholder: localPart.text };
  }

  async #rename({ newName, ...at }: RenameParams) {
    const name = await this.#iriAt(at);
    if (!name) return null;
    const { iri, document, known, scanned } = name;
    rejectForeign(iri, known);
    const renamedIri = newIri(iri, newName.trim(), scanned);
    if (renamedIri === undefined) throw requestError(`"${newName}" is not a name: write title, ex:title or <http://…#title>`);
    if (renamedIri !== iri && known.ontology.statements(renamedIri).length > 0)
      throw requestError(`${known.ontology.show(renamedIri)} exists already`);
    const changes: Record<string, ReturnType<typeof renameEdit>[]> = {};
    for (const mention of mentionsOf(iri, await this.#documentsOf(known, document))) {
      const { uri } = mention.document;
      changes[uri] = [...(changes[uri] ?? []), renameEdit(mention, renamedIri)];
    }
    const settings = known.settings === undefined ? undefined : await this.#documentAt(known.settings, 'yaml');
    if (settings) changes[settings.uri] = renameInSettings(settings, known.ontology, iri, renamedIri);
    return { changes };
  }

  /** @throws ResponseError if there is no such template */
  async #preview(params: PreviewParams): Promise<Preview | null> {
    const { template } = params;
    if (!isTemplateName(template)) throw requestError(`"${template}" is not a template: use ${templateNames.join(', ')}`);
    const document = this.#documents.get(params.textDocument.uri);
    // A preview shows the last change, even if the analysis of it waits for a pause.
    if (document && this.#timers.has(document.uri)) await this.#analyze(document.uri);
    const known = document && (await this.#latest(document));
    const at = { textDocument: params.textDocument };
    const iri = 'iri' in params ? params.iri : (await this.#iriAt({ ...at, position: params.position }))?.iri;
    if (!known?.model || iri === undefined) return null;
    return preview(iri, known.model, await loadTarget(template)) ?? null;
  }

  #actions({ textDocument, range }: CodeActionParams) {
    const document = this.#documents.get(textDocument.uri);
    if (!document) return [];
    const known = this.#analyses.known(fileOf(document.uri));
    const overlapping = this.#reportedFor(document.uri).filter(
      ({ lspDiagnostic: { range: at } }) => at.start.line <= range.end.line && range.start.line <= at.end.line,
    );
    return actionsFor(document, overlapping, prefixesOf(scan(document.getText()), known?.ontology));
  }

  async #iriAt(at: TextDocumentPositionParams) {
    const name = this.#nameAt(at);
    const known = name && (await this.#latest(name.document));
    const iri = known && iriOf(name.text, prefixesOf(name.scanned, known?.ontology));
    return name && known && iri !== undefined ? { ...name, known, iri } : undefined;
  }

  /** Returns the local Turtle files of an ontology: open documents with their current text, others from the disk. */
  async #documentsOf({ ontology }: ValidOntology, document: TextDocument): Promise<TextDocument[]> {
    const documents = new Map([[fileOf(document.uri), document]]);
    for (const file of ontology.files) {
      if (isRemote(file) || !/\.ttl$/i.test(file)) continue;
      const each = await this.#documentAt(file, 'turtle');
      if (each) documents.set(fileOf(each.uri), each);
    }
    return [...documents.values()];
  }

  async #documentAt(file: string, language: string): Promise<TextDocument | undefined> {
    const uri = uriOf(file);
    const openDocument = this.#documents.all().find((each) => fileOf(each.uri) === fileOf(uri));
    if (openDocument) return openDocument;
    const text = await readFile(fileOf(uri), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : TextDocument.create(uri, language, 0, text);
  }

  #nameAt({ textDocument, position }: TextDocumentPositionParams) {
    const document = this.#documents.get(textDocument.uri);
    if (!document) return undefined;
    const scanned = scan(document.getText());
    const name = nameAt(scanned, document.offsetAt(position));
    return name && { ...name, document, scanned };
  }

  /** Returns the analysis of a document; analyzes it immediately if it never was. */
  async #latest({ uri }: TextDocument): Promise<ValidOntology | undefined> {
    const known = await this.#analyses.latest(fileOf(uri));
    if (known) return known;
    await this.#analyze(uri);
    return this.#analyses.known(fileOf(uri));
  }
}

function requestError(message: string): ResponseError<void> {
  return new ResponseError(ErrorCodes.InvalidParams, message);
}

/** @throws ResponseError if an IRI belongs to another vocabulary, or to a file that the server cannot change */
function rejectForeign(iri: string, { ontology }: ValidOntology): void {
  const isStandard = standardNamespaces.some((namespace) => iri.startsWith(namespace));
  if (isStandard || ontology.statements(iri).length === 0)
    throw requestError(`${ontology.show(iri)} is a term of another vocabulary`);
  const { file } = ontology.place(iri);
  if (isRemote(file) || !/\.ttl$/i.test(file))
    throw requestError(`${ontology.show(iri)} is declared in ${file}, which is not changed here`);
}

function kindsIn(known: ValidOntology | undefined): KindOf {
  return (iri) => {
    const types = known?.ontology.types(iri) ?? [];
    if (types.includes(owl.Class) || types.includes(rdfs.Class)) return 'class';
    return types.some((type) => /Property$/.test(type)) ? 'property' : 'other';
  };
}
