/** Runs migrations in scratch schemas of a server, all in one transaction that is never committed. */

import { type Catalogue, type CatalogueDifference, catalogueOf, differencesBetween } from './catalogue.ts';
import { KEPT_SCHEMA } from './leftovers.ts';
import type { Applicable } from './tools.ts';

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
}

/** Statements that would end the transaction which takes everything back. */
const ENDS = new Set(['BEGIN', 'START', 'COMMIT', 'ROLLBACK']);

/**
 * All migrations up, the last ones down as far as there are scripts for it, and up again. After each step, the catalogue is
 * compared with what it has to be. Nothing is left on the server: neither afterwards nor if this process is killed.
 *
 * @param fresh the statements of the schema as it has to be in the end
 * @param name a name that no schema of the server has
 */
export async function verify(
  session: Session,
  migrations: readonly Applicable[],
  fresh: string,
  name: string,
): Promise<Verified> {
  const schemas = { fresh: `${name}_fresh`, migrated: `${name}_up`, kept: `${name}_kept` };
  const enter = (schema: string) => session.run(`SET LOCAL search_path = ${schema}`);
  const now = () => catalogueOf(async (sql) => (await session.run(sql)).rows as { name: string; is: string }[], schemas.migrated);
  const apply = async (file: string, text: string): Promise<Failed | undefined> => {
    try {
      const { commands } = await session.run(insideTransaction(text.replaceAll(KEPT_SCHEMA, schemas.kept)));
      const end = commands.find((command) => ENDS.has(command));
      if (end !== undefined) return { file, reason: `${end} in it: the transaction is the tool's to begin and to end` };
      await enter(schemas.migrated);
      return undefined;
    } catch (error) {
      return { file, reason: reasonIn(error, text) };
    }
  };
  await session.run(`BEGIN; CREATE SCHEMA ${schemas.fresh}; CREATE SCHEMA ${schemas.migrated}`);
  try {
    await enter(schemas.fresh);
    await session.run(fresh);
    const wanted = await catalogueOf(
      async (sql) => (await session.run(sql)).rows as { name: string; is: string }[],
      schemas.fresh,
    );
    await enter(schemas.migrated);
    // What there was before each migration, and after the last.
    const states: Catalogue[] = [await now()];
    for (const { file, up } of migrations) {
      const failed = await apply(file, up);
      if (failed) return { failed, back: 0 };
      states.push(await now());
    }
    const last = states.at(-1) as Catalogue;
    const differences = differencesBetween(last, wanted);
    if (differences.length > 0) return { unequal: { file: migrations.at(-1)?.file ?? '', differences }, back: 0 };
    let at = migrations.length;
    for (; at > 0; at--) {
      const down = migrations[at - 1]?.down;
      if (!down) break;
      const wrong = await step(apply, now, down.file, down.text, states[at - 1] as Catalogue);
      if (wrong) return { ...wrong, back: migrations.length - at };
    }
    const back = migrations.length - at;
    for (const [i, { file, up }] of migrations.slice(at).entries()) {
      const wrong = await step(apply, now, file, up, states[at + i + 1] as Catalogue);
      if (wrong) return { ...wrong, back };
    }
    return { back };
  } finally {
    await session.run('ROLLBACK');
    // A script that ended the transaction has left them.
    for (const schema of Object.values(schemas)) await session.run(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  }
}

/** Nobody else writes into a scratch schema, so that an index needs no time of its own. */
function insideTransaction(text: string): string {
  return text.replace(/^((?:CREATE (?:UNIQUE )?|DROP )INDEX) CONCURRENTLY /gm, '$1 ');
}

async function step(
  apply: (file: string, text: string) => Promise<Failed | undefined>,
  now: () => Promise<Catalogue>,
  file: string,
  text: string,
  wanted: Catalogue,
): Promise<Omit<Verified, 'back'> | undefined> {
  const failed = await apply(file, text);
  if (failed) return { failed };
  const differences = differencesBetween(await now(), wanted);
  return differences.length === 0 ? undefined : { notTakenBack: { file, differences } };
}

/** What the server says, and in which line; the place is counted in characters from 1 (PostgreSQL manual, section 55.8). */
function reasonIn(error: unknown, text: string): string {
  const { message, position } = error as { message: string; position?: string };
  if (position === undefined) return message;
  return `line ${text.slice(0, Number(position) - 1).split('\n').length}: ${message}`;
}
