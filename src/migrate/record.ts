/** The record of what a database holds after the migrations of a folder: committed beside them, fit for review. */

import { createHash } from 'node:crypto';
import { fail } from '../diagnostics/index.ts';
import type { SchemaState } from '../targets/sql-schema/index.ts';

/** The file in the folder of the migrations. */
export const RECORD_FILE = 'codegen.schema.json';

export interface MigrationRecord {
  /** The ontology and the policies that it was read with. */
  readonly ontology: string;
  readonly policies: readonly string[];
  /** The last migration: `002`. */
  readonly last: string;
  /** All scripts that were there before, with hashes of their texts as they were then; a record of an older version has none. */
  readonly earlier?: Readonly<Record<string, string>>;
  /** The scripts that were written with it, with hashes of their texts: what nobody changed or committed since may be made anew. */
  readonly written: Readonly<Record<string, string>>;
  readonly state: SchemaState;
}

const FORMAT = 1;
const ABOUT =
  'Written by "codegen migrate new": the schema after the migrations in this folder. Commit it with them, and do not edit it.';

/** The record as text: a line for each column, constraint, function and so on, so that a review shows what changed. */
export function printRecord({ ontology, policies, last, earlier = {}, written, state }: MigrationRecord): string {
  const body = { ontology, policies, last, ...(Object.keys(earlier).length > 0 && { earlier }), written, state };
  const head = { about: ABOUT, format: FORMAT, sha256: hashOf(body) };
  return `${printed({ ...head, ...body }, 0)}\n`;
}

/** Objects and lists that hold others are broken; those that hold texts only stand on a line of their own. */
function printed(value: unknown, depth: number): string {
  const isLeaf = (each: unknown): boolean =>
    typeof each !== 'object' || each === null || (Array.isArray(each) && each.every((one) => typeof one !== 'object'));
  if (isLeaf(value) || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.every(([, each]) => isLeaf(each)) && depth > 1) return JSON.stringify(value);
  const pad = ' '.repeat(depth + 1);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = entries.map(
    ([key, each]) => `${pad}${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${printed(each, depth + 1)}`,
  );
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(depth)}${close}`;
}

/** The hashes of scripts, by their names. */
export function hashesOf(
  files: readonly { readonly path: string; readonly content: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map(({ path, content }) => [path, createHash('sha256').update(content).digest('hex')]));
}

function hashOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

/**
 * Reads a record.
 *
 * @param file where it stands, for messages
 * @throws DiagnosticError if it is none, of a later version, edited by hand, or two that Git did not merge
 */
export function parseRecord(text: string, file: string): MigrationRecord {
  if (/^<<<<<<< /m.test(text)) fail('migration-record-merged', { file });
  let data: Record<string, unknown>;
  try {
    data = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return fail('migration-record-edited', { file });
  }
  if (data === null || typeof data !== 'object' || data['format'] !== FORMAT) fail('migration-record-edited', { file });
  const { about: _, format: _format, sha256, ...body } = data;
  if (sha256 !== hashOf(body)) fail('migration-record-edited', { file });
  return body as unknown as MigrationRecord;
}
