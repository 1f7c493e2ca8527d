import fc from 'fast-check';
import { buildSchema, findBreakingChanges, findDangerousChanges } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Change, compareModels, type Effect, inverses } from '../../src/diff/index.ts';
import type { DomainModel } from '../../src/model/index.ts';
import { graphqlSchema } from '../../src/targets/graphql-schema/index.ts';
import { allOntologies, largeVocabularies, modelOf, modelOfTurtle } from '../support/ontologies.ts';
import { versions } from './ontologies.ts';

/** RANDOM_MODELS sets the number of pairs, RANDOM_SEED selects other ones. */
const count = Number(process.env['RANDOM_MODELS'] ?? 150);
const seed = Number(process.env['RANDOM_SEED'] ?? 1);
const pairs = fc.sample(versions, { numRuns: count, seed });

const schemaOf = (model: DomainModel) =>
  buildSchema(
    graphqlSchema
      .generate(model)
      .map(({ content }) => content)
      .join('\n'),
  );

/** Describes what a change has in common with its inverse; names that may have changed are left out. */
const outline = ({ kind, group = '', element, iri, before = '', after = '' }: Change) => {
  const isType = /^(class|enumeration|value)-/.test(kind);
  return [kind, isType ? '' : group, iri ?? (isType ? '' : element), before, after].join(' | ');
};

/** Describes the inverse of a change, with before and after swapped. */
const mirrorChange = (change: Change) =>
  outline({ ...change, kind: inverses[change.kind], before: change.after ?? '', after: change.before ?? '' });

const kinds = (changes: readonly Change[]) => changes.map(({ kind }) => kind).sort();

describe.each(pairs.map((pair, i) => [i, ...pair] as const))('versions %i', (_, old, now) => {
  test('reports changes of the GraphQL schema exactly if graphql-js finds them', async () => {
    const [a, b] = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model];
    const { changes } = compareModels(a, b);
    // A schema does not show constraints on the values of inputs.
    const isInSchema = ({ because }: Effect) => !/^in (?:mutations|requests): /.test(because);
    const said = (level: string) =>
      changes.filter(({ effects: { graphql } }) => graphql.level === level && isInSchema(graphql)).map(outline);
    const [before, after] = [schemaOf(a), schemaOf(b)];
    // The directive for constraints and the scalars of its arguments are declared only if there are constraints.
    const breaking = findBreakingChanges(before, after).filter(
      ({ type, description }) => type !== 'DIRECTIVE_REMOVED' && !description.startsWith('Standard scalar'),
    );
    const dangerous = findDangerousChanges(before, after).filter(({ type }) => type !== 'IMPLEMENTED_INTERFACE_ADDED');
    const found = { breaking: breaking.map((each) => each.description), said: said('breaking') };
    expect(found.said.length > 0, JSON.stringify(found, undefined, 1)).toBe(breaking.length > 0);
    if (breaking.length > 0) return;
    const risky = { dangerous: dangerous.map((each) => each.description), said: said('dangerous') };
    expect(risky.said.length > 0, JSON.stringify(risky, undefined, 1)).toBe(dangerous.length > 0);
  });

  test('the diff in the other direction contains the inverse changes', async () => {
    const [a, b] = [(await modelOfTurtle(old)).model, (await modelOfTurtle(now)).model];
    const [there, back] = [compareModels(a, b).changes, compareModels(b, a).changes];
    expect(there.map(mirrorChange).sort()).toEqual(back.map(outline).sort());
    expect(kinds(there).length).toBe(kinds(back).length);
  });
});

test.each(allOntologies.filter((name) => !largeVocabularies.has(name)))('%s does not differ from itself', async (name) => {
  const model = await modelOf(name);
  expect(compareModels(model, model)).toEqual({ changes: [], suggestions: [], step: undefined });
});
