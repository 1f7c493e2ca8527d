import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { planSchema } from '../../targets/sql-schema/index.ts';
import { text } from '../../targets/text/index.ts';
import { constraintsModule } from './constraints.ts';

test('constraints of several members, of lists and of datatypes have their axioms', async () => {
  const { model } = await modelOfTurtle(`
:Shelf a owl:Class .
:Box a owl:Class ; owl:hasKey ( :shelf :slot ) ; rdfs:subClassOf [ owl:onProperty :near ; owl:maxCardinality 5 ] .
:shelf a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Box ; rdfs:range :Shelf .
:slot a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Box ; rdfs:range xsd:positiveInteger .
:near a owl:ObjectProperty , owl:IrreflexiveProperty ; rdfs:domain :Box ; rdfs:range :Box .
:age a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Box ; rdfs:range xsd:dayTimeDuration .
:code a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Box ; rdfs:range xsd:token .
:label a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Box ; rdfs:range xsd:string .
[] a sh:NodeShape ; sh:targetClass :Box ; sh:property [ sh:path :label ; sh:pattern "^[A-Z]" ] .
`);
  const module = text(constraintsModule(model, planSchema(model), true));
  const irreflexive = ':near a owl:IrreflexiveProperty';
  for (const row of [
    '("idx_boxes_shelf_slot", &["shelf_id", "slot"], ":Box owl:hasKey (:shelf :slot)")',
    '("boxes_slot_check", &["slot"], ":slot rdfs:range xsd:positiveInteger")',
    '("boxes_near_size_check", &["near_ids"], ":Box :near owl:maxCardinality 5")',
    `("box_nears_irreflexive_check", &["near_ids"], "${irreflexive}")`,
    '("Box", "slot", "minimum", ":slot rdfs:range xsd:positiveInteger")',
    `("Box", "near_ids", "irreflexive", "${irreflexive}")`,
    '("Box", "age", "pattern", ":age rdfs:range xsd:dayTimeDuration")',
    '("Box", "code", "pattern", ":code rdfs:range xsd:token")',
    '("boxes_code_pattern_check", &["code"], ":code rdfs:range xsd:token")',
  ]) {
    expect(module).toContain(row);
  }
  expect(module).not.toContain(':label rdfs:range xsd:string');
});

test('a foreign key has the axiom of its own property, and a comparison names the lesser member first', async () => {
  const { model } = await modelOfTurtle(`
:Play a owl:Class .
:Artist a owl:Class .
:features a owl:ObjectProperty ; rdfs:domain :Play ; rdfs:range :Artist ; owl:inverseOf :appearsIn .
:appearsIn a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Artist ; rdfs:range :Play .
:opens a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Play ; rdfs:range xsd:dateTime .
:starts a owl:DatatypeProperty , owl:FunctionalProperty ; rdfs:domain :Play ; rdfs:range xsd:dateTime .
[] a sh:NodeShape ; sh:targetClass :Play ; sh:property [ sh:path :opens ; sh:lessThan :starts ] .
`);
  const module = text(constraintsModule(model, planSchema(model), true));
  expect(module).toContain('("artists_appears_in_id_fkey", &["appears_in_id"], ":appearsIn rdfs:range :Play")');
  expect(module).toContain('("plays_opens_starts_check", &["opens", "starts"], ":Play :opens sh:lessThan :starts")');
  expect(module).toContain('("Play", "opens", "comparison", ":Play :opens sh:lessThan :starts")');
});
