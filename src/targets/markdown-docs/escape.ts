/**
 * Escapes texts of an ontology for Markdown: for CommonMark and GitHub (https://github.github.com/gfm/), and for
 * Python-Markdown, which MkDocs uses. Python-Markdown knows fewer backslash escapes, so the other characters become entities.
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

/** Invisible characters and characters that change the displayed order of a text, shown by their code points. */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]|\p{Surrogate}/gu;

const showHidden = (text: string): string =>
  text.replace(HIDDEN, (c) => `⟨U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

const escaped = (text: string): string =>
  text.replace(/[\\`*_{}[\]#+!()-]/g, '\\$&').replace(/[&<>|~$@:=]/g, (c) => ENTITIES[c] as string);

/** A web address in a text, without punctuation at its end. */
const ADDRESS = /https?:\/\/[A-Za-z0-9](?:[A-Za-z0-9._~:/?#@!$&*+,;=%-]*[A-Za-z0-9/#=&_~%-])?/g;

/** Escapes a text and puts it on one line. Web addresses become links. */
export function inlineText(text: string): string {
  const line = showHidden(text.replace(/\s+/g, ' ').trim());
  let out = '';
  let end = 0;
  for (const match of line.matchAll(ADDRESS)) {
    out += `${escaped(line.slice(end, match.index))}<${match[0]}>`;
    end = match.index + match[0].length;
  }
  // A number with a full stop at the beginning would start a list.
  return (out + escaped(line.slice(end))).replace(/^(\d+)\./, '$1&#46;');
}

/** Splits a text into paragraphs, each on one line. */
export function paragraphs(text: string): readonly string[] {
  return text
    .split(/\n\s*\n/)
    .map(inlineText)
    .filter((paragraph) => paragraph !== '');
}

/** Characters that must not end a heading. */
const STOPS = ' \t\n\r.,;:!。，；：！';

/** Returns a heading without punctuation at its end. */
export function heading(text: string): string {
  let end = text.length;
  while (end > 0 && STOPS.includes(text.charAt(end - 1))) end--;
  return inlineText(text.slice(0, end));
}

/** Returns an IRI as a link if it is a web address, otherwise as text. */
export function iriLink(iri: string): string {
  return /^https?:\/\/[A-Za-z0-9._~:/?#@!$&*+,;=%()-]+$/.test(iri) && !iri.includes('|') ? `<${iri}>` : inlineText(iri);
}

/** Formats a name of the model, which consists of letters, digits and `_`. */
export const codeName = (text: string): string => `\`${text}\``;
