import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { nextMigrations } from '../../src/migrate/index.ts';
import { buildModel } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { type SchemaState, schemaState } from '../../src/targets/sql-schema/index.ts';
import { createDatabase } from '../support/pglite.ts';
import { catalogueOf, type Database, reset } from './catalogue.ts';
import { applyScripts, ddl, revertScripts } from './migration-checks.ts';

const at = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const earlier = (file: string) => readFileSync(at(`earlier/${file}`), 'utf8');

const id = (n: number) => `'00000000-0000-4000-8000-00000000000${n}'`;
const rows = `
  INSERT INTO people (id, name) VALUES (${id(1)}, 'Ann');
  INSERT INTO products (id, sku, number, price, tag, supplier_person_id)
    VALUES (${id(2)}, 'ABC-1234', 7, 12.50, '{red,new}', ${id(1)}), (${id(3)}, 'DEF-0001', 4294967295, 1, '{}', NULL);
  BEGIN;
  INSERT INTO orders (id, status, note) VALUES (${id(4)}, 'Placed', NULL);
  INSERT INTO order_items (order_id, item_id) VALUES (${id(4)}, ${id(2)}), (${id(4)}, ${id(3)});
  COMMIT;`;
const all = 'SELECT p.*, o.order_id FROM products p JOIN order_items o ON o.item_id = p.id ORDER BY p.id';

test('a migration from version 2.5 only drops the checks of other layers and corrects two functions', async () => {
  const memory = await createDatabase();
  try {
    const database: Database = {
      exec: (sql) => memory.exec(sql),
      rows: async (sql) => (await memory.query<Record<string, unknown>>(sql)).rows,
    };
    const shapes = [at('../../examples/shop-shapes.ttl')];
    const { model } = await buildModel(await loadOntology(at('../../examples/shop.ttl'), { shapes }));
    await reset(database);
    await database.exec(ddl(model));
    const fresh = await catalogueOf(database);
    await reset(database);
    await database.exec(earlier('shop.sql'));
    await database.exec(rows);
    const [before, kept] = [await catalogueOf(database), await database.rows(all)];
    const { state } = JSON.parse(earlier('shop.schema.json')) as { readonly state: SchemaState };
    const { scripts } = nextMigrations(state, schemaState(model), (iri) => iri, 2);
    const statements = scripts[0]?.up.split('\n').filter((line) => /^[A-Z]/.test(line) && !line.startsWith('SET')) ?? [];
    // Two functions of version 2.5 had faults: one called itself in a savepoint, the other one missed a changed id.
    const isCheck = /^(?:DROP|CREATE)[\w ]*(?:TRIGGER|FUNCTION) check_orders(?:_kind)?\b|^(?:AS \$\$|DECLARE|BEGIN|END)$/;
    const isOfProducts = /^ALTER TABLE products (?:DROP|ADD) CONSTRAINT/;
    expect(statements.filter((line) => !isCheck.test(line) && !isOfProducts.test(line))).toEqual([
      'DROP FUNCTION shop_digits();',
      'COMMENT ON TABLE people IS NULL;',
    ]);
    await applyScripts(database, scripts);
    expect(await catalogueOf(database)).toEqual(fresh);
    expect(await database.rows(all)).toEqual(kept);
    await revertScripts(database, scripts);
    expect(await catalogueOf(database)).toEqual(before);
    expect(await database.rows(all)).toEqual(kept);
  } finally {
    await memory.close();
  }
});
