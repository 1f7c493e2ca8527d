/** Prints the documentation of the ontology as doc comments of Rust. */

import { wrap } from '../text/index.ts';

/**
 * Returns the paragraph that states a deprecation. The attribute `deprecated` would cause warnings wherever the generated code
 * itself uses the name.
 */
export function deprecation({ deprecated, replacedBy }: { deprecated: boolean; replacedBy?: string }): string | false {
  if (!deprecated) return false;
  return replacedBy === undefined ? '**Deprecated.**' : `**Deprecated.** Use ${replacement(replacedBy)} instead.`;
}

/** Formats a name as code and returns an IRI unchanged. */
function replacement(name: string): string {
  return /^[\w.:-]+$/.test(name) ? `\`${name}\`` : name;
}

type Prefix = '///' | '    ///' | '//!';

/** `comment_width` of rustfmt, without indentation. */
const commentWidth = 80;

/** Returns whether a paragraph is prose on one line that ends with a sentence, so that another one may follow. */
function isSentence(paragraph: string): boolean {
  return /^[^\n]*[^\s.]\.$/.test(paragraph) && !/^[-*+] /.test(paragraph);
}

/**
 * Prints documentation as doc comments.
 *
 * rustdoc reads them as Markdown, and `cargo test` runs the code blocks in them. The text comes from an ontology, so it is
 * prose: paragraphs, bullet lists, `code`, and links with a scheme keep their meaning. Everything else that Markdown or
 * rustdoc would interpret as structure (code blocks, headings, quotes, tables, HTML, intra-doc links, footnotes) is escaped
 * with a backslash and appears as it was written.
 *
 * @param paragraphs each may contain line breaks; missing ones are skipped
 * @param prefix the beginning of each line: `///` before an item, `//!` inside a module
 */
export function docComment(paragraphs: readonly (string | undefined | false)[], prefix: Prefix): readonly string[] {
  const width = commentWidth - prefix.trim().length - 1;
  const given: string[] = [];
  for (const paragraph of paragraphs) {
    if (typeof paragraph !== 'string') continue;
    const previous = given.at(-1) ?? '';
    const oneLine = `${previous} ${paragraph}`;
    const isJoined = isSentence(previous) && !paragraph.startsWith('**') && oneLine.length <= width;
    if (isJoined) given[given.length - 1] = oneLine;
    else given.push(paragraph);
  }
  if (given.length === 0) return [];
  const prose = given.join('\n\n');
  if (given.length === 1 && needsNoFormatting(prose, width) && !prose.includes('  ') && !prose.endsWith(' '))
    return [`${prefix} ${prose}`];
  return markdown(prose, width).map((line) => (line === '' ? prefix : `${prefix} ${line}`));
}

/** Returns the lines of Markdown for a text: paragraphs and bullet lists, wrapped and escaped. */
function markdown(prose: string, width: number): string[] {
  const lines: string[] = [];
  let inList = false;
  for (const source of prose.split('\n')) {
    const line = source.replace(/\s+/g, ' ').trim();
    if (line === '') {
      inList = false;
      if (lines.length > 0 && lines.at(-1) !== '') lines.push('');
      continue;
    }
    const item = /^[-*+] (.+)$/.exec(line);
    if (item) inList = true;
    // A line after an item belongs to it and must have its indentation (clippy::doc_lazy_continuation).
    const margin = inList ? '  ' : '';
    wrapLine(item?.[1] ?? line, width - margin.length).forEach((text, i) => {
      lines.push((item && i === 0 ? '- ' : margin) + text);
    });
  }
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Stands for a blank in code, at which a line must not break. No documentation contains this character. */
const nonBreaking = '\0';

/** Matches words, and code without blanks. */
const plainProse = /^(?=[A-Za-z`])[\w ,.;()'"/&-]*(?:`[^\s`]+`(?!`)[\w ,.;()'"/&-]*)*$/;

/** Returns whether nothing in a line needs to be escaped or broken, as in most lines. */
function needsNoFormatting(line: string, width: number): boolean {
  return line.length <= width && plainProse.test(line);
}

/** Wraps and escapes a line of prose. */
function wrapLine(line: string, width: number): string[] {
  if (needsNoFormatting(line, width)) return [line];
  return wrap(escapeInline(line), width).map((text) => escapeStart(text).replaceAll(nonBreaking, ' '));
}

/**
 * Escapes what makes a line the start of a block (CommonMark 0.31, sections 4 and 5; tables as in GitHub
 * Flavored Markdown): a heading, a quote, an item, a fence, a rule, an underline, a row of a table.
 */
function escapeStart(line: string): string {
  const ordered = /^\d{1,9}(?=[.)](?: |$))/.exec(line);
  if (ordered) return `${ordered[0]}\\${line.slice(ordered[0].length)}`;
  const block = /^(?:#{1,6}(?: |$)|>|\||[-+*](?: |$)|~~~|(?:[*_] ?){3,}$|[-=:| ]+$)/;
  return block.test(line) ? `\\${line}` : line;
}

const inlineTokens = new RegExp(
  [
    // Code.
    /(?<!`)`[^`]+`(?!`)/,
    // A link, or an address in angle brackets.
    /(?<!!)\[[^[\]`<>\\]+\]\(https?:\/\/[^\s()<>[\]`\\]+\)/,
    /<https?:\/\/[^\s<>`\\]+>/,
    // An address.
    /https?:\/\/[^\s<>"`[\]{}|\\^]+/,
    // A character with a meaning; a backslash if it would escape the next character.
    /[`[\]]|<(?=[A-Za-z/!?])|\\(?=[!-/:-@[-`{-~]|$)/,
  ]
    .map((token) => token.source)
    .join('|'),
  'g',
);

/** Escapes characters that have a meaning anywhere in a line. Keeps code on one line, and links with a scheme. */
function escapeInline(line: string): string {
  return line.replace(inlineTokens, (token) => {
    if (token.length === 1) return `\\${token}`;
    if (token.startsWith('`')) return token.replaceAll(' ', nonBreaking);
    if (!token.startsWith('h')) return token;
    const end = trailingPunctuation(token);
    return `<${token.slice(0, end)}>${token.slice(end)}`;
  });
}

/**
 * Returns the index at which the punctuation after an address begins: `(see http://example.org/).` A closing bracket belongs
 * to the address if the address contains the opening one.
 */
function trailingPunctuation(url: string): number {
  let unopened = 0;
  for (const character of url) {
    if (character === '(') unopened--;
    if (character === ')') unopened++;
  }
  let end = url.length;
  for (; end > 0; end--) {
    const last = url.charAt(end - 1);
    if (last === ')' && unopened > 0) unopened--;
    else if (!".,;:!?'*_~".includes(last)) break;
  }
  return end;
}
