/** Runs `codegen migrate verify`: applies, reverts and applies migrations again in scratch schemas of a server, and never commits. */

import { type Catalogue, type CatalogueDifference, catalogueOf, compareCatalogues } from './catalogue.ts';
import { KEPT_SCHEMA } from './leftovers.ts';
import type { FolderMigration } from './tools.ts';

/** A connection to a server. */
export interface Session {
  /** Runs statements. Returns the rows of the last one, and the command of each: `CREATE`. */
  run(sql: string): Promise<{ readonly rows: readonly Record<string, unknown>[]; readonly commands: readonly string[] }>;
}

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
}

/** The reason why the verification ended early. */
type Problem = Omit<VerificationResult, 'revertedCount'>;

/** Commands that a script must not contain, because the transaction has to be rolled back at the end. */
const TRANSACTION_COMMANDS = new Set(['BEGIN', 'START', 'COMMIT', 'ROLLBACK']);

/**
 * Applies all migrations, reverts the last ones as far as they have down scripts, and applies them again. After each step, it
 * compares the catalogue with the expected one. Nothing is left on the server, even if this process is killed.
 *
 * @param expected the statements that create the expected final schema
 * @param name start of the names of schemas, which no schema of the server has
 */
export async function verify(
  session: Session,
  migrations: readonly FolderMigration[],
  expected: string,
  name: string,
): Promise<VerificationResult> {
  const scratch = new ScratchSchemas(session, migrations, name);
  await session.run(`BEGIN; ${scratch.schemas.map((schema) => `CREATE SCHEMA ${schema}`).join('; ')}`);
  try {
    return await scratch.runMigrations(await scratch.catalogueOf(expected, scratch.expected));
  } finally {
    await session.run('ROLLBACK');
    // A script that ended the transaction has left the schemas.
    for (const schema of [...scratch.schemas, scratch.backup]) await session.run(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  }
}

/** Schemas of a server in which migrations run. */
class ScratchSchemas {
  readonly expected: string;
  readonly backup: string;
  readonly #migrated: string;
  readonly #session: Session;
  readonly #migrations: readonly FolderMigration[];

  constructor(session: Session, migrations: readonly FolderMigration[], name: string) {
    this.#session = session;
    this.#migrations = migrations;
    this.expected = `${name}_fresh`;
    this.backup = `${name}_kept`;
    this.#migrated = `${name}_up`;
  }

  /** The schemas that exist from the start; a migration creates the one for what it keeps. */
  get schemas(): readonly string[] {
    return [this.expected, this.#migrated];
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
  async runMigrations(expected: Catalogue): Promise<VerificationResult> {
    await this.#enter(this.#migrated);
    // The catalogue before each migration, and after the last one.
    const states: Catalogue[] = [await this.#readCatalogue()];
    for (const { file, up } of this.#migrations) {
      const failedScript = await this.#apply(file, up);
      if (failedScript) return { failedScript, revertedCount: 0 };
      states.push(await this.#readCatalogue());
    }
    const differences = compareCatalogues(states.at(-1) as Catalogue, expected);
    if (differences.length > 0)
      return { schemaDifference: { file: this.#migrations.at(-1)?.file ?? '', differences }, revertedCount: 0 };
    const { revertedCount, problem } = await this.#revertAll(states);
    return { ...(problem ?? (await this.#reapply(states, revertedCount))), revertedCount };
  }

  /** Reverts migrations as far as they have down scripts. */
  async #revertAll(states: readonly Catalogue[]): Promise<{ readonly revertedCount: number; readonly problem?: Problem }> {
    let at = this.#migrations.length;
    for (let down = this.#migrations[at - 1]?.down; down; down = this.#migrations[at - 1]?.down) {
      const problem = await this.#applyAndCompare(down.file, down.text, states[at - 1] as Catalogue);
      if (problem) return { revertedCount: this.#migrations.length - at, problem };
      at--;
    }
    return { revertedCount: this.#migrations.length - at };
  }

  /** Applies the reverted migrations again. */
  async #reapply(states: readonly Catalogue[], count: number): Promise<Problem | undefined> {
    const first = this.#migrations.length - count;
    for (const [i, { file, up }] of this.#migrations.slice(first).entries()) {
      const problem = await this.#applyAndCompare(file, up, states[first + i + 1] as Catalogue);
      if (problem) return problem;
    }
    return undefined;
  }
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
