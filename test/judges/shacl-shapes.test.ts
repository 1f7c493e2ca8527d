import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadEngine } from '../../src/ontology/index.ts';
import { shaclShapes } from '../../src/targets/shacl-shapes/index.ts';
import type { Corpus } from '../differential/documents.ts';
import type { Answer } from '../differential/layers/layer.ts';
import { asRdf, shapes as layer } from '../differential/layers/shapes.ts';
import { ofInstances } from '../differential/ontology-documents.ts';
import { validateDocument } from '../differential/referee.ts';
import { describeWith, python, run } from '../support/judges.ts';
import { affordableNames, isFullRun, judgedOntologies, modelOf, modelOfTurtle } from '../support/ontologies.ts';

const judged = affordableNames([...new Set([...judgedOntologies, 'constraints'])]);
/** Small ontologies, because the SHACL engines need more than linear time. */
const few = ['blog-evolved', 'constraints', 'gtfs', ...(isFullRun ? ['foaf', 'org', 'prov'] : [])];

describe.each(judged)('%s', (name) => {
  test('the output is valid Turtle with one shape for each class', async () => {
    const { parse } = await loadEngine();
    const model = await modelOf(name);
    const triples = [...parse(shaclShapes.generate(model)[0]?.content ?? '', { format: 'text/turtle' })];
    const targets = triples.filter(({ predicate }) => predicate.value.endsWith('#targetClass')).map(({ object }) => object.value);
    expect(targets.sort()).toEqual(model.classes.map(({ iri }) => iri).sort());
    // A shape has at most one value of each of these (SHACL 1.0, 4).
    const single =
      /#(?:path|minCount|maxCount|datatype|nodeKind|in|pattern|flags|minLength|maxLength|(?:min|max)(?:In|Ex)clusive|closed|ignoredProperties|qualifiedValueShape|defaultValue)$/;
    const seen = new Map<string, number>();
    for (const { subject, predicate } of triples) {
      if (single.test(predicate.value))
        seen.set(`${subject.value} ${predicate.value}`, (seen.get(`${subject.value} ${predicate.value}`) ?? 0) + 1);
    }
    expect([...seen].filter(([, times]) => times > 1)).toEqual([]);
  });
});

describe.each(few)('instances of %s', (name) => {
  let corpus: Corpus;
  /** The result of rdf-validate-shacl for each document. */
  let answers: readonly (Answer | undefined)[];
  beforeAll(async () => {
    const model = await modelOf(name);
    corpus = { slug: name, model, documents: model.classes.slice(0, 20).flatMap(ofInstances) };
    [answers = []] = await layer([corpus], shaclShapes);
  });

  test('get the same verdicts as from the referee', () => {
    const emission = shaclShapes.emit(corpus.model);
    const faults: string[] = [];
    let asked = 0;
    for (const [i, answer] of answers.entries()) {
      const document = corpus.documents[i];
      if (!answer || !document) continue;
      asked++;
      const [broken] = validateDocument(document.variant, document.text).broken;
      if (broken === undefined && answer.fault !== undefined) faults.push(`refuses ${document.sample}: ${answer.fault}`);
      if (broken?.demand && answer.fault === undefined && emission.achieved(broken.demand).status === 'enforced')
        faults.push(`takes ${document.sample}, which breaks ${broken.words}`);
    }
    expect(faults.slice(0, 10)).toEqual([]);
    expect(asked).toBeGreaterThan(0);
  });

  describeWith(['pyshacl'], 'pyshacl', () => {
    test('agrees with rdf-validate-shacl and accepts the shapes', () => {
      const { data, asked } = asRdf(corpus);
      const program = fileURLToPath(new URL('shacl.py', import.meta.url));
      const shapes = shaclShapes.generate(corpus.model)[0]?.content ?? '';
      const printed = run(python, [program], { cwd: '.', input: JSON.stringify({ shapes, data: data.join('\n') }) });
      const refused = new Set(JSON.parse(printed) as string[]);
      const wrong = asked.filter((i) => refused.has(`urn:example:document:${i}`) !== (answers[i]?.fault !== undefined));
      expect(wrong.map((i) => `${corpus.documents[i]?.sample}: ${answers[i]?.fault}`).slice(0, 10)).toEqual([]);
    });
  });
});

test('characters that hide or reorder text are escaped', async () => {
  const { model } = await modelOfTurtle(
    ':A a owl:Class ; rdfs:comment "a\\"b\\\\c\\n\\u2028 ]. :x :y" . :p a owl:DatatypeProperty ; rdfs:domain :A . :S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; sh:in ( "a\\u202Eb" "\\"" ) ] .',
  );
  const text = shaclShapes.generate(model)[0]?.content ?? '';
  expect(text).not.toMatch(/[\u2028\u202e]/);
  const { parse } = await loadEngine();
  const objects = [...parse(text, { format: 'text/turtle' })].map(({ object }) => object.value);
  expect(objects).toEqual(expect.arrayContaining(['a\u202eb', '"']));
});

test('literals with a language tag are neither printed without it nor reported as enforced', async () => {
  const { model } = await modelOfTurtle(`:A a owl:Class .
    :S a sh:NodeShape ; sh:targetClass :A ; sh:property [ sh:path :p ; sh:datatype rdf:langString ; sh:maxCount 1 ; sh:hasValue "x"@en ] ,
      [ sh:path :q ; sh:datatype rdf:langString ; sh:hasValue "x"@en ] , [ sh:path :r ; sh:maxCount 1 ; sh:in ( "x"@en "y"@de ) ] .`);
  expect(shaclShapes.generate(model)[0]?.content).not.toContain('"x"^^');
  const axioms = model.axioms.filter(({ construct }) => construct === 'sh:hasValue' || construct === 'sh:in');
  expect(axioms.map(({ shortfall }) => shortfall)).toEqual(Array(3).fill('language tags are not checked'));
});

test('shapes accept instances of subclasses that only an intersection states, because SHACL reads rdfs:subClassOf', async () => {
  const inner = '[ a owl:Class ; owl:intersectionOf ( :A [ a owl:Restriction ; owl:onProperty :p ; owl:minCardinality 1 ] ) ]';
  const { model } =
    await modelOfTurtle(`:A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A . :C a owl:Class ; rdfs:subClassOf :B .
    :D a owl:Class ; owl:equivalentClass ${inner} . :E a owl:Class ; rdfs:subClassOf ${inner} . :p a owl:DatatypeProperty .
    :to a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :A . :b a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :B .`);
  const text = shaclShapes.generate(model)[0]?.content;
  expect(text).toContain('sh:or ( [ sh:class :A ] [ sh:class :D ] [ sh:class :E ] )');
  expect(text).toContain('        sh:class :B\n');
});

test.each([
  ['xsd:unsignedByte', 'xsd:integer'],
  ['xsd:unsignedByte', 'xsd:int'],
  ['xsd:byte', 'xsd:decimal'],
])('shapes accept literals of the datatype of a shape, within a narrower range: %s and %s', async (range, datatype) => {
  const { model } = await modelOfTurtle(
    `:A a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :A ; rdfs:range ${range} .
    :S sh:targetClass :A ; sh:property [ sh:path :p ; sh:datatype ${datatype} ; sh:maxCount 1 ] .`,
  );
  const content = shaclShapes.generate(model)[0]?.content ?? '';
  expect(content).toContain(`sh:datatype ${datatype}`);
  const [least, most] = range === 'xsd:byte' ? [-128, 127] : [0, 255];
  const literal = (value: number) => `"${value}"^^${datatype}`;
  expect(content).toContain(`sh:minInclusive ${literal(least)}`);
  expect(content).toContain(`sh:maxInclusive ${literal(most)}`);
});
