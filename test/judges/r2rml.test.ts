import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { r2rml } from '../../src/targets/r2rml/index.ts';
import { sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { canonicalStatements } from '../data/rdf-values.ts';
import { converted, instanceSetsOf, linesOf } from '../data/support.ts';
import { describeWith, morphKgc, run } from '../support/judges.ts';
import { isExhaustive, isFullRun, modelOf, sampleEvenly } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';

/** Maximum number of classes tested per ontology. */
const MOST = 16;

describeWith(['postgresql', 'morph-kgc'], 'Morph-KGC', () => {
  let server: Server;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startServer();
    client = await server.connect();
  });
  afterAll(() => server?.stop());

  const whole = isFullRun ? ['blog', 'constraints', 'org', ...(isExhaustive ? ['torture'] : [])] : ['blog'];
  test.each(whole)('%s: the mapping returns the triples that were loaded', async (name) => {
    const model = await modelOf(name);
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    for (const { content } of sqlSchema.generate(model)) await client.query(content);
    const loaded: string[] = [];
    for (const set of sampleEvenly(model.classes, MOST).flatMap((cls) => instanceSetsOf(cls))) {
      const { text } = await converted('data.ndjson', linesOf(set), model, 'ntriples');
      const { text: sql } = await converted('data.nt', text, model, 'sql');
      try {
        await client.query(sql);
        loaded.push(text);
      } catch (error) {
        // Sets share instances and unique values; 23505 is a unique violation.
        expect((error as { code?: string }).code).toBe('23505');
        await client.query('ROLLBACK');
      }
    }
    expect(loaded.length).toBeGreaterThan(1);
    const folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-r2rml-'));
    try {
      writeFileSync(`${folder}/mapping.ttl`, r2rml.generate(model)[0]?.content ?? '');
      const settings = [
        ...['[CONFIGURATION]', 'output_file: out.nt', 'na_values: None,nan', 'number_of_processes: 1', '[DB]'],
        ...['mappings: mapping.ttl', `db_url: postgresql+psycopg://postgres@/postgres?host=${server.host}`],
      ];
      writeFileSync(`${folder}/config.ini`, `${settings.join('\n')}\n`);
      run(morphKgc, ['-m', 'morph_kgc', 'config.ini'], { cwd: folder });
      expect(await canonicalStatements(readFileSync(`${folder}/out.nt`, 'utf8'))).toEqual(
        await canonicalStatements(loaded.join('\n')),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
