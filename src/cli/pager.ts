import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Io } from './io.ts';

/**
 * Prints a text that may be longer than the terminal, as gh does (https://cli.github.com/manual/gh_help_environment): with the
 * pager that `CODEGEN_PAGER` or else `PAGER` names; directly if neither is set, if it is `cat`, or if standard output is not a
 * terminal. If `LESS` and `LV` are not set, they are set as Git does: the pager ends if the text fits on the screen, and shows
 * colours (https://git-scm.com/docs/git-config#Documentation/git-config.txt-corepager).
 */
export async function printPaged(io: Io, text: string): Promise<void> {
  const [program, ...args] = pagerOf(io);
  // Any write removes the progress line.
  io.stdout.write('');
  if (program === undefined || !(await runPager(io, program, args, text))) io.stdout.write(text);
}

/** Returns the words of the pager's command; none without a pager. */
function pagerOf({ stdout, env }: Pick<Io, 'stdout' | 'env'>): readonly string[] {
  if (stdout.isTTY !== true || stdout.fd === undefined || env['TERM'] === 'dumb') return [];
  // An empty value disables the pager.
  const command = env['CODEGEN_PAGER'] ?? env['PAGER'] ?? '';
  const words = (command.match(/"[^"]*"|'[^']*'|[^\s"']+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/s, '$2'));
  return words[0] === 'cat' ? [] : words;
}

/** @returns whether the pager could be started */
async function runPager({ stdout, env }: Io, program: string, args: readonly string[], text: string): Promise<boolean> {
  const pager = spawn(program, args, {
    stdio: ['pipe', stdout.fd ?? 1, 'inherit'],
    env: { ...env, LESS: env['LESS'] ?? 'FRX', LV: env['LV'] ?? '-c' },
  });
  // The user may quit the pager before it has read everything.
  pager.stdin?.on('error', () => {});
  // The pager handles Ctrl-C, so this process ignores it.
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
