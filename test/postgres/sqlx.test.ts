import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DomainClass, type DomainModel, type Field, policiesOf } from '../../src/model/index.ts';
import { rustModels } from '../../src/targets/rust-models/index.ts';
import { typeName } from '../../src/targets/rust-models/names.ts';
import { sqlSchema } from '../../src/targets/sql-schema/index.ts';
import type { Schema, Table } from '../../src/targets/sql-schema/plan.ts';
import { declared, isListOfReferences } from '../../src/targets/sql-schema/queries.ts';
import { transactions } from '../../src/targets/sql-schema/sample-rows.ts';
import { planSchema } from '../../src/targets/sql-schema/schema.ts';
import { cargoCache, cargoEnvironment } from '../support/caches.ts';
import { describeWith, run } from '../support/judges.ts';
import { isFullRun, modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { allKinds, longTexts, rowsOfKinds } from './kinds.ts';
import { library, manifest, program } from './sqlx-program.ts';

/** The ontologies of this project. */
const ontologies = ['blog', 'blog-evolved', 'constraints', 'torture'] as const;

/** What is done with a class, or with the instances of one. */
interface Step {
  readonly class: string;
  readonly sql: string;
  /** The members that are its arguments. */
  readonly members: readonly string[];
}

/** What the program in Rust is asked to do. */
interface Job {
  readonly host: string;
  readonly ontology: string;
  /** What reads all instances of each class. */
  readonly reads: readonly Step[];
  /** Empties all tables. */
  readonly clear: string;
  /** What writes them again, in this order. */
  readonly writes: readonly Step[];
}

/** What it has read, before and after it has written. */
interface Done {
  readonly before: readonly (readonly [string, Readonly<Record<string, unknown>>])[];
  readonly after: Done['before'];
  /** What `validate` says. */
  readonly violations: readonly string[];
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The column of a table that holds a field of a class, which may be one that is narrowed. */
function columnOf(table: Table | undefined, field: Field): string | undefined {
  return table?.columns.find((column) => column.field === declared(field))?.name;
}

/** A query for the instances of a class and of no subclass, with a column for each member by its name in JSON. */
function reading(cls: DomainClass, schema: Schema): Step {
  const tables = schema.groups.flat();
  const own = tables.find((table) => table.of === cls);
  const view = schema.views.find((one) => one.of === cls);
  const columns = cls.allFields.map((field): string => {
    const as = ` AS ${quote(field.name)}`;
    if (isListOfReferences(field)) {
      const join = tables.find((table) => table.of === declared(field));
      const [source, target] = join?.columns.map(({ name }) => quote(name)) ?? [];
      return `ARRAY(SELECT ${target} FROM ${quote(join?.name ?? '')} WHERE ${source} = one.id ORDER BY 1)${as}`;
    }
    const column = view ? view.columns.find((one) => one.field === field)?.name : columnOf(own, field);
    return `one.${quote(column ?? '')}${as}`;
  });
  const kind = cls.allFields.find((field) => field.discriminator);
  const column = kind && (view?.columns.find((one) => one.field === kind)?.name ?? columnOf(own, kind));
  const where = column === undefined ? '' : ` WHERE one.${quote(column)} = '${cls.name}'`;
  const sql = `SELECT ${columns.join(', ')} FROM ${quote(view?.name ?? own?.name ?? '')} one${where} ORDER BY one.id`;
  return { class: cls.name, sql, members: [] };
}

/** What writes the instances of all classes: rows of superclasses first, then the keys that close cycles, then lists. */
function writing(model: DomainModel, schema: Schema): Step[] {
  const tables = schema.groups.flat();
  const rows: Step[] = [];
  const keys: Step[] = [];
  const lists: Step[] = [];
  for (const table of tables) {
    const late = new Set(table.foreignKeys.filter((key) => key.later && !key.deferred).map((key) => key.columns[0]));
    for (const cls of model.classes) {
      const names = new Set(cls.allFields.map((field) => field.name));
      if (table.of === cls || cls.ancestors.some((ancestor) => ancestor === table.of)) {
        const stored = table.columns
          .filter(({ generated }) => generated === undefined)
          .map(({ name, field }) => ({ name, member: field?.name ?? 'id' }))
          .filter(({ member }) => names.has(member));
        const first = stored.filter(({ name }) => !late.has(name));
        const values = first.map((_, i) => `$${i + 1}`);
        const into = `INSERT INTO ${quote(table.name)} (${first.map(({ name }) => quote(name)).join(', ')})`;
        rows.push({ class: cls.name, sql: `${into} VALUES (${values.join(', ')})`, members: first.map(({ member }) => member) });
        for (const { name, member } of stored.filter((one) => late.has(one.name))) {
          const sql = `UPDATE ${quote(table.name)} SET ${quote(name)} = $1 WHERE id = $2`;
          keys.push({ class: cls.name, sql, members: [member, 'id'] });
        }
      }
      const list = cls.allFields.find((field) => isListOfReferences(field) && declared(field) === table.of);
      if (list) {
        const sql = `INSERT INTO ${quote(table.name)} SELECT $1, unnest($2)`;
        lists.push({ class: cls.name, sql, members: ['id', list.name] });
      }
    }
  }
  return [...rows, ...keys, ...lists];
}

/** All rows of all tables, as PostgreSQL itself shows them. */
async function contents(client: pg.Client, tables: readonly Table[]): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`SELECT one::text AS row FROM ${quote(name)} one ORDER BY 1`);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

describeWith(['cargo', 'postgresql'], 'sqlx', () => {
  describe.runIf(isFullRun)('reads and writes', () => {
    const workspace = path.join(cargoCache, 'sqlx');
    const models = new Map<string, DomainModel>();
    let server: Server;
    let owner: pg.Client;

    const write = (file: string, content: string): void => {
      const target = path.join(workspace, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, content);
    };
    const cargo = (...args: string[]) => run('cargo', args, { cwd: workspace, env: cargoEnvironment });

    beforeAll(async () => {
      server = await startServer();
      owner = await server.connect();
      rmSync(workspace, { recursive: true, force: true });
      for (const name of ontologies) models.set(name, await modelOf(name));
      models.set('kinds', (await modelOfTurtle(allKinds)).model);
      models.set('long-texts', (await modelOfTurtle(allKinds, policiesOf({ long: 'string' }))).model);
      const types = [...models].map(([name, { classes, enumerations }]) => ({
        ontology: name,
        classes: classes.map((cls) => ({ name: cls.name, type: typeName(cls) })),
        enumerations: enumerations.map(typeName),
      }));
      expect(types.flatMap((one) => one.enumerations)).not.toEqual([]);
      write('Cargo.toml', manifest);
      write('src/lib.rs', library(types));
      write('src/main.rs', program(types));
      for (const [name, model] of models) {
        const folder = name.replaceAll('-', '_');
        for (const { path: file, content } of rustModels.generate(model)) write(`src/${folder}/${file}`, content);
      }
    });

    afterAll(() => server?.stop());

    /** Loads a schema and rows, has the program read them and write them anew, and returns what it has read. */
    async function roundTrip(ontology: string, rows: readonly string[]): Promise<Done> {
      const model = models.get(ontology) as DomainModel;
      const schema = planSchema(model);
      const tables = schema.groups.flat();
      await owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      await owner.query(sqlSchema.generate(model)[0]?.content ?? '');
      for (const transaction of rows) await owner.query(transaction);
      const before = await contents(owner, tables);
      const job: Job = {
        host: server.host,
        ontology,
        reads: model.classes.map((cls) => reading(cls, schema)),
        clear: `TRUNCATE ${tables.map(({ name }) => quote(name)).join(', ')}`,
        writes: writing(model, schema),
      };
      const binary = path.join(cargoEnvironment.CARGO_TARGET_DIR, 'debug/rows');
      const done = JSON.parse(run(binary, [], { cwd: workspace, input: JSON.stringify(job) })) as Done;
      expect(await contents(owner, tables)).toEqual(before);
      return done;
    }

    test('with crates that compile without a warning', () => {
      cargo('clippy', '--', '--deny', 'warnings');
      cargo('build');
    });

    test.each(ontologies)('every class of %s', async (ontology) => {
      const model = models.get(ontology) as DomainModel;
      const { before, after, violations } = await roundTrip(ontology, transactions(model));
      expect(violations).toEqual([]);
      expect(after).toEqual(before);
      const read = new Set(before.map(([name]) => name));
      expect(model.classes.map(({ name }) => name).filter((name) => !read.has(name))).toEqual([]);
    });

    test.each([
      ['kinds', rowsOfKinds()],
      ['long-texts', rowsOfKinds(longTexts)],
    ] as const)('every kind of value at its ends, as JSON has it: %s', async (ontology, { rows, expected }) => {
      const { before, after, violations } = await roundTrip(ontology, rows);
      expect(violations).toEqual([]);
      expect(before.map(([, instance]) => instance)).toEqual(expected);
      expect(after).toEqual(before);
    });
  });
});
