import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { policiesOf } from '../../model/index.ts';
import { deletionNotes } from './deletion.ts';

const one = (property: string) => `[ a owl:Restriction ; owl:onProperty ${property} ; owl:cardinality 1 ]`;

const ontology = `
  :Party a owl:Class . :Patient a owl:Class ; rdfs:subClassOf :Party . :Doctor a owl:Class ; rdfs:subClassOf :Party .
  :Inpatient a owl:Class ; rdfs:subClassOf :Patient , ${one(':liesIn')} , ${one(':treatedBy')} .
  :Ward a owl:Class . :Invoice a owl:Class ; rdfs:subClassOf ${one(':billedTo')} .
  :Line a owl:Class ; rdfs:subClassOf ${one(':partOf')} .
  :Team a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :uses ; owl:minCardinality 1 ] .
  :liesIn a owl:ObjectProperty ; rdfs:domain :Inpatient ; rdfs:range :Ward .
  :treatedBy a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Patient ; rdfs:range :Doctor .
  :billedTo a owl:ObjectProperty ; rdfs:domain :Invoice ; rdfs:range :Patient .
  :partOf a owl:ObjectProperty ; rdfs:domain :Line ; rdfs:range :Invoice .
  :uses a owl:ObjectProperty ; rdfs:domain :Team ; rdfs:range :Ward .`;

async function notes(policies = policiesOf()) {
  const { model } = await modelOfTurtle(ontology, policies);
  const noteOn = deletionNotes(model);
  return Object.fromEntries(model.classes.map((cls) => [cls.name, noteOn(cls)?.text]));
}

describe('the note on a deletion', () => {
  test('names the instances deleted with it, those deleted with them, and what prevents the deletion', async () => {
    expect(await notes()).toEqual({
      Party:
        'the inpatients and invoices that refer to it are also deleted, and so are the lines that refer to those, ' +
        'and the other patients that refer to it lose this reference',
      Patient: 'the invoices that refer to it are also deleted, and so are the lines that refer to those',
      Inpatient: 'the invoices that refer to it are also deleted, and so are the lines that refer to those',
      Doctor:
        'the inpatients that refer to it are also deleted, and so are the invoices and lines that refer to those, ' +
        'and the other patients that refer to it lose this reference',
      Ward:
        'the inpatients that refer to it are also deleted, and so are the invoices and lines that refer to those, ' +
        'and the teams that refer to it lose this reference, and the deletion is rejected if teams would have too few references left',
      Invoice: 'the lines that refer to it are also deleted',
      Line: undefined,
      Team: undefined,
    });
  });

  test('names the references that prevent the deletion', async () => {
    const { Ward, Doctor } = await notes(policiesOf({ 'on-delete': 'restrict' }));
    expect(Ward).toBe('the deletion is rejected while inpatients and teams refer to it');
    expect(Doctor).toBe('the deletion is rejected while patients and inpatients refer to it');
  });

  test('finds out from references, not from names of classes, whether a deletion may be rejected', async () => {
    const { model } = await modelOfTurtle(
      `@prefix : <http://example.org/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
      :Offer a owl:Class . :RefusedOffer a owl:Class ; rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :about ; owl:cardinality 1 ] .
      :about a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :RefusedOffer ; rdfs:range :Offer .`,
      policiesOf({ 'on-delete': 'cascade' }),
    );
    const offer = model.classes.find(({ name }) => name === 'Offer');
    expect(offer && deletionNotes(model)(offer)).toEqual({
      text: 'the refused offers that refer to it are also deleted',
      mayBeRejected: false,
    });
  });
});
