/** Lists the files of a project that `ai generate` may read: not ignored by Git, and no secrets. */

import path from 'node:path';
import { lstatOf, readRegular } from '../../diagnostics/index.ts';
import { listProject } from '../ignore-files.ts';

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
const SECRET_FILE =
  /^(?:\.env(?:rc|\..*)?|.*\.env|\.npmrc|\.pypirc|\.netrc|_netrc|\.pgpass|\.htpasswd|\.git-credentials|\.dockercfg|\.dockerconfigjson|id_(?:rsa|dsa|ecdsa|ed25519)(?:_.*)?|credentials(?:\.(?:json|toml|ya?ml))?|secrets?\.(?:json|toml|ya?ml)|.*\.(?:pem|key|p12|pfx|p8|jks|keystore|kdbx|gpg|asc|ppk|tfvars|tfstate))$/i;

const SECRET_FOLDERS = new Set(['.ssh', '.aws', '.gnupg', '.kube', '.docker', '.azure', '.gcloud', 'secrets']);

/** The listing stops at this number of files, without a message: a folder with more is probably a home directory. */
const MAX_FILES = 50_000;

/**
 * Lists the files of a project. Leaves out secrets, symbolic links, and files that a `.gitignore` excludes, also one in a folder
 * above, up to the top of the repository.
 *
 * @throws DiagnosticError if the folder cannot be read.
 */
export function listFolder(root: string): Folder {
  let count = 0;
  let secrets = 0;
  const { files } = listProject(root, (entry) => {
    const isFolder = entry.isDirectory();
    if (count >= MAX_FILES || (isFolder && EXCLUDED_FOLDERS.has(entry.name))) return false;
    const isSecret = isFolder ? SECRET_FOLDERS.has(entry.name) : SECRET_FILE.test(entry.name);
    if (isSecret) secrets++;
    else if (!isFolder) count++;
    return !isSecret;
  });
  return { root, files: files.map(({ absolute, path }) => ({ path, bytes: lstatOf(absolute)?.size ?? 0 })), secrets };
}

/** Returns the text of a file, or undefined if it is larger than `maxBytes`, binary or unreadable. */
export function readText(root: string, file: ProjectFile, maxBytes: number): string | undefined {
  if (file.bytes > maxBytes) return undefined;
  try {
    const bytes = readRegular(path.join(root, file.path));
    if (bytes.includes(0)) return undefined;
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
