/** Tests that the TypeScript example in docs/how-to/postgresql.md reads the same values as JSON, at the limits of each kind. */

import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DomainModel } from '../../src/model/index.ts';
import { sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { typescriptModels } from '../../src/targets/typescript-models/index.ts';
import { describeWith, run } from '../support/judges.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { inFolder, root } from '../support/program.ts';
import { allKinds, rowsOfKinds } from './kinds.ts';

const shown =
  /^```ts \[rows\.ts\]\n([\s\S]*?)^```$/m.exec(readFileSync(path.join(root, 'docs/how-to/postgresql.md'), 'utf8'))?.[1] ?? '';

/** Selects both tables and prints the rows and their violations. */
const PROGRAM = `
import pg from 'pg';
import { ListSchema, SingleSchema } from './models/validation/index.js';
import { settings } from './rows.js';

const pool = new pg.Pool({ host: process.argv[2], user: 'postgres', database: 'postgres', ...settings });
const hex = "upper(encode(single_hex_binary, 'hex')) AS single_hex_binary";
const hexes = "ARRAY(SELECT upper(encode(item, 'hex')) FROM unnest(list_hex_binary) AS item) AS list_hex_binary";
const { rows: singles } = await pool.query(\`SELECT *, \${hex} FROM singles ORDER BY id\`);
const { rows: lists } = await pool.query(\`SELECT *, \${hexes} FROM lists ORDER BY id\`);
const wrong = [...singles.map(SingleSchema.validate), ...lists.map(ListSchema.validate)];
console.log(JSON.stringify({ rows: [...singles, ...lists], wrong: wrong.flat() }));
await pool.end();
`;

/** The limits of 32-bit floats as PostgreSQL writes them: with just enough digits to identify a 32-bit float. */
const floats: readonly unknown[] = [-3.402_823_5e38, 1e-45];

/** Restores all digits of the 32-bit floats, and removes null members. */
const kept = (rows: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(rows), (_, value: unknown) => {
    if (value === null) return undefined;
    return floats.includes(value) ? Math.fround(Number(value)) : value;
  });

describeWith(['postgresql'], 'rows in TypeScript', () => {
  let server: Server;
  let model: DomainModel;
  const { rows, expected } = rowsOfKinds();

  beforeAll(async () => {
    ({ model } = await modelOfTurtle(allKinds));
    server = await startServer();
    const owner = await server.connect();
    await owner.query(sqlSchema.generate(model)[0]?.content ?? '');
    for (const row of rows) await owner.query(row);
  });
  afterAll(() => server?.stop());

  test('have the same values as JSON', () => {
    inFolder((folder) => {
      const write = (file: string, content: string): void => {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), content);
      };
      for (const { path: file, content } of typescriptModels.generate(model)) write(`models/${file}`, content);
      write('rows.ts', shown);
      write('read.ts', PROGRAM);
      write('package.json', '{ "type": "module" }');
      symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
      const bin = path.join(root, 'node_modules/.bin');
      const strict = ['--strict', '--noEmit', '--skipLibCheck', '--types', 'node'];
      run(path.join(bin, 'tsc'), [...strict, '--module', 'nodenext', '--target', 'es2022', 'rows.ts', 'read.ts'], {
        cwd: folder,
      });
      const bundled = ['--bundle', '--platform=node', '--format=esm', '--packages=external', '--outfile=read.mjs'];
      run(path.join(bin, 'esbuild'), ['read.ts', ...bundled, '--log-level=error'], { cwd: folder });
      const read = JSON.parse(run(process.execPath, ['read.mjs', server.host], { cwd: folder })) as Record<string, unknown[]>;
      expect(read['wrong']).toEqual([]);
      expect(kept(read['rows'] ?? [])).toEqual(kept(expected));
    });
  });
});
