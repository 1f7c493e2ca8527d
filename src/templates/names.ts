/** The names of templates, and of the file that makes a folder a template. */

import { isTemplateName } from '../targets/index.ts';

/** The file that identifies a folder as a template. */
export const MANIFEST = 'template.yaml';

/** Checks whether a name consists of lower-case words with hyphens: `go-structs`. */
export function isValidName(name: string): boolean {
  return /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name);
}

/** Checks for names that users cannot choose: those of built-in templates, and `all`, which stands for all of these. */
export function isReservedName(name: string): boolean {
  return isTemplateName(name) || name === 'all';
}
