/** What an ontology says about its elements, as the CommonMark that OpenAPI's descriptions are. */

import type { EnumerationValue } from '../../../model/index.ts';

interface Described {
  readonly name: string;
  readonly label?: string;
  readonly doc?: string;
}

/** The documentation of an element, else its label if that says more than its name. */
export function description(element: Described): string | undefined {
  if (element.doc !== undefined) return commonMark(element.doc);
  if (element.label === undefined || letters(element.label) === letters(element.name)) return undefined;
  return commonMark(element.label);
}

/** What the documentation of an element says first, up to a full stop that a new sentence follows. */
export function firstSentence(element: Described): string | undefined {
  const paragraph = (element.doc ?? '').split(/\n\s*\n/)[0] ?? '';
  const line = paragraph.replace(/\s+/g, ' ').trim();
  // Properties of Unicode take a while to compile, and most texts are one sentence.
  const stop = /[.!?]\s/.test(line) && /(?<!\b(?:e\.g|i\.e|etc|cf|vs|Dr|Mr|Ms|St|No|p))[.!?](?=\s+["'(]?\p{Lu}|$)/u.exec(line);
  if (line === '') return description(element);
  return commonMark(stop ? line.slice(0, stop.index + 1) : line);
}

/** `blog_post` → `blog post` */
export function words(snake: string): string {
  return snake.replaceAll('_', ' ');
}

/** What to use instead of something deprecated. */
export function replacement(element: { readonly deprecated: boolean; readonly replacedBy?: string }): string | undefined {
  const { deprecated, replacedBy } = element;
  return deprecated && replacedBy !== undefined ? `Use ${code(replacedBy)} instead.` : undefined;
}

/** The values of an enumeration as a list, if there is more to say of any than its value. */
export function valueList(values: readonly EnumerationValue[]): string | undefined {
  const items = values.map((value) => {
    const { label, doc } = value;
    const heading = label !== undefined && letters(label) !== letters(value.value) ? commonMark(label) : undefined;
    const deprecated = value.deprecated ? ['Deprecated.', replacement(value)] : [];
    const said = [heading, doc && commonMark(doc), ...deprecated].filter((part) => part !== undefined && part !== '');
    const about = said.map((part = '') => (/[.!?]$/.test(part) ? part : `${part}.`)).join(' ');
    return { shown: code(value.value), about: about.replace(/\s+/g, (blanks) => (blanks.includes('\n') ? ' ' : blanks)) };
  });
  if (items.every(({ about }) => about === '')) return undefined;
  return items.map(({ shown, about }) => `- ${shown}${about && `: ${about}`}`).join('\n');
}

/** Parts of a description below each other. */
export function paragraphs(...parts: readonly (string | undefined)[]): string | undefined {
  let all: string | undefined;
  for (const part of parts) if (part !== undefined) all = all === undefined ? part : `${all}\n\n${part}`;
  return all || undefined;
}

/** A text as a code span (CommonMark 0.31, section 6.1); as JSON, if a span would not show it as it is. */
function code(text: string): string {
  const shown = /^[^\s`](?:[^\n`]*[^\s`])?$/.test(text) ? text : JSON.stringify(text);
  const fence = '`'.repeat(1 + Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length)));
  return fence + shown + fence;
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}

/** An HTML tag, comment or declaration begins so (CommonMark 0.31, section 6.6); a link in angle brackets is none. */
const HTML = /<(?=[A-Za-z/!?])(?!https?:\/\/[^\s<>]*>)/g;

/** A link or link definition, unless it leads to the web, to an address, or to a place relative to the document. */
const LINK = /\](?=[(:])(?!.\s*(?:https?:\/\/|mailto:|[/#)]|[^\s:&)]+(?:[\s)]|$)|$))/g;

/**
 * Text that documentation pages show as it is, even those that do not sanitise what they render: the text can hold
 * no HTML and no `javascript:` link, and does not end the comments that makers of clients put it into. All other Markdown
 * stays, because ontologies do use it.
 */
function commonMark(text: string): string {
  if (!/[<\]*]/.test(text)) return text;
  return text.replace(HTML, '&lt;').replace(LINK, ']\\').replaceAll('*/', '*\\/');
}
