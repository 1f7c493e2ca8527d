import { type Diagnostic, diagnostic } from '../diagnostics/index.ts';
import {
  describeHook,
  type EventName,
  type FireResult,
  fireEvent,
  type HookEvent,
  type HookRun,
  type UntrustedHook,
} from '../hooks/index.ts';
import type { Io } from './io.ts';
import { report } from './report.ts';

/**
 * Fires an event and reports the result of each hook on standard error. With `toStderr`, scripts write only to standard error, so
 * that standard output is free for JSON.
 *
 * @returns the result, with exit status 1 if a hook failed, was interrupted or (except for `pre-commit`) is not trusted
 */
export async function fire(
  io: Io,
  { cwd, ...firing }: Pick<HookEvent, 'event' | 'args' | 'outputDir'> & { readonly cwd: string },
  options: {
    readonly toStderr: boolean;
    /** Reports only failures and refused hooks. */
    readonly quiet?: boolean;
  },
): Promise<{ readonly fired: FireResult; readonly status: number }> {
  const isQuiet = options.quiet || io.level === 'quiet';
  const fired = await fireEvent(cwd, {
    ...firing,
    env: io.env,
    stdout: options.toStderr ? io.stderr : io.stdout,
    stderr: io.stderr,
    onRun: (run) => {
      if (run.failure) report(io, [run.failure]);
      else if (!isQuiet) io.stderr.write(`${successMessage(run)}\n`);
    },
  });
  if (!isQuiet) report(io, fired.warnings);
  const refusedStatus = report(io, refusedHookDiagnostics(firing.event, fired.refused));
  // A commit is blocked by hooks that fail, not by hooks that do not run.
  const isRefused = refusedStatus !== 0 && firing.event !== 'pre-commit';
  return { fired, status: isRefused || fired.interruptedBy || fired.runs.some((run) => run.failure) ? 1 : 0 };
}

/** Returns diagnostics for the hooks that cannot be trusted, because other users could change their files. */
export function unsafeHookDiagnostics(hooks: readonly UntrustedHook[]): readonly Diagnostic[] {
  return hooks.flatMap(({ hook, unsafe }) =>
    unsafe === undefined ? [] : [diagnostic('hook-unsafe', { hook: describeHook(hook), unsafe })],
  );
}

/** Returns diagnostics for the hooks that did not run: the unsafe ones, and those that the user has not trusted. */
export function refusedHookDiagnostics(event: EventName, refused: readonly UntrustedHook[]): readonly Diagnostic[] {
  const unsafe = unsafeHookDiagnostics(refused);
  const hooks = refused.filter((each) => each.unsafe === undefined).map(({ hook }) => describeHook(hook));
  if (hooks.length === 0) return unsafe;
  return [...unsafe, diagnostic(event === 'pre-commit' ? 'commit-hooks-not-trusted' : 'hooks-not-trusted', { event, hooks })];
}

/** Returns the line for a hook that passed: its name and its duration in milliseconds. */
export function successMessage({ hook, entry }: HookRun): string {
  return `${describeHook(hook)} passed in ${entry.duration_ms} ms`;
}

/**
 * Ends this process with the signal that it received, after all cleanup. The parent process, for example a shell with a loop,
 * must see that a signal ended it.
 */
export function endBySignal(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
}
