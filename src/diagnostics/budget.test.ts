import { expect, test } from 'vitest';
import { runWithTimeLimit, runWithTimeout } from './budget.ts';
import { fail } from './diagnostic.ts';

/** The used part of WebAssembly's API, which the types of Node.js lack. */
interface Wasm {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: { readonly run: () => void } };
}

const tooSlow = (): never => fail('too-slow', { what: 'counting', seconds: 0.05 });

test('returns the result of work that ends in time', () => {
  expect(runWithTimeout(60, () => [1, 2], tooSlow)).toEqual([1, 2]);
  expect(runWithTimeLimit('counting', () => 3)).toBe(3);
});

test('stops endless work with a message', () => {
  const endless = () => {
    for (let n = 0; ; n++) if (n < 0) return n;
  };
  expect(() => runWithTimeout(0.05, endless, tooSlow)).toThrowError(
    expect.objectContaining({ diagnostics: [expect.objectContaining({ code: 'too-slow' })] }),
  );
});

test('stops endless WebAssembly', () => {
  // (module (func (export "run") (loop (br 0))))
  const bytes = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 7, 1, 3, 114, 117, 110, 0, 0, 10, 9, 1, 7, 0, 3, 64, 12, 0, 11,
    11,
  ];
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
  const { exports } = new Instance(new Module(new Uint8Array(bytes)));
  expect(() => runWithTimeout(0.05, exports.run, tooSlow)).toThrowError(
    expect.objectContaining({ diagnostics: [expect.objectContaining({ code: 'too-slow' })] }),
  );
});

test('gives nested work its own limit, and passes errors on', () => {
  const inner = () => runWithTimeout(60, () => 'inner', tooSlow);
  expect(runWithTimeout(60, () => [inner(), inner(), 'outer'], tooSlow)).toEqual(['inner', 'inner', 'outer']);
  const failing = () => {
    throw new TypeError('its own');
  };
  expect(() => runWithTimeout(60, failing, tooSlow)).toThrowError(TypeError);
});
