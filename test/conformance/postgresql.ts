import type { PGlite } from '@electric-sql/pglite';
import type { Field } from '../../src/model/index.ts';
import type { Table } from '../../src/targets/sql-schema/plan.ts';
import { planSchema } from '../../src/targets/sql-schema/schema.ts';
import { createDatabase } from '../support/pglite.ts';
import type { Json } from './cases.ts';
import { type Judge, type Outcome, refused, taken } from './judge.ts';
import type { Complete, Prepared } from './prepare.ts';

/** Stores the instances of each sample in one transaction, in PostgreSQL. */
export const postgresql: Judge = async (cases, target) => {
  const db = await createDatabase();
  try {
    const all: Outcome[][] = [];
    for (const one of cases) {
      await db.exec('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      for (const { content } of target.generate(one.model)) await db.exec(content);
      const outcomes: Outcome[] = [];
      for (const { instances } of one.samples) outcomes.push(await store(db, one, instances));
      all.push(outcomes);
    }
    return all;
  } finally {
    await db.close();
  }
};

async function store(db: PGlite, { model }: Prepared, instances: readonly Complete[]): Promise<Outcome> {
  let statements: readonly string[];
  try {
    statements = new Rows(planSchema(model).groups.flat()).of(instances);
  } catch (error) {
    if (error instanceof Shapeless) return refused(error.message);
    throw error;
  }
  try {
    // Checks deferred constraints now, as at the end of the transaction.
    await db.exec(['BEGIN', ...statements, 'SET CONSTRAINTS ALL IMMEDIATE'].join(';\n'));
    return taken;
  } catch (error) {
    return refused((error as Error).message);
  } finally {
    await db.exec('ROLLBACK');
  }
}

/** Thrown for an instance that cannot be converted to rows. */
export class Shapeless extends Error {}

/** Converts instances to rows: one in the table of the class and of each superclass, and one for each reference of a list. */
export class Rows {
  readonly #tables: readonly Table[];
  readonly #stored = new Set<string>();
  /** Ids of instances that have no rows yet. */
  readonly #later = new Set<Json | undefined>();
  /** Statements that set references to these instances afterwards. */
  readonly #updates: string[] = [];

  constructor(tables: readonly Table[]) {
    this.#tables = tables;
  }

  of(instances: readonly Complete[]): readonly string[] {
    for (const { value } of instances) this.#later.add(value['id']);
    const rows = instances.flatMap((one) => {
      this.#later.delete(one.value['id']);
      return this.#rows(one);
    });
    return [...rows, ...this.#updates, ...instances.flatMap((one) => this.#pairs(one))];
  }

  #rows({ class: cls, value }: Complete): readonly string[] {
    const unknown = Object.keys(value).find((key) => !cls.allFields.some((field) => field.name === key));
    if (unknown !== undefined) throw new Shapeless(`there is no column ${unknown}`);
    return [...[...cls.ancestors].reverse(), cls].flatMap((owner) => {
      const table = this.#tables.find((candidate) => candidate.of === owner) as Table;
      const key = `${table.name} ${value['id']}`;
      // An instance of two classes has one row in the table of their superclass.
      if (owner !== cls && this.#stored.has(key)) return [];
      this.#stored.add(key);
      const id = quoted(value['id'] as string);
      const cells = table.columns.map(({ name, field, generated }) => {
        if (generated !== undefined) return 'DEFAULT';
        if (field === undefined || field.type.kind === 'id') return id;
        const cell = value[field.name];
        // A required reference is never null; PostgreSQL checks its target at the end of the transaction. Others are set later.
        if (field.type.kind === 'reference' && field.cardinality !== 'one' && this.#later.has(cell)) {
          this.#updates.push(`UPDATE "${table.name}" SET "${name}" = ${textOf(field, cell as Json)} WHERE id = ${id}`);
          return 'DEFAULT';
        }
        return cell === undefined ? 'DEFAULT' : cellOf(field, cell);
      });
      return [`INSERT INTO "${table.name}" (${columnsOf(table)}) VALUES (${cells.join(', ')})`];
    });
  }

  #pairs({ class: cls, value }: Complete): readonly string[] {
    return [...cls.ancestors, cls].flatMap((owner) =>
      owner.fields.flatMap((field) => {
        const table = this.#tables.find((candidate) => candidate.of === field);
        const list = value[field.name];
        if (!table || list === undefined) return [];
        if (!Array.isArray(list)) throw new Shapeless(`${field.name} is no list`);
        return list.map((other: Json) => {
          const cells = [quoted(value['id'] as string), textOf(field, other)];
          return `INSERT INTO "${table.name}" (${columnsOf(table)}) VALUES (${cells.join(', ')})`;
        });
      }),
    );
  }
}

const columnsOf = ({ columns }: Table): string => columns.map(({ name }) => `"${name}"`).join(', ');

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Returns a value as a driver passes it: as text, which PostgreSQL converts to the type of the column. */
function cellOf(field: Field, value: Json): string {
  if (value === null) return 'NULL';
  if (field.cardinality !== 'many') return textOf(field, value);
  if (!Array.isArray(value)) throw new Shapeless(`${field.name} is no list`);
  const elements = value.map((each: Json) => {
    return each === null ? 'NULL' : `"${literal(field, each).replaceAll(/["\\]/g, '\\$&')}"`;
  });
  return quoted(`{${elements.join(',')}}`);
}

function textOf(field: Field, value: Json): string {
  return value === null ? 'NULL' : quoted(literal(field, value));
}

/** Converts a single value to text in the syntax of PostgreSQL. */
function literal({ name, type }: Field, value: Json): string {
  if (type.kind === 'union') return JSON.stringify(value);
  if (typeof value === 'object') throw new Shapeless(`${name} holds one value`);
  const scalar = type.kind === 'scalar' ? type.scalar : undefined;
  if (scalar === 'hex') return `\\x${value}`;
  // In a negative duration, PostgreSQL needs a sign before each number, as drivers write it.
  if (scalar === 'duration' && String(value).startsWith('-P'))
    return String(value)
      .slice(1)
      .replace(/\d+(\.\d+)?/g, '-$&');
  if (scalar !== 'base64') return String(value);
  const bytes = Buffer.from(String(value), 'base64');
  if (bytes.toString('base64') !== value) throw new Shapeless(`${name} holds bytes`);
  return `\\x${bytes.toString('hex')}`;
}
