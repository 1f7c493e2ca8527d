/** Scaffold files of a project: written once, then owned by the user. */

import { ciFiles } from './ci.ts';
import { crateFiles } from './crate.ts';
import { frontendFiles } from './frontend.ts';
import { gitFiles } from './git.ts';
import { hookFiles } from './hooks.ts';
import type { ScaffoldFile, ScaffoldValues } from './project.ts';
import { pythonFiles } from './python.ts';
import { readmeFile } from './readme.ts';
import { serviceFiles } from './service.ts';

export { dependencies, devDependencies, features } from './crate.ts';
export type { ScaffoldValues } from './project.ts';
export { hooksOf } from './service.ts';

export function scaffoldFiles(project: ScaffoldValues): readonly ScaffoldFile[] {
  return [
    readmeFile(project),
    ...gitFiles(project),
    ...crateFiles(project),
    ...serviceFiles(project),
    ...frontendFiles(project),
    ...pythonFiles(project),
    ...ciFiles(project),
    ...hookFiles(project),
  ];
}
