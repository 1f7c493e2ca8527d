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
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Item a owl:Class . :Part a owl:Class .
`;

/** Shapes of the class `:Item`, with the other statements that they need. */
const cases: readonly (readonly [about: string, shape: string, other: string])[] = [
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
  [
    'IRIs match a pattern',
    'sh:property [ sh:path :isbn ; sh:nodeKind sh:IRI ; sh:pattern "^urn:isbn:[0-9]{10}$" ; sh:minCount 1 ]',
    '',
  ],
  [
    'instances of the class of a property have the properties that its shape states',
    'sh:property [ sh:path :part ; sh:class :Part ; sh:minCount 1 ; sh:property [ sh:path :size ; sh:datatype xsd:integer ; sh:minCount 1 ] ]',
    ':size a owl:DatatypeProperty ; rdfs:domain :Part ; rdfs:range xsd:integer .',
  ],
  ['strings are in a list that also contains resources', 'sh:property [ sh:path :p ; sh:in ( :A "b" 3 ) ; sh:minCount 1 ]', ''],
  [
    'instances have IRIs that match the pattern of their shape',
    'sh:nodeKind sh:IRI ; sh:pattern "^http://example.org/items/"',
    '',
  ],
  [
    'lists contain the values that sh:qualifiedMinCount requires',
    `sh:property
      [ sh:path :p ; sh:datatype xsd:string ; sh:qualifiedValueShape [ sh:pattern "^a" ] ; sh:qualifiedMinCount 2 ] ,
      [ sh:path :part ; sh:class :Part ; sh:qualifiedValueShape [ sh:class :Wheel ] ; sh:qualifiedMinCount 2 ]`,
    ':Wheel a owl:Class ; rdfs:subClassOf :Part .',
  ],
  [
    'values are in the order of sh:lessThan and sh:lessThanOrEquals',
    `sh:property
      [ sh:path :from ; sh:datatype xsd:date ; sh:minCount 1 ; sh:maxCount 1 ; sh:lessThan :to ] ,
      [ sh:path :to ; sh:datatype xsd:date ; sh:minCount 1 ; sh:maxCount 1 ] ,
      [ sh:path :low ; sh:datatype xsd:integer ; sh:maxCount 1 ; sh:lessThanOrEquals :high ] ,
      [ sh:path :high ; sh:datatype xsd:integer ; sh:maxCount 1 ]`,
    '',
  ],
  [
    'references point to instances of the classes that a path to rdf:type lists',
    `sh:property
      [ sh:path :part ; sh:class :Part ; sh:minCount 1 ; sh:maxCount 1 ] ,
      [ sh:path ( :part rdf:type ) ; sh:in ( :Wheel :Door ) ]`,
    ':Wheel a owl:Class ; rdfs:subClassOf :Part . :Door a owl:Class ; rdfs:subClassOf :Part .',
  ],
  [
    'referenced instances satisfy the shape of the values',
    'sh:property [ sh:path :part ; sh:class :Part ; sh:node :NamedPart ; sh:minCount 1 ]',
    `:NamedPart a sh:NodeShape ; sh:property [ sh:path :name ; sh:minCount 1 ] .
    :PartShape a sh:NodeShape ; sh:targetClass :Part ; sh:property [ sh:path :name ; sh:datatype xsd:string ; sh:maxCount 1 ] .`,
  ],
];

/** Shapes that generated instances violate: no field holds the values that they require. */
const violated: readonly (readonly [constraint: string, shape: string, other: string])[] = [
  [
    ':Item :p sh:node :NameShape',
    'sh:property [ sh:path :p ; sh:class :Part ; sh:node :NameShape ; sh:minCount 1 ]',
    ':NameShape a sh:NodeShape ; sh:property [ sh:path :name ; sh:datatype xsd:string ; sh:minCount 1 ] .',
  ],
];

/** Generates instances, and returns the focus nodes with violations and the messages of the command. */
function sampled(folder: string, shape: string, other: string): { readonly nodes: readonly string[]; readonly stderr: string } {
  const shapes = `${PREFIXES}${other}\n:ItemShape a sh:NodeShape ; sh:targetClass :Item ; ${shape} .\n`;
  writeFileSync(path.join(folder, 'shop.ttl'), shapes);
  const { stdout: data, stderr } = codegen(folder, ['data', 'sample', '--ontology', 'shop.ttl', '--to', 'turtle']);
  expect(data.match(/ a :Item/g)).toHaveLength(10);
  // The data include the class hierarchy, which `sh:class` needs (SHACL, 1.1).
  const found = run(python, [script], { cwd: folder, input: JSON.stringify({ shapes, data: `${PREFIXES}${other}\n${data}` }) });
  return { nodes: JSON.parse(found), stderr };
}

describeWith(['pyshacl'], 'generated instances', () => {
  test.each(cases)('conform to the shapes of the ontology: %s', (_, shape, other) => {
    inFolder((folder) => {
      const { nodes, stderr } = sampled(folder, shape, other);
      expect(nodes).toEqual([]);
      expect(stderr).not.toContain('data-sample-violations');
    });
  });

  test.each(violated)('have a warning if they violate %s', (constraint, shape, other) => {
    inFolder((folder) => {
      const { nodes, stderr } = sampled(folder, shape, other);
      expect(nodes).toHaveLength(10);
      expect(stderr).toContain(
        'the generated instances have 10 violations of shapes that codegen does not enforce, for example: ',
      );
      expect(stderr).toContain(`"${constraint}" [data-sample-violations]`);
    });
  });
});
