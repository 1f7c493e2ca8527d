import { expect, test } from 'vitest';
import { unknownTerms } from './query-terms.ts';

const reported = async (sparql: string) =>
  (await unknownTerms(sparql, '<query>')).map(({ message, place }) => `${place?.line}:${place?.column} ${message}`);

test('reports each name that its vocabulary does not define once, with its location', async () => {
  expect(await reported('SELECT ?c {\n  ?c a owl:Clas ; rdfs:domian ?d . ?e a owl:Clas }')).toEqual([
    '2:8 owl:Clas is not a term of its vocabulary and has no effect; did you mean owl:Class?',
    '2:19 rdfs:domian is not a term of its vocabulary and has no effect; did you mean rdfs:domain?',
  ]);
});

test.each([
  'SELECT ?c { ?c a owl:Class ; rdfs:label "owl:Clas" ; rdf:_3 ?x } # owl:Clas',
  'PREFIX owl: <http://www.w3.org/2002/07/owl#> SELECT * { ?s sh:path ?p ; ex:owl:Clas ?x FILTER(datatype(?x) = xsd:integer) }',
  "SELECT * { <http://e/owl:Clas> ?p 'rdfs:nope' . ?owl:Clas ?q ?r }",
])('%s has none', async (sparql) => {
  expect(await reported(sparql)).toEqual([]);
});
