import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modelOf } from '../../../../test/support/ontologies.ts';
import type { Mark } from '../../target.ts';
import { jsonFile, lazyMap, markMap, type Tree, type TreeMap } from './index.ts';

const cls = (await modelOf('blog')).classes[0];
if (!cls) throw new Error('there is no class');
const mark: Mark = { element: { kind: 'class', class: cls }, name: cls.name };

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.lorem());
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, 0, -1.5, undefined as unknown as null),
    fc.array(
      tie('tree').map((item) => item ?? null),
      { maxLength: 4 },
    ),
    // Lists that nearly fill a line: the comma after them decides whether they fit.
    fc.integer({ min: 50, max: 80 }).map((length) => ['x'.repeat(length)]),
    fc.dictionary(text, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('tree'), { maxLength: 3 }).map((values) => lazyMap(values.map((value, i) => [`k${i}`, () => value] as const))),
  ),
}));

test('a mark has the line where its map is printed', () => {
  fc.assert(
    fc.property(tree, (value) => {
      const root: TreeMap = { value, twice: value, wanted: markMap({ a: 1 }, mark) };
      for (const one of [root, { all: root }]) {
        const { content, marks } = jsonFile(one);
        const line = content.split('\n').findIndex((text) => /^ +"wanted": \{$/.test(text)) + 1;
        expect(marks.map(({ from }) => from)).toEqual([line]);
      }
    }),
  );
});
