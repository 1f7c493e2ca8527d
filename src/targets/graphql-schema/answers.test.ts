import { expect, test } from 'vitest';
import { modelOfTurtle } from '../../../test/support/ontologies.ts';
import { demandsOn } from '../../model/index.ts';
import { answerTo } from '../core/index.ts';
import { answers } from './answers.ts';

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
