/** Follows docs/how-to/database.md from an existing database: its queries print what the document shows. */

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { createDatabase } from './support/pglite.ts';
import { codegen, inFolder, root } from './support/program.ts';

const document = readFileSync(path.join(root, 'docs/how-to/database.md'), 'utf8');

/** Returns a file that the document shows. */
const shown = (name: string): string =>
  new RegExp(`^\`\`\`turtle \\[${name}\\]\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(document)?.[1] ?? '';

const examples = (name: string): string => readFileSync(path.join(root, 'examples/database', name), 'utf8');

/** Returns the rows of a query as psql prints them with --no-align --tuples-only. */
async function printed(database: PGlite, query: string): Promise<string> {
  const { rows } = await database.query<Record<string, string>>(query);
  return rows.map((row) => `${Object.values(row).join('|')}\n`).join('');
}

test('the queries turn tables into the draft, and rows into data for the generated tables', async () => {
  const old = await createDatabase();
  await old.exec(examples('shop.sql'));
  await old.exec(`SET TIME ZONE 'UTC';
    INSERT INTO customers (email, full_name) VALUES ('ann@example.org', 'Ann Other');
    INSERT INTO orders (id, customer_id, state, total, placed_at) VALUES (7, 1, 'paid', 12.50, '2024-05-17T08:30:00Z');`);
  expect(await printed(old, examples('draft.sql'))).toBe(shown('orders.ttl'));
  const rows = await printed(old, examples('rows.sql'));
  expect(rows).toBe(shown('rows.ttl'));
  await old.exec(
    `CREATE TABLE stays (item_id INT, from_day DATE, "until" DATE, PRIMARY KEY (item_id, from_day), note CHAR(3) CHECK (note <> ''));`,
  );
  // Names as other tools create them.
  await old.exec(
    `CREATE TABLE "BookReview" (id TEXT PRIMARY KEY, "authorId" INT NOT NULL REFERENCES customers (id), "odd name" INT UNIQUE);`,
  );
  const more = await printed(old, examples('draft.sql'));
  expect(more).toContain(':StayShape a sh:NodeShape ; sh:targetClass :Stay ;');
  expect(more).toContain('sh:path :note ; sh:datatype xsd:string ; sh:maxCount 1 ; sh:maxLength 3');
  expect(more).toContain('# stays_pkey PRIMARY KEY (item_id, from_day)');
  expect(more).toContain(':BookReviewShape a sh:NodeShape ; sh:targetClass :BookReview ;');
  expect(more).toContain('sh:path :author ; sh:class :Customer ; sh:minCount 1 ; sh:maxCount 1');
  expect(more).toContain(':odd_name a owl:InverseFunctionalProperty .');
  await old.close();

  const sql = inFolder((folder) => {
    const files = { 'orders.ttl': shown('orders.ttl'), 'rows.ttl': rows, 'more.ttl': more };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    expect(codegen(folder, ['graph', 'load', 'more.ttl']).status).toBe(0);
    const generated = codegen(folder, [
      'template',
      'generate-rdf',
      '--ontology',
      'orders.ttl',
      '--template',
      'sql-schema',
      '--output-dir',
      '.',
    ]);
    expect(generated.status, generated.stderr).toBe(0);
    const converted = codegen(folder, ['data', 'convert', 'rows.ttl', '--ontology', 'orders.ttl', '--to', 'sql']);
    expect(converted.status, converted.stderr).toBe(0);
    return readFileSync(path.join(folder, '001_create_orders_schema.sql'), 'utf8') + converted.stdout;
  });
  const database = await createDatabase();
  await database.exec(sql);
  const { rows: joined } = await database.query(
    `SELECT email, state, total, iri FROM orders JOIN customers ON customers.id = customer_id JOIN codegen_iris ON codegen_iris.id = orders.id`,
  );
  expect(joined).toEqual([{ email: 'ann@example.org', state: 'paid', total: '12.50', iri: 'http://example.org/orders/7' }]);
  await database.close();
});
