/** The values that scaffold files contain, and helpers that print them in shell commands and Markdown. */

import type { Operation } from '../../targets/openapi-spec/index.ts';
import type { OptionalCrate } from '../../targets/rust-models/index.ts';
import type { ServiceKind } from '../files.ts';
import type { FirstRequests } from '../first-requests.ts';
import type { Pages } from '../service/index.ts';

export interface ScaffoldValues {
  /** Name for prose: on one line, without quotes. */
  readonly name: string;
  readonly cargo: string;
  readonly npm: string;
  /** The Python distribution, and the package to import. */
  readonly distribution: string;
  readonly pythonPackage: string;
  /** The ontology, relative to the project, with `/` between folders and without control characters. */
  readonly ontology: string;
  /** Command-line options for additional inputs, and for policies that the user stated. */
  readonly sourceOptions: readonly string[];
  /** The files of the migration, relative to the project. */
  readonly migration: { readonly up: string; readonly down: string };
  /** Optional crates that the generated models need. */
  readonly crates: ReadonlySet<OptionalCrate>;
  readonly service: ServiceKind;
  /** The Rust types of the classes with operations. */
  readonly resources: readonly string[];
  /** Example requests for the README. */
  readonly firstRequests: FirstRequests;
  /** The paths of the pages about the service. */
  readonly pages: Pages;
  /** An operation for the client's usage example. */
  readonly operation: Operation;
}

export interface ScaffoldFile {
  readonly path: string;
  readonly content: string;
  readonly executable?: boolean;
}

export function shellWord(path: string): string {
  if (/^[\p{L}\p{N}_./+@%,=-]+$/u.test(path) && !path.startsWith('-')) return path;
  return `'${path.replaceAll("'", "'\\''")}'`;
}

/** Prints arguments that follow others in a command. Names of options need no quotes. */
export function shellWords(words: readonly string[]): string {
  return words.map((word) => ` ${/^--[a-z-]+$/.test(word) ? word : shellWord(word)}`).join('');
}

/** Prints a path as code in Markdown. A backtick in it would end the code. */
export function markdownCode(path: string): string {
  return `\`${path.replaceAll('`', '?')}\``;
}
