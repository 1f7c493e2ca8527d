/**
 * Breaks prose into lines of at most `width` characters, at blanks. Line breaks of the text stay,
 * and a word longer than the width keeps its own line.
 */
export function wrap(prose: string, width: number): string[] {
  const out: string[] = [];
  for (const paragraph of prose.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > width) {
        out.push(line.trimEnd());
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    out.push(line.trimEnd());
  }
  return out;
}

/** Words with a vowel in writing and a consonant in speech at the start: user, unit, URI, one, Europe. */
const SPOKEN_AS_CONSONANT = /^(?:eu|ewe|one(?![a-z])|once|ub|uni(?![mn])|u[krstu][aeiou]|url)/i;

/** Returns the indefinite article of an English noun or class name: a user, an order. */
export function articleOf(noun: string): 'a' | 'an' {
  return /^[aeiou]/i.test(noun) && !SPOKEN_AS_CONSONANT.test(noun) ? 'an' : 'a';
}

/** `a post` → `A post` */
export function capitalized(phrase: string): string {
  return phrase.slice(0, 1).toUpperCase() + phrase.slice(1);
}

/** `a`, `a and b`, `a, b and c` */
export function enumerate(items: readonly string[], word = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`;
}

/** The maximum number of relations that a comment names. */
const MAX_NAMED = 4;

/** Describes a type with related objects: `` Venue, with its `halls` included. `` */
export function withIncluded(type: string, relations: readonly { readonly name: string }[]): string {
  if (relations.length > MAX_NAMED) return `${type}, with its related objects included.`;
  return `${type}, with its ${enumerate(relations.map(({ name }) => `\`${name}\``))} included.`;
}

/** `1 value`, `2 values` */
export function countWithNoun(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
