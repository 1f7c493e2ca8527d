import { type Diagnostic, diagnostic, formatDiagnostic, reasonOf } from '../diagnostics/index.ts';
import { main } from './main.ts';

function tell(message: Diagnostic): void {
  process.stderr.write(`${formatDiagnostic(message)}\n`);
}

/** Runs the program on the real process: the only place that touches it. */
export async function run(): Promise<void> {
  // A reader that has seen enough, such as `head`, is no failure.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      // Standard error may be on the same full disk.
      if (stream === process.stdout) tell(diagnostic('write-failed', { path: 'standard output', reason: reasonOf(error) }));
      process.exit(1);
    });
  }
  try {
    process.exitCode = await main(process.argv.slice(2), { stdout: process.stdout, stderr: process.stderr, env: process.env });
  } catch (error) {
    process.exitCode = 1;
    // Something recursed over what the user gave: no fault of the program that anybody could mend, but of the input.
    if (error instanceof RangeError && process.env['CODEGEN_DEBUG'] !== '1') {
      const reason = /call stack/.test(error.message) ? 'its stack is used up' : 'its memory is used up';
      tell(diagnostic('engine-failed', { what: 'what was given', reason }));
      return;
    }
    const text = error instanceof Error ? error.message : String(error);
    const detail = process.env['CODEGEN_DEBUG'] === '1' && error instanceof Error ? `\n${error.stack}` : '';
    process.stderr.write(
      `error: codegen itself failed: ${text}${detail}\n  help: this is a fault of the program; CODEGEN_DEBUG=1 shows where\n`,
    );
  }
}
