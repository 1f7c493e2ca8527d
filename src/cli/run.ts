import { allowRestart, isHeapSmall, RESTART_VARIABLE, RestartInChild } from './child-process-choice.ts';
import type { Io } from './io.ts';
import { main, reportCommandFailure } from './main.ts';
import { standardOutput } from './standard-streams.ts';

/** Runs the program with the arguments and streams of the process, and sets its exit code. */
export async function run(): Promise<void> {
  const argv = process.argv.slice(2);
  const io: Io = { stdout: standardOutput('stdout'), stderr: standardOutput('stderr'), env: process.env };
  process.exitCode = process.env[RESTART_VARIABLE] === undefined ? await runParent(argv, io) : await runChild(argv, io);
}

/** Runs a command, and restarts it in a child process if it needs much memory. */
async function runParent(argv: readonly string[], io: Io): Promise<number> {
  try {
    if (!isHeapSmall()) return await main(argv, allowRestart(argv, io));
  } catch (error) {
    if (!(error instanceof RestartInChild)) throw error;
  }
  const { restartInChild } = await import('./child-process.ts');
  const outcome = await restartInChild(argv, io);
  return typeof outcome === 'number' ? outcome : reportCommandFailure(argv, io, [outcome.diagnostic], outcome.printed);
}

/** Runs a command in that child process. */
async function runChild(argv: readonly string[], io: Io): Promise<number> {
  const { childIo } = await import('./child-process.ts');
  return main(argv, childIo(io) ?? io);
}
