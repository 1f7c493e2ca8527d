/** Programs that manage the hooks of a repository, and whether they run those of a project. */

import path from 'node:path';

/** Who runs the pre-commit hooks of a project, by which file, and what else would let Git run them. */
export type Managed =
  | { readonly runs: true; readonly by: string }
  | { readonly runs: false; readonly manager?: Manager; readonly help: string };

export type Manager = 'husky' | 'lefthook';

/** Where a repository keeps its hooks. */
export interface Place {
  readonly top: string;
  readonly hooks: string;
  /** The project's folder from the top on; the top itself is `.`. */
  readonly project: string;
}

/** What lets the program run in a file of whichever language: `npx --no codegen hook run pre-commit`. */
const CALL = /\bhook\s+run\s+pre-commit\b/;

/** https://lefthook.dev/configuration/: the main file, and the one that adds to it. */
const LEFTHOOK = ['lefthook', '.lefthook', '.config/lefthook'].flatMap((name) =>
  ['', '-local'].flatMap((kind) => ['yml', 'yaml', 'json', 'jsonc', 'toml'].map((end) => `${name}${kind}.${end}`)),
);

/** What husky runs: https://typicode.github.io/husky/ */
function huskyFile({ hooks }: Place): string | undefined {
  const above = path.dirname(hooks);
  return path.basename(hooks) === '_' && path.basename(above) === '.husky' ? path.join(above, 'pre-commit') : undefined;
}

/**
 * What lets Git run the hooks of a project before a commit, other than the file that this program writes.
 *
 * @param read the text of a file; nothing if there is none
 * @param quoted a text as an argument of a shell
 */
export function managedBy(place: Place, read: (file: string) => string | undefined, quoted: (text: string) => string): Managed {
  const { top, hooks, project } = place;
  const calls = (file: string) => CALL.test(read(file) ?? '');
  const husky = huskyFile(place);
  if (husky !== undefined) {
    if (calls(husky)) return { runs: true, by: husky };
    const call = 'npx --no codegen hook run pre-commit';
    // Husky runs it at the top, where other hooks are registered, or none.
    const line = project === '.' ? call : `(cd ${quoted(project)} && ${call}) || exit $?`;
    return { runs: false, manager: 'husky', help: `add this line to ${husky}: ${line}` };
  }
  const file = path.join(hooks, 'pre-commit');
  const installed = read(file) ?? '';
  if (CALL.test(installed)) return { runs: true, by: file };
  const lefthook = LEFTHOOK.map((name) => path.join(top, name)).filter((file) => read(file) !== undefined);
  if (lefthook[0] !== undefined) {
    const by = lefthook.find(calls);
    if (by !== undefined && installed.includes('lefthook')) return { runs: true, by };
    const root = project === '.' ? '' : `, with root: ${project}`;
    const add = `add a job to pre-commit in ${lefthook[0]} that runs codegen hook run pre-commit${root}`;
    return { runs: false, manager: 'lefthook', help: by !== undefined ? 'lefthook install' : add };
  }
  // https://pre-commit.com: what was there before runs as well.
  const config = path.join(top, '.pre-commit-config.yaml');
  if (!calls(config)) return { runs: false, help: 'codegen hook install' };
  return installed.includes('pre-commit.com') ? { runs: true, by: config } : { runs: false, help: 'pre-commit install' };
}
