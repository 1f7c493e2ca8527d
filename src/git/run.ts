import { execFileSync } from 'node:child_process';
import { fail, isSystemError } from '../diagnostics/index.ts';

const MAX_OUTPUT_BYTES = 1 << 30;

/**
 * Runs Git, and returns its standard output as bytes.
 *
 * @param cwd the working directory
 * @param input standard input
 * @throws DiagnosticError if Git is not installed, `cwd` is not in a repository, or Git fails.
 */
export function gitBytes(cwd: string, args: readonly string[], input?: string): Buffer {
  try {
    return execFileSync('git', args, {
      cwd,
      // The messages that are recognised below are in English.
      env: { ...process.env, LC_ALL: 'C' },
      maxBuffer: MAX_OUTPUT_BYTES,
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      ...(input !== undefined && { input }),
    });
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') fail('git-missing', {});
    const { stderr } = error as { stderr?: unknown };
    const answer = Buffer.isBuffer(stderr) ? stderr.toString('utf8') : stderr;
    if (typeof answer !== 'string') throw error;
    if (/not a git repository/.test(answer)) return fail('git-no-repository', { folder: cwd });
    return fail('git-failed', { command: `git ${args.join(' ')}`, reason: answer.trim().replace(/^fatal: /, '') });
  }
}

/** Runs Git, and returns its standard output as text without the final line break. */
export function git(cwd: string, ...args: string[]): string {
  return gitBytes(cwd, args).toString('utf8').replace(/\n$/, '');
}
