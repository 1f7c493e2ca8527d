import type { Operation } from '../../targets/openapi-spec/index.ts';
import type { OptionalCrate } from '../../targets/rust-models/index.ts';

/** All that the scaffold files speak of. */
export interface Project {
  /** For people: on one line, without quotes. */
  readonly name: string;
  /** The package of Cargo. */
  readonly cargo: string;
  readonly npm: string;
  /** The Python distribution, and the package to import. */
  readonly distribution: string;
  readonly pythonPackage: string;
  /** The ontology, relative to the project, with `/` between folders. There are no control characters in it. */
  readonly ontology: string;
  /** The options that name what belongs to the ontology beside it, and what was decided where it is silent. */
  readonly sourceOptions: readonly string[];
  /** The files of the migration, relative to the project. */
  readonly migration: { readonly up: string; readonly down: string };
  /** The crates that these models need beside those that all need. */
  readonly crates: ReadonlySet<OptionalCrate>;
  /** An operation to show how the client is used. */
  readonly operation: Operation;
}

/** A scaffold file. */
export interface ScaffoldFile {
  readonly path: string;
  readonly content: string;
  readonly executable?: boolean;
}

/** A path as a word of the shell. */
export function shellWord(path: string): string {
  if (/^[\p{L}\p{N}_./+@%,=-]+$/u.test(path) && !path.startsWith('-')) return path;
  return `'${path.replaceAll("'", "'\\''")}'`;
}

/** Arguments of a command after others. */
export function shellWords(words: readonly string[]): string {
  return words.map((word) => ` ${word.startsWith('--') ? word : shellWord(word)}`).join('');
}

/** A path in prose, as code. */
export function inProse(path: string): string {
  return `\`${path.replaceAll('`', '?')}\``;
}
