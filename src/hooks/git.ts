/** Installs and removes the pre-commit file of Git, which runs the hooks that are registered for `pre-commit`. */

import { chmodSync, existsSync, linkSync, lstatSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import {
  type Diagnostic,
  DiagnosticError,
  diagnostic,
  fail,
  isSystemError,
  lstatOf,
  makeFolder,
  reasonOf,
  replaceFile,
} from '../diagnostics/index.ts';
import { git } from '../git/index.ts';
import { detectManagement, type HookManagement, readText } from './managers.ts';
import { BACKUP_SUFFIX, GIT_SETTINGS, isGeneratedPreCommit, type Program, printPreCommit, projectsOf } from './pre-commit.ts';
import type { Project } from './project.ts';

/** The change of Git's pre-commit file. */
export interface GitChange {
  readonly file: string;
  /** `elsewhere`: by another file, Git already runs the hooks. */
  readonly change: 'created' | 'updated' | 'unchanged' | 'elsewhere' | 'removed' | 'restored' | 'absent';
  /** The previous pre-commit file, where it is kept while ours is installed. */
  readonly before: string | undefined;
  readonly warnings: readonly Diagnostic[];
}

/** Where Git keeps the hooks of a project's repository. */
interface Repository {
  readonly top: string;
  readonly hooks: string;
  /** The project's folder relative to the top; `.` for the top itself. */
  readonly project: string;
  /** Whether the hooks are outside the repository, so that other repositories may use them, too. */
  readonly isShared: boolean;
  /** Whether the hooks are files of the work tree, so that other machines get them, too. */
  readonly isTracked: boolean;
}

/** @throws DiagnosticError if the project is not in a work tree of Git, or Git is missing */
function repositoryOf(project: Project): Repository {
  const top = git(project.root, 'rev-parse', '--show-toplevel');
  const prefix = git(project.root, 'rev-parse', '--show-prefix').replace(/\/$/, '');
  // Git runs at the top, because a relative core.hooksPath refers to it.
  const hooks = path.resolve(top, git(top, 'rev-parse', '--git-path', 'hooks'));
  const common = path.resolve(top, git(top, 'rev-parse', '--git-common-dir'));
  const isWithin = (folder: string) => !path.relative(folder, hooks).startsWith('..');
  const isOwn = isWithin(common);
  return {
    top,
    hooks,
    project: prefix === '' ? '.' : prefix,
    isShared: !isWithin(top) && !isOwn,
    isTracked: isWithin(top) && !isOwn,
  };
}

/**
 * Returns the file by which Git already runs the hooks of the project: one of the user or of a hook manager. A file of
 * `codegen` would run them twice.
 *
 * @throws DiagnosticError if a hook manager would overwrite a file of `codegen`
 */
function otherHookRunner(repository: Repository): string | undefined {
  const managed = detectManagement(repository);
  const currentText = readText(path.join(repository.hooks, 'pre-commit')) ?? '';
  if (managed.runs) return isGeneratedPreCommit(currentText) ? undefined : managed.by;
  // husky sets another folder of hooks. A file of ours that is older than another manager is allowed: the manager moves it
  // when it is installed.
  if (managed.manager === 'husky' || (managed.manager && !isGeneratedPreCommit(currentText)))
    fail(`git-hooks-of-${managed.manager}`, { call: managed.help });
  return undefined;
}

/**
 * Makes Git run the project's `pre-commit` hooks before each commit. An existing pre-commit file is
 * kept next to ours, which calls it first.
 */
export function installGitHook(project: Project, program: Program): GitChange {
  const repository = repositoryOf(project);
  const elsewhere = otherHookRunner(repository);
  if (elsewhere !== undefined) return { file: elsewhere, change: 'elsewhere', before: undefined, warnings: [] };
  const file = path.join(repository.hooks, 'pre-commit');
  const before = `${file}${BACKUP_SUFFIX}`;
  const currentText = readText(file);
  const isInstalled = currentText !== undefined && isGeneratedPreCommit(currentText);
  // A broken link is also a file of the user.
  const isForeign = !isInstalled && lstatOf(file) !== undefined;
  if (isForeign && existsSync(before) && !isSameFile(file, before)) fail('git-hook-in-the-way', { file, before });
  const projects = new Set(isInstalled ? projectsOf(currentText) : []).add(repository.project);
  const text = printFile(repository, program, [...projects]);
  const warnings = repository.isShared ? [diagnostic('git-hooks-shared', { folder: repository.hooks })] : [];
  const isCurrent = text === currentText && isExecutable(file);
  if (!isCurrent) {
    wrapWriteErrors(file, () => {
      makeFolder(repository.hooks);
      if (isForeign) backupFile(file, before);
      replaceFile(file, text, 0o755);
      // Regardless of the umask.
      chmodSync(file, 0o755);
    });
  }
  // A tracked file does not contain the path of the program: it reads these settings.
  if (repository.isTracked) {
    git(repository.top, 'config', '--local', GIT_SETTINGS.node, program.node);
    git(repository.top, 'config', '--local', GIT_SETTINGS.script, program.script);
  }
  const change = isCurrent ? 'unchanged' : isInstalled ? 'updated' : 'created';
  return { file, change, before: lstatOf(before) ? before : undefined, warnings };
}

/** Prints a pre-commit file. One that other machines get, too, does not contain the path of the program. */
function printFile({ isTracked }: Repository, program: Program, projects: readonly string[]): string {
  return printPreCommit({ program: isTracked ? undefined : program, projects });
}

/** Removes the project from Git's pre-commit file. After the last project, it restores the previous file. */
export function uninstallGitHook(project: Project, program: Program): GitChange {
  const repository = repositoryOf(project);
  const file = path.join(repository.hooks, 'pre-commit');
  const before = `${file}${BACKUP_SUFFIX}`;
  const currentText = readText(file);
  const projects = currentText !== undefined && isGeneratedPreCommit(currentText) ? projectsOf(currentText) : [];
  if (!projects.includes(repository.project)) return { file, change: 'absent', before: undefined, warnings: [] };
  const remaining = projects.filter((each) => each !== repository.project);
  const isKept = lstatSync(before, { throwIfNoEntry: false }) !== undefined;
  const change = remaining.length > 0 ? 'updated' : isKept ? 'restored' : 'removed';
  wrapWriteErrors(file, () => {
    if (change === 'updated') replaceFile(file, printFile(repository, program, remaining), 0o755);
    else if (change === 'restored') renameSync(before, file);
    else rmSync(file);
  });
  if (remaining.length === 0) for (const name of Object.values(GIT_SETTINGS)) unsetGitSetting(repository.top, name);
  return { file, change, before: undefined, warnings: [] };
}

function unsetGitSetting(top: string, name: string): void {
  try {
    git(top, 'config', '--local', '--unset-all', name);
  } catch (error) {
    // Git fails if the setting does not exist.
    if (!(error instanceof DiagnosticError)) throw error;
  }
}

/** Keeps a file under a second name as well, so that it is never missing; a symbolic link is renamed. */
function backupFile(file: string, before: string): void {
  if (isSameFile(file, before)) return;
  if (!lstatSync(file).isSymbolicLink()) {
    try {
      linkSync(file, before);
      return;
    } catch (error) {
      // Not all file systems have hard links.
      if (!isSystemError(error)) throw error;
    }
  }
  renameSync(file, before);
}

/** Returns whether two names are one file: an earlier run linked it, and was killed before it wrote its own. */
function isSameFile(file: string, before: string): boolean {
  const [one, other] = [file, before].map((name) => lstatSync(name, { throwIfNoEntry: false }));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

function wrapWriteErrors(file: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    fail('write-failed', { path: file, reason: reasonOf(error) });
  }
}

function isExecutable(file: string): boolean {
  return (statSync(file).mode & 0o111) === 0o111;
}

/**
 * Returns whether Git runs this project's hooks before a commit, by our file or that of a hook manager, and if not, how to
 * achieve it; undefined if the project is not in a work tree of Git.
 */
export function gitHookState(project: Project): HookManagement | undefined {
  try {
    const repository = repositoryOf(project);
    // The hook manager pre-commit renames an existing file to the second name, and runs it.
    const by = ['pre-commit', 'pre-commit.legacy']
      .map((name) => path.join(repository.hooks, name))
      .find((file) => {
        const text = readText(file);
        return text !== undefined && isGeneratedPreCommit(text) && projectsOf(text).includes(repository.project);
      });
    return by !== undefined ? { runs: true, by } : detectManagement(repository);
  } catch {
    return undefined;
  }
}
