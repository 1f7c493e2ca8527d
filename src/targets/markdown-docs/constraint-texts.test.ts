import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { markdownDocs } from './index.ts';

const PREFIXES = `@prefix : <http://example.org/a#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  @prefix sh: <http://www.w3.org/ns/shacl#> . <http://example.org/a> a owl:Ontology .`;

/** Returns the page of the class Post. */
async function pageOfPost(turtle: string): Promise<string> {
  const { model } = await modelOfTurtle(`${PREFIXES} ${turtle}`);
  return markdownDocs.generate(model).find(({ path }) => /post/i.test(path))?.content ?? '';
}

test('states an exact number of values', async () => {
  const page = await pageOfPost(`:Post a owl:Class . :tag a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:string .
    :S a sh:NodeShape ; sh:targetClass :Post ; sh:property [ sh:path :tag ; sh:minCount 2 ; sh:maxCount 2 ] .`);
  expect(page).toContain('| exactly 2 |');
});

test('marks a constraint on alternatives that an assumption leads to', async () => {
  const alternatives = `:Post a owl:Class . :User a owl:Class . :Group a owl:Class . :author a owl:ObjectProperty ;
    rdfs:domain :Post ; rdfs:range [ a owl:Class ; owl:unionOf ( :User :Group ) ] .`;
  const cardinality = ':Post rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :author ; owl:cardinality 1 ] .';
  expect(await pageOfPost(alternatives + cardinality)).toMatch(/^- Exactly one of .* has a value\.$/m);
  expect(await pageOfPost(alternatives)).toMatch(/^- (?:At most|Exactly) one of .* has a value \(assumed\)\.$/m);
});

test.each([
  ['dayTimeDuration', 'no years or months'],
  ['yearMonthDuration', 'only years and months'],
])('describes the values of xsd:%s in words', async (datatype, words) => {
  const page = await pageOfPost(`:Post a owl:Class . :takes a owl:DatatypeProperty ; rdfs:domain :Post ;
    rdfs:range xsd:${datatype} .`);
  expect(page).toContain(`| Rules: ${words}. |`);
});

test('shows the pattern of a shape on a duration', async () => {
  const page = await pageOfPost(`:Post a owl:Class . :takes a owl:DatatypeProperty ; rdfs:domain :Post ; rdfs:range xsd:duration .
    :S a sh:NodeShape ; sh:targetClass :Post ; sh:property [ sh:path :takes ; sh:pattern "^PT" ] .`);
  expect(page).toContain('| Rules: matches /^PT/. |');
});
