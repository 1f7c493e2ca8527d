import { buildSchema, isUnionType, validateSchema } from 'graphql';
import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { allChoices } from '../../model/index.ts';
import { graphqlSchema } from './index.ts';

const only = (cls: string, classes: string) =>
  `:${cls} rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom [ owl:unionOf ( ${classes} ) ] ] .\n`;

const classes = ':A a owl:Class . :B a owl:Class . :C a owl:Class . :X a owl:Class . :Y a owl:Class .\n';

test('a class below two superclasses with different alternatives has one choice, and one union serves all three', async () => {
  const { model } = await modelOfTurtle(
    `${classes}:Z a owl:Class ; rdfs:subClassOf :X, :Y . :p a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain [ owl:unionOf ( :X :Y ) ] .
    ${only('X', ':A :B')}${only('Y', ':A :C')}`,
  );
  const z = model.classes.find(({ name }) => name === 'Z');
  expect(z && allChoices(z).map(({ name, fields }) => [name, fields.map((f) => f.name).sort()])).toEqual([
    ['p', ['p_a_id', 'p_b_id', 'p_c_id']],
  ]);
  // An axiom leads to each constraint of the class.
  const reasons = model.axioms.filter((axiom) => axiom.constraints.some((c) => c.kind === 'choice' && c.class === z));
  expect(reasons.length).toBeGreaterThan(0);
  const schema = buildSchema(graphqlSchema.generate(model)[0]?.content ?? '');
  expect(validateSchema(schema)).toEqual([]);
  const unions = Object.values(schema.getTypeMap()).filter(isUnionType);
  expect(
    unions.map((union) =>
      union
        .getTypes()
        .map(({ name }) => name)
        .sort(),
    ),
  ).toEqual([['A', 'B', 'C']]);
});

test('a choice with a value among its alternatives is no union, and neither are the choices in its group', async () => {
  const { model } = await modelOfTurtle(
    `${classes}:Z a owl:Class ; rdfs:subClassOf :X, :Y . :p a rdf:Property, owl:FunctionalProperty ; rdfs:domain [ owl:unionOf ( :X :Y ) ] .
    ${only('X', ':A :B')}${only('Y', ':A xsd:string')}`,
  );
  const text = graphqlSchema.generate(model)[0]?.content ?? '';
  expect(validateSchema(buildSchema(text))).toEqual([]);
  expect(text).not.toMatch(/^union /m);
});

test('choices without a common subclass have separate unions', async () => {
  const { model } = await modelOfTurtle(
    `${classes}:p a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain [ owl:unionOf ( :X :Y ) ] .\n${only('X', ':A :B')}${only('Y', ':A :C')}`,
  );
  expect(graphqlSchema.generate(model)[0]?.content.match(/^union .*$/gm)).toEqual(['union XP = A | B', 'union YP = A | C']);
});
