/** Shared helpers of the project tests. */

import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../support/program.ts';

/** Writes an executable script. */
export function writeScript(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}

/** Returns an environment with the built program as `codegen`, and with `commands` as scripts of the given text. */
export function environment(folder: string, commands: Readonly<Record<string, string>> = {}): Record<string, string> {
  const program = path.join(root, 'bin/codegen.js');
  writeScript(path.join(folder, 'codegen'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  for (const [name, text] of Object.entries(commands)) writeScript(path.join(folder, name), text);
  return { PATH: `${folder}${path.delimiter}${process.env['PATH']}`, NO_COLOR: '1' };
}
