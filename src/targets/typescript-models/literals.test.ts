import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberLiteral, regExpLiteral, stringLiteral } from './literals.ts';

const evaluate = (code: string): unknown => vm.runInThisContext(`(${code})`);

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom("'", '"', '\\', '\n', '\r', '\u2028', '\u202e', '\u0000', '\ud800', '/', '*/', '${', '`', '\t', '\u00ad'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});

describe('literals', () => {
  test('a string literal has the value of the text and no invisible characters', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const literal = stringLiteral(text);
        expect(evaluate(literal)).toBe(text);
        expect(literal).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      }),
    );
    expect(stringLiteral("it's")).toBe('"it\'s"');
    expect(stringLiteral('it\'s "so"')).toBe("'it\\'s \"so\"'");
  });

  test('a number literal is the nearest number', () => {
    expect(['0', '-5', '0.10', '9007199254740993', '1000000000000000000000000'].map(numberLiteral)).toEqual([
      '0',
      '-5',
      '0.1',
      '9007199254740992',
      '1e24',
    ]);
  });

  test('a regular expression literal is complete and on one line', () => {
    for (const source of ['', '/', '[/]', '\\/', 'a\nb', '\u2028', '*/'.slice(1), '\u202e', '(?:)//', '\\p{L}']) {
      const literal = regExpLiteral(source);
      expect(literal).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      const { source: printed, flags } = evaluate(literal) as RegExp;
      expect(flags).toBe('u');
      for (const text of ['', '/', 'a\nb', '\u2028', '\u202e', '//', 'é', '1']) {
        expect(new RegExp(printed, 'u').test(text)).toBe(new RegExp(source, 'u').test(text));
      }
    }
  });
});
