import { tellPhases } from '../diagnostics/index.ts';
import type { Io, Output } from './io.ts';

/**
 * Does work that may take long, and says on a terminal what it is, and the phases that it tells of. The work prints to the
 * streams that it is handed: the first thing that it prints takes the line away.
 */
export async function during<T>(io: Io, text: string, work: (io: Io) => Promise<T>): Promise<T> {
  if (!io.stderr.isTTY || io.level === 'quiet') return work(io);
  const { Progress } = await import('./progress.ts');
  const progress = new Progress(io);
  const ending = (output: Output): Output => ({
    write: (chunk) => {
      progress.end();
      return output.write(chunk);
    },
    isTTY: output.isTTY,
    columns: output.columns,
  });
  const before = tellPhases((what, parts) => progress.phase(what, parts));
  try {
    await progress.step(text);
    // Who pages what is printed hands the terminal on.
    return await work({ ...io, stdout: { ...ending(io.stdout), fd: io.stdout.fd }, stderr: ending(io.stderr) });
  } finally {
    tellPhases(before);
    progress.end();
  }
}
