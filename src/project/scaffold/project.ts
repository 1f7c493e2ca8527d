import type { Operation } from '../../targets/openapi-spec/index.ts';
import type { OptionalCrate } from '../../targets/rust-models/index.ts';
import type { ServiceKind } from '../files.ts';
import type { FirstRequests } from '../first-requests.ts';
import type { Pages } from '../service/index.ts';

/** All values that scaffold files contain. */
export interface Project {
  /** Name for prose: on one line, without quotes. */
  readonly name: string;
  /** The Cargo package. */
  readonly cargo: string;
  readonly npm: string;
  /** The Python distribution, and the package to import. */
  readonly distribution: string;
  readonly pythonPackage: string;
  /** The ontology, relative to the project, with `/` between folders and without control characters. */
  readonly ontology: string;
  /** Command-line options for additional inputs and stated policies. */
  readonly sourceOptions: readonly string[];
  /** The files of the migration, relative to the project. */
  readonly migration: { readonly up: string; readonly down: string };
  /** Optional crates that these models need. */
  readonly crates: ReadonlySet<OptionalCrate>;
  readonly service: ServiceKind;
  /** The Rust types of the classes with operations. */
  readonly resources: readonly string[];
  readonly firstRequests: FirstRequests;
  readonly pages: Pages;
  /** An operation for the client's usage example. */
  readonly operation: Operation;
}

export interface ScaffoldFile {
  readonly path: string;
  readonly content: string;
  readonly executable?: boolean;
}

/** Quotes a path for the shell. */
export function shellWord(path: string): string {
  if (/^[\p{L}\p{N}_./+@%,=-]+$/u.test(path) && !path.startsWith('-')) return path;
  return `'${path.replaceAll("'", "'\\''")}'`;
}

/** Prints arguments that follow others in a command. */
export function shellWords(words: readonly string[]): string {
  return words.map((word) => ` ${word.startsWith('--') ? word : shellWord(word)}`).join('');
}

/** Prints a path as code in Markdown. */
export function markdownCode(path: string): string {
  return `\`${path.replaceAll('`', '?')}\``;
}
