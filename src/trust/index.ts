/**
 * What the user trusts: that which runs because files of a project say so, such as hooks, is the user's own doing, or was
 * agreed to once. What is agreed to stands outside of the project, where no clone and no pull can reach it.
 */

import { readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { isSystemError, makeFolder, readRegular } from '../diagnostics/index.ts';
import { safetyProblem } from './owners.ts';

export { safetyProblem } from './owners.ts';
export { foldersUpward } from './parent-folders.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** A project in which something is trusted. */
export interface TrustedProject {
  readonly root: string;
  /** What is trusted there, each as it was given to {@link trust}. */
  readonly items: readonly string[];
}

/** Whether everything is trusted, whoever it belongs to: for machines that run only what was looked at before. */
export function trustsAll(env: Env): boolean {
  return env['CODEGEN_TRUST'] === '1';
}

/**
 * Where this program keeps what is of one user on one machine.
 *
 * XDG Base Directory Specification 0.8: a relative path counts as none.
 */
export function stateHome(env: Env): string {
  const given = env['XDG_STATE_HOME'];
  const base = given !== undefined && path.isAbsolute(given) ? given : path.join(env['HOME'] || homedir(), '.local/state');
  return path.join(base, 'codegen');
}

/**
 * Where trust is kept: a folder for each project, in it a file for each thing, so that two processes that trust something at
 * the same time are in nobody's way, and one that is killed leaves a whole file or none.
 */
function stateFolder(env: Env): string {
  return path.join(stateHome(env), 'trust');
}

function digest(text: string): string {
  // Loaded here, because every listing of hooks comes by.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function folderOf(env: Env, root: string): string {
  return path.join(stateFolder(env), digest(realpathSync(root)));
}

interface Entry {
  readonly root: string;
  readonly item: string;
}

/** What is trusted in a folder of the state; nothing of what others could have put there. */
function entriesIn(folder: string): readonly Entry[] {
  let names: readonly string[];
  try {
    if (safetyProblem(folder) !== undefined) return [];
    names = readdirSync(folder).sort();
  } catch (error) {
    if (isSystemError(error)) return [];
    throw error;
  }
  return names.flatMap((name) => {
    if (!/^[0-9a-f]{32}\.json$/.test(name)) return [];
    try {
      const { root, item } = JSON.parse(readRegular(path.join(folder, name)).toString('utf8')) as Partial<Entry>;
      return typeof root === 'string' && typeof item === 'string' ? [{ root, item }] : [];
    } catch {
      return [];
    }
  });
}

/** All that is trusted in a project. */
export function trustedItems(env: Env, root: string): ReadonlySet<string> {
  return new Set(entriesIn(folderOf(env, root)).map(({ item }) => item));
}

/**
 * Trusts things of a project from now on.
 *
 * @param items each tells one thing from all others, with everything that matters of it
 * @throws Error of the system if that cannot be kept
 */
export function trust(env: Env, root: string, items: readonly string[]): void {
  const folder = folderOf(env, root);
  makeFolder(folder, 0o700);
  for (const item of items) {
    const file = path.join(folder, `${digest(item)}.json`);
    const entry: Entry = { root: realpathSync(root), item };
    try {
      writeFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
      // One that a killed process left half written is written again.
      if (!trustedItems(env, root).has(item)) writeFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    }
  }
}

/** Trusts one thing of a project no longer; where it never was, nothing happens. */
export function distrust(env: Env, root: string, item: string): void {
  rmSync(path.join(folderOf(env, root), `${digest(item)}.json`), { force: true });
}

/**
 * Trusts nothing of a project any longer.
 *
 * @returns how many things were trusted
 */
export function revoke(env: Env, root: string): number {
  const folder = folderOf(env, root);
  const { length } = entriesIn(folder);
  rmSync(folder, { recursive: true, force: true });
  return length;
}

/** All projects in which something is trusted, by their paths. */
export function trustedProjects(env: Env): readonly TrustedProject[] {
  const state = stateFolder(env);
  if (!statSync(state, { throwIfNoEntry: false })) return [];
  const projects = readdirSync(state).flatMap((name) => {
    const entries = entriesIn(path.join(state, name));
    return entries[0] ? [{ root: entries[0].root, items: entries.map(({ item }) => item) }] : [];
  });
  return projects.sort((a, b) => (a.root < b.root ? -1 : 1));
}
