/**
 * Text of an ontology as Markdown that shows it as it is: to CommonMark and GitHub (https://github.github.com/gfm/), and to
 * Python-Markdown, which MkDocs reads with. It knows fewer backslash escapes, so the others stand as entities.
 */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '|': '&#124;',
  '~': '&#126;',
  $: '&#36;',
  '@': '&#64;',
  ':': '&#58;',
  '=': '&#61;',
};

/** Characters that show nothing, or a text in another order than it is read in, by their code points. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|\p{Surrogate}/gu;

const visible = (text: string): string =>
  text.replace(HIDDEN, (c) => `⟨U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

const escaped = (text: string): string =>
  text.replace(/[\\`*_{}[\]#+!()-]/g, '\\$&').replace(/[&<>|~$@:=]/g, (c) => ENTITIES[c] as string);

/** An address that stands in a text; what ends a sentence is no part of it. */
const ADDRESS = /https?:\/\/[A-Za-z0-9](?:[A-Za-z0-9._~:/?#@!$&*+,;=%-]*[A-Za-z0-9/#=&_~%-])?/g;

/** A text on one line. Addresses of the web are links to themselves. */
export function inline(text: string): string {
  const line = visible(text.replace(/\s+/g, ' ').trim());
  let out = '';
  let end = 0;
  for (const match of line.matchAll(ADDRESS)) {
    out += `${escaped(line.slice(end, match.index))}<${match[0]}>`;
    end = match.index + match[0].length;
  }
  // A number with a stop at the beginning would be the first of a list.
  return (out + escaped(line.slice(end))).replace(/^(\d+)\./, '$1&#46;');
}

/** The paragraphs of a text, each on one line. */
export function paragraphs(text: string): readonly string[] {
  return text
    .split(/\n\s*\n/)
    .map(inline)
    .filter((paragraph) => paragraph !== '');
}

/** What ends no heading. */
const STOPS = ' \t\n\r.,;:!。，；：！';

/** A heading; it ends with no punctuation. */
export function heading(text: string): string {
  let end = text.length;
  while (end > 0 && STOPS.includes(text.charAt(end - 1))) end--;
  return inline(text.slice(0, end));
}

/** An IRI as a link, if it leads to the web. */
export function iriLink(iri: string): string {
  return /^https?:\/\/[A-Za-z0-9._~:/?#@!$&*+,;=%()-]+$/.test(iri) && !iri.includes('|') ? `<${iri}>` : inline(iri);
}

/** A name of the model, which is letters, digits and `_`. */
export const name = (text: string): string => `\`${text}\``;
