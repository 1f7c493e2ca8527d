import { afterAll, describe, expect, test } from 'vitest';
import { facetsCorpora } from './cells.ts';
import { kindsCorpora } from './corpus.ts';
import { type ExpressibleDocument, faults, isExpressible, rejectedByShapes } from './rdf.ts';
import { validateDocument } from './referee.ts';
import { grouped } from './table.ts';

const corpora = [...(await kindsCorpora()), ...(await facetsCorpora())].filter(({ shapes }) => shapes !== undefined);
const shown = new Set<string>();

describe.each(corpora.map((corpus) => [corpus.slug, corpus] as const))('%s', (_, corpus) => {
  test('a SHACL validator returns the same verdicts as the referee', async () => {
    const all = corpus.documents
      .map((document) => ({ document, verdict: validateDocument(document.variant, document.text) }))
      .filter(isExpressible);
    const refused = await rejectedByShapes(corpus, all);
    const wrong = all.filter((one) => refused.has(one) === (one.verdict.broken.length === 0));
    const unexplained = wrong.filter((one) => {
      const fault = faults.find(({ is }) => is(one.document));
      if (fault) shown.add(fault.why);
      return fault === undefined;
    });
    const groups = grouped(unexplained, ({ document: { kind, facet, about } }) => `${kind} ${facet} ${about}`);
    const samples = [...groups].map(
      ([name, [one]]) => `${name}: ${one?.document.text} ${refused.get(one as ExpressibleDocument)}`,
    );
    expect(samples).toEqual([]);
    expect(refused.size).toBeGreaterThan(1);
    expect(all.length - refused.size).toBeGreaterThan(refused.size / 100);
  });
});

afterAll(() => {
  expect(faults.map(({ why }) => why).filter((why) => !shown.has(why))).toEqual([]);
});
