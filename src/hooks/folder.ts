import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail, makeFolder, reasonOf, replaceFile } from '../diagnostics/index.ts';
import { type Project, rejectLinks } from './project.ts';

const GITIGNORE = `# Written by codegen: commit hooks.json; the other files belong to this machine.
*
!.gitignore
!hooks.json
`;

/** Creates the project's folder, in which Git ignores everything except the registry. */
export function prepareFolder(project: Project): void {
  rejectLinks(project, path.join(project.folder, '.gitignore'));
  try {
    makeFolder(project.folder);
    const gitignore = path.join(project.folder, '.gitignore');
    if (!existsSync(gitignore)) replaceFile(gitignore, GITIGNORE);
  } catch (error) {
    fail('write-failed', { path: project.folder, reason: reasonOf(error) });
  }
}
