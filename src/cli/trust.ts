import path from 'node:path';
import { escapeControlCharacters } from '../diagnostics/index.ts';
import { describeHook, findProject, type Hook, loadTrust, type Project, scriptOf } from '../hooks/index.ts';
import { findSettings, settingsOf } from '../settings/index.ts';
import { revoke, trust, trustedItems, trustedProjects } from '../trust/index.ts';
import { refusedHookDiagnostics } from './fire.ts';
import { type Io, printNote, printSuccess } from './io.ts';
import type { TrustOptions } from './options.ts';
import { report } from './report.ts';
import { requestedTrust } from './settings-trust.ts';

/** Runs `codegen trust`. */
export async function trustProject(io: Io, options: TrustOptions): Promise<number> {
  if (options.list) return list(io);
  const project = findProject(process.cwd());
  if (options.revoke) {
    const settings = findSettings('.');
    const roots = new Set([project.root, ...(settings === undefined ? [] : [path.dirname(path.resolve(settings))])]);
    const isHooks = [...roots].every((root) => [...trustedItems(io.env, root)].every((item) => item.startsWith('["hook"')));
    const count = [...roots].reduce((sum, root) => sum + revoke(io.env, root), 0);
    const kind = isHooks ? 'hook' : 'thing';
    const what = count === 1 ? `1 ${kind} of it was` : `${count} ${kind}s of it were`;
    io.stdout.write(`nothing of ${project.root} is trusted; until now ${count === 0 ? 'nothing was' : what}\n`);
    return 0;
  }
  const { trustHooks } = await loadTrust();
  const { added, unsafe } = trustHooks(project, io.env);
  const status = report(
    io,
    unsafe.length === 0 ? [] : refusedHookDiagnostics(unsafe[0]?.hook.trigger ?? 'post-generate', unsafe),
  );
  for (const hook of added) printSuccess(io, `trusted ${escapeControlCharacters(describeScript(project, hook))}`);
  const trusted = await trustSettings(io);
  for (const description of trusted) printSuccess(io, `trusted ${escapeControlCharacters(description)}`);
  if (added.length + trusted.length === 0 && unsafe.length === 0)
    io.stdout.write(`nothing of ${project.root} waits to be trusted\n`);
  return status;
}

/** Trusts all items of the settings. Returns descriptions of the new ones. */
async function trustSettings(io: Io): Promise<readonly string[]> {
  const settings = await settingsOf('.');
  if (!settings) return [];
  const root = path.resolve(settings.folder);
  const known = trustedItems(io.env, root);
  const requested = requestedTrust(settings).filter(({ item }) => !known.has(item));
  trust(
    io.env,
    root,
    requested.map(({ item }) => item),
  );
  return requested.map(({ says }) => says);
}

/** Describes which script a hook runs, and on which event. */
function describeScript(project: Project, hook: Hook): string {
  return `${describeHook(hook)}: runs ${scriptOf(project, hook)} on ${hook.trigger}`;
}

function list(io: Io): number {
  const projects = trustedProjects(io.env);
  for (const { root, items } of projects) {
    io.stdout.write(`${escapeControlCharacters(root)}\n`);
    for (const item of items) io.stdout.write(`  ${escapeControlCharacters(itemText(item))}\n`);
  }
  if (projects.length === 0) printNote(io, 'nothing is trusted on this machine');
  return 0;
}

function itemText(item: string): string {
  const [kind, ...parts] = JSON.parse(item) as readonly string[];
  const [id = '', event = '', action = ''] = parts;
  return kind === 'hook' ? `${event}: ${action} (${id})` : [kind, ...parts].join(' ');
}
