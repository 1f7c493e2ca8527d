/** Entry point of the extension for VS Code: starts `codegen lsp` for Turtle files, and registers Generate, Report and Preview. */

import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { PREVIEW_REQUEST, PREVIEW_SCHEME, type Preview, previewAddress, previewParams, templatesOf } from './preview';
import { findProgram, type Program } from './program';

/** The scheme of reports. The query is the path of the ontology. */
const REPORT_SCHEME = 'codegen-report';

/** Delay between the last change of an ontology and the update of its previews. */
const PREVIEW_DELAY_MS = 300;

let client: LanguageClient | undefined;
let log: vscode.LogOutputChannel;
/** Tells the editor that the text of a report or a preview has changed. */
let virtualDocumentChanged: vscode.EventEmitter<vscode.Uri>;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  log = vscode.window.createOutputChannel('codegen', { log: true });
  virtualDocumentChanged = new vscode.EventEmitter<vscode.Uri>();
  let timer: NodeJS.Timeout | undefined;
  const updatePreviews = () => {
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === PREVIEW_SCHEME) virtualDocumentChanged.fire(uri);
  };
  context.subscriptions.push(
    log,
    virtualDocumentChanged,
    vscode.commands.registerCommand('codegen.generate', () => reportFailure(generate)),
    vscode.commands.registerCommand('codegen.report', () => reportFailure(showReport)),
    vscode.commands.registerCommand('codegen.preview', (template?: unknown) => reportFailure(() => showPreview(template))),
    vscode.workspace.registerTextDocumentContentProvider(PREVIEW_SCHEME, {
      onDidChange: virtualDocumentChanged.event,
      provideTextDocumentContent: previewText,
    }),
    vscode.workspace.registerTextDocumentContentProvider(REPORT_SCHEME, {
      onDidChange: virtualDocumentChanged.event,
      provideTextDocumentContent: reportText,
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.languageId !== 'turtle') return;
      clearTimeout(timer);
      timer = setTimeout(updatePreviews, PREVIEW_DELAY_MS);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => reportFailure(restart)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('codegen.path')) void reportFailure(restart);
    }),
  );
  await reportFailure(start);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function start(): Promise<void> {
  const { command, args, env } = configuredProgram();
  const started = new LanguageClient(
    'codegen',
    'codegen',
    { command, args: [...args, 'lsp', '--stdio'], options: { env, shell: false } },
    { documentSelector: [{ scheme: 'file', language: 'turtle' }], outputChannel: log },
  );
  await started.start();
  client = started;
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

/** @throws Error if there is no program */
function configuredProgram(): Program {
  return findProgram({
    setting: vscode.workspace.getConfiguration('codegen').get('path', ''),
    folders: (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath),
    isTrusted: vscode.workspace.isTrusted,
    platform: process.platform,
    env: process.env,
    isFile: (file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true,
  });
}

/** Runs work, and shows its error. */
async function reportFailure(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    log.appendLine(message);
    const choice = await vscode.window.showErrorMessage(`codegen: ${message}`, 'Show Output');
    if (choice !== undefined) log.show();
  }
}

/** Runs a command of the program, logs its messages, and returns what it prints. @throws Error with its first error */
function run(args: readonly string[], cwd: string): Promise<string> {
  const { command, args: first, env } = configuredProgram();
  log.appendLine(`> codegen ${args.join(' ')}`);
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { ...env, NO_COLOR: '1' }, maxBuffer: 1 << 28, windowsHide: true };
    execFile(command, [...first, ...args], options, (error, stdout, stderr) => {
      if (stderr !== '') log.append(stderr);
      if (error) reject(new Error(/^(?:.+: )?error: .+$/m.exec(stderr)?.[0] ?? error.message));
      else resolve(stdout);
    });
  });
}

async function generate(): Promise<void> {
  // The enablement in package.json hides the command; other extensions can still call it.
  if (!vscode.workspace.isTrusted)
    throw new Error('Hooks and templates of this folder may run. Trust the workspace to generate.');
  await vscode.workspace.saveAll();
  const document = vscode.window.activeTextEditor?.document;
  const folder =
    document?.uri.scheme === 'file' ? path.dirname(document.uri.fsPath) : vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  if (folder === undefined) throw new Error('No folder is open. Open the folder of codegen.yaml.');
  const printed = await run(['generate'], folder);
  log.append(printed);
  void vscode.window.showInformationMessage(`codegen: ${printed.trimEnd().split('\n').at(-1)}`);
}

async function showReport(): Promise<void> {
  const { document } = turtleEditor();
  await document.save();
  const uri = vscode.Uri.from({
    scheme: REPORT_SCHEME,
    path: `/${path.basename(document.uri.fsPath)} report.txt`,
    query: document.uri.fsPath,
  });
  // Updates the report if it is open already.
  virtualDocumentChanged.fire(uri);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { viewColumn: vscode.ViewColumn.Beside });
}

function reportText({ query: file }: vscode.Uri): Promise<string> {
  return run(['graph', 'report', file], path.dirname(file));
}

/** @param template the template, if a key binding names it; otherwise the user chooses */
async function showPreview(template: unknown): Promise<void> {
  const { document, selection } = turtleEditor();
  const server = runningClient();
  const templates = templatesOf(server.initializeResult?.capabilities.experimental);
  if (templates.length === 0) throw new Error('This version of codegen has no previews. Update it.');
  const isKnown = typeof template === 'string' && templates.includes(template);
  const chosen = isKnown ? template : await vscode.window.showQuickPick(templates, { placeHolder: 'Template' });
  if (chosen === undefined) return;
  const uri = document.uri.toString();
  const { line, character } = selection.active;
  const found = await server.sendRequest<Preview | null>(PREVIEW_REQUEST, {
    textDocument: { uri },
    position: { line, character },
    template: chosen,
  });
  if (!found)
    throw new Error(`${chosen} generates nothing for this position. Put the cursor on the name of a class or a property.`);
  const address = previewAddress({ uri, iri: found.iri, template: chosen }, found.path);
  const shown = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: PREVIEW_SCHEME, ...address }));
  await vscode.window.showTextDocument(shown, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    selection: new vscode.Range(found.line, 0, found.line, 0),
  });
}

async function previewText({ query }: vscode.Uri): Promise<string> {
  const found = await runningClient().sendRequest<Preview | null>(PREVIEW_REQUEST, previewParams(query));
  return found?.text ?? 'Nothing is generated: the ontology is not open, or the class no longer exists.\n';
}

function turtleEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== 'turtle') throw new Error('No ontology is open. Open a Turtle file.');
  return editor;
}

function runningClient(): LanguageClient {
  if (!client) throw new Error('The language server is not running. See the output "codegen" for the reason.');
  return client;
}
