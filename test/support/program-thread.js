/** Runs the built program for the thread of the tests, which waits for the outcome; see program.ts. */

import { createRequire } from 'node:module';
import { workerData } from 'node:worker_threads';

const require = createRequire(import.meta.url);
const { program, main, port, ended } = workerData;

// V8's flags apply to the whole process, the tests included.
require('node:v8').setFlagsFromString = () => undefined;

let outcome;

/** Collects what the program writes to a standard stream. */
function collect(name) {
  process[name].write = (chunk, ...rest) => {
    if (outcome !== undefined) outcome[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    rest.find((argument) => typeof argument === 'function')?.();
    return true;
  };
}
collect('stdout');
collect('stderr');

/** Sends the outcome and wakes the thread of the tests. */
function finish(status, hasExited = false) {
  if (outcome === undefined) return;
  port.postMessage({ ...outcome, status, hasExited });
  outcome = undefined;
  Atomics.store(ended, 0, 1);
  Atomics.notify(ended, 0);
}

function fail(error) {
  process.stderr.write(`${error?.stack ?? error}\n`);
  finish(1);
}

process.on('exit', (status) => finish(status, true));
process.on('uncaughtException', fail);

port.on('message', async ({ folder, args }) => {
  outcome = { stdout: '', stderr: '' };
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  // Node.js 20 does not always see that the main thread has changed the folder.
  process.cwd = () => folder;
  try {
    await require(main).run();
    finish(process.exitCode ?? 0);
  } catch (error) {
    fail(error);
  }
});
