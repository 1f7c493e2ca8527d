import { execFileSync } from 'node:child_process';
import { fail, isSystemError } from '../diagnostics/index.ts';

/** The most bytes that Git may answer with. */
const MOST = 1 << 30;

/**
 * Calls Git and gives the bytes of its answer.
 *
 * @param cwd where it runs
 * @param input what it reads from standard input
 * @throws DiagnosticError if there is no Git, `cwd` is in no repository, or Git says no.
 */
export function gitBytes(cwd: string, args: readonly string[], input?: string): Buffer {
  try {
    return execFileSync('git', args, {
      cwd,
      maxBuffer: MOST,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      ...(input !== undefined && { input }),
    });
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') fail('git-missing', {});
    const { stderr } = error as { stderr?: unknown };
    const said = Buffer.isBuffer(stderr) ? stderr.toString('utf8') : stderr;
    if (typeof said !== 'string') throw error;
    if (/not a git repository/.test(said)) return fail('git-no-repository', { folder: cwd });
    return fail('git-failed', { command: `git ${args.join(' ')}`, reason: said.trim().replace(/^fatal: /, '') });
  }
}

/** Calls Git and gives its answer as text, without the line break at its end. */
export function git(cwd: string, ...args: string[]): string {
  return gitBytes(cwd, args).toString('utf8').replace(/\n$/, '');
}
