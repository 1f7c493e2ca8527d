import path from 'node:path';
import { escapeControlCharacters } from '../diagnostics/index.ts';
import { describeHook, findProject, type Hook, loadTrust, type Project, scriptOf } from '../hooks/index.ts';
import { findSettings, settingsOf } from '../settings/index.ts';
import { revoke, trust, trustedItems, trustedProjects } from '../trust/index.ts';
import { unsafeHookDiagnostics } from './fire.ts';
import { type Io, printNote, printSuccess } from './io.ts';
import type { TrustOptions } from './options.ts';
import { report } from './report.ts';
import { requestedTrust } from './settings-trust.ts';

/** Runs `codegen trust`. */
export async function trustProject(io: Io, options: TrustOptions): Promise<number> {
  if (options.list) return listTrusted(io);
  const project = findProject(process.cwd());
  if (options.revoke) return revokeProject(io, project);
  const { trustHooks } = await loadTrust();
  const { added, unsafe } = trustHooks(project, io.env);
  const status = report(io, unsafeHookDiagnostics(unsafe));
  for (const hook of added) printSuccess(io, `trusted ${escapeControlCharacters(describeScript(project, hook))}`);
  const trusted = await trustSettings(io);
  for (const description of trusted) printSuccess(io, `trusted ${escapeControlCharacters(description)}`);
  if (added.length + trusted.length === 0 && unsafe.length === 0)
    io.stdout.write(`nothing of ${escapeControlCharacters(project.root)} waits to be trusted\n`);
  return status;
}

/** Runs `codegen trust --revoke`. */
function revokeProject(io: Io, project: Project): number {
  const settings = findSettings('.');
  // Trust in hooks is stored for the folder that has `.codegen/`, trust in all else for the folder of the settings.
  const roots = new Set([project.root, ...(settings === undefined ? [] : [path.dirname(path.resolve(settings))])]);
  const count = [...roots].reduce((sum, root) => sum + revoke(io.env, root), 0);
  const name = escapeControlCharacters(project.root);
  io.stdout.write(
    count === 0 ? `nothing of ${name} was trusted\n` : `revoked the trust in ${count} item${count === 1 ? '' : 's'} of ${name}\n`,
  );
  return 0;
}

/** Trusts all items of the settings. Returns descriptions of the new ones. */
async function trustSettings(io: Io): Promise<readonly string[]> {
  const settings = await settingsOf('.');
  if (!settings) return [];
  const root = path.resolve(settings.folder);
  const known = trustedItems(io.env, root);
  const newItems = requestedTrust(settings).filter(({ item }) => !known.has(item));
  const items = newItems.map(({ item }) => item);
  if (items.length > 0) trust(io.env, root, items);
  return newItems.map(({ description }) => description);
}

function describeScript(project: Project, hook: Hook): string {
  return `${describeHook(hook)}: runs ${scriptOf(project, hook)} on ${hook.trigger}`;
}

/** Runs `codegen trust --list`. */
function listTrusted(io: Io): number {
  const projects = trustedProjects(io.env);
  for (const { root, items } of projects) {
    io.stdout.write(`${escapeControlCharacters(root)}\n`);
    for (const item of items) io.stdout.write(`  ${escapeControlCharacters(itemText(item))}\n`);
  }
  if (projects.length === 0) printNote(io, 'nothing is trusted on this machine');
  return 0;
}

/** Returns the text of an item, which is a JSON array: its kind, then its parts. */
function itemText(item: string): string {
  const [kind, ...parts] = JSON.parse(item) as readonly string[];
  const [id = '', event = '', action = ''] = parts;
  return kind === 'hook' ? `${event}: ${action} (${id})` : [kind, ...parts].join(' ');
}
