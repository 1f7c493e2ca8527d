/** Converts labels and documentation of the ontology to Markdown (CommonMark), for descriptions in API documents and schemas. */

import { type DomainClass, declaredRelations, type EnumerationValue, repeatsName } from '../../../model/index.ts';
import { enumerate, words } from '../../text/index.ts';

type Described = Pick<DomainClass, 'name' | 'label' | 'doc'>;

/** Returns the documentation of an element, or its label if that adds to the name. */
export function descriptionOf(element: Described): string | undefined {
  if (element.doc !== undefined) return safeMarkdown(element.doc);
  if (element.label === undefined || repeatsName(element.label, element.name)) return undefined;
  return safeMarkdown(element.label);
}

/** Returns the first sentence of the documentation, up to a full stop before a new sentence. */
export function firstSentence(element: Described): string | undefined {
  const paragraph = (element.doc ?? '').split(/\n\s*\n/)[0] ?? '';
  const line = paragraph.replace(/\s+/g, ' ').trim();
  const stop = /(?<!\b(?:e\.g|i\.e|etc|cf|vs|Dr|Mr|Ms|St|No|p))[.!?](?=\s+["'(]?\p{Lu}|$)/u.exec(line);
  if (line === '') return descriptionOf(element);
  return safeMarkdown(stop ? line.slice(0, stop.index + 1) : line);
}

/** The maximum number of classes that a text names. */
const MAX_NAMED = 4;

/** Returns a phrase with the classes of the related objects of an instance: `with its related author and comments`. */
export function relatedWords(cls: DomainClass): string {
  const classes = new Set(declaredRelations(cls).map(({ target, many }) => words(many ? target.plural : target.slug)));
  const names = [...classes];
  if (names.length === 0 || names.length > MAX_NAMED) return 'with its related objects';
  return `with its related ${enumerate(names)}`;
}

/** Returns a note on the replacement of a deprecated element: ``Use `title` instead.`` */
export function replacementNote(element: { readonly deprecated: boolean; readonly replacedBy?: string }): string | undefined {
  const { deprecated, replacedBy } = element;
  return deprecated && replacedBy !== undefined ? `Use ${codeSpan(replacedBy)} instead.` : undefined;
}

/** Returns a list of the values of an enumeration, if any has a label, documentation or deprecation. */
export function valueList(values: readonly EnumerationValue[]): string | undefined {
  const items = values.map((value) => {
    const { label, doc } = value;
    const heading =
      label !== undefined && withoutSeparators(label) !== withoutSeparators(value.value) ? safeMarkdown(label) : undefined;
    const deprecated = value.deprecated ? ['Deprecated.', replacementNote(value)] : [];
    const sentences = [heading, doc && safeMarkdown(doc), ...deprecated].filter((text) => text !== undefined && text !== '');
    const about = sentences.map((text = '') => (/[.!?]$/.test(text) ? text : `${text}.`)).join(' ');
    // A line break would end the item of the list.
    return { shown: codeSpan(value.value), about: about.replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks)) };
  });
  if (items.every(({ about }) => about === '')) return undefined;
  return items.map(({ shown, about }) => `- ${shown}${about && `: ${about}`}`).join('\n');
}

/** Joins paragraphs with empty lines; undefined if there are none. */
export function joinParagraphs(...paragraphs: readonly (string | undefined)[]): string | undefined {
  return paragraphs.filter((paragraph) => paragraph !== undefined).join('\n\n') || undefined;
}

/**
 * Returns a code span (CommonMark 0.31, section 6.1). The text becomes a JSON string if a span would change it, or if it would
 * end the comments of generated clients.
 */
function codeSpan(text: string): string {
  const shown =
    /^[^\s`](?:[^\n`]*[^\s`])?$/.test(text) && !text.includes('*/') ? text : JSON.stringify(text).replaceAll('*/', '*\\/');
  const fence = '`'.repeat(1 + Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)));
  return fence + shown + fence;
}

/** Normalizes names for comparison: `Post title` equals `post_title` and `postTitle`. */
function withoutSeparators(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/** The start of an HTML tag, comment or declaration (CommonMark 0.31, section 6.6); links in angle brackets are excluded. */
const HTML_START = /<(?=[A-Za-z/!?])(?!https?:\/\/[^\s<>]*>)/g;

/**
 * The `]` of a link or link definition, unless its address is `http://…`, `https://…` or `mailto:…`, begins with `/` or `#`, is
 * missing, or contains no colon, so that it is relative. `&` is excluded from the last because `&colon;` means a colon.
 */
const UNSAFE_LINK = /\](?=[(:])(?!.\s*(?:https?:\/\/|mailto:|[/#)]|[^\s:&)]+(?:[\s)]|$)|$))/g;

/**
 * Makes a text safe for documentation pages, including those that do not sanitise HTML: it contains no HTML and no
 * `javascript:` link, and does not end the comments of generated clients. All other Markdown is kept, because ontologies use
 * it.
 */
function safeMarkdown(text: string): string {
  if (!/[<\]*]/.test(text)) return text;
  return text.replace(HTML_START, '&lt;').replace(UNSAFE_LINK, ']\\').replaceAll('*/', '*\\/');
}
