/** Reads the project's manifests. They belong to the user, who may have renamed their packages. */

import { identifier } from './names.ts';

/** Returns the name by which Rust code uses the crate of a `Cargo.toml`, or undefined if it has none. */
export function crateOf(cargoToml: string): string | undefined {
  const name = nameIn(cargoToml, 'lib') ?? nameIn(cargoToml, 'package');
  return name === undefined ? undefined : identifier(name);
}

/** Returns the Python package of a `pyproject.toml`, or undefined if it has no name. */
export function packageOf(pyproject: string): string | undefined {
  const name = nameIn(pyproject, 'project');
  return name === undefined ? undefined : identifier(name);
}

/** Returns the value of `name` in a table of a TOML document. */
function nameIn(toml: string, table: string): string | undefined {
  let current = '';
  for (const line of toml.split(/\r?\n/)) {
    current = /^\s*\[+([^[\]]+)\]/.exec(line)?.[1]?.trim() ?? current;
    const name = /^\s*name\s*=\s*(["'])([A-Za-z0-9._-]+)\1/.exec(line)?.[2];
    if (current === table && name !== undefined) return name;
  }
  return undefined;
}

/** A line that a scaffold file must have for the generated files to build. */
export interface RequiredLine {
  /** Matches the line, or an equivalent one. */
  readonly pattern: RegExp;
  readonly line: string;
}

/** Returns the needed lines that a text lacks. */
export function missingLines(text: string, needs: readonly RequiredLine[]): string[] {
  return needs.filter(({ pattern }) => !pattern.test(text)).map(({ line }) => line);
}
