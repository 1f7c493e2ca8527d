import { diagnostic, formatDiagnostic, reasonOf } from '../diagnostics/index.ts';
import { main } from './main.ts';

/** Runs the program on the real process: the only place that touches it. */
export async function run(): Promise<void> {
  // A reader that has seen enough, such as `head`, is no failure.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      // Standard error may be on the same full disk.
      if (stream === process.stdout) {
        const failed = diagnostic('write-failed', { path: 'standard output', reason: reasonOf(error) });
        process.stderr.write(`${formatDiagnostic(failed)}\n`);
      }
      process.exit(1);
    });
  }
  process.exitCode = await main(process.argv.slice(2), { stdout: process.stdout, stderr: process.stderr, env: process.env });
}
