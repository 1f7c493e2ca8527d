/** Checks the registry of hooks, their scripts, and Git. */

import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { DiagnosticError, formatPlace, statOf } from '../diagnostics/index.ts';
import {
  describeProblem,
  findProject,
  type Hook,
  loadGitHooks,
  type Project,
  readHooks,
  scriptOf,
  scriptProblem,
} from '../hooks/index.ts';
import { broken, type Check, failed, ok, warning } from './check.ts';
import { outputOf, versionIn } from './run.ts';

/** Checks the registry of hooks of the project that contains a folder, their scripts, and the pre-commit file of Git. */
export async function checkHooks(cwd: string): Promise<readonly Check[]> {
  const project = findProject(cwd);
  const { check, hooks } = checkRegistry(project);
  return [check, ...hooks.map((hook) => checkScript(project, hook)), ...(await checkGit(project, hooks))];
}

function checkRegistry(project: Project): { readonly check: Check; readonly hooks: readonly Hook[] } {
  const name = 'registry';
  let hooks: readonly Hook[];
  try {
    hooks = readHooks(project);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    const [first] = error.diagnostics;
    const place = first?.place ? `${formatPlace(first.place)}: ` : '';
    const remedy = first?.help ?? `make ${project.registry} readable`;
    return { check: broken(name, `${place}${first?.message ?? error.message}`, remedy), hooks: [] };
  }
  const exists = existsSync(project.registry);
  // The registry is replaced through a temporary file next to it, so the folder must be writable.
  const folder = existsSync(project.folder) ? project.folder : project.root;
  const locked = [folder, ...(exists ? [project.registry] : [])].find((each) => !isWritable(each));
  if (locked !== undefined) return { check: broken(name, `${locked} is not writable`, `chmod u+w ${locked}`), hooks };
  if (!exists) return { check: ok(name, 'none yet; codegen hook create makes it'), hooks };
  return { check: ok(name, `${project.registry}, ${hooks.length} ${hooks.length === 1 ? 'hook' : 'hooks'}`), hooks };
}

function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function checkScript(project: Project, hook: Hook): Check {
  const script = scriptOf(project, hook);
  const problem = scriptProblem(script);
  if (!problem) return ok(hook.id, `${script} on ${hook.trigger}`);
  const { reason, help } = describeProblem(problem, script);
  return failed(hook.id, reason, help);
}

async function checkGit(project: Project, hooks: readonly Hook[]): Promise<readonly Check[]> {
  const version = await outputOf('git', ['--version'], project.root);
  const isUsed = hooks.some((hook) => hook.trigger === 'pre-commit');
  if (version === undefined) {
    return [warning('Git', 'not found', 'install Git; without it no pre-commit hook runs')];
  }
  const git = ok('Git', versionIn(version) ?? version);
  const name = 'pre-commit';
  const { gitHookState } = await loadGitHooks();
  const state = gitHookState(project);
  if (state === undefined) {
    if (!isUsed) return [git, ok(name, 'not a Git repository, and no hook needs one')];
    return [
      git,
      warning(name, 'hooks are bound to pre-commit, but this is not a Git repository', 'git init, then codegen hook install'),
    ];
  }
  if (!state.runs) {
    if (!isUsed) return [git, ok(name, 'not installed; no hook is bound to it')];
    return [git, warning(name, 'hooks are bound to it, and Git does not run them', state.help)];
  }
  const file = await outputOf('git', ['rev-parse', '--git-path', 'hooks/pre-commit'], project.root);
  const at = file === undefined ? undefined : path.resolve(project.root, file);
  if (at !== undefined && process.platform !== 'win32' && ((statOf(at)?.mode ?? 0) & 0o111) === 0) {
    return [git, warning(name, `${at} is not executable, so Git ignores it`, `run chmod +x ${at}`)];
  }
  return [git, ok(name, `installed${at === undefined ? '' : `, ${at}`}`)];
}
