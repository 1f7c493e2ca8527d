import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Json, JsonError, parseJson } from './json.ts';

/** Returns the value without offsets. */
function plain(json: Json): unknown {
  switch (json.kind) {
    case 'object':
      return Object.fromEntries([...json.members].map(([key, member]) => [key, plain(member.value)]));
    case 'array':
      return json.items.map(plain);
    case 'string':
    case 'number':
      return json.value;
    default:
      return JSON.parse(json.kind);
  }
}

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json({ noUnicodeString: false }), fc.constantFrom(undefined, 2, '\t'), (text, indent) => {
      const value: unknown = JSON.parse(text);
      expect(plain(parseJson(JSON.stringify(value, undefined, indent)))).toEqual(value);
    }),
  );
});

test('rejects what JSON.parse rejects', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '"',
    '\\',
    '1',
    '-',
    '01',
    '1.',
    'true',
    'nul',
    ' ',
    '\n',
    "'",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join('');
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      // JSON allows a repeated key, but one of the two values would be lost.
      if (isJson && /"a".*"a"/s.test(text)) return;
      if (isJson) parseJson(text);
      else expect(() => parseJson(text)).toThrow(JsonError);
    }),
    { numRuns: 2000 },
  );
});

test('returns the offset of each value, and reports that of an error', () => {
  const text = '{ "a": [1, "x"],\n  "b": null }';
  const json = parseJson(text);
  if (json.kind !== 'object') throw new Error(json.kind);
  expect(text.slice(json.members.get('b')?.at)).toBe('"b": null }');
  expect(text.slice(json.members.get('b')?.value.at)).toBe('null }');
  const wrong = (broken: string) => {
    try {
      parseJson(broken);
    } catch (error) {
      if (error instanceof JsonError) return [error.at, error.message];
    }
    throw new Error(broken);
  };
  expect(wrong('[1 2]')).toEqual([3, '"," or "]" is expected here']);
  expect(wrong('{"a": 1, a: 2}')).toEqual([9, 'a key in double quotes is expected here']);
  expect(wrong('["a\nb"]')).toEqual([1, 'this string is not closed, or contains a line break or an unknown escape']);
  expect(wrong('{"a": 1, "a": 2}')).toEqual([9, 'the key "a" is repeated']);
  expect(wrong('[] x')).toEqual([3, 'the file should end here']);
});

test('rejects nesting that is deeper than in any registry, with its offset', () => {
  expect(() => parseJson('['.repeat(100_000))).toThrow(expect.objectContaining({ at: 100 }));
  expect(() => parseJson('{"a":'.repeat(100_000))).toThrow(JsonError);
  expect(() => parseJson(`[${'[],'.repeat(10_000)}[]]`)).not.toThrow();
});
