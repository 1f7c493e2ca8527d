/** Runs `codegen migrate verify`: applies, reverts and applies migrations again in scratch schemas of a server, and never commits. */

import { identifier, type SchemaState } from '../targets/sql-schema/index.ts';
import { type Catalogue, type CatalogueDifference, catalogueOf, compareCatalogues } from './catalogue.ts';
import { KEPT_SCHEMA } from './leftovers.ts';
import type { FolderMigration } from './tools.ts';
import {
  countRemaining,
  fillRows,
  type PreviousVersion,
  type RemainingRows,
  type Rows,
  rowsOf,
  type Session,
  tablesThatDiffer,
} from './verify-rows.ts';

export interface FailedScript {
  readonly file: string;
  readonly reason: string;
}

/** Differences between the actual and the expected schema. */
export interface SchemaDifference {
  /** The script after which they were found. */
  readonly file: string;
  readonly differences: readonly CatalogueDifference[];
}

export interface VerificationResult {
  readonly failedScript?: FailedScript;
  /** After all migrations, compared with the schema of the ontology. */
  readonly schemaDifference?: SchemaDifference;
  /** After a down script, compared with the schema before that migration; or after it is applied again, with the first time. */
  readonly revertDifference?: SchemaDifference;
  /** The number of migrations that were reverted and applied again. */
  readonly revertedCount: number;
  /** The result for rows of an earlier version, if there is one. */
  readonly rows?: RowVerification;
}

/** The reason why the verification ended early. */
type Problem = Omit<VerificationResult, 'revertedCount'>;

export interface RowVerification extends RemainingRows {
  /** The first migration that ran with these rows. */
  readonly before: string;
  /** Tables whose rows differ after all later migrations were reverted. */
  readonly changedTables: readonly string[];
}

/** Commands that a script must not contain, because the transaction has to be rolled back at the end. */
const TRANSACTION_COMMANDS = new Set(['BEGIN', 'START', 'COMMIT', 'ROLLBACK']);

/**
 * Applies all migrations, reverts the last ones as far as they have down scripts, and applies them again. After each step, it
 * compares the catalogue with the expected one. Nothing is left on the server, even if this process is killed.
 *
 * @param expected the statements that create the expected final schema
 * @param name start of the names of schemas, which no schema of the server has
 * @param earlier a version whose rows are inserted as soon as the tables are those of that version
 */
export async function verify(
  session: Session,
  migrations: readonly FolderMigration[],
  expected: string,
  name: string,
  earlier?: PreviousVersion,
): Promise<VerificationResult> {
  const scratch = new ScratchSchemas(session, migrations, name);
  await session.run(`BEGIN; ${scratch.schemas.map((schema) => `CREATE SCHEMA ${schema}`).join('; ')}`);
  try {
    const previous = earlier && { earlier, catalogue: await scratch.catalogueOf(earlier.creation, scratch.earlier) };
    return await scratch.runMigrations(await scratch.catalogueOf(expected, scratch.expected), previous);
  } finally {
    await session.run('ROLLBACK');
    // A script that ended the transaction has left the schemas.
    for (const schema of [...scratch.schemas, scratch.backup]) await session.run(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  }
}

/** Schemas of a server in which migrations run. */
class ScratchSchemas {
  readonly expected: string;
  readonly earlier: string;
  readonly backup: string;
  readonly #migrated: string;
  readonly #session: Session;
  readonly #migrations: readonly FolderMigration[];

  constructor(session: Session, migrations: readonly FolderMigration[], name: string) {
    this.#session = session;
    this.#migrations = migrations;
    this.expected = `${name}_fresh`;
    this.earlier = `${name}_earlier`;
    this.backup = `${name}_kept`;
    this.#migrated = `${name}_up`;
  }

  /** The schemas that exist from the start; a migration creates the one for what it keeps. */
  get schemas(): readonly string[] {
    return [this.expected, this.earlier, this.#migrated];
  }

  async #enter(schema: string): Promise<void> {
    await this.#session.run(`SET LOCAL search_path = ${schema}`);
  }

  async #readCatalogue(schema = this.#migrated): Promise<Catalogue> {
    return catalogueOf(async (sql) => (await this.#session.run(sql)).rows as { name: string; definition: string }[], schema);
  }

  async catalogueOf(statements: string, schema: string): Promise<Catalogue> {
    await this.#enter(schema);
    await this.#session.run(statements);
    return this.#readCatalogue(schema);
  }

  async #apply(file: string, text: string): Promise<FailedScript | undefined> {
    try {
      const { commands } = await this.#session.run(removeConcurrently(text.replaceAll(KEPT_SCHEMA, this.backup)));
      const end = commands.find((command) => TRANSACTION_COMMANDS.has(command));
      if (end !== undefined) return { file, reason: `${end} in it: the transaction is the tool's to begin and to end` };
      await this.#enter(this.#migrated);
      return undefined;
    } catch (error) {
      return { file, reason: errorReason(error, text) };
    }
  }

  /** Applies a script. Returns the error, or the differences from the expected catalogue; undefined if none exist. */
  async #applyAndCompare(file: string, text: string, expected: Catalogue): Promise<Problem | undefined> {
    const failed = await this.#apply(file, text);
    if (failed) return { failedScript: failed };
    const differences = compareCatalogues(await this.#readCatalogue(), expected);
    return differences.length === 0 ? undefined : { revertDifference: { file, differences } };
  }

  /** Applies all migrations, reverts them, and applies them again. */
  async runMigrations(expected: Catalogue, previous: PreviousSchema | undefined): Promise<VerificationResult> {
    await this.#enter(this.#migrated);
    const { states, inserted, failed } = await this.#applyAll(previous);
    if (failed) return { failedScript: failed, revertedCount: 0 };
    const differences = compareCatalogues(states.at(-1) as Catalogue, expected);
    if (differences.length > 0)
      return { schemaDifference: { file: this.#migrations.at(-1)?.file ?? '', differences }, revertedCount: 0 };
    const remaining = previous && inserted && (await countRemaining(this.#session, previous.earlier, inserted.rows));
    const { revertedCount, changedTables, problem } = await this.#revertAll(states, previous, inserted);
    if (problem) return { ...problem, revertedCount };
    const reapplyProblem = await this.#reapply(states, revertedCount, previous, inserted);
    if (reapplyProblem) return { ...reapplyProblem, revertedCount };
    if (!remaining || !inserted) return { revertedCount };
    const before = this.#migrations[inserted.at]?.file ?? 'the end';
    return { revertedCount, rows: { ...remaining, before, changedTables } };
  }

  /** Applies all migrations, and inserts the rows as soon as the tables are those of the earlier version. */
  async #applyAll(
    previous: PreviousSchema | undefined,
  ): Promise<{ readonly states: Catalogue[]; readonly inserted?: InsertedRows; readonly failed?: FailedScript }> {
    // The catalogue before each migration, and after the last one.
    const states: Catalogue[] = [await this.#readCatalogue()];
    let inserted: InsertedRows | undefined;
    for (const { file, up } of this.#migrations) {
      const failed = await this.#apply(file, up);
      if (failed) return { states, failed };
      const now = await this.#readCatalogue();
      states.push(now);
      if (!previous || inserted || compareCatalogues(now, previous.catalogue).length > 0) continue;
      await fillRows(this.#session, previous.earlier);
      inserted = { at: states.length - 1, rows: await rowsOf(this.#session, previous.earlier) };
    }
    return { states, ...(inserted && { inserted }) };
  }

  /** Reverts migrations as far as they have down scripts. */
  async #revertAll(
    states: readonly Catalogue[],
    previous: PreviousSchema | undefined,
    inserted: InsertedRows | undefined,
  ): Promise<{ readonly revertedCount: number; readonly changedTables: readonly string[]; readonly problem?: Problem }> {
    const changedTables: string[] = [];
    const compareRows = async (at: number) => {
      if (!previous || inserted?.at !== at) return;
      changedTables.push(...tablesThatDiffer(inserted.rows, await rowsOf(this.#session, previous.earlier)));
    };
    let at = this.#migrations.length;
    await compareRows(at);
    for (let down = this.#migrations[at - 1]?.down; down; down = this.#migrations[at - 1]?.down) {
      const { file, text } = down;
      const problem = await this.#applyAndCompare(file, text, states[at - 1] as Catalogue);
      if (problem) return { revertedCount: this.#migrations.length - at, changedTables, problem };
      at--;
      await compareRows(at);
      if (!previous || inserted?.at !== at || at === 0) continue;
      // Rows of this version may violate stricter rules of the previous version.
      const failedScript = await this.#apply(file, truncateStatements(previous.earlier.from));
      if (failedScript) return { revertedCount: this.#migrations.length - at, changedTables, problem: { failedScript } };
    }
    return { revertedCount: this.#migrations.length - at, changedTables };
  }

  /** Applies the reverted migrations again. */
  async #reapply(
    states: readonly Catalogue[],
    count: number,
    previous: PreviousSchema | undefined,
    inserted: InsertedRows | undefined,
  ): Promise<Problem | undefined> {
    const first = this.#migrations.length - count;
    for (const [i, { file, up }] of this.#migrations.slice(first).entries()) {
      const problem = await this.#applyAndCompare(file, up, states[first + i + 1] as Catalogue);
      if (problem) return problem;
      if (previous && inserted?.at === first + i + 1) await fillRows(this.#session, previous.earlier);
    }
    return undefined;
  }
}

function truncateStatements({ tables }: SchemaState): string {
  const all = tables.map(({ name }) => identifier(name)).join(', ');
  return all === '' ? '' : `SET CONSTRAINTS ALL IMMEDIATE;\nTRUNCATE ${all};\nSET CONSTRAINTS ALL DEFERRED;`;
}

/** An earlier version, and the catalogue of its schema. */
interface PreviousSchema {
  readonly earlier: PreviousVersion;
  readonly catalogue: Catalogue;
}

/** The inserted rows, and the number of migrations before them. */
interface InsertedRows {
  readonly at: number;
  readonly rows: Rows;
}

/** Removes CONCURRENTLY, which cannot run in a transaction. No other session writes into a scratch schema. */
function removeConcurrently(text: string): string {
  return text.replace(/^((?:CREATE (?:UNIQUE )?|DROP )INDEX) CONCURRENTLY /gm, '$1 ');
}

/** Returns the server's message and the line; `position` counts characters from 1 (PostgreSQL manual, section 55.8). */
function errorReason(error: unknown, text: string): string {
  const { message, position } = error as { message: string; position?: string };
  if (position === undefined) return message;
  return `line ${text.slice(0, Number(position) - 1).split('\n').length}: ${message}`;
}
