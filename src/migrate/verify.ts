/** Runs migrations in scratch schemas of a server, all in one transaction that is never committed. */

import { identifier, type SchemaState } from '../targets/sql-schema/index.ts';
import { type Catalogue, type CatalogueDifference, catalogueOf, differencesBetween } from './catalogue.ts';
import { KEPT_SCHEMA } from './leftovers.ts';
import type { Applicable } from './tools.ts';
import { type Earlier, fillRows, type KeptRows, keptOf, type Rows, rowsOf, tablesThatDiffer } from './verify-rows.ts';

/** A connection to a server. */
export interface Session {
  /** Runs the statements of a text, and gives the rows of the last one, and what each statement was: `CREATE`. */
  run(sql: string): Promise<{ readonly rows: readonly Record<string, unknown>[]; readonly commands: readonly string[] }>;
}

/** Where a script stopped. */
export interface Failed {
  readonly file: string;
  readonly reason: string;
}

/** What is not as it should be. */
export interface Unequal {
  /** The script after which it is. */
  readonly file: string;
  readonly differences: readonly CatalogueDifference[];
}

export interface Verified {
  readonly failed?: Failed;
  /** After all migrations, against the schema made afresh. */
  readonly unequal?: Unequal;
  /** After a step back, against what was there before that migration; or up again, against the first time. */
  readonly notTakenBack?: Unequal;
  /** How many migrations have been taken back and applied again. */
  readonly back: number;
  /** What became of rows of an earlier version, if there is one. */
  readonly rows?: TriedRows;
}

export interface TriedRows extends KeptRows {
  /** The first migration that they met. */
  readonly before: string;
  /** Tables whose rows are others when all migrations since are taken back. */
  readonly notTakenBack: readonly string[];
}

/** Statements that would end the transaction which takes everything back. */
const ENDS = new Set(['BEGIN', 'START', 'COMMIT', 'ROLLBACK']);

/**
 * All migrations up, the last ones down as far as there are scripts for it, and up again. After each step, the catalogue is
 * compared with what it has to be. Nothing is left on the server: neither afterwards nor if this process is killed.
 *
 * @param fresh the statements of the schema as it has to be in the end
 * @param name a name that no schema of the server has
 * @param earlier a version whose rows fill the tables as soon as they are what it says
 */
export async function verify(
  session: Session,
  migrations: readonly Applicable[],
  fresh: string,
  name: string,
  earlier?: Earlier,
): Promise<Verified> {
  const scratch = new Scratch(session, migrations, name);
  await session.run(`BEGIN; ${scratch.schemas.map((schema) => `CREATE SCHEMA ${schema}`).join('; ')}`);
  try {
    const then = earlier && (await scratch.catalogueOf(earlier.fresh, scratch.earlier));
    const wanted = await scratch.catalogueOf(fresh, scratch.fresh);
    return await scratch.walk(wanted, earlier && then && { earlier, catalogue: then });
  } finally {
    await session.run('ROLLBACK');
    // A script that ended the transaction has left them.
    for (const schema of [...scratch.schemas, scratch.kept]) await session.run(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  }
}

/** Schemas of a server in which migrations run. */
class Scratch {
  readonly fresh: string;
  readonly earlier: string;
  readonly kept: string;
  readonly #migrated: string;
  readonly #session: Session;
  readonly #migrations: readonly Applicable[];

  constructor(session: Session, migrations: readonly Applicable[], name: string) {
    this.#session = session;
    this.#migrations = migrations;
    this.fresh = `${name}_fresh`;
    this.earlier = `${name}_earlier`;
    this.kept = `${name}_kept`;
    this.#migrated = `${name}_up`;
  }

  /** Those that are there from the start; what is kept has one when a migration makes it. */
  get schemas(): readonly string[] {
    return [this.fresh, this.earlier, this.#migrated];
  }

  async #enter(schema: string): Promise<void> {
    await this.#session.run(`SET LOCAL search_path = ${schema}`);
  }

  async #now(schema = this.#migrated): Promise<Catalogue> {
    return catalogueOf(async (sql) => (await this.#session.run(sql)).rows as { name: string; is: string }[], schema);
  }

  /** The catalogue of a schema that statements make. */
  async catalogueOf(statements: string, schema: string): Promise<Catalogue> {
    await this.#enter(schema);
    await this.#session.run(statements);
    return this.#now(schema);
  }

  async #apply(file: string, text: string): Promise<Failed | undefined> {
    try {
      const { commands } = await this.#session.run(insideTransaction(text.replaceAll(KEPT_SCHEMA, this.kept)));
      const end = commands.find((command) => ENDS.has(command));
      if (end !== undefined) return { file, reason: `${end} in it: the transaction is the tool's to begin and to end` };
      await this.#enter(this.#migrated);
      return undefined;
    } catch (error) {
      return { file, reason: reasonIn(error, text) };
    }
  }

  /** Applies a script, and says if the catalogue is another one afterwards than it has to be. */
  async #step(file: string, text: string, wanted: Catalogue): Promise<Omit<Verified, 'back'> | undefined> {
    const failed = await this.#apply(file, text);
    if (failed) return { failed };
    const differences = differencesBetween(await this.#now(), wanted);
    return differences.length === 0 ? undefined : { notTakenBack: { file, differences } };
  }

  /** Up, down and up. */
  async walk(wanted: Catalogue, then?: Then): Promise<Verified> {
    await this.#enter(this.#migrated);
    const { states, filled, failed } = await this.#up(then);
    if (failed) return { failed, back: 0 };
    const differences = differencesBetween(states.at(-1) as Catalogue, wanted);
    if (differences.length > 0) return { unequal: { file: this.#migrations.at(-1)?.file ?? '', differences }, back: 0 };
    const kept = then && filled && (await keptOf(this.#session, then.earlier, filled.rows));
    const { back, notTakenBack, wrong } = await this.#down(states, then, filled);
    if (wrong) return { ...wrong, back };
    const again = await this.#again(states, back, then, filled);
    if (again) return { ...again, back };
    if (!kept || !filled) return { back };
    return { back, rows: { ...kept, before: this.#migrations[filled.at]?.file ?? 'the end', notTakenBack } };
  }

  /** Applies all migrations, and puts rows into the tables as soon as they are those of the earlier version. */
  async #up(
    then: Then | undefined,
  ): Promise<{ readonly states: Catalogue[]; readonly filled?: Filled; readonly failed?: Failed }> {
    // What there was before each migration, and after the last.
    const states: Catalogue[] = [await this.#now()];
    let filled: Filled | undefined;
    for (const { file, up } of this.#migrations) {
      const failed = await this.#apply(file, up);
      if (failed) return { states, failed };
      const now = await this.#now();
      states.push(now);
      if (!then || filled || differencesBetween(now, then.catalogue).length > 0) continue;
      await fillRows(this.#session, then.earlier);
      filled = { at: states.length - 1, rows: await rowsOf(this.#session, then.earlier) };
    }
    return { states, ...(filled && { filled }) };
  }

  /** Takes migrations back as far as there are scripts for it. */
  async #down(states: readonly Catalogue[], then: Then | undefined, filled: Filled | undefined) {
    const notTakenBack: string[] = [];
    const compareRows = async (at: number) => {
      if (!then || filled?.at !== at) return;
      notTakenBack.push(...tablesThatDiffer(filled.rows, await rowsOf(this.#session, then.earlier)));
    };
    let at = this.#migrations.length;
    await compareRows(at);
    for (let down = this.#migrations[at - 1]?.down; down; down = this.#migrations[at - 1]?.down) {
      const { file, text } = down;
      const wrong = await this.#step(file, text, states[at - 1] as Catalogue);
      if (wrong) return { back: this.#migrations.length - at, notTakenBack, wrong };
      at--;
      await compareRows(at);
      if (!then || filled?.at !== at || at === 0) continue;
      // Rows of this version were never those of one before it, which may ask for more.
      const emptied = await this.#apply(file, emptying(then.earlier.from));
      if (emptied) return { back: this.#migrations.length - at, notTakenBack, wrong: { failed: emptied } };
    }
    return { back: this.#migrations.length - at, notTakenBack };
  }

  /** Applies the last migrations again. */
  async #again(
    states: readonly Catalogue[],
    count: number,
    then: Then | undefined,
    filled: Filled | undefined,
  ): Promise<Omit<Verified, 'back'> | undefined> {
    const first = this.#migrations.length - count;
    for (const [i, { file, up }] of this.#migrations.slice(first).entries()) {
      const wrong = await this.#step(file, up, states[first + i + 1] as Catalogue);
      if (wrong) return wrong;
      if (then && filled?.at === first + i + 1) await fillRows(this.#session, then.earlier);
    }
    return undefined;
  }
}

/** The statements that take all rows away. */
function emptying({ tables }: SchemaState): string {
  const all = tables.map(({ name }) => identifier(name)).join(', ');
  return all === '' ? '' : `SET CONSTRAINTS ALL IMMEDIATE;\nTRUNCATE ${all};\nSET CONSTRAINTS ALL DEFERRED;`;
}

/** An earlier version, and the catalogue of its schema. */
interface Then {
  readonly earlier: Earlier;
  readonly catalogue: Catalogue;
}

/** The rows that tables were filled with, and after how many migrations. */
interface Filled {
  readonly at: number;
  readonly rows: Rows;
}

/** Nobody else writes into a scratch schema, so that an index needs no time of its own. */
function insideTransaction(text: string): string {
  return text.replace(/^((?:CREATE (?:UNIQUE )?|DROP )INDEX) CONCURRENTLY /gm, '$1 ');
}

/** What the server says, and in which line; the place is counted in characters from 1 (PostgreSQL manual, section 55.8). */
function reasonIn(error: unknown, text: string): string {
  const { message, position } = error as { message: string; position?: string };
  if (position === undefined) return message;
  return `line ${text.slice(0, Number(position) - 1).split('\n').length}: ${message}`;
}
