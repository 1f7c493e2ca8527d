/** Fires an event: runs the trusted hooks of it, and records each run in the journal. */

import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Diagnostic, DiagnosticError, diagnostic, reasonOf, temporaryFolder } from '../diagnostics/index.ts';
import { type Argument, type FittedArguments, fitArguments, MAX_ARGUMENT_BYTES } from './arguments.ts';
import { CHAIN_VARIABLE, checkDepth, type Env, extendChain } from './chain.ts';
import type { EventName } from './events.ts';
import { type ExecutionEnd, execute } from './execute.ts';
import { type Interrupts, listenForInterrupts } from './interrupts.ts';
import { appendEntry, type JournalEntry } from './journal.ts';
import { LinePrefixer, type Sink, Tail } from './output-streams.ts';
import { describeProblem } from './problem.ts';
import type { Project } from './project.ts';
import { describeHook, type Hook, labelOf, scriptOf } from './registry.ts';
import { type ScriptProblem, scriptProblem } from './script.ts';
import { sortByTrust, type UntrustedHook } from './trust.ts';

/** An event that occurs, for example `post-generate` after `codegen generate`. */
export interface HookEvent {
  readonly event: EventName;
  /** Passed to each script unchanged. */
  readonly args?: readonly Argument[];
  /** For `post-generate`: the absolute path of the output folder. */
  readonly outputDir?: string;
  readonly env: Env;
  /** Where the output of the scripts goes. */
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly onRun?: (run: HookRun) => void;
  /** Set if the caller already listens to signals. */
  readonly interrupts?: Interrupts;
}

export interface FireResult {
  readonly runs: readonly HookRun[];
  /** Hooks that did not run, because they are not trusted. */
  readonly refused: readonly UntrustedHook[];
  /** Problems other than failed hooks. */
  readonly warnings: readonly Diagnostic[];
  /** The signal that stopped it early; its scripts were stopped, too. */
  readonly interruptedBy: NodeJS.Signals | undefined;
}

export interface HookRun {
  readonly hook: Hook;
  readonly entry: JournalEntry;
  /** The error, if it failed. */
  readonly failure: Diagnostic | undefined;
}

/** How a hook's run ended. */
type Outcome = ExecutionEnd | { readonly kind: 'cannot-run'; readonly problem: ScriptProblem };

/** Context that all runs of one event share. */
interface RunContext {
  readonly firing: HookEvent;
  readonly project: Project;
  readonly interrupts: Interrupts;
  readonly arguments: EventArguments;
  /** Whether each line of output begins with the name of its hook, because there are several. */
  readonly isPrefixed: boolean;
}

/**
 * Runs the trusted hooks of an event, one after another. If one fails, the others still run.
 *
 * @throws DiagnosticError if hooks fire the event again without end
 */
export async function fire(project: Project, hooks: readonly Hook[], firing: HookEvent): Promise<FireResult> {
  checkDepth(firing.event, firing.env);
  const interrupts = firing.interrupts ?? listenForInterrupts();
  const eventArguments = new EventArguments(firing.args ?? []);
  const runs: HookRun[] = [];
  let warning: Diagnostic | undefined;
  const { trusted, refused } = sortByTrust(project, hooks, firing.env);
  const context = { firing, project, interrupts, arguments: eventArguments, isPrefixed: trusted.length > 1 };
  try {
    for (const hook of trusted) {
      if (interrupts.signal) break;
      const run = await runHook(hook, context);
      runs.push(run);
      warning = await recordRun(project, run.entry);
      firing.onRun?.(run);
    }
  } finally {
    eventArguments.dispose();
    if (!firing.interrupts) interrupts.release();
  }
  return { runs, refused, warnings: warning ? [warning] : [], interruptedBy: interrupts.signal };
}

async function runHook(hook: Hook, context: RunContext): Promise<HookRun> {
  const { firing, project } = context;
  const time = new Date().toISOString();
  const start = performance.now();
  const script = scriptOf(project, hook);
  const tail = new Tail();
  const problem = scriptProblem(script);
  const outcome: Outcome = problem ? { kind: 'cannot-run', problem } : await runScript(hook, script, tail, context);
  const duration = Math.round(performance.now() - start);
  const failure = failureOf(outcome, hook, script, duration);
  const entry: JournalEntry = {
    time,
    event: firing.event,
    hook_id: hook.id,
    action: hook.action,
    exit_status: outcome.kind === 'exited' ? outcome.status : null,
    ...(outcome.kind === 'killed' && { signal: outcome.signal }),
    ...(outcome.kind === 'not-started' && { reason: outcome.reason }),
    ...(outcome.kind === 'cannot-run' && { reason: describeProblem(outcome.problem, script).reason }),
    duration_ms: duration,
    output: tail.text(),
  };
  return { hook, entry, failure };
}

async function runScript(hook: Hook, script: string, tail: Tail, context: RunContext): Promise<ExecutionEnd> {
  const { firing, project, interrupts } = context;
  const prefix = `[${labelOf(hook)}] `;
  const stdout = new LinePrefixer(firing.stdout, context.isPrefixed ? prefix : '');
  const stderr = new LinePrefixer(firing.stderr, context.isPrefixed ? prefix : '');
  for (;;) {
    const ending = await execute({
      file: script,
      args: context.arguments.fitted.args,
      cwd: project.root,
      env: environmentOf(hook, context),
      onStdout: (chunk) => {
        tail.write(chunk);
        stdout.write(chunk);
      },
      onStderr: (chunk) => {
        tail.write(chunk);
        stderr.write(chunk);
      },
      interrupts,
    });
    if (ending.kind === 'not-started' && ending.code === 'E2BIG' && context.arguments.shorten()) continue;
    if (context.isPrefixed) {
      stdout.end();
      stderr.end();
    }
    return ending;
  }
}

/** Returns the environment of a hook's script: that of this process, and variables about the event. */
function environmentOf(hook: Hook, { firing, project, arguments: { file } }: RunContext): Env {
  const { event, env } = firing;
  // The variables of an outer hook describe its own event, not this one.
  const { CODEGEN_ARGUMENT_FILE: _, CODEGEN_OUTPUT_DIR: outer, ...inherited } = env;
  return {
    ...inherited,
    CODEGEN_EVENT: event,
    CODEGEN_HOOK_ID: hook.id,
    CODEGEN_PROJECT_ROOT: project.root,
    [CHAIN_VARIABLE]: extendChain(event, hook.id, env),
    ...(event === 'post-generate' && { CODEGEN_OUTPUT_DIR: firing.outputDir ?? outer ?? project.root }),
    ...(file !== undefined && { CODEGEN_ARGUMENT_FILE: file }),
  };
}

/** The arguments of an event, and a file with the one that did not fit. */
class EventArguments {
  readonly #all: readonly Argument[];
  #maxBytes = MAX_ARGUMENT_BYTES;
  #fitted: FittedArguments;
  #folder: string | undefined;

  constructor(given: readonly Argument[]) {
    this.#all = given;
    this.#fitted = fitArguments(given, this.#maxBytes);
  }

  get fitted(): FittedArguments {
    return this.#fitted;
  }

  /** Shortens the arguments, because the system accepts less. Returns whether they can be shortened again. */
  shorten(): boolean {
    this.#maxBytes = Math.floor(this.#maxBytes / 2);
    this.#fitted = fitArguments(this.#all, this.#maxBytes);
    return this.#maxBytes > 1000;
  }

  /** The file with the whole argument that did not fit. */
  get file(): string | undefined {
    const { oversized } = this.#fitted;
    if (oversized === undefined) return undefined;
    const isNew = this.#folder === undefined;
    this.#folder ??= temporaryFolder('codegen-argument-');
    const file = path.join(this.#folder, 'argument.txt');
    if (isNew) writeFileSync(file, oversized);
    return file;
  }

  dispose(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

function failureOf(outcome: Outcome, hook: Hook, script: string, duration: number): Diagnostic | undefined {
  const about = { hook: describeHook(hook), duration };
  switch (outcome.kind) {
    case 'exited':
      return outcome.status === 0 ? undefined : diagnostic('hook-failed', { ...about, status: outcome.status });
    case 'killed':
      return diagnostic('hook-killed', { ...about, signal: outcome.signal });
    case 'not-started':
      return diagnostic('hook-not-started', { ...about, reason: outcome.reason, help: '' });
    case 'cannot-run':
      return diagnostic('hook-not-started', { ...about, ...describeProblem(outcome.problem, script) });
    default:
      return outcome satisfies never;
  }
}

/** Adds a run to the journal. If that fails, it returns a warning. */
async function recordRun(project: Project, entry: JournalEntry): Promise<Diagnostic | undefined> {
  try {
    await appendEntry(project, entry);
    return undefined;
  } catch (error) {
    const reason = error instanceof DiagnosticError ? error.message : reasonOf(error);
    return diagnostic('journal-not-written', { path: project.journal, reason });
  }
}
