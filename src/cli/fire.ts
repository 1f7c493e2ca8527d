import { describeHook, type Fired, type Firing, fireEvent, type HookRun } from '../hooks/index.ts';
import type { Io } from './io.ts';
import { report } from './report.ts';

/**
 * Lets an event occur, and tells on standard error how each hook fared. The output of the scripts goes to
 * where they wrote it, or, so that standard output is free for JSON, to standard error.
 *
 * @returns what came of it, with the exit status: 1 if a hook failed
 */
export async function fire(
  io: Io,
  { cwd, ...firing }: Pick<Firing, 'event' | 'args' | 'outputDir'> & { readonly cwd: string },
  options: { readonly toStderr: boolean /** Tell of failures only. */; readonly quiet?: boolean },
): Promise<{ readonly fired: Fired; readonly status: number }> {
  const fired = await fireEvent(cwd, {
    ...firing,
    env: io.env,
    stdout: options.toStderr ? io.stderr : io.stdout,
    stderr: io.stderr,
    onRun: (run) => {
      if (run.failure) report(io, [run.failure]);
      else if (!options.quiet) io.stderr.write(`${passed(run)}\n`);
    },
  });
  if (!options.quiet) report(io, fired.warnings);
  return { fired, status: fired.interruptedBy || fired.runs.some((run) => run.failure) ? 1 : 0 };
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
