/** What the project's own manifests say. They belong to the user, who may have renamed what is in them. */

import { identifier } from './names.ts';

/** The name by which Rust code calls the crate of a `Cargo.toml`, if it is given there. */
export function crateOf(cargoToml: string): string | undefined {
  const name = nameIn(cargoToml, 'lib') ?? nameIn(cargoToml, 'package');
  return name === undefined ? undefined : identifier(name);
}

/** The package that belongs to a `pyproject.toml`, if it has a name. */
export function packageOf(pyproject: string): string | undefined {
  const name = nameIn(pyproject, 'project');
  return name === undefined ? undefined : identifier(name);
}

/** The string that `name` is set to in a table of a TOML document. */
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
export interface Need {
  /** Finds it, or what stands in for it. */
  readonly pattern: RegExp;
  /** What to write. */
  readonly line: string;
}

/** The lines that are needed and missing. */
export function missing(text: string, needs: readonly Need[]): string[] {
  return needs.filter(({ pattern }) => !pattern.test(text)).map(({ line }) => line);
}
