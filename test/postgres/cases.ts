/** Pairs of transactions that each satisfy a rule alone but could violate it together. */

import type { DomainModel, Policies } from '../../src/model/index.ts';
import { defaultPolicies } from '../../src/model/index.ts';
import { modelOfTurtle } from '../support/ontologies.ts';
import { modelFrom } from '../support/sql-models.ts';

export const id = (n: number) => `'00000000-0000-4000-8000-${String(n).padStart(12, '0')}'`;

/** Two transactions on existing rows, of which at most one may commit. */
export interface Case {
  readonly name: string;
  readonly model: () => DomainModel | Promise<DomainModel>;
  readonly rows: string;
  readonly first: string;
  readonly second: string;
  /** Both may commit one after the other, because each is still valid after the other. */
  readonly inTurn?: true;
  /** A query that finds violations of the rule. */
  readonly broken: string;
}

const turtle = (text: string, policies?: Partial<Policies>) => async () =>
  (await modelOfTurtle(text, { ...defaultPolicies, ...policies })).model;

const people = `
  :Agent a owl:Class . :Person a owl:Class ; rdfs:subClassOf :Agent . :Robot a owl:Class ; rdfs:subClassOf :Agent .
  :Person owl:disjointWith :Robot .
  :label a owl:DatatypeProperty ; rdfs:domain :Agent ; rdfs:range xsd:string .`;

const staff = `
  :Person a owl:Class . :Manager a owl:Class ; rdfs:subClassOf :Person ,
    [ a owl:Restriction ; owl:onProperty :salary ; owl:allValuesFrom [ a rdfs:Datatype ; owl:onDatatype xsd:integer ;
      owl:withRestrictions ( [ xsd:minInclusive 1000 ] ) ] ] ,
    [ a owl:Restriction ; owl:onProperty :worksIn ; owl:allValuesFrom :Board ] .
  :Team a owl:Class . :Board a owl:Class ; rdfs:subClassOf :Team .
  :salary a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:integer .
  :worksIn a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Person ; rdfs:range :Team .`;

const vehicles = `
  :Car a owl:Class . :Boat a owl:Class . :AmphibiousCar a owl:Class ; rdfs:subClassOf :Car , :Boat .
  :Truck a owl:Class ; rdfs:subClassOf :Car .
  :wheels a owl:DatatypeProperty ; rdfs:domain :Car ; rdfs:range xsd:integer .`;

const guests = `
  :Party a owl:Class . :Guest a owl:Class ; rdfs:subClassOf :Party , [ a owl:Restriction ; owl:onProperty :room ; owl:cardinality 1 ] .
  :Room a owl:Class . :Suite a owl:Class ; rdfs:subClassOf :Room , [ a owl:Restriction ; owl:onProperty :keeper ; owl:cardinality 1 ] .
  :room a owl:ObjectProperty ; rdfs:domain :Guest ; rdfs:range :Room .
  :keeper a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Room ; rdfs:range :Party .`;

const tagged = (bounds: string) => `
  :Post a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :taggedWith ; ${bounds} ] .
  :Tag a owl:Class . :name a owl:DatatypeProperty ; rdfs:domain :Tag ; rdfs:range xsd:string .
  :taggedWith a owl:ObjectProperty ; rdfs:domain :Post ; rdfs:range :Tag .`;
const tags = `INSERT INTO tags (id, name) VALUES (${id(1)}, 'a'), (${id(2)}, 'b'), (${id(3)}, 'c');
  INSERT INTO posts (id) VALUES (${id(9)}); INSERT INTO post_tagged_with VALUES (${id(9)}, ${id(1)})`;

const boards = `
  :Team a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :member ; owl:minCardinality 0 ] .
  :Board a owl:Class ; rdfs:subClassOf :Team ,
    [ a owl:Restriction ; owl:onProperty :member ; owl:allValuesFrom :Director ] ,
    [ a owl:Restriction ; owl:onProperty :member ; owl:maxCardinality 2 ] .
  :Person a owl:Class . :Director a owl:Class ; rdfs:subClassOf :Person .
  :name a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:range xsd:string .
  :member a owl:ObjectProperty ; rdfs:domain :Team ; rdfs:range :Person .`;
/** Inserts a person, directors, and a team or a board with members. `of` adds the class of a row to its statement. */
const boardRows = (of: (kind: string) => string, team: 'Team' | 'Board', members: readonly number[]) => `
  INSERT INTO people (id${of('kind')}, name) VALUES (${id(1)}${of("'Person'")}, 'Ann'), (${id(2)}${of("'Director'")}, 'Bob'),
    (${id(3)}${of("'Director'")}, 'Cid'), (${id(4)}${of("'Director'")}, 'Dan');
  INSERT INTO directors (id) VALUES (${id(2)}), (${id(3)}), (${id(4)});
  INSERT INTO teams (id${of('kind')}) VALUES (${id(9)}${of(`'${team}'`)});
  ${team === 'Board' ? `INSERT INTO boards (id) VALUES (${id(9)});` : ''}
  INSERT INTO team_members VALUES ${members.map((member) => `(${id(9)}, ${id(member)})`).join(', ')}`;
const notOnBoards =
  'SELECT FROM team_members WHERE team_id IN (SELECT id FROM boards) AND member_id NOT IN (SELECT id FROM directors)';
const largeBoards = 'SELECT FROM team_members WHERE team_id IN (SELECT id FROM boards) GROUP BY team_id HAVING count(*) > 2';

/** Cases of a list that a subclass narrows. `isTold` states whether rows have a discriminator. */
const narrowedLists = (isTold: boolean): readonly Case[] => {
  const where = isTold ? '' : ', where rows may be of several';
  const model = turtle(boards, isTold ? {} : { subclasses: 'several' });
  const of = (text: string) => (isTold ? `, ${text}` : '');
  const become = (table: string, kind: string, row: number) =>
    isTold ? `UPDATE ${table} SET kind = '${kind}' WHERE id = ${id(row)};` : '';
  const put = (member: number) => `INSERT INTO team_members VALUES (${id(9)}, ${id(member)})`;
  const promote = `${become('teams', 'Board', 9)} INSERT INTO boards (id) VALUES (${id(9)})`;
  return [
    {
      name: `a list that a subclass narrows refers to what it may${where}`,
      model,
      rows: boardRows(of, 'Board', [2]),
      first: put(3),
      second: `DELETE FROM directors WHERE id = ${id(3)}; ${become('people', 'Person', 3)}`,
      broken: notOnBoards,
    },
    {
      name: `a list that a subclass narrows refers to what it may when its owner becomes one of it${where}`,
      model,
      rows: boardRows(of, 'Team', [2]),
      first: put(1),
      second: promote,
      broken: notOnBoards,
    },
    {
      name: `a list that a subclass narrows has no more than it may${where}`,
      model,
      rows: boardRows(of, 'Board', [2]),
      first: put(3),
      second: put(4),
      broken: largeBoards,
    },
    {
      name: `a list that a subclass narrows has no more than it may when its owner becomes one of it${where}`,
      model,
      rows: boardRows(of, 'Team', [2, 3]),
      first: put(4),
      second: promote,
      broken: largeBoards,
    },
  ];
};

export const cases: readonly Case[] = [
  {
    name: 'a list has no more than it may',
    model: turtle(tagged('owl:maxCardinality 2 ], [ a owl:Restriction ; owl:onProperty :taggedWith ; owl:minCardinality 1')),
    rows: tags,
    first: `INSERT INTO post_tagged_with VALUES (${id(9)}, ${id(2)})`,
    second: `INSERT INTO post_tagged_with VALUES (${id(9)}, ${id(3)})`,
    broken: 'SELECT FROM post_tagged_with GROUP BY post_id HAVING count(*) > 2',
  },
  {
    name: 'a list has no fewer than it must',
    model: turtle(tagged('owl:minCardinality 1')),
    rows: `${tags}, (${id(9)}, ${id(2)})`,
    first: `DELETE FROM post_tagged_with WHERE tagged_with_id = ${id(1)}`,
    second: `DELETE FROM post_tagged_with WHERE tagged_with_id = ${id(2)}`,
    broken: 'SELECT FROM posts WHERE id NOT IN (SELECT post_id FROM post_tagged_with)',
  },
  {
    name: 'classes that exclude each other share no row',
    model: turtle(people),
    rows: `INSERT INTO agents (id, label) VALUES (${id(1)}, 'x')`,
    first: `UPDATE agents SET kind = 'Person' WHERE id = ${id(1)}; INSERT INTO people (id) VALUES (${id(1)})`,
    second: `UPDATE agents SET kind = 'Robot' WHERE id = ${id(1)}; INSERT INTO robots (id) VALUES (${id(1)})`,
    broken: 'SELECT FROM people JOIN robots USING (id)',
  },
  {
    name: 'classes that exclude each other share no row, where rows may be of several',
    model: turtle(people, { subclasses: 'several' }),
    rows: `INSERT INTO agents (id, label) VALUES (${id(1)}, 'x')`,
    first: `INSERT INTO people (id) VALUES (${id(1)})`,
    second: `INSERT INTO robots (id) VALUES (${id(1)})`,
    broken: 'SELECT FROM people JOIN robots USING (id)',
  },
  {
    name: 'a row with several superclasses is of one class',
    model: turtle(vehicles),
    rows: `INSERT INTO cars (id, wheels) VALUES (${id(1)}, 4)`,
    first: `UPDATE cars SET kind = 'AmphibiousCar' WHERE id = ${id(1)};
      INSERT INTO boats (id, kind) VALUES (${id(1)}, 'AmphibiousCar'); INSERT INTO amphibious_cars (id) VALUES (${id(1)})`,
    second: `UPDATE cars SET kind = 'Truck' WHERE id = ${id(1)}; INSERT INTO trucks (id) VALUES (${id(1)})`,
    broken: `SELECT FROM trucks JOIN amphibious_cars USING (id)
      UNION ALL SELECT FROM boats LEFT JOIN cars USING (id, kind) WHERE boats.kind = 'AmphibiousCar' AND cars.id IS NULL`,
  },
  {
    name: 'what a subclass says about an inherited column holds',
    model: turtle(staff),
    rows: `INSERT INTO people (id, salary) VALUES (${id(1)}, 2000)`,
    first: `UPDATE people SET salary = 1 WHERE id = ${id(1)}`,
    second: `UPDATE people SET kind = 'Manager' WHERE id = ${id(1)}; INSERT INTO managers (id) VALUES (${id(1)})`,
    broken: 'SELECT FROM all_managers WHERE salary < 1000',
  },
  {
    name: 'what a subclass says about an inherited column holds, where rows may be of several',
    model: turtle(staff, { subclasses: 'several' }),
    rows: `INSERT INTO people (id, salary) VALUES (${id(1)}, 2000)`,
    first: `UPDATE people SET salary = 1 WHERE id = ${id(1)}`,
    second: `INSERT INTO managers (id) VALUES (${id(1)})`,
    broken: 'SELECT FROM all_managers WHERE salary < 1000',
  },
  {
    name: 'what a subclass refers to stays of its class',
    model: turtle(staff),
    rows: `INSERT INTO teams (id, kind) VALUES (${id(1)}, 'Board'); INSERT INTO boards (id) VALUES (${id(1)});
      INSERT INTO people (id, kind, salary) VALUES (${id(2)}, 'Manager', 2000); INSERT INTO managers (id) VALUES (${id(2)})`,
    first: `UPDATE people SET works_in_id = ${id(1)} WHERE id = ${id(2)}`,
    second: `DELETE FROM boards WHERE id = ${id(1)}; UPDATE teams SET kind = 'Team' WHERE id = ${id(1)}`,
    broken: 'SELECT FROM all_managers WHERE works_in_id IS NOT NULL AND works_in_id NOT IN (SELECT id FROM boards)',
  },
  {
    name: 'what a subclass refers to stays of its class, where rows may be of several',
    model: turtle(staff, { subclasses: 'several' }),
    rows: `INSERT INTO teams (id) VALUES (${id(1)}); INSERT INTO boards (id) VALUES (${id(1)});
      INSERT INTO people (id, salary) VALUES (${id(2)}, 2000); INSERT INTO managers (id) VALUES (${id(2)})`,
    first: `UPDATE people SET works_in_id = ${id(1)} WHERE id = ${id(2)}`,
    second: `DELETE FROM boards WHERE id = ${id(1)}`,
    broken: 'SELECT FROM all_managers WHERE works_in_id IS NOT NULL AND works_in_id NOT IN (SELECT id FROM boards)',
  },
  {
    name: 'alternatives in two tables exclude each other',
    model: () =>
      modelFrom({
        note: { fields: { text: { cardinality: 'optional' } } },
        sign: { parents: ['note'], fields: { icon: { cardinality: 'optional' } }, choices: { body: ['text', 'icon'] } },
      }),
    rows: `INSERT INTO notes (id) VALUES (${id(1)}); INSERT INTO signs (id) VALUES (${id(1)})`,
    first: `UPDATE notes SET text = 'x' WHERE id = ${id(1)}`,
    second: `UPDATE signs SET icon = 'x' WHERE id = ${id(1)}`,
    broken: 'SELECT FROM notes JOIN signs USING (id) WHERE num_nonnulls(text, icon) > 1',
  },
  {
    name: 'an instance goes whole with what it refers to',
    model: turtle(guests),
    rows: `INSERT INTO rooms (id) VALUES (${id(1)})`,
    first: 'DELETE FROM rooms',
    second: `INSERT INTO parties (id, kind) VALUES (${id(2)}, 'Guest'); INSERT INTO guests (id, room_id) VALUES (${id(2)}, ${id(1)})`,
    broken: 'SELECT FROM parties FULL JOIN guests USING (id) WHERE parties.id IS NULL OR guests.id IS NULL',
    inTurn: true,
  },
  {
    name: 'an instance goes whole with what only its class requires',
    model: turtle(guests),
    rows: `INSERT INTO parties (id) VALUES (${id(1)}); INSERT INTO rooms (id, keeper_id) VALUES (${id(2)}, ${id(1)})`,
    first: 'DELETE FROM parties',
    second: `UPDATE rooms SET kind = 'Suite'; INSERT INTO suites (id) VALUES (${id(2)})`,
    broken: `SELECT FROM suites JOIN rooms USING (id) WHERE keeper_id IS NULL
      UNION ALL SELECT FROM rooms LEFT JOIN suites USING (id, kind) WHERE rooms.kind = 'Suite' AND suites.id IS NULL`,
    inTurn: true,
  },
  ...[true, false].flatMap(narrowedLists),
];
