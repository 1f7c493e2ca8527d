import type { Gathering } from '../core/index.ts';
import { linearPatternModule, text } from '../text/index.ts';
import { kindDeclarations, kindTests } from './kinds.ts';
import checks from './runtime/value-checks.ts?raw';
import tests from './runtime/value-tests.ts?raw';

/** The module that says what is wrong with values, without its extension. Its name has a hyphen, so that no class can have it. */
export const checksModule = 'value-checks';

/** The module by which validators decide. */
export const testsModule = 'value-tests';

/** The module that searches for patterns that a `RegExp` would take too long for. It is printed where there are such. */
export const searchesModule = 'linear-pattern';

/** The shared modules that are needed. */
export type SharedModules = Gathering<string>;

/** Those that are always there. */
export const sharedAlways: readonly string[] = [checksModule, testsModule];

/** The text of a module that all validators share: what it does with any kind of values, and the kinds themselves. */
export function sharedModule(module: string, ending: string): string {
  const printed = sharedModules[module]?.() ?? '';
  // As sources they name each other by what they become.
  return ending === '.js' ? printed : printed.replace(/^(import .* from '\.\/[\w-]+)\.js';$/gm, `$1${ending}';`);
}

const sharedModules: Readonly<Record<string, () => string>> = {
  [checksModule]: () => `${checks}\n${text(kindDeclarations())}`,
  [testsModule]: () => `${tests}\n${text(kindTests())}`,
  [searchesModule]: () => linearPatternModule,
};
