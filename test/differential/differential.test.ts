import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DomainModel } from '../../src/model/index.ts';
import { type Emission, type EnforcingName, enforcingNames, loadTarget, type Target } from '../../src/targets/index.ts';
import { recordedPart, recordPart } from '../conformance/record.ts';
import { describeWith, isMissing } from '../support/judges.ts';
import { facetsCorpora } from './cells.ts';
import { isOverstated, isUnderstated, type Measure, measureClaims } from './claims.ts';
import { kindsCorpora } from './corpus.ts';
import { demandsDocument } from './demands.ts';
import { deviationsOf, type JudgedDocument, joinVerdicts } from './deviations.ts';
import { differenceOf, differences, isDeclared, MOST_DIFFERENCES, shownBy } from './differences.ts';
import { differencesDocument } from './document.ts';
import type { Corpus } from './documents.ts';
import { formsCorpus } from './forms.ts';
import { type Answer, layers } from './layers/index.ts';
import { demandsOf, objectsCorpus } from './objects.ts';
import { isLong, ontologyCorpora } from './ontology-documents.ts';
import { isSpelling, spellings } from './spelling-notes.ts';
import { suppliedCorpus } from './supplied-values.ts';
import { grouped, tableOf } from './table.ts';

/** Constraints that input cannot violate: supplied values, documentation, and actions of a database. */
const unbreakable = ['default', 'deletion', 'deprecated', 'generated', 'inheritance', 'inverse'];

const targets = new Map(await Promise.all(enforcingNames.map(async (name) => [name, await loadTarget(name)] as const)));
const emissions = new Map<DomainModel, Map<EnforcingName, Emission>>();

let corpora: readonly Corpus[] = [];

beforeAll(async () => {
  corpora = [
    ...(await kindsCorpora()),
    ...(await facetsCorpora()),
    await suppliedCorpus(),
    await objectsCorpus(),
    await formsCorpus(),
    ...(await ontologyCorpora()),
  ];
});

const answered = new Map<EnforcingName, readonly (readonly (Answer | undefined)[])[]>();

describe.each(enforcingNames)('%s', (name) => {
  const { read, needs } = layers[name];

  describeWith(needs, name, () => {
    test('reads the documents', async () => {
      answered.set(name, await read(corpora, await loadTarget(name)));
      expect(answered.get(name)?.flat().filter(Boolean).length).toBeGreaterThan(1000);
    });
  });
});

let all: readonly JudgedDocument[] = [];
let measures: readonly Measure[] = [];

describe('answers of all layers', () => {
  beforeAll(() => {
    all = joinVerdicts(corpora, answered);
    measures = measuresOf(corpora, all);
  });

  test('every layer whose tools are installed ran', () => {
    const missing = enforcingNames.filter((name) => !answered.has(name));
    expect(missing.filter((name) => !layers[name].needs.some(isMissing))).toEqual([]);
  });

  test('all layers accept one document of each field and reject another one', () => {
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

  test('layers deviate from the referee only if a difference is declared', () => {
    const deviations = all.flatMap(deviationsOf);
    const undeclared = deviations.filter((one) => !isDeclared(one));
    const table = tableOf(undeclared);
    const wanted = process.env['DEVIATIONS'];
    if (wanted === '1') console.log(table);
    else if (wanted !== undefined) writeFileSync(wanted, table);
    const groups = grouped(undeclared, ({ layer, document: { kind, facet } }) => `${layer} ${kind}${facet ? ` ${facet}` : ''}`);
    const counts = Object.fromEntries([...groups].map(([name, own]) => [name, own.length]));
    expect(counts, 'DEVIATIONS=1 npx vitest run test/differential shows them').toEqual({});
  });

  test('the claims of targets about enforced and dropped constraints are true', () => {
    const wrong = measures.filter((one) => isOverstated(one) || isUnderstated(one));
    expect(
      wrong.map(({ layer, demand, of, overstated }) => `${layer} ${demand} of ${of}: ${overstated ? 'less' : 'more'}`),
    ).toEqual([]);
  });

  test('documents violate every kind of constraint that input can violate', () => {
    const tried = new Set(measures.flatMap(({ demand, refused, taken }) => (refused + taken > 0 ? [demand] : [])));
    const kinds = corpora.flatMap(({ model }) => demandsOf(model).map(({ kind }) => kind));
    expect([...new Set(kinds)].filter((kind) => !tried.has(kind)).sort()).toEqual(unbreakable);
  });

  test('constraints and differences equal the record in docs/reference/conformance.md', () => {
    const missing = enforcingNames.filter((name) => !answered.has(name));
    const usual = corpora.filter(({ slug }) => !isLong(slug));
    const recordable = all.filter(({ model }) => usual.some((corpus) => corpus.model === model));
    const deviations = recordable.flatMap(deviationsOf);
    const document = `${demandsDocument(measuresOf(usual, recordable))}\n${differencesDocument(deviations)}`;
    if (process.env['RECORD'] !== undefined) {
      expect(missing, 'all layers must have run to be recorded').toEqual([]);
      recordPart('values', document);
    } else if (missing.length === 0) {
      expect(document, 'record docs/reference/conformance.md anew with RECORD=1').toBe(recordedPart('values'));
    }
  });

  test('a document shows each declared difference', () => {
    const deviations = all.flatMap(deviationsOf);
    const shown = new Set(deviations.map(differenceOf));
    const ran = differences.filter(({ targets }) => targets.some((name) => answered.has(name as EnforcingName)));
    expect(ran.filter((one) => !shown.has(one)).map(({ id }) => id)).toEqual([]);
    expect(Object.keys(shownBy).sort(), 'documents describe each').toEqual(differences.map(({ id }) => id).sort());
    expect(differences.length).toBeLessThanOrEqual(MOST_DIFFERENCES);
  });

  test('a document shows each declared spelling', () => {
    const shown = new Set(
      all
        .flatMap(deviationsOf)
        .filter(isSpelling)
        .map(({ layer, document }) => `${layer} ${document.kind}`),
    );
    const declared = [...spellings].flatMap(([layer, notes]) => Object.keys(notes).map((kind) => `${layer} ${kind}`));
    const ran = declared.filter((one) => answered.has(one.split(' ')[0] as EnforcingName));
    expect(ran.filter((one) => !shown.has(one))).toEqual([]);
  });
});

/** Measures the claims of targets about the constraints of some corpora, and the results of documents. */
function measuresOf(some: readonly Corpus[], documents: readonly JudgedDocument[]): readonly Measure[] {
  const demands = new Map(some.map(({ model }) => [model, demandsOf(model)] as const));
  const emissionOf = (name: EnforcingName, model: DomainModel): Emission => {
    const own = emissions.get(model) ?? new Map<EnforcingName, Emission>();
    emissions.set(model, own);
    const emission = own.get(name) ?? (targets.get(name) as Target).emit(model);
    own.set(name, emission);
    return emission;
  };
  return measureClaims(documents, demands, emissionOf, enforcingNames);
}

/** Returns whether all layers reject a document that is JSON, apart from declared deviations. */
function isRefusedByAll(one: JudgedDocument): boolean {
  if (one.verdict.broken.length === 0 || one.document.about === 'no JSON') return false;
  const taken = deviationsOf(one);
  return one.answers.size > 0 && taken.every(isDeclared);
}
