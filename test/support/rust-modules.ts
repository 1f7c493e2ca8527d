/** Puts several Rust models into one crate, each in its own module. */

import type { GeneratedFile } from '../../src/targets/index.ts';

/** The file with the code that all types of a model share: thousands of lines, often identical in several models. */
const SHARED = 'validation.rs';

/** Files of a crate, and the modules that its root must declare in addition to those of the models. */
export interface RustModules {
  readonly files: readonly GeneratedFile[];
  readonly declared: readonly string[];
}

/**
 * Returns the files of models as modules of one crate, below `src/`. Identical copies of the shared code are compiled once:
 * they become a module at the root, and the modules of the models re-export its names.
 *
 * @param models the files of each model by the name of its module
 */
export function rustModules(models: Iterable<readonly [module: string, files: readonly GeneratedFile[]]>): RustModules {
  const shared = new Map<string, string>();
  const files: GeneratedFile[] = [];
  for (const [module, own] of models) {
    for (const file of own) {
      if (file.path !== SHARED) {
        files.push({ ...file, path: `${module}/${file.path}` });
        continue;
      }
      const name = shared.get(file.content) ?? `shared_${shared.size}`;
      shared.set(file.content, name);
      files.push({ path: `${module}/${SHARED}`, content: `pub use crate::${name}::*;\n` });
    }
  }
  for (const [content, name] of shared) files.push({ path: `${name}.rs`, content });
  return { files, declared: [...shared.values()] };
}
