/** Returns standard output and standard error of the process, whose errors end the process. */

import { diagnostic, formatDiagnostic, reasonOf } from '../diagnostics/index.ts';

type Name = 'stdout' | 'stderr';

const handledStreams = new Set<Name>();

/** Returns a stream of Node.js; the process ends if the stream fails. */
export function standardStream(name: Name): NodeJS.WriteStream {
  const stream = process[name];
  if (!handledStreams.has(name)) stream.on('error', (error: NodeJS.ErrnoException) => exitOnError(name, error));
  handledStreams.add(name);
  return stream;
}

/** Ends the process, because its output is lost. A reader that closes the pipe early, such as `head`, is not an error. */
function exitOnError(name: Name, error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit();
  // An error of standard error itself cannot be reported.
  if (name === 'stdout') {
    const failed = diagnostic('write-failed', { path: 'standard output', reason: reasonOf(error) });
    standardStream('stderr').write(`${formatDiagnostic(failed)}\n`);
  }
  process.exit(1);
}
