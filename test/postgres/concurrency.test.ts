import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Policies } from '../../src/model/index.ts';
import { defaultPolicies } from '../../src/model/index.ts';
import { sqlSchema } from '../../src/targets/sql-schema/index.ts';
import { describeWith } from '../support/judges.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { type Server, startServer } from '../support/postgres.ts';
import { type Level, levels, RETRY, race } from './writers.ts';

const id = (n: number) => `'00000000-0000-4000-8000-${String(n).padStart(12, '0')}'`;

let server: Server;
let one: pg.Client;
let other: pg.Client;

/** Two transactions of which at most one may be committed, on rows that are there before. */
interface Case {
  readonly name: string;
  readonly ontology: string;
  readonly policies?: Partial<Policies>;
  readonly rows: string;
  readonly first: string;
  readonly second: string;
  /** A query that finds what must not be. */
  readonly broken: string;
}

const people = `
  :Agent a owl:Class . :Person a owl:Class ; rdfs:subClassOf :Agent . :Robot a owl:Class ; rdfs:subClassOf :Agent .
  :Person owl:disjointWith :Robot .
  :label a owl:DatatypeProperty ; rdfs:domain :Agent ; rdfs:range xsd:string .`;
const tagged = (bounds: string) => `
  :Post a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :taggedWith ; ${bounds} ] .
  :Tag a owl:Class . :name a owl:DatatypeProperty ; rdfs:domain :Tag ; rdfs:range xsd:string .
  :taggedWith a owl:ObjectProperty ; rdfs:domain :Post ; rdfs:range :Tag .`;
const tags = `INSERT INTO tags (id, name) VALUES (${id(1)}, 'a'), (${id(2)}, 'b'), (${id(3)}, 'c');
  INSERT INTO posts (id) VALUES (${id(9)}); INSERT INTO post_tagged_with VALUES (${id(9)}, ${id(1)})`;

const cases: readonly Case[] = [
  {
    name: 'a list has no more than it may',
    ontology: tagged('owl:maxCardinality 2 ], [ a owl:Restriction ; owl:onProperty :taggedWith ; owl:minCardinality 1'),
    rows: tags,
    first: `INSERT INTO post_tagged_with VALUES (${id(9)}, ${id(2)})`,
    second: `INSERT INTO post_tagged_with VALUES (${id(9)}, ${id(3)})`,
    broken: 'SELECT FROM post_tagged_with GROUP BY post_id HAVING count(*) > 2',
  },
  {
    name: 'a list has no fewer than it must',
    ontology: tagged('owl:minCardinality 1'),
    rows: `${tags}, (${id(9)}, ${id(2)})`,
    first: `DELETE FROM post_tagged_with WHERE tagged_with_id = ${id(1)}`,
    second: `DELETE FROM post_tagged_with WHERE tagged_with_id = ${id(2)}`,
    broken: 'SELECT FROM posts WHERE id NOT IN (SELECT post_id FROM post_tagged_with)',
  },
  {
    name: 'classes that exclude each other share no row, where rows may be of several',
    ontology: people,
    policies: { subclasses: 'several' },
    rows: `INSERT INTO agents (id, label) VALUES (${id(1)}, 'x')`,
    first: `INSERT INTO people (id) VALUES (${id(1)})`,
    second: `INSERT INTO robots (id) VALUES (${id(1)})`,
    broken: 'SELECT FROM people JOIN robots USING (id)',
  },
];

async function load({ ontology, policies, rows }: Case): Promise<void> {
  await one.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const { model } = await modelOfTurtle(ontology, { ...defaultPolicies, ...policies });
  await one.query(`BEGIN; ${sqlSchema.generate(model)[0]?.content}; COMMIT`);
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
    beforeEach(() => load(rule));

    test.each(levels)('%s', async (level: Level) => {
      const endings = await race(one, other, level, rule.first, rule.second);
      const { rows } = await one.query(rule.broken);
      expect(rows, endings.join(' and ')).toEqual([]);
      // One of them is taken, and the other told why it is not.
      expect(endings.filter((ending) => ending === 'committed')).toHaveLength(1);
      const told = endings.filter((ending) => ending !== 'committed');
      for (const ending of told) expect(['23514', '23503', ...RETRY]).toContain(ending);
    });
  });
});
