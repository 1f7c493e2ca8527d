/** Derives names of members from names of properties: `has_author` becomes `author`, a list `comment` becomes `comments`. */

import type { ClassDraft } from '../draft.ts';
import type { Candidates } from '../type/property.ts';
import { beginsWithDigit, endsInPreposition, isPluralName, pluralOf, shortenName, snakeCase } from '../words/names.ts';

/** Converts a text to snake_case that begins with a letter. */
export function fieldName(text: string): string {
  const name = shortenName(snakeCase(text));
  return beginsWithDigit(name) ? `n${name}` : name;
}

/** Returns the name of a reference by its target: without a leading `has`, and without the name of its own class. */
export function roleOf(name: string, cls: ClassDraft): string {
  return removePrefix(removeHas(name), cls.slug);
}

/** Removes a leading `has`: for properties whose values are resources, but not references to instances. */
export function removeHas(name: string): string {
  return removePrefix(name, 'has');
}

const UNDERSCORE = 0x5f;

/** Removes words at the beginning of a name, if a usable name is left. */
function removePrefix(name: string, prefix: string): string {
  if (name.charCodeAt(prefix.length) !== UNDERSCORE || !name.startsWith(prefix)) return name;
  const shortened = name.slice(prefix.length + 1);
  return /^[a-z]/.test(shortened) && !(endsInPreposition(shortened) && !shortened.includes('_')) ? shortened : name;
}

/** Returns the role of a list: in the plural, if it is a noun. */
export function listRole(role: string): string {
  return isPluralName(role) || endsInPreposition(role) ? role : pluralOf(role);
}

/** Returns the wanted name, then the property's own names with a suffix. */
export function fallbackNames(wanted: string, names: readonly string[], suffix: string): Candidates {
  const all: [string, ...string[]] = [wanted];
  for (const name of names) if (!all.includes(name + suffix)) all.push(name + suffix);
  return all;
}
