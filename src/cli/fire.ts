import { type Diagnostic, diagnostic } from '../diagnostics/index.ts';
import { describeHook, type EventName, type Fired, type Firing, fireEvent, type HookRun, type Refused } from '../hooks/index.ts';
import type { Io } from './io.ts';
import { report } from './report.ts';

/**
 * Lets an event occur, and tells on standard error how each hook fared. The output of the scripts goes to
 * where they wrote it, or, so that standard output is free for JSON, to standard error.
 *
 * @returns what came of it, with the exit status: 1 if a hook failed, or is not trusted
 */
export async function fire(
  io: Io,
  { cwd, ...firing }: Pick<Firing, 'event' | 'args' | 'outputDir'> & { readonly cwd: string },
  options: { readonly toStderr: boolean /** Tell of failures only. */; readonly quiet?: boolean },
): Promise<{ readonly fired: Fired; readonly status: number }> {
  const isQuiet = options.quiet || io.level === 'quiet';
  const fired = await fireEvent(cwd, {
    ...firing,
    env: io.env,
    stdout: options.toStderr ? io.stderr : io.stdout,
    stderr: io.stderr,
    onRun: (run) => {
      if (run.failure) report(io, [run.failure]);
      else if (!isQuiet) io.stderr.write(`${passed(run)}\n`);
    },
  });
  if (!isQuiet) report(io, fired.warnings);
  // A commit is blocked by hooks that fail, not by hooks that do not run.
  const isBarred = report(io, refusals(firing.event, fired.refused)) !== 0 && firing.event !== 'pre-commit';
  return { fired, status: isBarred || fired.interruptedBy || fired.runs.some((run) => run.failure) ? 1 : 0 };
}

/** What is to be said of hooks that did not run. */
export function refusals(event: EventName, refused: readonly Refused[]): readonly Diagnostic[] {
  const unsafe = refused.flatMap(({ hook, unsafe }) =>
    unsafe === undefined ? [] : [diagnostic('hook-unsafe', { hook: describeHook(hook), unsafe })],
  );
  const hooks = refused.filter((each) => each.unsafe === undefined).map(({ hook }) => describeHook(hook));
  if (hooks.length === 0) return unsafe;
  return [...unsafe, diagnostic(event === 'pre-commit' ? 'commit-hooks-not-trusted' : 'hooks-not-trusted', { event, hooks })];
}

export function passed({ hook, entry }: HookRun): string {
  return `${describeHook(hook)} passed in ${entry.duration_ms} ms`;
}

/**
 * Ends this process by the signal that it was sent, now that all is in order: whoever started it, such as a
 * shell with a loop, is to know.
 */
export function endBySignal(signal: NodeJS.Signals): void {
  process.kill(process.pid, signal);
}
