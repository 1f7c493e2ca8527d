/** Lists the files of a project that may be read. */

import { readdirSync } from 'node:fs';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { fail, lstatOf, readRegular } from '../../diagnostics/index.ts';

export interface ProjectFile {
  /** Relative to the project, with `/` as separator. */
  readonly path: string;
  readonly bytes: number;
}

export interface Folder {
  readonly root: string;
  /** Sorted by path. */
  readonly files: readonly ProjectFile[];
  /** Number of files and folders that were skipped because they look like secrets. */
  readonly secrets: number;
}

/** Folders that are never part of a project, whatever .gitignore states. */
const EXCLUDED_FOLDERS = new Set(['.git', '.hg', '.svn', 'node_modules', '.venv', '__pycache__']);

/** Names of files that hold secrets: environments, keys, certificates with keys, password stores, tokens. */
const SECRET =
  /^(?:\.env(?:rc|\..*)?|.*\.env|\.npmrc|\.pypirc|\.netrc|_netrc|\.pgpass|\.htpasswd|\.git-credentials|\.dockercfg|\.dockerconfigjson|id_(?:rsa|dsa|ecdsa|ed25519)(?:_.*)?|credentials(?:\.(?:json|toml|ya?ml))?|secrets?\.(?:json|toml|ya?ml)|.*\.(?:pem|key|p12|pfx|p8|jks|keystore|kdbx|gpg|asc|ppk|tfvars|tfstate))$/i;

/** Folders that contain only secrets. */
const SECRET_FOLDERS = new Set(['.ssh', '.aws', '.gnupg', '.kube', '.docker', '.azure', '.gcloud', 'secrets']);

/** The listing stops at this number of files, without a message: a folder with more is probably a home directory. */
const MAX_FILES = 50_000;

/**
 * Lists the files of a project. Leaves out files that a `.gitignore` excludes (also one in a folder above, up to the top of
 * the repository), secrets, and symbolic links.
 *
 * @throws DiagnosticError if the folder cannot be read.
 */
export function listFolder(root: string): Folder {
  const files: ProjectFile[] = [];
  let secrets = 0;
  const visit = (relative: string, rules: readonly Rules[]) => {
    const folder = path.join(root, relative);
    const ownRules = rulesOf(folder);
    const allRules = ownRules ? [...rules, ownRules] : rules;
    for (const entry of entriesOf(folder, relative === '')) {
      if (files.length >= MAX_FILES) return;
      const relativePath = relative === '' ? entry.name : `${relative}/${entry.name}`;
      const absolute = path.join(root, relativePath);
      if (entry.isDirectory()) {
        if (EXCLUDED_FOLDERS.has(entry.name) || isIgnored(allRules, absolute, true)) continue;
        if (SECRET_FOLDERS.has(entry.name)) secrets++;
        else visit(relativePath, allRules);
      } else if (entry.isFile() && !isIgnored(allRules, absolute, false)) {
        if (SECRET.test(entry.name)) secrets++;
        else files.push({ path: relativePath, bytes: lstatOf(absolute)?.size ?? 0 });
      }
    }
  };
  visit('', rulesAbove(root));
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { root, files, secrets };
}

/** The rules of one `.gitignore`, and the folder that it is in. */
interface Rules {
  readonly folder: string;
  readonly ignore: Ignore;
}

function entriesOf(folder: string, isRoot: boolean) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (!isRoot) return [];
    return fail('folder-unreadable', { folder, reason: reasonOf(error) });
  }
}

/** Returns why the system rejects access to a folder, in words that follow its path. */
export function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'ENOTDIR') return 'it is a file';
  return code === 'EACCES' ? 'permission denied' : String(code ?? error);
}

function rulesOf(folder: string): Rules | undefined {
  try {
    return { folder, ignore: ignore().add(readRegular(path.join(folder, '.gitignore')).toString('utf8')) };
  } catch {
    return undefined;
  }
}

/** Returns the rules of the folders above, if the project lies within a repository. */
function rulesAbove(root: string): readonly Rules[] {
  const found: Rules[] = [];
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    if (folder !== path.resolve(root)) {
      const rules = rulesOf(folder);
      if (rules) found.unshift(rules);
    }
    if (lstatOf(path.join(folder, '.git'))) return found;
    if (path.dirname(folder) === folder) return [];
  }
}

/** The nearest `.gitignore` with a matching rule decides. */
function isIgnored(rules: readonly Rules[], absolute: string, isFolder: boolean): boolean {
  for (const { folder, ignore } of [...rules].reverse()) {
    const relative = path.relative(folder, path.resolve(absolute)).split(path.sep).join('/');
    const { ignored, unignored } = ignore.test(isFolder ? `${relative}/` : relative);
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}

/** Returns the text of a file, or undefined if it is larger than `mostBytes`, binary or unreadable. */
export function readText(root: string, file: ProjectFile, mostBytes: number): string | undefined {
  if (file.bytes > mostBytes) return undefined;
  try {
    const bytes = readRegular(path.join(root, file.path));
    if (bytes.includes(0)) return undefined;
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
