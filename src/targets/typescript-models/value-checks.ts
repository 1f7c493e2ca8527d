import { text } from '../text/index.ts';
import { kindDeclarations } from './kinds.ts';
import source from './runtime/value-checks.ts?raw';

/** The module that all validators share, without its extension. Its name has a hyphen, so that no class can have it. */
export const checksModule = 'value-checks';

/** Its text: what it does with any kind of values, and the kinds themselves. */
export function valueChecks(): string {
  return `${source}\n${text(kindDeclarations())}`;
}
