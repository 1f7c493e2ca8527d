/** Where judges keep what they made before, so that no test compiles what another one has. */

import path from 'node:path';
import { fileURLToPath } from 'node:url';

const caches = fileURLToPath(new URL('../../.cache/', import.meta.url));

/** Below it lie the crates that Cargo builds: it knows a crate by its folder. */
export const cargoCache = path.join(caches, 'cargo');

/** All crates share what they depend on, compiled; another profile would compile it again. */
export const cargoEnvironment = {
  CARGO_TARGET_DIR: path.join(cargoCache, 'target'),
  CARGO_INCREMENTAL: '0',
  CARGO_PROFILE_DEV_DEBUG: '0',
};

/** What mypy knows of Pydantic and the standard library, for the same options. */
export const mypyCache = (options = 'strict'): string => path.join(caches, `mypy-${options}`);
