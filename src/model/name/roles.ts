import type { ClassDraft } from '../draft.ts';
import { beginsWithDigit, endsInPreposition, isPluralName, pluralOf, shortened, snakeCase } from '../words/names.ts';

/** snake_case that begins with a letter. */
export function fieldName(text: string): string {
  const name = shortened(snakeCase(text));
  return beginsWithDigit(name) ? `n${name}` : name;
}

/** The name of a property as the thing it leads to: without `has` in front, and without the class's own name. */
export function roleOf(name: string, cls: ClassDraft): string {
  return withoutPrefix(withoutHas(name), cls.slug);
}

/** The name of a property whose values are resources without being references to instances: without `has` in front. */
export function withoutHas(name: string): string {
  return withoutPrefix(name, 'has');
}

const UNDERSCORE = 0x5f;

/** A name without a word, or several, and what joins them to it, where there is something to be left. */
function withoutPrefix(name: string, prefix: string): string {
  if (name.charCodeAt(prefix.length) !== UNDERSCORE || !name.startsWith(prefix)) return name;
  const rest = name.slice(prefix.length + 1);
  return /^[a-z]/.test(rest) && !(endsInPreposition(rest) && !rest.includes('_')) ? rest : name;
}

/** The role of a list: plural, if it is a noun. */
export function listRole(role: string): string {
  return isPluralName(role) || endsInPreposition(role) ? role : pluralOf(role);
}

/** The wanted name, then the property's own names with a suffix. */
export function fallbacks(wanted: string, names: readonly string[], suffix: string): string[] {
  const all = [wanted];
  for (const name of names) if (!all.includes(name + suffix)) all.push(name + suffix);
  return all;
}
