/** What settings ask for that others must not bring about by a file: it is done if the user agreed to it. */

import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fail, type Place } from '../diagnostics/index.ts';
import { isRemote } from '../ontology/index.ts';
import type { Path, Settings } from '../settings/index.ts';
import { moduleOf } from '../templates/index.ts';
import { foldersUpward, safetyProblem, trustedItems, trustsAll } from '../trust/index.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A thing to be trusted, as it is kept: its kind, and its path from the folder of the settings on. */
function itemOf(settings: Settings, kind: 'template' | 'read' | 'connect' | 'file' | 'write', file: string): string {
  if (kind === 'connect') return JSON.stringify([kind, file]);
  return JSON.stringify([kind, path.relative(path.resolve(settings.folder), path.resolve(file)) || '.']);
}

function isTrusted(settings: Settings, item: string, env: Env): boolean {
  return trustsAll(env) || trustedItems(env, path.resolve(settings.folder)).has(item);
}

/** @throws DiagnosticError if the module of a template may not run */
export function refuseModule(settings: Settings, file: string, place: Place, env: Env = process.env): void {
  const unsafe = trustsAll(env) ? undefined : (safetyProblem(file) ?? safetyProblem(settings.file));
  if (unsafe === undefined && isTrusted(settings, itemOf(settings, 'template', file), env)) return;
  const what = `run the module ${file}${unsafe === undefined ? '' : ` (it, or the settings file, ${unsafe})`}`;
  fail('settings-not-trusted', { what }, place, settings.lineAt(place));
}

/** @throws DiagnosticError if imports may not be read from a folder outside of the project */
export function refuseReads(settings: Settings, env: Env = process.env): void {
  const folder = outside(settings).find((each) => !isTrusted(settings, itemOf(settings, 'read', each), env));
  if (folder !== undefined) refuse(settings, `allow imports to be read from ${folder}`, ['ontology', 'allow-read']);
}

/** What the command line names of an ontology. */
interface Given {
  readonly shapes: readonly string[];
  readonly import: readonly string[];
  readonly catalog: string | undefined;
}

/**
 * Messages about a file show its lines, so that a file of somebody else must not choose it: neither one outside of the
 * project, nor a hidden one in it, such as `.git/config`. What the command line names needs no trust.
 *
 * @param file the ontology that the command line names
 * @throws DiagnosticError if a file may not be read that the settings name
 */
export function refuseFiles(settings: Settings, file: string | undefined, given?: Given, env: Env = process.env): void {
  const named = new Set(
    [file, given?.catalog, ...(given?.shapes ?? []), ...(given?.import ?? []).map((each) => each.slice(each.indexOf('=') + 1))]
      .filter((each) => each !== undefined)
      .map((each) => path.resolve(each)),
  );
  const found = foreignFiles(settings).find(
    (each) => !named.has(path.resolve(each)) && !isTrusted(settings, itemOf(settings, 'file', each), env),
  );
  if (found !== undefined) refuse(settings, `read ${whereItLies(settings, found)}`, ['ontology']);
}

/** @throws DiagnosticError if something may not be generated into a folder outside of the project, or of Git's own */
export function refuseWrites(settings: Settings, env: Env = process.env): void {
  const output = foreignOutputs(settings).find((each) => !isTrusted(settings, itemOf(settings, 'write', each.folder), env));
  if (output === undefined) return;
  const what = `write to ${whereItLies(settings, output.folder)}`;
  fail('settings-not-trusted', { what }, output.place, settings.lineAt(output.place));
}

function refuse(settings: Settings, what: string, member: Path): never {
  const place = settings.place(member);
  fail('settings-not-trusted', { what }, place, settings.lineAt(place));
}

/**
 * What the command line names needs no trust.
 *
 * @param file the ontology that the command line names
 * @throws DiagnosticError if a server may not be asked that the settings name
 */
export function refuseConnections(
  settings: Settings,
  file: string | undefined,
  { shapes, import: imports }: { readonly shapes: readonly string[]; readonly import: readonly string[] },
  env: Env = process.env,
): void {
  const isNamed = (each: string) => each === file || shapes.includes(each) || imports.some((given) => given.endsWith(`=${each}`));
  const address = addresses(settings).find(
    (each) => !isNamed(each) && !isTrusted(settings, itemOf(settings, 'connect', each), env),
  );
  if (address !== undefined) refuse(settings, `query ${address}`, ['ontology']);
}

/** The servers that the settings name. */
function addresses({ ontology, sources: { shapes = [], imports = [] } }: Settings): readonly string[] {
  return [ontology, ...shapes, ...imports.map(({ file }) => file)].filter(isRemote);
}

/** A path without symbolic links, as far as it leads to something. */
function realOf(file: string): string {
  const whole = path.resolve(file);
  try {
    return realpathSync(whole);
  } catch {
    const above = path.dirname(whole);
    return above === whole ? whole : path.join(realOf(above), path.basename(whole));
  }
}

/**
 * What the project is: the repository of the settings, or, if it is in none, its folder. The home folder is no project, even
 * where somebody keeps a repository of their settings there.
 */
function topOf({ folder }: Settings): string {
  const start = path.resolve(folder);
  const top = [...foldersUpward(start)].find((each) => existsSync(path.join(each, '.git')));
  return realOf(top === undefined || top === homedir() ? start : top);
}

/** The names on the way from one folder down to a path; nothing if it does not lie there. */
function namesBelow(folder: string, file: string): readonly string[] | undefined {
  const way = path.relative(folder, file);
  return path.isAbsolute(way) || /^\.\.(?:$|[/\\])/.test(way) ? undefined : way.split(path.sep);
}

/** The folders outside of the project that imports may be read from. */
function outside(settings: Settings): readonly string[] {
  const { allowRead = [] } = settings.sources;
  if (allowRead.length === 0) return [];
  const top = topOf(settings);
  return allowRead.filter((each) => namesBelow(top, realOf(each)) === undefined);
}

/**
 * The files outside of the project, or hidden in it, that the settings name. Packages that are installed are none, wherever
 * their manager keeps them: pnpm in a hidden folder, others behind a link.
 */
function foreignFiles(settings: Settings): readonly string[] {
  const { shapes = [], imports = [], catalog = [] } = settings.sources;
  const files = [settings.ontology, ...shapes, ...imports.map(({ file }) => file)].concat(catalog);
  const folder = realOf(settings.folder);
  const isHidden = (names: readonly string[]) => names.some((name) => name.startsWith('.'));
  return files.filter((each) => {
    if (isRemote(each)) return false;
    const real = realOf(each);
    if (real.split(path.sep).includes('node_modules')) return false;
    const names = namesBelow(folder, real) ?? namesBelow(topOf(settings), real);
    return names === undefined || isHidden(names);
  });
}

/** The outputs outside of the project, or in what is Git's own. */
function foreignOutputs(settings: Settings): Settings['outputs'] {
  const folder = realOf(settings.folder);
  return settings.outputs.filter((each) => {
    const real = realOf(each.folder);
    const names = namesBelow(folder, real) ?? namesBelow(topOf(settings), real);
    return names === undefined || names.some((name) => name.toLowerCase() === '.git');
  });
}

/** A path for messages, with where it leads to by links, and why it counts as none of the project's. */
function whereItLies(settings: Settings, file: string): string {
  const real = realOf(file);
  const shown =
    real === path.join(realOf(path.dirname(path.resolve(file))), path.basename(file)) ? file : `${file}, a link to ${real}`;
  const isInside = namesBelow(realOf(settings.folder), real) ?? namesBelow(topOf(settings), real);
  return `${shown}, ${isInside ? 'hidden in' : 'outside of'} the project`;
}

/** All that the settings ask for, as it is kept when the user agrees to it, with words for people. */
export function askedFor(settings: Settings): readonly { readonly item: string; readonly says: string }[] {
  const modules = settings.outputs.flatMap(({ template }) => moduleOf(template) ?? []);
  return [
    ...modules.map((file) => ({ item: itemOf(settings, 'template', file), says: `the template ${file}, which is run` })),
    ...addresses(settings).map((each) => ({ item: itemOf(settings, 'connect', each), says: `asking ${each}` })),
    ...outside(settings).map((folder) => ({ item: itemOf(settings, 'read', folder), says: `reading imports from ${folder}` })),
    ...foreignFiles(settings).map((file) => ({ item: itemOf(settings, 'file', file), says: `reading ${file}` })),
    ...foreignOutputs(settings).map(({ folder }) => ({ item: itemOf(settings, 'write', folder), says: `writing to ${folder}` })),
  ];
}
