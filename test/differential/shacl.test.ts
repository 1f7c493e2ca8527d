import { afterAll, describe, expect, test } from 'vitest';
import { facetsCorpora } from './cells.ts';
import { kindsCorpora } from './corpus.ts';
import { isStatable, refusedByShapes, type Statable } from './rdf.ts';
import { judge } from './referee.ts';
import { grouped } from './table.ts';

/** Facets that are expressions. */
const patterns = new Set(['anchored', 'anywhere', 'anyCase']);

/** What rdf-validate-shacl does otherwise than the specifications that it follows. */
const faults: readonly { readonly why: string; readonly is: (one: Statable) => boolean }[] = [
  {
    why: 'lengths are counted in UTF-16, not in characters (SPARQL 1.1, 17.4.3.2)',
    is: ({ document: { text, facet = '' } }) => /length/i.test(facet) && /\\ud[89ab]/i.test(text),
  },
  {
    why: 'expressions are those of JavaScript without the flag `u`: they see halves of characters, and know neither categories nor digits of other scripts',
    is: ({ document: { text, facet = '' } }) => facet === 'letters' || (patterns.has(facet) && /[^\x20-\x7e]|\\u/.test(text)),
  },
  {
    why: 'decimals are compared as doubles',
    is: ({ document: { kind, text } }) => kind === 'decimal' && /\.\d{20}/.test(text),
  },
  {
    why: 'instants are compared by their milliseconds',
    is: ({ document: { kind, text } }) => kind === 'dateTime' && /\.\d{4}/.test(text),
  },
  {
    why: 'the least xsd:int is taken for none',
    is: ({ document: { kind, text } }) => kind === 'int32' && text.includes('-2147483648'),
  },
  {
    why: 'no xsd:gMonthDay and no xsd:gDay is taken for one',
    is: ({ document: { kind } }) => kind === 'gMonthDay' || kind === 'gDay',
  },
  {
    why: 'IRIs hold characters that are none',
    is: ({ document: { kind, about } }) => kind === 'iri' && about === 'form',
  },
];

const corpora = [...(await kindsCorpora()), ...(await facetsCorpora())].filter(({ shapes }) => shapes !== undefined);
const shown = new Set<string>();

describe.each(corpora.map((corpus) => [corpus.slug, corpus] as const))('%s', (_, corpus) => {
  test('a validator of SHACL judges as the referee does', async () => {
    const all = corpus.documents
      .map((document) => ({ document, verdict: judge(document.variant, document.text) }))
      .filter(isStatable);
    const refused = await refusedByShapes(corpus, all);
    const wrong = all.filter((one) => refused.has(one) === (one.verdict.broken.length === 0));
    const unexplained = wrong.filter((one) => {
      const fault = faults.find(({ is }) => is(one));
      if (fault) shown.add(fault.why);
      return fault === undefined;
    });
    const groups = grouped(unexplained, ({ document: { kind, facet, about } }) => `${kind} ${facet} ${about}`);
    const samples = [...groups].map(([name, [one]]) => `${name}: ${one?.document.text} ${refused.get(one as Statable)}`);
    expect(samples).toEqual([]);
    expect(refused.size).toBeGreaterThan(1);
    expect(all.length - refused.size).toBeGreaterThan(refused.size / 100);
  });
});

afterAll(() => {
  expect(faults.map(({ why }) => why).filter((why) => !shown.has(why))).toEqual([]);
});
