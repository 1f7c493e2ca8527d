/** Runs `codegen hook create`, `remove`, `run`, `install` and `uninstall`. */

import { diagnostic, escapeControlCharacters, fail, suggest } from '../diagnostics/index.ts';
import {
  argumentProblem,
  describeHook,
  type EventName,
  eventNames,
  findProject,
  type GitChange,
  isEventName,
  loadChange,
  loadGitHooks,
  type Program,
  readHooks,
  recordOf,
} from '../hooks/index.ts';
import { endBySignal, fire } from './fire.ts';
import { type Io, printJson, printNote, printSuccess, readAll } from './io.ts';
import type { HookCreateOptions, HookRemoveOptions, HookRunOptions } from './options.ts';
import { report } from './report.ts';

export async function createHook(io: Io, options: HookCreateOptions): Promise<number> {
  const event = await parseEvent(options.event);
  if (options.script === '') fail('usage', { message: 'the path of the script is empty' });
  if (options.name?.trim() === '') fail('usage', { message: 'the name is empty', help: 'leave --name out' });
  const cwd = process.cwd();
  const project = findProject(cwd);
  const { createHook: create } = await loadChange();
  const { hook, warnings } = await create(project, {
    event,
    script: options.script,
    cwd,
    env: io.env,
    ...(options.name !== undefined && { name: options.name }),
  });
  report(io, warnings);
  if (event === 'pre-commit') {
    const { gitHookState } = await loadGitHooks();
    const state = gitHookState(project);
    if (state?.runs === false) report(io, [diagnostic('git-hook-not-installed', { help: state.help })]);
  }
  printJson(io, { hook_id: hook.id, status: 'created', hook: recordOf(hook) });
  return 0;
}

async function parseEvent(name: string): Promise<EventName> {
  if (isEventName(name)) return name;
  return fail('unknown-event', { name, known: eventNames, suggestion: await suggest(name, eventNames) });
}

export async function removeHook(io: Io, id: string, options: HookRemoveOptions): Promise<number> {
  const project = findProject(process.cwd());
  const hooks = readHooks(project);
  const hook = hooks.find((each) => each.id === id);
  const unknown = async () => {
    const ids = hooks.map((each) => each.id).filter((each) => each !== id);
    return fail('unknown-hook', { id, suggestion: await suggest(id, ids) });
  };
  if (!hook) return unknown();
  if (!options.force && !(await confirmRemoval(io, `Remove ${describeHook(hook)} from ${hook.trigger}?`))) {
    report(io, [diagnostic('hook-kept', { id })]);
    printJson(io, { hook_id: id, status: 'kept' });
    return 1;
  }
  const { removeHook: remove } = await loadChange();
  if (!(await remove(project, id, io.env))) return unknown();
  printJson(io, { hook_id: id, status: 'removed' });
  return 0;
}

/** Asks on standard error, and reads a line of standard input. */
async function confirmRemoval(io: Io, question: string): Promise<boolean> {
  io.stderr.write(`${escapeControlCharacters(question)} [y/N] `);
  const answer = await readLine(process.stdin);
  // On a terminal the user's own Enter ends the line.
  if (!process.stdin.isTTY) io.stderr.write('\n');
  return /^\s*y(es)?\s*$/i.test(answer);
}

async function readLine(input: NodeJS.ReadStream): Promise<string> {
  let text = '';
  input.setEncoding('utf8');
  for await (const chunk of input) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  return text.split('\n', 1)[0] ?? '';
}

export async function runHooks(io: Io, name: string, extraArgs: readonly string[], options: HookRunOptions): Promise<number> {
  const event = await parseEvent(name);
  // Users may put "--" before arguments that begin with a dash.
  const args = extraArgs[0] === '--' ? extraArgs.slice(1) : extraArgs;
  const problem = argumentProblem(event, args);
  if (problem) fail('usage', problem);
  if (options.noHooks) {
    if (options.json) printJson(io, { event, runs: [], failed: 0, refused: [] });
    return 0;
  }
  const firing = {
    event,
    args: event === 'on-test-fail' && args[0] === '-' ? [await readAll(process.stdin), ...args.slice(1)] : args,
    cwd: process.cwd(),
  };
  const { fired, status } = await fire(io, firing, { toStderr: options.json });
  if (options.json) {
    const runs = fired.runs.map(({ entry: { event: _, output: __, ...run } }) => run);
    const refused = fired.refused.map(({ hook }) => hook.id);
    printJson(io, { event, runs, failed: fired.runs.filter((run) => run.failure).length, refused });
  } else if (fired.runs.length + fired.refused.length === 0 && !fired.interruptedBy && !isRunByGit()) {
    printNote(io, `no hook is registered for ${event}`);
  }
  if (fired.interruptedBy) endBySignal(fired.interruptedBy);
  return status;
}

/** Returns whether a Git hook started this process: Git sets this variable (githooks(5)). There, no output means success. */
function isRunByGit(): boolean {
  const { GIT_INDEX_FILE: index } = process.env;
  return index !== undefined;
}

/** Returns the paths with which this program can be started from any folder. */
function currentProgram(): Program {
  return { node: process.execPath, script: process.argv[1] ?? '' };
}

export async function install(io: Io): Promise<number> {
  const project = findProject(process.cwd());
  const hooks = readHooks(project);
  const { installGitHook } = await loadGitHooks();
  const result = installGitHook(project, currentProgram());
  report(io, result.warnings);
  printSuccess(io, describeGitChange(result));
  if (!hooks.some((hook) => hook.trigger === 'pre-commit')) {
    printNote(io, 'no hook is registered for pre-commit yet; codegen hook create --event pre-commit --script <path>');
  }
  return 0;
}

export async function uninstall(io: Io): Promise<number> {
  const { uninstallGitHook } = await loadGitHooks();
  const result = uninstallGitHook(findProject(process.cwd()), currentProgram());
  printSuccess(io, describeGitChange(result));
  return 0;
}

function describeGitChange({ file, change, before }: GitChange): string {
  const backupNote = before === undefined ? '' : `\nthe file that was there before is kept as ${before}, and runs first`;
  switch (change) {
    case 'created':
      return `wrote ${file}${backupNote}`;
    case 'updated':
      return `updated ${file}${backupNote}`;
    case 'unchanged':
      return `${file} is up to date${backupNote}`;
    case 'elsewhere':
      return `nothing to write: ${file} lets Git run the hooks of this project`;
    case 'removed':
      return `removed ${file}`;
    case 'restored':
      return `restored the previous ${file}`;
    case 'absent':
      return `nothing to undo: ${file} does not run the hooks of this project`;
    default:
      return change satisfies never;
  }
}
