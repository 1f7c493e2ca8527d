/**
 * Stores what the user trusts. Files of a project can start programs, such as hooks. They run only if the user added them or
 * agreed once. The agreement is stored outside the project, where no clone and no pull can change it: for each project a folder,
 * for each trusted item a file with `{ "root": "/home/ada/blog", "item": … }`.
 */

import { readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fail, isSystemError, makeFolder, readRegular, reasonOf } from '../diagnostics/index.ts';
import { safetyProblem } from './owners.ts';

export { safetyProblem } from './owners.ts';
export { foldersUpward } from './parent-folders.ts';

type Env = Readonly<Record<string, string | undefined>>;

export interface TrustedProject {
  readonly root: string;
  /** The trusted items, as they were passed to {@link trust}. */
  readonly items: readonly string[];
}

/** Returns whether everything is trusted, whoever owns it. Users set this on machines that run only reviewed files. */
export function trustsAll(env: Env): boolean {
  return env['CODEGEN_TRUST'] === '1';
}

/**
 * Returns the folder for the state of one user on one machine.
 *
 * XDG Base Directory Specification 0.8: a relative path is ignored.
 */
function stateHome(env: Env): string {
  const given = env['XDG_STATE_HOME'];
  const base = given !== undefined && path.isAbsolute(given) ? given : path.join(env['HOME'] || homedir(), '.local/state');
  return path.join(base, 'codegen');
}

/**
 * Each project has a folder in it, and each item a file. So processes that trust items at the same time do not conflict, and a
 * killed process damages at most one item.
 */
function stateFolder(env: Env): string {
  return path.join(stateHome(env), 'trust');
}

function digest(text: string): string {
  // Loaded here, because every listing of hooks loads this module.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex').slice(0, 32);
}

function folderOf(env: Env, root: string): string {
  return path.join(stateFolder(env), digest(realpathSync(root)));
}

interface Entry {
  readonly root: string;
  readonly item: string;
}

/** Returns the trusted items in a folder of the state; none if another user could have written there. */
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

export function trustedItems(env: Env, root: string): ReadonlySet<string> {
  return new Set(entriesIn(folderOf(env, root)).map(({ item }) => item));
}

/**
 * Trusts items of a project from now on.
 *
 * @param items strings that identify the items, with all that matters about them
 * @throws DiagnosticError if the agreement cannot be stored
 */
export function trust(env: Env, root: string, items: readonly string[]): void {
  explainErrors(() => store(env, root, items));
}

function store(env: Env, root: string, items: readonly string[]): void {
  const folder = folderOf(env, root);
  makeFolder(folder, 0o700);
  for (const item of items) {
    const file = path.join(folder, `${digest(item)}.json`);
    const entry: Entry = { root: realpathSync(root), item };
    try {
      writeFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
      // A file that a killed process left incomplete is written again.
      if (!trustedItems(env, root).has(item)) writeFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    }
  }
}

/** Revokes the trust in one item of a project. Does nothing if it was not trusted. */
export function distrust(env: Env, root: string, item: string): void {
  explainErrors(() => rmSync(path.join(folderOf(env, root), `${digest(item)}.json`), { force: true }));
}

/**
 * Revokes all trust in a project.
 *
 * @returns the number of items that were trusted
 */
export function revoke(env: Env, root: string): number {
  const folder = folderOf(env, root);
  const { length } = entriesIn(folder);
  if (length > 0) explainErrors(() => rmSync(folder, { recursive: true, force: true }));
  return length;
}

export function trustedProjects(env: Env): readonly TrustedProject[] {
  const state = stateFolder(env);
  const names = explainErrors(() => (statSync(state, { throwIfNoEntry: false }) ? readdirSync(state) : []));
  const projects = names.flatMap((name) => {
    const entries = entriesIn(path.join(state, name));
    return entries[0] ? [{ root: entries[0].root, items: entries.map(({ item }) => item) }] : [];
  });
  return projects.sort((a, b) => (a.root < b.root ? -1 : 1));
}

function explainErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    return fail('trust-not-kept', { reason: reasonOf(error) });
  }
}
