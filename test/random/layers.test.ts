import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DomainClass } from '../../src/model/index.ts';
import { type EnforcingName, enforcingNames, loadTarget } from '../../src/targets/index.ts';
import { type Deviation, deviationsOf, joinVerdicts } from '../differential/deviations.ts';
import { isDeclared } from '../differential/differences.ts';
import type { Corpus } from '../differential/documents.ts';
import { type Answer, layers } from '../differential/layers/index.ts';
import { tableOf } from '../differential/table.ts';
import { describeWith } from '../support/judges.ts';
import { isFullRun, modelOfTurtle } from '../support/ontologies.ts';
import { mutations } from './mutations.ts';
import { ontologies } from './ontologies.ts';

/** The number of random ontologies and of documents per class; another RANDOM_SEED gives other ones. */
const models = Number(process.env['RANDOM_MODELS'] ?? (isFullRun ? 10 : 3));
const documents = Number(process.env['RANDOM_DOCUMENTS'] ?? 40);
const seed = Number(process.env['RANDOM_SEED'] ?? 1);

const corpora: Corpus[] = [];

beforeAll(async () => {
  for (const [i, turtle] of fc.sample(ontologies, { numRuns: models, seed }).entries()) {
    const { model } = await modelOfTurtle(turtle);
    const drawn = model.classes.flatMap((cls, n) => fc.sample(mutations(cls), { numRuns: documents, seed: seed + n }));
    corpora.push({ slug: `random_${i}`, model, documents: drawn.flatMap((one) => one ?? []) });
  }
});

const answered = new Map<EnforcingName, readonly (readonly (Answer | undefined)[])[]>();

describe.each(enforcingNames)('%s', (name) => {
  const { read, needs } = layers[name];

  describeWith(needs, name, () => {
    test('reads random documents of random models', async () => {
      answered.set(name, await read(corpora, await loadTarget(name)));
    });
  });
});

test('layers deviate only where a difference is declared', () => {
  const all = joinVerdicts(corpora, answered);
  // The test is only meaningful with enough valid and enough invalid documents.
  const sound = all.filter(({ verdict }) => verdict.broken.length === 0);
  expect(sound.length).toBeGreaterThan(all.length / 10);
  expect(all.length - sound.length).toBeGreaterThan(all.length / 10);
  const undeclared: readonly Deviation[] = all.flatMap(deviationsOf).filter((one) => !isDeclared(one) && !isAboutOthers(one));
  expect(undeclared.length === 0 ? '' : tableOf(undeclared), `RANDOM_SEED=${seed} RANDOM_MODELS=${models} draws them again`).toBe(
    '',
  );
});

/**
 * True for two expected deviations. First, rows that require each other cannot be inserted in any order, which codegen reports
 * when it loads the ontology. Second, a property from two superclasses may become two fields of a class: a shape counts their
 * values together, as the ontology does, but layers that read the fields one by one do not.
 */
function isAboutOthers({ layer, does, because, document }: Deviation): boolean {
  if (does !== 'rejects') return false;
  if (layer === 'shacl-shapes') return /MaxCount/.test(because) && hasFieldsOfOneProperty(document.variant.class);
  return layer === 'sql-schema' && /violates foreign key constraint|violates .*"\w+_(required|choice)(_check)?"/.test(because);
}

function hasFieldsOfOneProperty({ allFields }: DomainClass): boolean {
  return allFields.some(({ iri, owner }) =>
    allFields.some((other) => iri !== undefined && other.iri === iri && other.owner !== owner),
  );
}
