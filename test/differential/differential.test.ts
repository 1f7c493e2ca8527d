import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DomainModel } from '../../src/model/index.ts';
import { type Emission, loadTarget, type Target, type TemplateName, templateNames } from '../../src/targets/index.ts';
import { recordedPart, recordPart } from '../conformance/record.ts';
import { describeWith, lacks } from '../support/judges.ts';
import { facetsCorpora } from './cells.ts';
import { isOverstated, measured } from './claims.ts';
import { kindsCorpora } from './corpus.ts';
import { deviationsOf, type Judged, judged } from './deviations.ts';
import { differenceOf, differences, MOST_DIFFERENCES, shownBy } from './differences.ts';
import { differencesDocument } from './document.ts';
import type { Corpus } from './documents.ts';
import { type Answer, layers } from './layers/index.ts';
import { suppliedCorpus } from './supplied.ts';
import { grouped, tableOf } from './table.ts';
import { isLong, wholeCorpora } from './whole.ts';

let corpora: readonly Corpus[] = [];

beforeAll(async () => {
  corpora = [...(await kindsCorpora()), ...(await facetsCorpora()), await suppliedCorpus(), ...(await wholeCorpora())];
});

const answered = new Map<TemplateName, readonly (readonly (Answer | undefined)[])[]>();

describe.each(templateNames)('%s', (name) => {
  const { read, needs } = layers[name];

  describeWith(needs, name, () => {
    test('reads the documents', async () => {
      answered.set(name, await read(corpora, await loadTarget(name)));
      expect(answered.get(name)?.flat().filter(Boolean).length).toBeGreaterThan(1000);
    });
  });
});

let all: readonly Judged[] = [];

describe('one verdict and one echo', () => {
  beforeAll(() => {
    all = judged(corpora, answered);
  });

  test('all layers ran', () => {
    const missing = templateNames.filter((name) => !answered.has(name));
    expect(missing.filter((name) => !layers[name].needs.some(lacks))).toEqual([]);
  });

  test('each field has a document that all accept, and one that all refuse', () => {
    const tried = all.filter(({ document: { about } }) => about !== 'kept' && about !== 'broken');
    const fields = grouped(
      tried,
      ({ document: { variant, cardinality, kind } }) => `${variant.class.name} ${variant.role} ${kind} ${cardinality}`,
    );
    const undecided = [...fields].flatMap(([name, documents]) => {
      const accepts = documents.some(
        ({ verdict, answers }) => verdict.broken.length === 0 && [...answers.values()].every(({ fault }) => fault === undefined),
      );
      const refuses = documents.some(isRefusedByAll);
      return [...(accepts ? [] : [`${name}: accepted by all`]), ...(refuses ? [] : [`${name}: refused by all`])];
    });
    expect(undecided).toEqual([]);
  });

  test('layers deviate only where a difference is declared', () => {
    const deviations = all.flatMap(deviationsOf);
    const undeclared = deviations.filter((one) => differenceOf(one) === undefined);
    const table = tableOf(undeclared);
    const wanted = process.env['DEVIATIONS'];
    if (wanted === '1') console.log(table);
    else if (wanted !== undefined) writeFileSync(wanted, table);
    const groups = grouped(undeclared, ({ layer, document: { kind, facet } }) => `${layer} ${kind}${facet ? ` ${facet}` : ''}`);
    const counts = Object.fromEntries([...groups].map(([name, own]) => [name, own.length]));
    expect(counts, 'DEVIATIONS=1 npx vitest run test/differential shows them').toEqual({});
  });

  test('differences are as recorded in docs/conformance.md', () => {
    const missing = templateNames.filter((name) => !answered.has(name));
    const deviations = recordable().flatMap(deviationsOf);
    const document = differencesDocument(deviations);
    if (process.env['RECORD'] !== undefined) {
      expect(missing, 'all layers must have run to be recorded').toEqual([]);
      recordPart('values', document);
    } else if (missing.length === 0) {
      expect(document, 'record docs/conformance.md anew with RECORD=1').toBe(recordedPart('values'));
    }
  });

  test('what is said to be enforced lets nothing pass that breaks it', async () => {
    const targets = new Map(await Promise.all(templateNames.map(async (name) => [name, await loadTarget(name)] as const)));
    const emissions = new Map<string, Emission>();
    const emissionOf = (name: TemplateName, model: DomainModel): Emission => {
      const key = `${name} ${corpora.findIndex((one) => one.model === model)}`;
      const known = emissions.get(key) ?? (targets.get(name) as Target).emit(model);
      emissions.set(key, known);
      return known;
    };
    const overstated = measured(all, emissionOf).filter(isOverstated);
    const counts = overstated.map(({ layer, demand, of, overstated: count }) => [`${layer} ${demand} of ${of}`, count] as const);
    expect(Object.fromEntries(counts)).toEqual({});
  });

  test('each declared difference is shown by a document', () => {
    const shown = new Set(all.flatMap(deviationsOf).map(differenceOf));
    const ran = differences.filter(({ targets }) => targets.some((name) => answered.has(name as TemplateName)));
    expect(ran.filter((one) => !shown.has(one)).map(({ id }) => id)).toEqual([]);
    expect(Object.keys(shownBy).sort(), 'documents are told of each').toEqual(differences.map(({ id }) => id).sort());
    expect(differences.length).toBeLessThanOrEqual(MOST_DIFFERENCES);
  });
});

/** What is judged in short and in long runs alike, so that it can be recorded. */
function recordable(): readonly Judged[] {
  const usual = new Set(corpora.filter(({ slug }) => !isLong(slug)).map(({ model }) => model));
  return all.filter(({ model }) => usual.has(model));
}

/** Whether all layers refuse a document that is JSON, but for those of which it is known that they do not. */
function isRefusedByAll(one: Judged): boolean {
  if (one.verdict.broken.length === 0 || one.document.about === 'no JSON') return false;
  const taken = deviationsOf(one);
  return one.answers.size > 0 && taken.every((deviation) => differenceOf(deviation) !== undefined);
}
