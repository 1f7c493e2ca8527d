/** Random values from the lexical forms of kinds, and nearly valid ones. The seed makes them the same in every run. */

import fc from 'fast-check';
import { type Kind, kindOf, type ScalarKind } from '../../src/model/index.ts';
import { translatePattern } from '../../src/pattern/index.ts';

const SEED = 20_240_517;
const RUNS = 40;

/** Returns values of a kind and nearly valid ones as JSON text, without duplicates. */
export function drawn(scalar: ScalarKind): readonly string[] {
  const kind = kindOf(scalar);
  const texts = fc.sample(textOf(kind), { seed: SEED, numRuns: RUNS });
  const changed = fc
    .sample(fc.tuple(textOf(kind), characterEdit), { seed: SEED + 1, numRuns: RUNS })
    .map(([text, by]) => by(text));
  const asJson = (text: string) => (kind.json === 'string' ? JSON.stringify(text) : text);
  return [...new Set([...texts, ...changed].map(asJson))];
}

function textOf({ json, form, range }: Kind): fc.Arbitrary<string> {
  if (json === 'boolean') return fc.constantFrom('true', 'false');
  if (json === 'number')
    return fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.float({ noNaN: true })).map((n) => JSON.stringify(n));
  if (json === 'integer') {
    const [least, greatest] = [BigInt(range?.minimum ?? 0), BigInt(range?.maximum ?? 0)];
    // Also values outside the range.
    return fc
      .oneof(fc.bigInt({ min: least, max: greatest }), fc.bigInt({ min: least * 2n - 2n, max: greatest * 2n + 2n }))
      .map(String);
  }
  const translated = form && translatePattern(form, 'ecmascript');
  return translated?.ok
    ? fc.stringMatching(new RegExp(translated.source, 'u'), { size: 'medium' })
    : fc.string({ unit: 'binary', maxLength: 30 });
}

/** Removes, inserts or replaces one character. */
const characterEdit: fc.Arbitrary<(text: string) => string> = fc
  .record({
    at: fc.nat(),
    cut: fc.nat(1),
    put: fc.constantFrom(
      '',
      '0',
      '9',
      '-',
      '+',
      '.',
      ':',
      'T',
      'Z',
      'e',
      ' ',
      '_',
      '/',
      '=',
      'P',
      'x',
      '\u0660',
      '\uff11',
      '\0',
      '\u2028',
      '"',
    ),
  })
  .map(({ at, cut, put }) => (text) => {
    const characters = [...text];
    characters.splice(at % (characters.length + 1), cut, put);
    return characters.join('');
  });
