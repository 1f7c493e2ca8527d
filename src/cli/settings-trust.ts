/** What settings ask for that others must not bring about by a file: it is done if the user agreed to it. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail, type Place } from '../diagnostics/index.ts';
import { isRemote } from '../ontology/index.ts';
import type { Settings } from '../settings/index.ts';
import { moduleOf } from '../templates/index.ts';
import { foldersUpward, safetyProblem, trustedItems, trustsAll } from '../trust/index.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A thing to be trusted, as it is kept: its kind, and its path from the folder of the settings on. */
function itemOf(settings: Settings, kind: 'template' | 'read' | 'connect', file: string): string {
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
  if (folder === undefined) return;
  const place = settings.place(['ontology', 'allow-read']);
  fail('settings-not-trusted', { what: `allow imports to be read from ${folder}` }, place, settings.lineAt(place));
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
  if (address === undefined) return;
  const place = settings.place(['ontology']);
  fail('settings-not-trusted', { what: `ask ${address}` }, place, settings.lineAt(place));
}

/** The servers that the settings name. */
function addresses({ ontology, sources: { shapes = [], imports = [] } }: Settings): readonly string[] {
  return [ontology, ...shapes, ...imports.map(({ file }) => file)].filter(isRemote);
}

/** The folders that imports may be read from outside of the repository of the settings, or, if it is in none, its folder. */
function outside({ folder, sources }: Settings): readonly string[] {
  const start = path.resolve(folder);
  const top = [...foldersUpward(start)].find((each) => existsSync(path.join(each, '.git'))) ?? start;
  return (sources.allowRead ?? []).filter((each) => {
    const way = path.relative(top, path.resolve(each));
    return way.startsWith('..') || path.isAbsolute(way);
  });
}

/** All that the settings ask for, as it is kept when the user agrees to it, with words for people. */
export function askedFor(settings: Settings): readonly { readonly item: string; readonly says: string }[] {
  const modules = settings.outputs.flatMap(({ template }) => moduleOf(template) ?? []);
  return [
    ...modules.map((file) => ({ item: itemOf(settings, 'template', file), says: `the template ${file}, which is run` })),
    ...addresses(settings).map((each) => ({ item: itemOf(settings, 'connect', each), says: `asking ${each}` })),
    ...outside(settings).map((folder) => ({ item: itemOf(settings, 'read', folder), says: `reading imports from ${folder}` })),
  ];
}
