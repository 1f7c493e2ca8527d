import { expect, test } from 'vitest';
import { policiesOf } from '../policies.ts';
import { AssumptionLog, Decision } from './decision.ts';

const words = () =>
  ({
    kind: 'required',
    element: 'Post.title',
    decided: 'has at least one value',
    because: 'nothing says how many values it has',
    otherwise: 'sh:minCount',
  }) as const;

test('what is stated is not recorded; what is guessed is, and what the user chose is recorded apart', () => {
  const log = new AssumptionLog();
  expect(Decision.stated(1).take(log)).toBe(1);
  expect([log.all, log.chosen]).toEqual([[], []]);

  const guessed = Decision.by(policiesOf(), 'unstated', 2, words);
  expect(guessed.isAssumed).toBe(true);
  expect(guessed.take(log)).toBe(2);
  expect(log.all).toEqual([{ ...words(), policy: 'unstated', constraints: [] }]);

  const chosen = Decision.by(policiesOf({ unstated: 'required' }), 'unstated', 3, words);
  expect(chosen.isAssumed).toBe(false);
  expect(chosen.take(log)).toBe(3);
  expect(log.chosen).toEqual([{ ...words(), policy: 'unstated', constraints: [] }]);
  expect(log.all).toHaveLength(1);
});
