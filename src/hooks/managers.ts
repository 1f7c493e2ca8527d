/** Finds out whether husky, lefthook, pre-commit or a file of the user already runs `codegen hook run pre-commit`. */

import path from 'node:path';
import { fail, isSystemError, readRegular, reasonOf } from '../diagnostics/index.ts';
import { quoteForShell } from './shell.ts';

/** By which file Git runs the pre-commit hooks of a project, or how the user can make it run them. */
export type HookManagement =
  | { readonly runs: true; readonly by: string }
  | { readonly runs: false; readonly manager?: Manager; readonly help: string };

export type Manager = 'husky' | 'lefthook';

/** Where a repository keeps its hooks. */
export interface HookLocation {
  readonly top: string;
  readonly hooks: string;
  /** The project's folder relative to the top; `.` for the top itself. */
  readonly project: string;
}

/** The call of this program in a file of any language: `npx --no codegen hook run pre-commit`. */
const CALL = /\bhook\s+run\s+pre-commit\b/;

/** Returns whether a text calls this program, other than in a line that is a comment. */
const hasCall = (text: string) => CALL.test(text.replace(/^[ \t]*(?:#|\/\/).*$/gm, ''));

/** https://lefthook.dev/configuration/: the main file, and the one that adds to it. */
const LEFTHOOK_FILES = ['lefthook', '.lefthook', '.config/lefthook'].flatMap((name) =>
  ['', '-local'].flatMap((kind) => ['yml', 'yaml', 'json', 'jsonc', 'toml'].map((end) => `${name}${kind}.${end}`)),
);

/** Returns the file that husky runs: https://typicode.github.io/husky/ */
function huskyFile({ hooks }: HookLocation): string | undefined {
  const above = path.dirname(hooks);
  return path.basename(hooks) === '_' && path.basename(above) === '.husky' ? path.join(above, 'pre-commit') : undefined;
}

/** Returns the content of a file; undefined if none exists. */
export function readText(file: string): string | undefined {
  try {
    return readRegular(file).toString('utf8');
  } catch (error) {
    if (isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    return fail('file-unreadable', { file, reason: reasonOf(error) });
  }
}

/** Returns how Git runs the hooks of a project before a commit, other than by our file. */
export function detectManagement(location: HookLocation): HookManagement {
  const { top, hooks, project } = location;
  const calls = (file: string) => hasCall(readText(file) ?? '');
  const husky = huskyFile(location);
  if (husky !== undefined) {
    if (calls(husky)) return { runs: true, by: husky };
    const call = 'npx --no codegen hook run pre-commit';
    // Husky runs it at the top, where other hooks or none are registered.
    const line = project === '.' ? call : `(cd ${quoteForShell(project)} && ${call}) || exit $?`;
    return { runs: false, manager: 'husky', help: `add this line to ${husky}: ${line}` };
  }
  const file = path.join(hooks, 'pre-commit');
  const preCommit = readText(file) ?? '';
  if (hasCall(preCommit)) return { runs: true, by: file };
  const configs = LEFTHOOK_FILES.map((name) => path.join(top, name)).filter((file) => readText(file) !== undefined);
  if (configs[0] !== undefined) {
    const by = configs.find(calls);
    if (by !== undefined && preCommit.includes('lefthook')) return { runs: true, by };
    const root = project === '.' ? '' : `, with root: ${project}`;
    const add = `add a job to pre-commit in ${configs[0]} that runs codegen hook run pre-commit${root}`;
    return { runs: false, manager: 'lefthook', help: by !== undefined ? 'lefthook install' : add };
  }
  // https://pre-commit.com also runs the previous file.
  const config = path.join(top, '.pre-commit-config.yaml');
  if (!calls(config)) return { runs: false, help: 'run codegen hook install' };
  return preCommit.includes('pre-commit.com') ? { runs: true, by: config } : { runs: false, help: 'pre-commit install' };
}
