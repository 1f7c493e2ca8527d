import { expect, test } from 'vitest';
import type { ClassDraft, FieldDraft } from '../draft.ts';
import { policiesOf } from '../policies.ts';
import { AssumptionLog, Decision } from './decision.ts';
import { required } from './texts.ts';

const cls = { name: 'Post', iri: 'http://example.org/Post', fields: [], refinements: [], choices: [], totals: [] };
const draft = cls as unknown as ClassDraft;
const subject = { class: draft, member: { name: 'title', iri: 'http://example.org/title' } };
const field = { name: 'title' } as FieldDraft;

/** Returns the elements of recorded assumptions and choices. */
const recorded = (log: AssumptionLog) => {
  const { assumptions, chosen } = log.finish([draft]);
  return [assumptions, chosen].map((drafts) => drafts.map(({ element }) => element));
};

test('does not record statements, and records assumptions and choices separately', () => {
  const log = new AssumptionLog();
  expect(Decision.stated(1).record(log)).toBe(1);
  expect(recorded(log)).toEqual([[], []]);

  const guessed = Decision.byPolicy(policiesOf(), 2, required, subject);
  expect(guessed.isAssumed).toBe(true);
  expect(recorded(log)).toEqual([[], []]);
  expect([guessed.record(log), guessed.record(log)]).toEqual([2, 2]);
  expect(recorded(log)).toEqual([['Post.title'], []]);

  const chosen = Decision.byPolicy(policiesOf({ unstated: 'required' }), 3, required, { class: draft });
  expect(chosen.isAssumed).toBe(false);
  expect(chosen.record(log)).toBe(3);
  expect(recorded(log)).toEqual([['Post.title'], ['Post']]);
});

test('an assumption has its constraints, and can be withdrawn in part or completely', () => {
  const log = new AssumptionLog();
  const guess = Decision.byPolicy(policiesOf(), true, required, subject);
  guess.record(log, { kind: 'required', class: draft, field });
  guess.addConstraint({ kind: 'single', class: draft, field });
  const [assumption] = log.finish([draft]).assumptions;
  expect(assumption).toMatchObject({
    kind: 'required',
    policy: 'unstated',
    element: 'Post.title',
    decided: 'has at least one value',
  });
  expect(assumption?.constraints.map(({ kind }) => kind)).toEqual(['required', 'single']);
  guess.withdraw('required');
  expect(assumption?.constraints.map(({ kind }) => kind)).toEqual(['single']);
  guess.withdraw();
  expect(recorded(log)).toEqual([[], []]);
});
