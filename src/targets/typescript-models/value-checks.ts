import { text } from '../text/index.ts';
import { kindDeclarations, kindTests } from './kinds.ts';
import checks from './runtime/value-checks.ts?raw';
import tests from './runtime/value-tests.ts?raw';

/** The module that says what is wrong with values, without its extension. Its name has a hyphen, so that no class can have it. */
export const checksModule = 'value-checks';

/** The module by which validators decide. */
export const testsModule = 'value-tests';

/** The text of a module that all validators share: what it does with any kind of values, and the kinds themselves. */
export const sharedModules: Readonly<Record<string, () => string>> = {
  [checksModule]: () => `${checks}\n${text(kindDeclarations())}`,
  [testsModule]: () => `${tests}\n${text(kindTests())}`,
};
