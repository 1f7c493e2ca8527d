import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { demandsOn } from '../../model/index.ts';
import { answerTo } from '../core/index.ts';
import { answers } from './answers.ts';
import { graphqlSchema } from './index.ts';

const boundOf = async (datatype: string, bound: string) => {
  const { model } = await modelOfTurtle(`
    :Sample a owl:Class .
    :value a owl:DatatypeProperty ; rdfs:domain :Sample ; rdfs:range
      [ a rdfs:Datatype ; owl:onDatatype ${datatype} ; owl:withRestrictions ( [ xsd:minInclusive "${bound}"^^${datatype} ] ) ] .
  `);
  const demands = model.classes.flatMap((cls) => [...demandsOn(cls).fields.values()].flatMap(({ each }) => each));
  const demand = demands.find(({ kind }) => kind === 'minimum');
  return demand && answerTo(answers, demand);
};

test('the directive states bounds of numbers, unless a floating point number changes them', async () => {
  expect(await boundOf('xsd:decimal', '0.5')).toMatchObject({ achieves: 'approximated' });
  expect(await boundOf('xsd:decimal', '0.12345678901234567891')).toEqual({
    achieves: 'nothing',
    why: 'the bound is not an exact floating point number',
  });
  expect(await boundOf('xsd:date', '2000-01-01')).toEqual({ achieves: 'nothing', why: 'the directive bounds numbers only' });
});

test('inputs note what the server checks, also of an abstract superclass, which has no inputs', async () => {
  const { model } = await modelOfTurtle(`@prefix dash: <http://datashapes.org/dash#> .
    :Sample a owl:Class ; dash:abstract true ; owl:hasKey ( :code :batch ) .
    :code a owl:DatatypeProperty, owl:FunctionalProperty, owl:InverseFunctionalProperty ; rdfs:domain :Sample ; rdfs:range xsd:string .
    :batch a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Sample ; rdfs:range xsd:string .
    :origin a owl:ObjectProperty, owl:FunctionalProperty, owl:IrreflexiveProperty ; rdfs:domain :Sample ; rdfs:range :Sample .
    :Blood a owl:Class ; rdfs:subClassOf :Sample . :Tissue a owl:Class ; rdfs:subClassOf :Sample .`);
  const [file] = graphqlSchema.generate(model);
  for (const input of ['CreateBlood', 'UpdateBlood', 'CreateTissue', 'UpdateTissue']) {
    const [, description, fields] =
      new RegExp(`"""([^"]*)"""\\ninput ${input}Input \\{([^}]*)\\}`).exec(file?.content ?? '') ?? [];
    expect(description, input).toContain('no two instances have the same code and batch');
    expect(fields, input).toMatch(/values are unique\.\n {2}"""\n {2}code:/);
    expect(fields, input).toMatch(/never refers to the instance itself\.\n {2}"""\n {2}origin_id:/);
  }
});
