/** pySHACL judges generated instances by the shapes of the ontology itself. */

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { describeWith, python, run } from '../support/judges.ts';
import { codegen, inFolder } from '../support/program.ts';

const script = fileURLToPath(new URL('shacl.py', import.meta.url));

const PREFIXES = `@prefix : <http://example.org/shop#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Item a owl:Class . :Part a owl:Class .
`;

/** Shapes of the class `:Item`, with the other statements that they need. */
const cases: readonly (readonly [about: string, shape: string, other?: string])[] = [
  [
    'literals have the datatype of sh:datatype, also if the ontology defines it by another one',
    `sh:property
      [ sh:path :sku ; sh:datatype :Sku ; sh:minCount 1 ; sh:maxCount 1 ] ,
      [ sh:path :weight ; sh:datatype :Weight ; sh:minCount 1 ; sh:maxCount 1 ] ,
      [ sh:path :mails ; sh:datatype :Mail ; sh:minCount 2 ] ,
      [ sh:path :either ; sh:or ( [ sh:datatype :Mail ] [ sh:datatype xsd:integer ] ) ; sh:minCount 1 ; sh:maxCount 1 ]`,
    `:Sku a rdfs:Datatype ; owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern "[A-Z]{3}" ] ) .
    :Weight a rdfs:Datatype ; owl:equivalentClass [ a rdfs:Datatype ; owl:onDatatype xsd:decimal ; owl:withRestrictions ( [ xsd:minInclusive 0 ] ) ] .
    :Mail a rdfs:Datatype ; rdfs:subClassOf xsd:string .`,
  ],
];

describeWith(['pyshacl'], 'generated instances conform to the shapes of the ontology', () => {
  test.each(cases)('%s', (_, shape, other = '') => {
    inFolder((folder) => {
      const shapes = `${PREFIXES}${other}\n:ItemShape a sh:NodeShape ; sh:targetClass :Item ; ${shape} .\n`;
      writeFileSync(path.join(folder, 'shop.ttl'), shapes);
      const { stdout: data } = codegen(folder, ['data', 'sample', '--ontology', 'shop.ttl', '--to', 'turtle']);
      expect(data.match(/ a :Item/g)).toHaveLength(10);
      const found = run(python, [script], { cwd: folder, input: JSON.stringify({ shapes, data }) });
      expect(JSON.parse(found)).toEqual([]);
    });
  });
});
