/** Text in the schema definition language (October 2021, section 3), formatted as by Prettier. */

import type { Mark } from '../target.ts';
import { indentLines, type Lines, marked, separated } from '../text/index.ts';

/** The line width of Prettier. */
export const WIDTH = 80;

/** A printed member of a type, such as a field or an enum value. */
export interface PrintedMember {
  /** Its description. */
  readonly doc: string | undefined;
  readonly lines: readonly string[];
  readonly mark?: Mark;
}

/** Returns a definition with its description above it. */
export function definition(doc: string | undefined, head: string, members: readonly PrintedMember[] = [], mark?: Mark): Lines {
  const lines = members.length === 0 ? head : [`${head} {`, memberLines(members), '}'];
  const descriptionLines = description(doc);
  return mark ? marked(mark, lines, descriptionLines) : [descriptionLines, lines];
}

/** Returns a definition whose members come in groups, with an empty line between them. */
export function longDefinition(doc: string | undefined, head: string, groups: readonly (readonly PrintedMember[])[]): Lines {
  if (groups.length === 0) return definition(doc, head);
  return [description(doc), [`${head} {`, separated(groups.map(memberLines)), '}']];
}

/** Returns the first lines of an object or interface type. */
export function typeHead(keyword: 'type' | 'interface', name: string, interfaces: readonly string[], directive?: string): string {
  const head = plainHead(keyword, name, interfaces);
  return head.includes('\n')
    ? [head, ...indentLines(directive)].join('\n')
    : withDirective(head, directive, WIDTH - 2).join('\n');
}

function plainHead(keyword: 'type' | 'interface', name: string, interfaces: readonly string[]): string {
  if (interfaces.length === 0) return `${keyword} ${name}`;
  const head = `${keyword} ${name} implements `;
  const line = head + interfaces.join(' & ');
  return `${line} {`.length <= WIDTH ? line : head + interfaces.join(' &\n  ');
}

/** Returns a union type, with one member a line if they do not fit on one line. */
export function unionHead(name: string, members: readonly string[]): string {
  const line = `union ${name} = ${members.join(' | ')}`;
  return line.length <= WIDTH ? line : `union ${name} =\n${members.map((member) => `  | ${member}`).join('\n')}`;
}

/** Returns indented members. Empty lines separate those with a description from others. */
function memberLines(members: readonly PrintedMember[]): Lines {
  const printed: Lines[] = [];
  let isPreviousDescribed = false;
  for (const { doc, lines, mark } of members) {
    const isDescribed = doc !== undefined;
    if (printed.length > 0 && (isDescribed || isPreviousDescribed)) printed.push('');
    isPreviousDescribed = isDescribed;
    const text = withMargin(lines);
    const descriptionLines = isDescribed ? withMargin(description(doc)) : undefined;
    if (mark) printed.push(marked(mark, text, descriptionLines));
    else printed.push(descriptionLines === undefined ? text : `${descriptionLines}\n${text}`);
  }
  return printed;
}

const MARGIN = '  ';

/** Indents the lines of a member and joins them, so that printing needs no further indentation. */
function withMargin(lines: readonly string[]): string {
  return lines.map((line) => (line === '' ? '' : MARGIN + line)).join('\n');
}

/** Whether an element is deprecated, and its replacement. */
export interface Deprecation {
  readonly deprecated: boolean;
  readonly replacedBy?: string;
}

export const NOT_DEPRECATED: Deprecation = { deprecated: false };

/** Returns a member that is a field without arguments. */
export function plainField(name: string, type: string, doc?: string): PrintedMember {
  return { doc, lines: field(name, [], type, NOT_DEPRECATED) };
}

/** Returns the directive for deprecated fields and enumeration values (section 3.13.3). */
export function deprecation({ deprecated, replacedBy }: Deprecation): string | undefined {
  if (!deprecated) return undefined;
  return replacedBy === undefined ? '@deprecated' : `@deprecated(reason: ${stringText(`Use ${replacedBy}.`)})`;
}

/**
 * Returns a field of an object or interface type, with its deprecation and another directive.
 * `field('post', ['id: ID!'], 'Post', { deprecated: true })` → `post(id: ID!): Post @deprecated`
 */
export function field(
  name: string,
  args: readonly string[],
  type: string,
  element: Deprecation,
  otherDirective?: string,
): readonly string[] {
  const directive = [deprecation(element), otherDirective];
  if (args.length === 0) return withDirective(`${name}: ${type}`, directive, WIDTH - 2);
  const line = `${name}(${args.join(', ')}): ${type}`;
  if (line.length <= WIDTH - 2) return withDirective(line, directive, WIDTH - 2);
  return [`${name}(`, ...indentLines(args), ...withDirective(`): ${type}`, directive, WIDTH - 2)];
}

/** Appends directives to a line, or puts each on a line below if the line gets too long. */
export function withDirective(
  line: string,
  directive: string | undefined | readonly (string | undefined)[],
  width = WIDTH,
): readonly string[] {
  if (directive === undefined) return [line];
  const directives = [directive].flat().filter((directive) => directive !== undefined);
  if (directives.length === 0) return [line];
  const joined = [line, ...directives].join(' ');
  return joined.length <= width ? [joined] : [line, ...indentLines(directives)];
}

/** Returns the directive that states the IRI of an element. */
export function iriDirectiveOf(iri: string | undefined): string | undefined {
  return iri === undefined ? undefined : `@iri(value: ${stringText(iri)})`;
}

/** Characters that change the displayed order of a text (Unicode Technical Report 36, section 3.7). */
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Returns a text as a string literal. JSON and GraphQL have the same escapes (section 2.9.4, StringCharacter). */
export function stringText(text: string): string {
  return escapeBidirectional(JSON.stringify(text));
}

/** Escapes the characters of a JSON value that change the displayed order of a text. */
export function escapeBidirectional(json: string): string {
  return json.replace(BIDIRECTIONAL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Returns a description whose value is exactly `doc`. A block string drops common indentation and blank lines at both ends
 * (section 2.9.4, BlockStringValue) and cannot contain control characters. Texts that this would change become ordinary
 * strings.
 */
export function description(doc: string | undefined): readonly string[] {
  if (doc === undefined) return [];
  const lines = doc.split('\n');
  const isBlank = (line: string | undefined): boolean => line === undefined || /^[\t ]*$/.test(line);
  const isPreserved =
    !isBlank(lines[0]) &&
    !isBlank(lines.at(-1)) &&
    lines.some((line) => !isBlank(line) && !/^[\t ]/.test(line)) &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
    !/[\0-\x08\x0b-\x1f]/.test(doc);
  if (!isPreserved || doc.search(BIDIRECTIONAL) >= 0) return [stringText(doc)];
  return ['"""', ...doc.replaceAll('"""', '\\"""').split('\n'), '"""'];
}

/** Returns the documentation of an element that cannot have `@deprecated`, which is for output fields (section 3.13.3). */
export function deprecationDoc(
  doc: string | undefined,
  { deprecated, replacedBy }: Deprecation,
  note?: string,
): string | undefined {
  const clause = deprecated ? `Deprecated.${replacedBy === undefined ? '' : ` Use ${replacedBy}.`}` : undefined;
  const parts = [doc, clause, note].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('\n\n');
}
