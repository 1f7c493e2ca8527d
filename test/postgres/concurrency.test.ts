import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { describeWith } from '../support/judges.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { type Case, cases } from './cases.ts';
import { type Level, levels, RETRY, race } from './concurrent-sessions.ts';

let server: Server;
let one: pg.Client;
let other: pg.Client;

async function load({ model, rows }: Case): Promise<void> {
  await one.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await one.query(`BEGIN; ${sqlSchema.generate(await model())[0]?.content}; COMMIT`);
  await one.query(`BEGIN; ${rows}; COMMIT`);
}

describeWith(['postgresql'], 'two writers', () => {
  beforeAll(async () => {
    server = await startServer();
    one = await server.connect();
    other = await server.connect();
  });

  afterAll(() => server?.stop());

  describe.each(cases)('$name', (rule) => {
    const inBothOrders = levels.flatMap((level) => [
      [level, 'one first', rule.first, rule.second] as const,
      [level, 'the other first', rule.second, rule.first] as const,
    ]);

    beforeEach(() => load(rule));

    test.each(inBothOrders)('%s, %s', async (level: Level, _, first, second) => {
      const endings = await race(one, other, level, first, second);
      const { rows } = await one.query(rule.broken);
      expect(rows, endings.join(' and ')).toEqual([]);
      // One transaction commits, and the other fails with a known code.
      const committed = endings.filter((ending) => ending === 'committed').length;
      if (!(rule.inTurn && committed === 2)) expect(committed).toBe(1);
      const reported = endings.filter((ending) => ending !== 'committed');
      for (const ending of reported) expect(['23514', '23503', ...RETRY]).toContain(ending);
    });
  });
});
