import { setPhaseListener } from '../diagnostics/index.ts';
import type { Io, Output } from './io.ts';

/**
 * Runs work that may take long, and shows its name and its phases on a terminal. The work prints to the streams that it receives:
 * its first output removes the progress line.
 */
export async function showProgress<T>(io: Io, text: string, work: (io: Io) => Promise<T>): Promise<T> {
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
  const before = setPhaseListener((what, parts) => progress.phase(what, parts));
  try {
    await progress.step(text);
    // A pager needs the file descriptor of the terminal.
    return await work({ ...io, stdout: { ...ending(io.stdout), fd: io.stdout.fd }, stderr: ending(io.stderr) });
  } finally {
    setPhaseListener(before);
    progress.end();
  }
}
