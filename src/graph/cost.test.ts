import { expect, test } from 'vitest';
import { isQuick } from './cost.ts';
import { splitQuery } from './sparql.ts';

const quick = (query: string, triples = 150) => isQuick(splitQuery(query), triples);

test.each([
  'SELECT ?class WHERE { ?class a owl:Class }',
  'SELECT ?property ?range WHERE { ?property rdfs:domain :Post ; rdfs:range ?range }',
  'SELECT * { ?s ?p ?o } ORDER BY ?s',
  'ASK { :Post rdfs:subClassOf* :Thing }',
  'SELECT ?l { ?c a owl:Class ; rdfs:label ?l . FILTER (CONTAINS(LCASE(?l), "x")) }',
  'SELECT (COUNT(*) AS ?n) { { ?a a owl:Class } UNION { ?a a rdfs:Class } }',
])('%s is quick on a small graph', (query) => {
  expect(quick(query)).toBe(true);
});

test.each([
  'SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }',
  'SELECT * { ?a ?b ?c ; ?d ?e ; ?f ?g }',
  'SELECT * { ?a ?b [ ?c [ ?d [ ?e ?f ] ] ] }',
  'SELECT * { ?a ?b ( ?c ?d ?e ) }',
  'SELECT * { BIND("a" AS ?a) BIND(CONCAT(?a, ?a) AS ?b) }',
  'SELECT * { ?a (!:p/!:q)* ?b . ?b (!:p)+ ?a }',
  `SELECT * { ${'{ ?a ?b ?c } UNION '.repeat(30)} { ?a ?b ?c } }`,
  `SELECT * { VALUES (?a ?b) { ${'(1 2) '.repeat(200)} } }`,
  'SELECT * { _:a ?p _:b . _:c ?q _:d . _:e ?r _:f }',
])('%s may take a long time', (query) => {
  expect(quick(query)).toBe(false);
});

test('the result depends on the size of the graph', () => {
  expect(quick('SELECT * { ?a ?b ?c . ?c ?d ?e }', 100)).toBe(true);
  expect(quick('SELECT * { ?a ?b ?c . ?c ?d ?e }', 10_000)).toBe(false);
});
