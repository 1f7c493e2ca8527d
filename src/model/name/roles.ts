/** Derives field names from property names: `has_author` becomes `author`, a list `comment` becomes `comments`. */

import type { ClassDraft } from '../draft.ts';
import type { Candidates } from '../type/property.ts';
import {
  beginsWithDigit,
  classPluralOf,
  endsInPreposition,
  isPluralName,
  pluralOf,
  shortenName,
  snakeCase,
} from '../words/names.ts';

/** Converts a text to snake_case that begins with a letter. */
export function fieldName(text: string): string {
  const name = shortenName(snakeCase(text));
  return beginsWithDigit(name) ? `n${name}` : name;
}

/** Returns the role of a reference: the property name without a leading `has` or `has_or_had`, and without its class's name. */
export function roleOf(name: string, cls: ClassDraft): string {
  return removePrefix(removeHas(name), cls.slug);
}

/** Removes a leading `has` or `has_or_had`. Also for properties whose values are IRIs, but not references. */
export function removeHas(name: string): string {
  return removePrefix(name, name.startsWith('has_or_') ? 'has_or_had' : 'has');
}

/** Removes words at the beginning of a name, unless the rest does not begin with a letter or is a single preposition. */
function removePrefix(name: string, prefix: string): string {
  if (!name.startsWith(`${prefix}_`)) return name;
  const shortened = name.slice(prefix.length + 1);
  return /^[a-z]/.test(shortened) && !(endsInPreposition(shortened) && !shortened.includes('_')) ? shortened : name;
}

/** Returns the plural of a role that refers to a class. Returns a plural, or a name that ends in a preposition, unchanged. */
export function pluralRole(role: string, target: ClassDraft): string {
  if (role === target.slug) return classPluralOf(role);
  return isPluralName(role) || endsInPreposition(role) ? role : pluralOf(role);
}

/** Returns candidates for a name: the preferred one, then each name of the property with a suffix. */
export function fallbackNames(preferred: string, names: readonly string[], suffix: string): Candidates {
  const all: [string, ...string[]] = [preferred];
  for (const name of names) if (!all.includes(name + suffix)) all.push(name + suffix);
  return all;
}
