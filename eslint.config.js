/**
 * Rules that Biome does not have (`npm run lint`): expressions whose matching takes more than linear time, and the cyclomatic
 * complexity of functions. Biome's rule noExcessiveCognitiveComplexity measures something else. Types are blanked out before it reads a file, so that lines and columns stay.
 */

import wasm from '@swc/wasm-typescript';
import regexp from 'eslint-plugin-regexp';
import * as espree from 'espree';

const parser = {
  meta: { name: 'codegen-blanked-types', version: '1' },
  parse: (text, options) => espree.parse(wasm.transformSync(text, { mode: 'strip-only' }).code, options),
};

export default [
  {
    files: ['src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    languageOptions: { parser, ecmaVersion: 'latest', sourceType: 'module' },
    // An exception needs a comment with its reason; unused exceptions are errors.
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { regexp },
    rules: {
      // test/complexity.test.ts has the same limit; it also measures the code in Python and Rust.
      complexity: ['error', 15],
      // Two quantifiers that can match the same characters.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      // A search that starts again at each character.
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
];
