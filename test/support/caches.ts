/** Cache folders of the judges, so that no test compiles again what another test has compiled. */

import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of all caches; a fresh clone lacks it. */
export const caches = fileURLToPath(new URL('../../.cache/', import.meta.url));

/** The parent of the crates that Cargo builds. Cargo identifies a crate by its folder, so the folders are fixed. */
export const cargoCache = path.join(caches, 'cargo');

/** Lets crates of models share their compiled dependencies. Another profile would compile them again. */
export const cargoEnvironment = {
  CARGO_TARGET_DIR: path.join(cargoCache, 'target'),
  CARGO_INCREMENTAL: '0',
  CARGO_PROFILE_DEV_DEBUG: '0',
};

/**
 * Lets crates that use sqlx share their compiled dependencies, which are many. They have a folder of their own because Cargo
 * locks it, so that a crate of models and a service compile at the same time.
 */
export const sqlxCargoEnvironment = { ...cargoEnvironment, CARGO_TARGET_DIR: path.join(cargoCache, 'target-sqlx') };

/** Clippy compiles projects and their services, so one compilation is enough for it and for the program. */
export const projectCargoEnvironment = {
  ...sqlxCargoEnvironment,
  CARGO_TERM_COLOR: 'never',
  RUSTC_WORKSPACE_WRAPPER: 'clippy-driver',
};

/** Returns mypy's cache folder for one set of options: its analysis of Pydantic and the standard library. */
export const mypyCache = (options = 'strict'): string => path.join(caches, `mypy-${options}`);
