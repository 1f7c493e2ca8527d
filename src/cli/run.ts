import { main } from './main.ts';

/** Runs the program on the real process: the only place that touches it. */
export async function run(): Promise<void> {
  // A reader that has seen enough, such as `head`, is no failure.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit();
      throw error;
    });
  }
  try {
    process.exitCode = await main(process.argv.slice(2), { stdout: process.stdout, stderr: process.stderr, env: process.env });
  } catch (error) {
    process.exitCode = 1;
    const text = error instanceof Error ? error.message : String(error);
    const detail = process.env['CODEGEN_DEBUG'] === '1' && error instanceof Error ? `\n${error.stack}` : '';
    process.stderr.write(
      `error: codegen itself failed: ${text}${detail}\n  help: this is a fault of the program; CODEGEN_DEBUG=1 shows where\n`,
    );
  }
}
