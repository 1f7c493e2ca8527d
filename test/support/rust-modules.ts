/** Models in Rust that stand in one crate, each in a module of its own. */

import type { GeneratedFile } from '../../src/targets/index.ts';

/** The file of what all types of a model share: thousands of lines, and in models that ask for the same the same. */
const SHARED = 'validation.rs';

/** Files of a crate, and the modules that its root has to declare for them, beside those of the models. */
export interface RustModules {
  readonly files: readonly GeneratedFile[];
  readonly declared: readonly string[];
}

/**
 * The files of models as the modules of one crate, below `src/`. What types share is compiled once where it is the same to the
 * letter: it stands in a module at the root, of which the modules of models have all names.
 *
 * @param models the files of each by the name of its module
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
