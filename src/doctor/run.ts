import { execFile } from 'node:child_process';

/** Time limit; long enough for the cold start of a compiler. */
const TIMEOUT_MS = 15_000;

/** Runs a program, and returns its output; undefined if the program is missing or fails. */
export function outputOf(program: string, args: readonly string[], cwd: string): Promise<string | undefined> {
  // On Windows, npm is a shell script; none of the arguments needs quotes.
  const shell = process.platform === 'win32' && program === 'npm';
  return new Promise((resolve) => {
    execFile(program, args, { cwd, shell, timeout: TIMEOUT_MS, encoding: 'utf8' }, (error, stdout, stderr) => {
      // `dot -V` prints its version on standard error.
      resolve(error ? undefined : stdout.trim() || stderr.trim());
    });
  });
}

/** Returns the first version number in a text: `1.2` or `1.2.3`. */
export function versionIn(text: string): string | undefined {
  return /(?<!\d)\d+\.\d+(?:\.\d+)?/.exec(text)?.[0];
}

/** Whether `version` is greater than or equal to `minimum`. */
export function isAtLeast(version: string, minimum: string): boolean {
  const [a, b] = [version, minimum].map((each) => each.split('.').map(Number));
  for (let index = 0; index < 3; index++) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
