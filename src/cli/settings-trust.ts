/**
 * Rejects actions that settings request until the user agrees with `codegen trust`, because somebody else may have written the
 * file: running modules, querying servers, and reading or writing files outside the project.
 */

import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fail, type Place } from '../diagnostics/index.ts';
import { isRemote } from '../ontology/index.ts';
import type { Settings } from '../settings/index.ts';
import { moduleOf } from '../templates/index.ts';
import { foldersUpward, safetyProblem, trustedItems, trustsAll } from '../trust/index.ts';

/** Returns an item as the record of trust stores it: its kind, and its address or its path relative to the settings. */
function itemOf(settings: Settings, kind: 'template' | 'read' | 'connect' | 'file' | 'write', file: string): string {
  if (kind === 'connect') return JSON.stringify([kind, file]);
  return JSON.stringify([kind, path.relative(path.resolve(settings.folder), path.resolve(file)) || '.']);
}

function isTrusted(settings: Settings, item: string): boolean {
  return trustsAll(process.env) || trustedItems(process.env, path.resolve(settings.folder)).has(item);
}

/** @throws DiagnosticError if the module of a template may not run */
export function requireTrustedModule(settings: Settings, file: string, place: Place): void {
  const unsafe = trustsAll(process.env) ? undefined : (safetyProblem(file) ?? safetyProblem(settings.file));
  if (unsafe === undefined && isTrusted(settings, itemOf(settings, 'template', file))) return;
  failUntrusted(settings, `run the module ${file}${unsafe === undefined ? '' : ` (it, or the settings file, ${unsafe})`}`, place);
}

/** @throws DiagnosticError if imports may not be read from a folder outside of the project */
export function requireTrustedReads(settings: Settings): void {
  const folder = foreignReadFolders(settings).find((each) => !isTrusted(settings, itemOf(settings, 'read', each)));
  if (folder === undefined) return;
  failUntrusted(settings, `allow imports to be read from ${folder}`, settings.place(['ontology', 'allow-read']));
}

/** Parts of an ontology that the command line names. */
interface NamedSources {
  readonly shapes: readonly string[];
  readonly import: readonly string[];
  readonly catalog: string | undefined;
}

/**
 * Rejects files outside the project, and hidden files in it such as `.git/config`, unless they are trusted: messages show lines
 * of a file, so settings that somebody else wrote must not choose it. Files that the command line names need no trust.
 *
 * @param file the ontology that the command line names
 * @throws DiagnosticError if the settings name such a file and it is not trusted
 */
export function requireTrustedFiles(settings: Settings, file: string | undefined, named?: NamedSources): void {
  const cliFiles = new Set(
    [file, named?.catalog, ...(named?.shapes ?? []), ...(named?.import ?? []).map((each) => each.slice(each.indexOf('=') + 1))]
      .filter((each) => each !== undefined)
      .map((each) => path.resolve(each)),
  );
  const foreign = foreignFiles(settings).find(
    (each) => !cliFiles.has(path.resolve(each)) && !isTrusted(settings, itemOf(settings, 'file', each)),
  );
  if (foreign === undefined) return;
  failUntrusted(settings, `read ${describeLocation(settings, foreign)}`, settings.place(['ontology']));
}

/** @throws DiagnosticError if an output folder is outside the project or in `.git`, and is not trusted */
export function requireTrustedWrites(settings: Settings): void {
  const output = foreignOutputs(settings).find((each) => !isTrusted(settings, itemOf(settings, 'write', each.folder)));
  if (output) failUntrusted(settings, `write to ${describeLocation(settings, output.folder)}`, output.place);
}

function failUntrusted(settings: Settings, what: string, place: Place): never {
  fail('settings-not-trusted', { what }, place, settings.lineAt(place));
}

/**
 * Rejects servers that are not trusted. Servers that the command line names need no trust.
 *
 * @param file the ontology that the command line names
 * @throws DiagnosticError if the settings name a server that is not trusted
 */
export function requireTrustedConnections(
  settings: Settings,
  file: string | undefined,
  { shapes, import: imports }: Omit<NamedSources, 'catalog'>,
): void {
  const isNamed = (each: string) => each === file || shapes.includes(each) || imports.some((given) => given.endsWith(`=${each}`));
  const address = addresses(settings).find((each) => !isNamed(each) && !isTrusted(settings, itemOf(settings, 'connect', each)));
  if (address !== undefined) failUntrusted(settings, `query ${address}`, settings.place(['ontology']));
}

function addresses({ ontology, sources: { shapes = [], imports = [] } }: Settings): readonly string[] {
  return [ontology, ...shapes, ...imports.map(({ file }) => file)].filter(isRemote);
}

/** Resolves symbolic links in the existing part of a path. */
export function realPath(file: string): string {
  const absolute = path.resolve(file);
  try {
    return realpathSync(absolute);
  } catch {
    const above = path.dirname(absolute);
    return above === absolute ? absolute : path.join(realPath(above), path.basename(absolute));
  }
}

/**
 * Returns the folder of the project: the repository of the settings, or their own folder if none exists. A repository in the
 * home folder does not count, because users keep their configuration files in one there.
 */
function projectRootOf({ folder }: Pick<Settings, 'folder'>): string {
  const start = path.resolve(folder);
  const top = [...foldersUpward(start)].find((each) => existsSync(path.join(each, '.git')));
  return realPath(top === undefined || top === homedir() ? start : top);
}

/** Returns the names on the path from a folder down to a file; undefined if the file is not in the folder. */
function namesBelow(folder: string, file: string): readonly string[] | undefined {
  const relative = path.relative(folder, file);
  return path.isAbsolute(relative) || /^\.\.(?:$|[/\\])/.test(relative) ? undefined : relative.split(path.sep);
}

function foreignReadFolders(settings: Settings): readonly string[] {
  const { allowRead = [] } = settings.sources;
  if (allowRead.length === 0) return [];
  const top = projectRootOf(settings);
  return allowRead.filter((each) => namesBelow(top, realPath(each)) === undefined);
}

/**
 * Returns the files that the settings name and that are outside the project or hidden in it. Installed packages are excluded,
 * because package managers keep them in hidden folders (pnpm) or behind links.
 */
function foreignFiles(settings: Settings): readonly string[] {
  const { shapes = [], imports = [], catalog = [] } = settings.sources;
  const files = [settings.ontology, ...shapes, ...imports.map(({ file }) => file)].concat(catalog);
  return files.filter((each) => {
    if (isRemote(each)) return false;
    const real = realPath(each);
    return !real.split(path.sep).includes('node_modules') && isForeign(settings, real);
  });
}

/** Returns whether a file is outside the project or hidden in it. */
function isForeign(settings: Pick<Settings, 'folder'>, real: string): boolean {
  const names = namesBelow(realPath(settings.folder), real) ?? namesBelow(projectRootOf(settings), real);
  return names === undefined || names.some((name) => name.startsWith('.'));
}

/**
 * Rejects a file that a client of a server names. The client may follow instructions in files that it reads, so it may name
 * neither files outside the project, nor hidden ones, nor servers.
 *
 * @param folder the folder in which the server runs
 * @throws DiagnosticError if the file does not belong to the project
 */
export function requireProjectFile(folder: string, file: string): void {
  if (!isRemote(file) && !isForeign({ folder }, realPath(file))) return;
  const reason = isRemote(file) ? 'is a server' : 'is outside the project, or hidden in it';
  fail('usage', {
    message: `${file} ${reason}; clients of codegen mcp may only name files of the project`,
    help: 'name a file of the project, or let the user name it in codegen.yaml',
  });
}

/** Returns the outputs outside the project or in `.git`. */
function foreignOutputs(settings: Settings): Settings['outputs'] {
  const folder = realPath(settings.folder);
  return settings.outputs.filter((each) => {
    const real = realPath(each.folder);
    const names = namesBelow(folder, real) ?? namesBelow(projectRootOf(settings), real);
    return names === undefined || names.some((name) => name.toLowerCase() === '.git');
  });
}

/** Describes a path for messages: where its links lead, and why it does not belong to the project. */
function describeLocation(settings: Settings, file: string): string {
  const real = realPath(file);
  const described =
    real === path.join(realPath(path.dirname(path.resolve(file))), path.basename(file)) ? file : `${file}, a link to ${real}`;
  const isInside = namesBelow(realPath(settings.folder), real) ?? namesBelow(projectRootOf(settings), real);
  return `${described}, ${isInside ? 'hidden in' : 'outside of'} the project`;
}

/** Returns all items of the settings that need trust, as they are stored and with a description for the user. */
export function requestedTrust(settings: Settings): readonly { readonly item: string; readonly description: string }[] {
  const modules = settings.outputs.flatMap(({ template }) => moduleOf(template) ?? []);
  return [
    ...modules.map((file) => ({ item: itemOf(settings, 'template', file), description: `the template ${file}, which is run` })),
    ...addresses(settings).map((each) => ({ item: itemOf(settings, 'connect', each), description: `asking ${each}` })),
    ...foreignReadFolders(settings).map((folder) => ({
      item: itemOf(settings, 'read', folder),
      description: `reading imports from ${folder}`,
    })),
    ...foreignFiles(settings).map((file) => ({ item: itemOf(settings, 'file', file), description: `reading ${file}` })),
    ...foreignOutputs(settings).map(({ folder }) => ({
      item: itemOf(settings, 'write', folder),
      description: `writing to ${folder}`,
    })),
  ];
}
