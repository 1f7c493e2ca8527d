import { expect, test } from 'vitest';
import { modelOf } from '../../../test/support/ontologies.ts';
import { markedAll, printed } from './index.ts';

test('one line may have any number of marks', async () => {
  const [cls] = (await modelOf('blog')).classes;
  if (!cls) throw new Error('there is no class');
  const marks = Array.from({ length: 50_000 }, (_, i) => ({ element: { kind: 'class', class: cls }, name: `C${i}` }) as const);
  const { content, marks: placed } = printed(['above', markedAll(marks, 'line')]);
  expect(content).toBe('above\nline\n');
  const all = [...placed];
  expect(all.map(({ name }) => name)).toEqual(marks.map(({ name }) => name));
  expect(all.every(({ from, to }) => from === 2 && to === 2)).toBe(true);
});
