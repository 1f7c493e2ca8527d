/** Prints and parses `codegen.schema.json`, the record of the schema after the migrations of a folder. Users commit it with them. */

import { createHash } from 'node:crypto';
import { fail } from '../diagnostics/index.ts';
import type { SchemaState } from '../targets/sql-schema/index.ts';

/** The name of the record in the folder of the migrations. */
export const RECORD_FILE = 'codegen.schema.json';

export interface MigrationRecord {
  /** The ontology of the schema, and the policies with which it was read. */
  readonly ontology: string;
  readonly policies: readonly string[];
  /** The last migration: `002`. */
  readonly last: string;
  /** All scripts that existed before, with hashes of their content at that time; absent in records of older versions. */
  readonly earlier?: Readonly<Record<string, string>>;
  /** The scripts that were written with this record, and their hashes. Unchanged, uncommitted ones may be replaced. */
  readonly written: Readonly<Record<string, string>>;
  readonly state: SchemaState;
}

const FORMAT = 1;
const ABOUT =
  'Written by "codegen migrate new": the schema after the migrations in this folder. Commit it with them, and do not edit it.';

/** Returns the record as text with one line per column, constraint or function, so that a review shows what changed. */
export function printRecord({ ontology, policies, last, earlier = {}, written, state }: MigrationRecord): string {
  const body = { ontology, policies, last, ...(Object.keys(earlier).length > 0 && { earlier }), written, state };
  const head = { about: ABOUT, format: FORMAT, sha256: sha256(JSON.stringify(body)) };
  return `${printValue({ ...head, ...body }, 0)}\n`;
}

/** Prints objects and lists with nested objects on several lines, others on one line. */
function printValue(value: unknown, depth: number): string {
  const isLeaf = (each: unknown): boolean =>
    typeof each !== 'object' || each === null || (Array.isArray(each) && each.every((one) => typeof one !== 'object'));
  if (isLeaf(value) || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value);
  if (entries.every(([, each]) => isLeaf(each)) && depth > 1) return JSON.stringify(value);
  const pad = ' '.repeat(depth + 1);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const lines = entries.map(
    ([key, each]) => `${pad}${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${printValue(each, depth + 1)}`,
  );
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(depth)}${close}`;
}

export function hashesOf(
  files: readonly { readonly path: string; readonly content: string }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map(({ path, content }) => [path, sha256(content)]));
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Reads a record.
 *
 * @param file its path, for messages
 * @throws DiagnosticError if it is not a record, of a later version, edited by hand, or has merge conflicts
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
  const { about: _, format: _format, sha256: hash, ...body } = data;
  if (hash !== sha256(JSON.stringify(body))) fail('migration-record-edited', { file });
  return body as unknown as MigrationRecord;
}
