import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Io } from './io.ts';

/**
 * Prints a text that may be longer than a terminal, as gh does (https://cli.github.com/manual/gh_help_environment): by the
 * program that `CODEGEN_PAGER`, else `PAGER`, names; as it is where neither does, where it is `cat`, and where standard output
 * is no terminal. A pager that nobody set up is told by `LESS` and `LV`, as Git tells it, to end where all fits, and to leave
 * colours alone (https://git-scm.com/docs/git-config#Documentation/git-config.txt-corepager).
 */
export async function paged(io: Io, text: string): Promise<void> {
  const [program, ...args] = pagerOf(io);
  // Whatever else is shown there goes.
  io.stdout.write('');
  if (program === undefined || !(await pagedBy(io, program, args, text))) io.stdout.write(text);
}

/** The words of the pager's command; none where there is no pager. */
function pagerOf({ stdout, env }: Pick<Io, 'stdout' | 'env'>): readonly string[] {
  if (stdout.isTTY !== true || stdout.fd === undefined || env['TERM'] === 'dumb') return [];
  // One that is empty says that there is to be none.
  const command = env['CODEGEN_PAGER'] ?? env['PAGER'] ?? '';
  const words = (command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/s, '$2'));
  return words[0] === 'cat' ? [] : words;
}

/** @returns whether the pager could be started */
async function pagedBy({ stdout, env }: Io, program: string, args: readonly string[], text: string): Promise<boolean> {
  const pager = spawn(program, args, {
    stdio: ['pipe', stdout.fd ?? 1, 'inherit'],
    env: { ...env, LESS: env['LESS'] ?? 'FRX', LV: env['LV'] ?? '-c' },
  });
  // Who has seen enough closes it.
  pager.stdin?.on('error', () => {});
  // The terminal's interrupt is the pager's to take.
  const stay = () => {};
  process.on('SIGINT', stay);
  try {
    const ended = once(pager, 'close');
    await once(pager, 'spawn');
    pager.stdin?.end(text);
    await ended;
    return true;
  } catch {
    return false;
  } finally {
    process.off('SIGINT', stay);
  }
}
