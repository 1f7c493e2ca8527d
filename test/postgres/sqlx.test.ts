import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DomainClass, type DomainModel, type Field, policiesOf } from '../../src/model/index.ts';
import { rustModels } from '../../src/targets/rust-models/index.ts';
import { typeName } from '../../src/targets/rust-models/names.ts';
import { sqlSchema } from '../../src/targets/sql-schema/index.ts';
import type { Schema, Table } from '../../src/targets/sql-schema/plan.ts';
import { isListOfReferences, originalField } from '../../src/targets/sql-schema/queries.ts';
import { planSchema } from '../../src/targets/sql-schema/schema.ts';
import { isValidated } from '../conformance/rust.ts';
import { cargoCache, sqlxCargoEnvironment } from '../support/caches.ts';
import { describeWith, run } from '../support/judges.ts';
import { isFullRun, modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { transactions } from '../support/sample-rows.ts';
import { allKinds, longTexts, rowsOfKinds } from './kinds.ts';
import { library, manifest, program } from './sqlx-program.ts';

/** The ontologies of this project. */
const ontologies = ['blog', 'blog-evolved', 'constraints', 'torture'] as const;

/** A query for all instances of a class. */
interface Step {
  readonly class: string;
  readonly sql: string;
}

/** The input of the Rust program. */
interface Job {
  readonly host: string;
  readonly ontology: string;
  readonly reads: readonly Step[];
}

interface Done {
  /** The instances that it has read: class and JSON. */
  readonly read: readonly (readonly [string, Readonly<Record<string, unknown>>])[];
  /** The violations that `validate` reports. */
  readonly violations: readonly string[];
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Returns the column of a table that stores a field. A narrowed field is stored in the column of the inherited field. */
function columnOf(table: Table | undefined, field: Field): string | undefined {
  return table?.columns.find((column) => column.field === originalField(field))?.name;
}

/** Returns a query for the direct instances of a class, with a column for each field, named as in JSON. */
function reading(cls: DomainClass, schema: Schema): Step {
  const tables = schema.groups.flat();
  const own = tables.find((table) => table.of === cls);
  const view = schema.views.find((one) => one.of === cls);
  const columns = cls.allFields.map((field): string => {
    const as = ` AS ${quote(field.name)}`;
    if (isListOfReferences(field)) {
      const join = tables.find((table) => table.of === originalField(field));
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
  return { class: cls.name, sql };
}

/** Returns whether two fields have the same first 63 bytes, to which PostgreSQL truncates names: a documented limit. */
function isAmbiguous(cls: DomainClass): boolean {
  const kept = new Set(cls.allFields.map(({ name }) => Buffer.from(name).subarray(0, 63).toString('latin1')));
  return kept.size < cls.allFields.length;
}

const readable = ({ classes }: DomainModel): readonly DomainClass[] => classes.filter((cls) => !isAmbiguous(cls));

describeWith(['cargo', 'postgresql'], 'sqlx', () => {
  describe.runIf(isFullRun)('reads', () => {
    const workspace = path.join(cargoCache, 'sqlx');
    const models = new Map<string, DomainModel>();
    let server: Server;
    let owner: pg.Client;

    const write = (file: string, content: string): void => {
      const target = path.join(workspace, file);
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, content);
    };
    const cargo = (...args: string[]) => run('cargo', args, { cwd: workspace, env: sqlxCargoEnvironment });

    beforeAll(async () => {
      server = await startServer();
      owner = await server.connect();
      rmSync(workspace, { recursive: true, force: true });
      for (const name of ontologies) models.set(name, await modelOf(name));
      models.set('kinds', (await modelOfTurtle(allKinds)).model);
      models.set('long-texts', (await modelOfTurtle(allKinds, policiesOf({ long: 'string' }))).model);
      const types = [...models].map(([name, model]) => {
        const files = rustModels.generate(model);
        const classes = model.classes.map((cls) => ({ name: cls.name, type: typeName(cls) }));
        return {
          ontology: name,
          classes: classes.map((one) => ({ ...one, isValidated: isValidated(files, one.type) })),
          enumerations: model.enumerations.map(typeName),
        };
      });
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

    /** Loads a schema and rows, and runs the program, which reads them. */
    async function readRows(ontology: string, rows: readonly string[]): Promise<Done> {
      const model = models.get(ontology) as DomainModel;
      const schema = planSchema(model);
      await owner.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      await owner.query(sqlSchema.generate(model)[0]?.content ?? '');
      for (const transaction of rows) await owner.query(transaction);
      const job: Job = {
        host: server.host,
        ontology,
        reads: readable(model).map((cls) => reading(cls, schema)),
      };
      const binary = path.join(sqlxCargoEnvironment.CARGO_TARGET_DIR, 'debug/rows');
      return JSON.parse(run(binary, [], { cwd: workspace, input: JSON.stringify(job) })) as Done;
    }

    test('with crates that compile without a warning', () => {
      cargo('clippy', '--', '--deny', 'warnings');
      cargo('build');
    });

    test.each(ontologies)('every class of %s', async (ontology) => {
      const model = models.get(ontology) as DomainModel;
      const { read, violations } = await readRows(ontology, transactions(model));
      expect(violations).toEqual([]);
      const classes = new Set(read.map(([name]) => name));
      expect(readable(model).filter(({ name }) => !classes.has(name))).toEqual([]);
    });

    test.each([
      ['kinds', rowsOfKinds()],
      ['long-texts', rowsOfKinds(longTexts)],
    ] as const)('the limits of every kind of value, with the same values as JSON: %s', async (ontology, { rows, expected }) => {
      const { read, violations } = await readRows(ontology, rows);
      expect(violations).toEqual([]);
      expect(read.map(([, instance]) => instance)).toEqual(expected);
    });
  });
});
