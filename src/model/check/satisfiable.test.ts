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

describe('a class that can have no instance', () => {
  test.each([
    [`${AB}:A owl:disjointWith :B . ${below(':A', ':B')}`, 'it is a kind of A and of B, which share none'],
    [
      `${AB}[] a owl:AllDisjointClasses ; owl:members ( :A :B ) . ${below(':A', ':B')}`,
      'it is a kind of A and of B, which share none',
    ],
    [
      `${AB}:X a owl:Class ; owl:disjointUnionOf ( :A :B ) . ${below(':A', ':B')}`,
      'it is a kind of A and of B, which share none',
    ],
    [`${AB}:A rdfs:subClassOf [ owl:complementOf :B ] . ${below(':A', ':B')}`, 'it is a kind of A and of B, which share none'],
    [`${AB}${below(':A')}:C owl:disjointWith :A .`, 'it is a kind of C and of A, which share none'],
    [`${AB}${below(':A')}:C owl:equivalentClass owl:Nothing .`, 'the ontology says that it is owl:Nothing'],
    [
      `${AB}${below('[ owl:onProperty :p ; owl:cardinality 1 ]', '[ owl:onProperty :p ; owl:allValuesFrom owl:Nothing ]')}:p a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :A .`,
      'no value fits p_id, which has to have one',
    ],
  ])('%s', async (turtle, why) => {
    const found = await messages(turtle);
    expect(found.map((message) => message.replace(/^\d+: /, ''))).toContain(`no instance of C is possible: ${why}`);
  });

  test('nor has what is below it or has to refer to it', async () => {
    const found = await messages(
      `${AB}:A owl:disjointWith :B . ${below(':A', ':B')}:D a owl:Class ; rdfs:subClassOf :C . :E a owl:Class . ${needs('E', 'c', 'C')}
      :F a owl:Class ; rdfs:subClassOf [ owl:onProperty :many ; owl:minCardinality 2 ] . :many a owl:ObjectProperty ; rdfs:domain :F ; rdfs:range :E .
      :G a owl:Class ; rdfs:subClassOf [ owl:onProperty :may ; owl:maxCardinality 1 ] . :may a owl:ObjectProperty ; rdfs:domain :G ; rdfs:range :E .`,
    );
    expect(found.map((message) => message.replace(/^\d+: no instance of /, ''))).toEqual([
      'C is possible: it is a kind of A and of B, which share none',
      'D is possible: it is a kind of A and of B, which share none',
      'E is possible: c_id has to refer to a C, of which there is none',
      'F is possible: many_ids has to refer to a E, of which there is none',
    ]);
  });

  test('a class of which subclasses have some has instances', async () => {
    expect(
      await messages(
        `${AB}:A owl:disjointWith :B . ${below(':A')}:E a owl:Class . ${needs('E', 'a', 'A')}:X a owl:Class ; rdfs:subClassOf :B .`,
      ),
    ).toEqual([]);
  });
});

describe('rows of which none can be the first', () => {
  test('a circle that the ontology states', async () => {
    expect(await messages(`${AB}${needs('A', 'p', 'B')}${needs('B', 'q', 'A')}:X a owl:Class . ${needs('X', 'r', 'A')}`)).toEqual(
      [
        '10: A → B → A: each row needs another to be there already (A.p_id, B.q_id), so that the first ones can only be stored together, in one transaction',
      ],
    );
  });

  test('not one that a subclass opens, nor one that a row closes by itself', async () => {
    expect(
      await messages(
        `${AB}${needs('A', 'p', 'B')}${needs('C', 'q', 'A')}:C a owl:Class ; rdfs:subClassOf :B . :D a owl:Class . ${needs('D', 'next', 'D')}`,
      ),
    ).toEqual([]);
  });

  test('one that a row may not close by itself', async () => {
    expect(await messages(`:D a owl:Class . ${needs('D', 'next', 'D', ', owl:IrreflexiveProperty ')}`)).toEqual([
      expect.stringContaining('D → D: each row needs another to be there already (D.next_id)'),
    ]);
  });
});
