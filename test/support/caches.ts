/** Cache folders of the judges, so that no test compiles again what another test has compiled. */

import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of all caches; a fresh clone lacks it. */
export const caches = fileURLToPath(new URL('../../.cache/', import.meta.url));

/** The parent of the crates that Cargo builds. Cargo identifies a crate by its folder, so the folders are fixed. */
export const cargoCache = path.join(caches, 'cargo');

/** Lets all crates share their compiled dependencies. Another profile would compile them again. */
export const cargoEnvironment = {
  CARGO_TARGET_DIR: path.join(cargoCache, 'target'),
  CARGO_INCREMENTAL: '0',
  CARGO_PROFILE_DEV_DEBUG: '0',
};

/** Returns mypy's cache folder for one set of options: its analysis of Pydantic and the standard library. */
export const mypyCache = (options = 'strict'): string => path.join(caches, `mypy-${options}`);
