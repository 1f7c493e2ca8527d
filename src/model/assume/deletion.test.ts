import { describe, expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { policiesOf } from '../policies.ts';

const ontology = `
  :Post a owl:Class . :User a owl:Class . :Tag a owl:Class .
  :author a owl:ObjectProperty ; rdfs:domain :Post ; rdfs:range :User .
  :editor a owl:ObjectProperty , owl:FunctionalProperty ; rdfs:domain :Post ; rdfs:range :User .
  :name a owl:DatatypeProperty ; rdfs:domain :Tag ; rdfs:range xsd:string .
  :tags a owl:ObjectProperty ; rdfs:domain :Post ; rdfs:range :Tag .
  :marks a owl:ObjectProperty ; rdfs:domain :User ; rdfs:range :Tag .
  :Draft a owl:Class ; rdfs:subClassOf :Post , [ owl:onProperty :editor ; owl:minCardinality 1 ] .`;

/** Returns what deletion does by field, and the assumptions about it. */
async function outcomes(policies = policiesOf()) {
  const { model } = await modelOfTurtle(ontology, policies);
  const references = model.classes.flatMap((cls) => [...cls.fields, ...cls.refinements].map((field) => ({ cls, field })));
  return {
    outcomes: Object.fromEntries(
      references.flatMap(({ cls, field }) => (field.onDelete ? [[`${cls.name}.${field.name}`, field.onDelete]] : [])),
    ),
    assumed: model.assumptions.filter((a) => a.kind === 'deletion').map((a) => `${a.element} ${a.decided}`),
  };
}

describe('deletion of the target of a reference', () => {
  test('deletes instances that require it, and clears the other references', async () => {
    expect(await outcomes()).toEqual({
      outcomes: {
        'Post.author_id': 'cascade',
        'Post.editor_id': 'set-null',
        'Post.tag_ids': 'cascade',
        'User.mark_ids': 'cascade',
        'Draft.editor_id': 'cascade',
      },
      assumed: [
        'Post.author_id deletes its instance when the referenced instance is deleted',
        'Post.editor_id becomes null when the referenced instance is deleted',
        'Post.tag_ids loses the entry when the referenced instance is deleted',
        'User.mark_ids loses the entry when the referenced instance is deleted',
        'Draft.editor_id deletes its instance when the referenced instance is deleted',
      ],
    });
  });

  test('is rejected if the user decides so, without an assumption', async () => {
    const { outcomes: refused, assumed } = await outcomes(policiesOf({ 'on-delete': 'restrict' }));
    expect([new Set(Object.values(refused)), assumed]).toEqual([new Set(['restrict']), []]);
  });

  test('is rejected for a subclass that requires it, if an instance may have several classes', async () => {
    const { outcomes: found } = await outcomes(policiesOf({ subclasses: 'several' }));
    expect([found['Post.editor_id'], found['Draft.editor_id']]).toEqual(['set-null', 'restrict']);
  });

  test('deletes an instance that would lack all alternatives, although each is optional', async () => {
    const { model } = await modelOfTurtle(`
      :Review a owl:Class ; rdfs:subClassOf [ owl:onProperty :about ; owl:cardinality 1 ] . :Book a owl:Class . :Film a owl:Class .
      :about a owl:ObjectProperty ; rdfs:domain :Review ; rdfs:range [ a owl:Class ; owl:unionOf ( :Book :Film ) ] .`);
    const fields = model.classes.flatMap((cls) => cls.fields.filter(({ onDelete }) => onDelete));
    expect(fields.map(({ cardinality, onDelete }) => [cardinality, onDelete])).toEqual([
      ['optional', 'cascade'],
      ['optional', 'cascade'],
    ]);
  });
});
