import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';

async function messages(turtle: string): Promise<string[]> {
  const { diagnostics } = await modelOfTurtle(turtle);
  return diagnostics
    .filter(({ code }) => code === 'class-without-instance' || code === 'rows-need-each-other')
    .map((d) => `${d.place?.line}: ${d.message}`);
}

const AB = ':A a owl:Class . :B a owl:Class .\n';
const below = (...parents: string[]) => `:C a owl:Class ; rdfs:subClassOf ${parents.join(', ')} .\n`;
const needs = (cls: string, property: string, range: string, more = '') =>
  `:${cls} rdfs:subClassOf [ owl:onProperty :${property} ; owl:cardinality 1 ] .
  :${property} a owl:ObjectProperty ${more}; rdfs:domain :${cls} ; rdfs:range :${range} .\n`;

describe('a class that cannot have instances', () => {
  test.each([
    [`${AB}:A owl:disjointWith :B . ${below(':A', ':B')}`, 'it belongs to A and to B, which are disjoint'],
    [
      `${AB}[] a owl:AllDisjointClasses ; owl:members ( :A :B ) . ${below(':A', ':B')}`,
      'it belongs to A and to B, which are disjoint',
    ],
    [
      `${AB}:X a owl:Class ; owl:disjointUnionOf ( :A :B ) . ${below(':A', ':B')}`,
      'it belongs to A and to B, which are disjoint',
    ],
    [`${AB}:A rdfs:subClassOf [ owl:complementOf :B ] . ${below(':A', ':B')}`, 'it belongs to A and to B, which are disjoint'],
    [`${AB}${below(':A')}:C owl:disjointWith :A .`, 'it belongs to C and to A, which are disjoint'],
    [`${AB}${below(':A')}:C owl:equivalentClass owl:Nothing .`, 'the ontology states that it is owl:Nothing'],
    [
      `${AB}:A owl:disjointWith :B . ${below(':B', '[ owl:onProperty :p ; owl:minCardinality 1 ]')}:p a owl:ObjectProperty ; rdfs:domain :A .`,
      'it belongs to B and, by having :p, to A, which are disjoint',
    ],
    [
      `${AB}:A owl:disjointWith :B . :C a owl:Class ; owl:equivalentClass [ owl:intersectionOf ( :A :B ) ] .`,
      'it belongs to A and to B, which are disjoint',
    ],
    [
      `${AB}:p a owl:ObjectProperty ; rdfs:domain [ owl:complementOf :A ] . ${below(':A', '[ owl:onProperty :p ; owl:hasValue :x ]')}`,
      'it belongs to A and, by having :p, to the complement of A, which are disjoint',
    ],
  ])('%s', async (turtle, why) => {
    const found = await messages(turtle);
    expect(found.map((message) => message.replace(/^\d+: /, ''))).toContain(`C cannot have instances: ${why}`);
  });

  test('neither can its subclasses, nor classes that require a reference to it', async () => {
    const found = await messages(
      `${AB}:A owl:disjointWith :B . ${below(':A', ':B')}:D a owl:Class ; rdfs:subClassOf :C . :E a owl:Class . ${needs('E', 'c', 'C')}
      :F a owl:Class ; rdfs:subClassOf [ owl:onProperty :many ; owl:minCardinality 2 ] . :many a owl:ObjectProperty ; rdfs:domain :F ; rdfs:range :E .
      :G a owl:Class ; rdfs:subClassOf [ owl:onProperty :may ; owl:maxCardinality 1 ] . :may a owl:ObjectProperty ; rdfs:domain :G ; rdfs:range :E .`,
    );
    expect(found.map((message) => message.replace(/^\d+: /, ''))).toEqual([
      'C cannot have instances: it belongs to A and to B, which are disjoint',
      'D cannot have instances: it is a subclass of C, which cannot have instances',
      'E cannot have instances: c_id requires a reference to a C, which cannot have instances',
      'F cannot have instances: many_ids requires a reference to a E, which cannot have instances',
    ]);
  });

  test('a class that is only assumed to require the reference can', async () => {
    const found = await messages(
      `${AB}:A owl:disjointWith :B . ${below(':A', ':B')}:E a owl:Class . :c a owl:ObjectProperty ; rdfs:domain :E ; rdfs:range :C .`,
    );
    expect(found).toEqual([expect.stringContaining('C cannot have instances')]);
  });

  test('does not report contradictory numbers of values twice', async () => {
    expect(
      await messages(
        `${AB}:A owl:disjointWith :B . ${below('[ owl:onProperty :p ; owl:minCardinality 1 ]', '[ owl:onProperty :p ; owl:maxCardinality 0 ]')}:p a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :A .`,
      ),
    ).toEqual([]);
  });

  test('accepts a class whose subclasses have instances', async () => {
    expect(
      await messages(
        `${AB}:A owl:disjointWith :B . ${below(':A')}:E a owl:Class . ${needs('E', 'a', 'A')}:X a owl:Class ; rdfs:subClassOf :B .`,
      ),
    ).toEqual([]);
  });
});

describe('rows that need each other', () => {
  test('reports a cycle that the ontology states', async () => {
    expect(await messages(`${AB}${needs('A', 'p', 'B')}${needs('B', 'q', 'A')}:X a owl:Class . ${needs('X', 'r', 'A')}`)).toEqual(
      [
        '10: A → B → A: required foreign keys form a cycle (A.p_id, B.q_id); the first rows must be inserted in one transaction, whose end checks the keys',
      ],
    );
  });

  test('ignores cycles that a subclass opens, and rows that can refer to themselves', async () => {
    expect(
      await messages(
        `${AB}${needs('A', 'p', 'B')}${needs('C', 'q', 'A')}:C a owl:Class ; rdfs:subClassOf :B . :D a owl:Class . ${needs('D', 'next', 'D')}`,
      ),
    ).toEqual([]);
  });

  test('reports a row that must not refer to itself', async () => {
    expect(await messages(`:D a owl:Class . ${needs('D', 'next', 'D', ', owl:IrreflexiveProperty ')}`)).toEqual([
      expect.stringContaining('D → D: required foreign keys form a cycle (D.next_id)'),
    ]);
  });
});
