import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validate, Workspace } from '../../src/data/index.ts';
import { buildModel } from '../../src/model/index.ts';
import { loadOntology } from '../../src/ontology/index.ts';
import { describeWith, python } from '../support/judges.ts';
import { codegen } from '../support/program.ts';

const PREFIXES = `@prefix : <http://example.org/test#> . @prefix ex: <http://data.example/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

/** Constraints that no layer enforces; each becomes the shape of a class of its own. */
const unenforcedConstraints = [
  'sh:property [ sh:path :p ; sh:lessThan :q ]',
  'sh:property [ sh:path :p ; sh:lessThanOrEquals :q ]',
  'sh:property [ sh:path :p ; sh:equals :q ]',
  'sh:property [ sh:path :p ; sh:disjoint :q ]',
  'sh:property [ sh:path :l ; sh:uniqueLang true ]',
  'sh:property [ sh:path ( :r :p ) ; sh:minInclusive 3 ]',
  'sh:property [ sh:path ( :r :r ) ; sh:minCount 1 ]',
  'sh:property [ sh:path [ sh:inversePath :r ] ; sh:minCount 1 ]',
  'sh:property [ sh:path [ sh:alternativePath ( :p :q ) ] ; sh:maxCount 2 ]',
  'sh:property [ sh:path [ sh:oneOrMorePath :r ] ; sh:maxCount 2 ]',
  'sh:not [ sh:path :p ; sh:hasValue 3 ]',
  'sh:not [ sh:property [ sh:path :q ; sh:minCount 1 ] ]',
  'sh:node [ sh:property [ sh:path ( :r :q ) ; sh:maxInclusive 2 ] ]',
  'sh:property [ sh:path :l ; sh:languageIn ( "en" ) ]',
  'sh:and ( [ sh:property [ sh:path :p ; sh:lessThan :q ] ] [ sh:property [ sh:path :l ; sh:minCount 1 ] ] )',
  'sh:or ( [ sh:property [ sh:path ( :r :q ) ; sh:minCount 1 ] ] [ sh:property [ sh:path :p ; sh:minInclusive 3 ] ] )',
  'sh:xone ( [ sh:property [ sh:path :p ; sh:disjoint :q ] ] [ sh:property [ sh:path :p ; sh:minCount 2 ] ] )',
  'sh:property [ sh:path :r ; sh:qualifiedValueShape [ sh:property [ sh:path :p ; sh:lessThan :q ] ] ; sh:qualifiedMinCount 1 ]',
] as const;

const classOf = (i: number) => `:C${i}`;
const ontology = `${PREFIXES}
${unenforcedConstraints.map((shape, i) => `${classOf(i)} a owl:Class . :S${i} a sh:NodeShape ; sh:targetClass ${classOf(i)} ;\n  ${shape} .`).join('\n')}
:p a owl:DatatypeProperty ; rdfs:range xsd:integer . :q a owl:DatatypeProperty ; rdfs:range xsd:integer .
:l a owl:DatatypeProperty ; rdfs:range rdf:langString . :r a owl:ObjectProperty ; rdfs:range owl:Thing .
${unenforcedConstraints.map((_, i) => `:p rdfs:domain ${classOf(i)} .`).join('\n')}
`;

/** Yields pseudo-random integers below 2^32, the same in each run (linear congruential; Numerical Recipes, 7.1). */
function* numbers(): Generator<number, never> {
  for (let state = 42; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state;
  }
}

/** Returns `each` individuals of every class as Turtle, with none to two random values of each property. */
function individuals(each: number): string {
  const drawn = numbers();
  const below = (most: number) => Math.floor((drawn.next().value / 2 ** 32) * most);
  const some = (most: number, value: () => string) => Array.from({ length: below(most + 1) }, value);
  const lines = unenforcedConstraints.flatMap((_, i) =>
    Array.from({ length: each }, (_, n) => {
      const said = [
        ...some(2, () => `:p ${below(4)}`),
        ...some(2, () => `:q ${below(4)}`),
        ...some(2, () => `:l "${'abc'.charAt(below(3))}"@${below(2) === 0 ? 'en' : 'de'}`),
        ...some(2, () => `:r ex:i${below(unenforcedConstraints.length)}_${below(each)}`),
      ];
      return [`ex:i${i}_${n} a ${classOf(i)}`, ...said].join(' ; ');
    }),
  );
  return `${PREFIXES}${lines.map((line) => `${line} .\n`).join('')}`;
}

let folder: string;
const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'codegen-test-shapes-'));
  write('o.ttl', ontology);
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Found {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  readonly line?: number;
  readonly column?: number;
}

function validated(
  data: string,
  ontologyFile = 'o.ttl',
): { readonly status: number | null; readonly diagnostics: readonly Found[] } {
  const args = ['data', 'validate', data, '--ontology', ontologyFile, '--policy', 'unstated=open', '--format', 'json'];
  const { status, stdout } = codegen(folder, args);
  return { status, diagnostics: JSON.parse(stdout).diagnostics };
}

const nodesIn = (text: string) => [...new Set(text.match(/http:\/\/data\.example\/i\d+_\d+/g) ?? [])].sort();

describe('constraints that only SHACL states', () => {
  test.each([
    ['sh:property [ sh:path :p ; sh:disjoint :q ]', ':p 5 ; :q 5', ': p violates ":C :p sh:disjoint :q"'],
    ['sh:property [ sh:path ( :r :p ) ; sh:maxCount 0 ]', ':r [ :p 1 ]', ' violates ":C (:r :p) sh:maxCount 0"'],
    ['sh:not [ sh:path :p ; sh:hasValue 5 ]', ':p 5', ' violates ":S sh:not [sh:path :p ; sh:hasValue 5]"'],
  ])('%s', (shape, said, message) => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:integer .
      :q a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:integer . :r a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :C .
      :S a sh:NodeShape ; sh:targetClass :C ; ${shape} .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ;\n${said} .\nex:y a :C .`);
    const { status, diagnostics } = validated('data.ttl', 'one.ttl');
    const found = diagnostics.filter(({ code }) => code === 'data-violation');
    expect(found.map((one) => one.message)).toEqual([`C <http://data.example/x>${message}`]);
    expect(found[0]?.help).toContain('one.ttl:');
    expect(status).toBe(1);
    expect(diagnostics.map(({ code }) => code)).not.toContain('data-shape-unjudged');
  });

  test.each([
    ['sh:datatype xsd:string', ':p "a"@en', ':C :p sh:datatype xsd:string'],
    ['sh:datatype xsd:decimal', ':p 2', ':C :p sh:datatype xsd:decimal'],
    ['sh:datatype rdf:langString', ':p "a"', ':C :p sh:datatype rdf:langString'],
    ['sh:datatype :own', ':p "a"', ':C :p sh:datatype :own'],
    ['sh:datatype :own', ':p "a"^^:own', undefined],
    ['sh:nodeKind sh:IRI', ':p "http://data.example/y"', ':C :p sh:nodeKind sh:IRI'],
    ['sh:in ( "a" "b" )', ':p "a"@en', ':C :p sh:in ("a" "b")'],
    ['sh:in ( 1 2 )', ':p 2', undefined],
    ['sh:or ( [ sh:datatype xsd:string ] [ sh:datatype rdf:langString ] )', ':p "a"@en', undefined],
  ])('checks the RDF terms themselves against %s: %s', (shape, said, statement) => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; ${shape} ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; ${said} .`);
    const { diagnostics } = validated('data.ttl', 'one.ttl');
    const reported = diagnostics.filter(({ code }) => code.startsWith('data-')).map(({ message }) => message);
    expect(reported).toEqual(statement === undefined ? [] : [`C <http://data.example/x>: p violates "${statement}"`]);
  });

  test('selects no nodes of the shapes, and has nothing to say of default values', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . <http://shapes.example/> a owl:Ontology ; :conformsTo <http://standard.example/> .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:nodeKind sh:IRI ; sh:defaultValue ex:default ] .
      :T a sh:NodeShape ; sh:targetObjectsOf :conformsTo ; sh:property [ sh:path :title ; sh:minCount 1 ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C .`);
    expect(validated('data.ttl', 'one.ttl')).toEqual({ status: 0, diagnostics: [] });
    write('data.ttl', `${PREFIXES}ex:x a :C ; :conformsTo ex:y .`);
    const { diagnostics } = validated('data.ttl', 'one.ttl');
    expect(diagnostics.map(({ message }) => message)).toContainEqual(expect.stringMatching(/y>: .*title violates/));
  });

  describe('a value that no layer can store violates only constraints that forbid it', () => {
    const codesOf = (shape: string, said: string, ontology = '') => {
      write(
        'one.ttl',
        `${PREFIXES}:C a owl:Class . ${ontology}\n:S a sh:NodeShape ; sh:targetClass :C ; sh:property [ ${shape} ] .`,
      );
      write('data.ttl', `${PREFIXES}ex:x a :C ; ${said} .`);
      const { status, diagnostics } = validated('data.ttl', 'one.ttl');
      const codes = diagnostics.map(({ code }) => code).filter((code) => code.startsWith('data-') && code !== 'data-untyped');
      expect(status).toBe(codes.includes('data-violation') ? 1 : 0);
      return codes;
    };
    test.each([
      ['sh:path :p ; sh:nodeKind sh:BlankNodeOrIRI ; sh:minCount 1', ':p [ :q 1 ]', ['data-value']],
      ['sh:path :p ; sh:minCount 1', ':p [ :q 1 ]', ['data-value']],
      ['sh:path :p ; sh:minCount 1', ':p ex:y', []],
      ['sh:path :p ; sh:class :Elsewhere', ':p ex:y', ['data-unresolved']],
    ])('%s: %s', (shape, said, codes) => {
      expect(codesOf(shape, said)).toEqual(codes);
    });
    test.each([
      ['sh:path :p ; sh:nodeKind sh:IRI', ':p [ :q 1 ]'],
      ['sh:path :p ; sh:nodeKind sh:Literal', ':p ex:y'],
      ['sh:path :p ; sh:datatype xsd:string', ':p ex:y'],
      ['sh:path :p ; sh:class :Elsewhere', ':p ex:y . ex:y :q 1'],
    ])('%s forbids the value: %s', (shape, said) => {
      expect(codesOf(shape, said)).toContain('data-violation');
    });
    test('rejects a resource as value of a datatype property', () => {
      expect(codesOf('sh:path :p', ':p ex:y', ':p a owl:DatatypeProperty ; rdfs:domain :C .')).toEqual(['data-violation']);
    });
  });

  test('reports values whose class it does not check, because the data do not describe them', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :D a owl:Class . :r a owl:ObjectProperty ; rdfs:domain :C .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :r ; sh:class :D ; sh:minCount 0 ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :r ex:y , ex:z . ex:y a :D .`);
    const [{ message, help } = { message: '', help: '' }] = validated('data.ttl', 'one.ttl').diagnostics;
    expect(message).toBe('C.r_ids: codegen does not check the class of 1 value, because the data states no type of it');
    expect(help).toContain('other SHACL engines report them as violations');
  });

  test('validates literals that are target nodes', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :S a sh:NodeShape ; sh:targetNode 32 , "a"@en , true ; sh:datatype xsd:boolean .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C .`);
    const { status, diagnostics } = validated('data.ttl', 'one.ttl');
    expect(diagnostics.map(({ message }) => message.slice(0, message.indexOf(' violates')))).toEqual([
      '"32"^^xsd:integer',
      '"a"@en',
    ]);
    expect(status).toBe(1);
  });

  test('judges shapes with several targets and several parameters', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :D a owl:Class . :S a sh:NodeShape ; sh:targetNode ex:x ; sh:targetSubjectsOf :r ; sh:property
      [ sh:path :r ; sh:qualifiedValueShape [ sh:class :D ] ; sh:qualifiedMaxCount 1 ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShapesDisjoint true ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :r ex:y . ex:y a :C .`);
    const { diagnostics } = validated('data.ttl', 'one.ttl');
    expect(diagnostics.map(({ code }) => code)).not.toContain('data-shape-unjudged');
    expect(diagnostics.filter(({ code }) => code === 'data-violation')).toHaveLength(1);
  });

  test('reports violations of nested property shapes for the value node', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :D a owl:Class .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :r ; sh:property [ sh:path :q ; sh:class :D ] ] .
      :T a sh:NodeShape ; sh:targetNode ex:t ; sh:property [ sh:path :r ; sh:property [ sh:path :q ; sh:minCount 1 ] ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :r ex:y . ex:y :q ex:z . ex:t :r ex:u .`);
    const { diagnostics } = validated('data.ttl', 'one.ttl');
    expect(diagnostics.map(({ line }) => line)).not.toContain(undefined);
    expect(diagnostics.filter(({ code }) => code === 'data-violation').map(({ message }) => message)).toEqual([
      '<http://data.example/y>: :q violates ":C :r sh:property [sh:path :q ; sh:class :D]"',
      '<http://data.example/u>: :q violates ":T sh:targetNode ex:t"',
    ]);
  });

  test('a closed shape allows ignored properties and the properties of deactivated shapes', () => {
    const closed = (rest: string) =>
      `${PREFIXES}:C a owl:Class . :S a sh:NodeShape ; sh:targetClass :C ; sh:closed true ;
      sh:ignoredProperties ( rdf:type :i ) ; sh:property [ sh:path :d ; sh:deactivated true ] ${rest} .`;
    write('data.ttl', `${PREFIXES}ex:x a :C ; :i 1 ; :d 2 . ex:y a :C ; :o 3 .`);
    const reported = (rest: string) => {
      write('one.ttl', closed(rest));
      const { diagnostics } = validated('data.ttl', 'one.ttl');
      return diagnostics.map(({ code, message }) => [code, message.match(/\/(\w)>/)?.[1]]);
    };
    expect(reported('')).toEqual([['data-violation', 'y']]);
    expect(reported('; sh:severity sh:Warning')).toEqual([['data-advice', 'y']]);
  });

  test('reports data-advice for a shape with a lower severity', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:integer .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:severity sh:Info ; sh:maxInclusive 4 ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :p 5 .`);
    const { status, diagnostics } = validated('data.ttl', 'one.ttl');
    expect(diagnostics.map(({ code }) => code)).toEqual(['data-advice']);
    expect(status).toBe(0);
  });

  test('evaluates a pattern with catastrophic backtracking in limited time', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path ( :p ) ; sh:pattern "^(a+)+$" ] , [ sh:path :p ; sh:equals :q ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :p "${'a'.repeat(60)}b" .`);
    const before = performance.now();
    expect(validated('data.ttl', 'one.ttl').status).toBe(1);
    expect(performance.now() - before).toBeLessThan(60_000);
  });

  test('does not judge a shape that contains a nested SPARQL constraint', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :S a sh:NodeShape ; sh:targetClass :C ;
      sh:not [ a sh:NodeShape ; sh:sparql [ sh:select "SELECT $this WHERE { $this :n 4 }" ] ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C .`);
    const { status, diagnostics } = validated('data.ttl', 'one.ttl');
    expect(diagnostics.map(({ code, help }) => [code, help])).toEqual([
      ['data-shape-unjudged', expect.stringContaining('a nested shape uses a constraint outside SHACL Core')],
    ]);
    expect(status).toBe(0);
  });

  test.each([
    ['sh:not', 'sh:not [ sh:property [ sh:path :p ; sh:minCount 1 ; sh:pattern "(?i)x" ] ]'],
    ['sh:or', 'sh:or ( [ sh:property [ sh:path ( :p ) ; sh:pattern "(?i)x" ] ] [ sh:property [ sh:path :s ; sh:minCount 1 ] ] )'],
    [
      'sh:xone',
      'sh:xone ( [ sh:property [ sh:path ( :p ) ; sh:pattern "(?i)x" ] ] [ sh:sparql [ sh:select "SELECT $this { }" ] ] )',
    ],
    ['sh:qualifiedValueShape', 'sh:property [ sh:path :r ; sh:qualifiedValueShape [ sh:minCount 2 ] ; sh:qualifiedMinCount 1 ]'],
    ['sh:not', 'sh:node [ sh:not [ sh:property [ sh:path :p ; sh:pattern "(?i)x" ] ] ]'],
  ])('leaves out %s if it cannot judge a nested constraint, and judges the other shapes: %s', (construct, constraint) => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .
      :r a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :C . :S a sh:NodeShape ; sh:targetClass :C ; ${constraint} .
      :T a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:equals :q ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :p "a" ; :r ex:x .`);
    const { status, diagnostics } = validated('data.ttl', 'one.ttl');
    const messages = diagnostics.filter(({ code }) => code.startsWith('data-')).map(({ message }) => message);
    expect(messages).toContainEqual(expect.stringMatching(new RegExp(`^codegen does not (fully )?check ${construct}: `)));
    expect(messages).toContainEqual(expect.stringContaining('p violates ":C :p sh:equals :q"'));
    expect(diagnostics.filter(({ code }) => code === 'data-violation')).toHaveLength(1);
    expect(status).toBe(1);
  });

  test('evaluates look-ahead and look-behind, also in nested shapes', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :D a owl:Class .
      :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:pattern "^(?!admin)(?=.*[0-9])[a-z0-9]+(?<!0)$" ] .
      :T a sh:NodeShape ; sh:targetClass :C ; sh:not [ sh:property [ sh:path :p ; sh:minCount 1 ; sh:pattern "^x(?=y)" ] ] .`,
    );
    write(
      'data.ttl',
      `${PREFIXES}ex:a a :C ; :p "admin1" . ex:b a :C ; :p "bob" . ex:c a :C ; :p "bob1" . ex:d a :C ; :p "bob10" . ex:e a :C ; :p "xy1" .`,
    );
    const { diagnostics } = validated('data.ttl', 'one.ttl');
    const found = diagnostics.filter(({ code }) => code.startsWith('data-')).map(({ message }) => /\/(\w)>/.exec(message)?.[1]);
    expect(found).toEqual(['a', 'b', 'd', 'e']);
  });

  test('does not evaluate a look-ahead that may take exponential time', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:pattern "^(?=(a+)+$)a" ] , [ sh:path :p ; sh:equals :q ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :p "${'a'.repeat(60)}b" .`);
    const { diagnostics } = validated('data.ttl', 'one.ttl');
    expect(diagnostics.map(({ code }) => code)).toEqual(['data-shape-unjudged', 'data-violation']);
  });

  test('judges shapes of an ontology that has imports and whose OWL classes are shapes', () => {
    write(
      'one.ttl',
      `${PREFIXES}<http://example.org/test> owl:imports <http://example.org/elsewhere> .
      :C a owl:Class , sh:NodeShape ; sh:property [ sh:path :p ; sh:lessThan :q ] .
      :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:integer .
      :q a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:integer .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :p 5 ; :q 4 .`);
    expect(validated('data.ttl', 'one.ttl').diagnostics.map(({ code }) => code)).toEqual(['data-violation']);
  });

  test('reports constraints that the engine cannot judge and judges the rest of the shape', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .
      :r a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :C .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:target [ sh:select "SELECT ?this WHERE { ?this :p 4 }" ] ;
        sh:property [ sh:path :r ; sh:node [ sh:property [ sh:path ( :p ) ; sh:pattern "(?i)x" ; sh:minLength 3 ] ] ] ;
        sh:property [ sh:path :p ; sh:pattern "(?i)y" ] , [ sh:path :p ; sh:equals :q ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :p "a" ; :r ex:x .`);
    const { diagnostics } = validated('data.ttl', 'one.ttl');
    const reported = diagnostics.map(
      ({ code, message }) => `${code} ${/(codegen does not( fully)? check )?sh:\w+/.exec(message)?.[0]}`,
    );
    expect(reported.sort()).toEqual([
      'data-shape-unjudged codegen does not check sh:pattern',
      'data-shape-unjudged codegen does not check sh:pattern',
      'data-shape-unjudged codegen does not check sh:target',
      'data-shape-unjudged codegen does not fully check sh:node',
      'data-violation sh:equals',
      'data-violation sh:node',
    ]);
  });

  test('does not judge comparisons that the engine cannot make, such as those of durations', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :d a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:dayTimeDuration .
      :r a owl:ObjectProperty ; rdfs:domain :C ; rdfs:range :C .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :d ; sh:lessThan :e ] ,
        [ sh:path ( :r :d ) ; sh:minInclusive "PT1H"^^xsd:dayTimeDuration ; sh:equals :d ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :d "PT90M"^^xsd:dayTimeDuration ; :e "PT2H"^^xsd:dayTimeDuration ; :r ex:x .`);
    const reported = validated('data.ttl', 'one.ttl').diagnostics.map(
      ({ code, message }) => `${code} ${/sh:\w+/.exec(message)?.[0]}`,
    );
    expect(reported).toEqual(['data-shape-unjudged sh:lessThan', 'data-shape-unjudged sh:minInclusive']);
  });

  test.each([
    ['a shape of nodes', 'sh:minCount 3', ''],
    ['a shape of nodes, as a text', 'sh:minCount "two"', ''],
    ['a shape of nodes, of languages', 'sh:uniqueLang true', ''],
    ['a shape of properties, as a text', '', 'sh:minCount "two"'],
    ['a shape of properties, as a decimal', '', 'sh:maxLength 1.5'],
    ['a shape of properties, less than none', '', 'sh:minCount -1'],
    ['a shape of properties, as a name', '', 'sh:maxCount :one'],
    ['a shape of properties, as no regular expression', '', 'sh:pattern "("'],
  ])('reports an invalid parameter and judges the rest of the shape: %s', (_, node, property) => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .
      :S a sh:NodeShape ; sh:targetClass :C ; ${node} ${node && ';'} sh:property [ sh:path :p ; sh:equals :q ; ${property} ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :p "a" .`);
    const { diagnostics } = validated('data.ttl', 'one.ttl');
    const reported = diagnostics.filter(({ code }) => code.startsWith('data-'));
    const parameter = (node || property).split(' ', 1)[0];
    expect(reported.map(({ code, message }) => [code, /sh:\w+/.exec(message)?.[0]])).toEqual([
      ['data-shape-unjudged', parameter],
      ['data-violation', 'sh:equals'],
    ]);
    expect(reported[0]?.help).toMatch(/^correct the shape: /);
  });

  test.each([
    ['an inverse path of a literal', 'sh:property [ sh:path [ sh:inversePath "x" ] ; sh:minCount 1 ]'],
    ['a path that is no path', 'sh:property [ sh:path [ :foo :bar ] ; sh:minCount 1 ]'],
    ['a literal as path', 'sh:property [ sh:path "p" ; sh:minCount 1 ]'],
    ['alternatives that are no list', 'sh:or :x'],
    ['a literal as shape', 'sh:not "x"'],
  ])('reports %s, which SHACL does not allow, and judges the other shapes', (_, constraint) => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .
      :S a sh:NodeShape ; sh:targetClass :C ; ${constraint} .
      :T a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:equals :q ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :p "a" .`);
    const reported = validated('data.ttl', 'one.ttl').diagnostics.filter(({ code }) => code.startsWith('data-'));
    expect(reported.filter(({ code }) => code === 'data-violation').map(({ message }) => message)).toEqual([
      'C <http://data.example/x>: p violates ":C :p sh:equals :q"',
    ]);
    const others = reported.filter(({ code }) => code !== 'data-violation');
    expect(others[0]?.help).toBe('correct the shape: SHACL does not allow this statement in it');
    expect(new Set(others.map(({ code }) => code))).toEqual(new Set(['data-shape-unjudged']));
  });

  test('leaves out a property shape with several paths, with a warning, and judges the other shapes', () => {
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :D a owl:Class .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
        sh:property [ sh:path :a , :b ; sh:datatype xsd:string ; sh:maxCount 1 ; sh:disjoint :c ] .
      :T a sh:NodeShape ; sh:targetClass :D ; sh:property [ sh:path :p ; sh:datatype xsd:integer ; sh:equals :q ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :b "a" . ex:y a :D ; :p 1 .`);
    const { status, diagnostics } = validated('data.ttl', 'one.ttl');
    expect(diagnostics.filter(({ code }) => code === 'data-violation').map(({ message }) => message)).toEqual([
      'D <http://data.example/y>: p violates ":D :p sh:equals :q"',
    ]);
    const unjudged = diagnostics.filter(({ code }) => code === 'data-shape-unjudged');
    expect(unjudged.map(({ message }) => message)).toContainEqual(expect.stringContaining(':C :a sh:disjoint :c'));
    expect(unjudged.map(({ help }) => help)).not.toContainEqual(expect.stringContaining('engine'));
    expect(unjudged[0]?.help).toBe('correct the shape: SHACL does not allow this statement in it');
    expect(status).toBe(1);
  });

  test('reports an error if the engine stops', async () => {
    class StoppingWorkspace extends Workspace {
      override readonly runEngine = () => Promise.reject(new Error('it takes longer than 120 seconds'));
    }
    write(
      'one.ttl',
      `${PREFIXES}:C a owl:Class . :p a owl:DatatypeProperty ; rdfs:domain :C ; rdfs:range xsd:string .
      :S a sh:NodeShape ; sh:targetClass :C ; sh:property [ sh:path :p ; sh:equals :q ] .`,
    );
    write('data.ttl', `${PREFIXES}ex:x a :C ; :p "a" .`);
    const ontology = await loadOntology(path.join(folder, 'one.ttl'));
    const { model } = await buildModel(ontology);
    const { diagnostics } = await validate(path.join(folder, 'data.ttl'), model, {
      ...{ workspace: new StoppingWorkspace(), from: 'rdf', fallback: undefined, show: (iri) => iri },
      shapes: { files: ontology.files, baseOf: (file) => ontology.baseOf(file) },
    });
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ['data-shapes-failed', 'error'],
      ['data-shape-unjudged', 'warning'],
    ]);
    expect(diagnostics[0]?.message).toBe(
      'the SHACL check stopped before it finished, because the SHACL engine stopped: it takes longer than 120 seconds; 1 statement of the shapes is not checked',
    );
  });

  test('does not judge shapes on records and suggests to convert them to Turtle', () => {
    write('data.ndjson', '{"@type":"C0","@id":"http://data.example/x","p":[5],"q":[4]}');
    const reported = validated('data.ndjson').diagnostics.filter(({ code }) => code === 'data-shape-unjudged');
    expect(reported.length).toBeGreaterThan(5);
    expect(reported[0]?.help).toContain('data convert --to turtle');
  });
});

describeWith(['pyshacl'], 'pySHACL', () => {
  test('rejects the same individuals as codegen', () => {
    write('data.ttl', individuals(40));
    const { diagnostics } = validated('data.ttl');
    const ours = nodesIn(diagnostics.flatMap(({ code, message }) => (code === 'data-violation' ? message : [])).join('\n'));
    const { stdout } = spawnSync(python, ['-m', 'pyshacl', '-s', 'o.ttl', '-e', 'o.ttl', '-f', 'nt', 'data.ttl'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const theirs = nodesIn(
      stdout
        .split('\n')
        .filter((line) => line.includes('shacl#focusNode'))
        .join('\n'),
    );
    expect(ours).toEqual(theirs);
    const per = unenforcedConstraints.map((_, i) => theirs.filter((node) => node.includes(`/i${i}_`)).length);
    // Some individuals violate each shape, and some do not.
    expect(
      per.map((count) => count > 0 && count < 40),
      `${per}`,
    ).toEqual(unenforcedConstraints.map(() => true));
  });
});
