import { main } from './main.ts';
import { standardStream } from './standard-streams.ts';

/** Runs the program with the arguments and streams of the process, and sets its exit code. */
export async function run(): Promise<void> {
  const io = { stdout: standardStream('stdout'), stderr: standardStream('stderr'), env: process.env };
  process.exitCode = await main(process.argv.slice(2), io);
}
