/** Text of the schema definition language (October 2021, section 3), laid out as Prettier does. */

import type { Mark } from '../target.ts';
import { indentLines, type Lines, marked, separatedParts } from '../text/index.ts';

/** The width that Prettier keeps to. */
export const WIDTH = 80;

/** A part of a type: a field with its description. */
export interface Member {
  readonly doc: string | undefined;
  readonly lines: readonly string[];
  /** What it is about. */
  readonly mark?: Mark;
}

/** A definition with its description above it. */
export function definition(doc: string | undefined, head: string, members: readonly Member[] = [], mark?: Mark): Lines {
  const lines = members.length === 0 ? head : [`${head} {`, body(members), '}'];
  const above = description(doc);
  return mark ? marked(mark, lines, above) : [above, lines];
}

/** The same with many members, all of which have descriptions: each group of them is made when it is printed. */
export function longDefinition(doc: string, head: string, groups: readonly (() => readonly Member[])[]): Lines {
  if (groups.length === 0) return definition(doc, head);
  const members = separatedParts(function* () {
    for (const group of groups) yield body(group());
  });
  return [description(doc), [`${head} {`, members, '}']];
}

/** The beginning of an object or interface type. */
export function typeHead(keyword: 'type' | 'interface', name: string, interfaces: readonly string[], directive?: string): string {
  const plain = plainHead(keyword, name, interfaces);
  return plain.includes('\n')
    ? [plain, ...indentLines(directive)].join('\n')
    : withDirective(plain, directive, WIDTH - 2).join('\n');
}

function plainHead(keyword: 'type' | 'interface', name: string, interfaces: readonly string[]): string {
  if (interfaces.length === 0) return `${keyword} ${name}`;
  const head = `${keyword} ${name} implements `;
  const line = head + interfaces.join(' & ');
  return `${line} {`.length <= WIDTH ? line : head + interfaces.join(' &\n  ');
}

/** A union type; its members stand one below the other where they do not fit. */
export function unionHead(name: string, members: readonly string[]): string {
  const line = `union ${name} = ${members.join(' | ')}`;
  return line.length <= WIDTH ? line : `union ${name} =\n${members.map((member) => `  | ${member}`).join('\n')}`;
}

/** Members one below the other, with their margin; one with a description stands apart. */
function body(members: readonly Member[]): Lines {
  const all: Lines[] = [];
  let isAfterDescribed = false;
  for (const { doc, lines, mark } of members) {
    const isDescribed = doc !== undefined;
    if (all.length > 0 && (isDescribed || isAfterDescribed)) all.push('');
    isAfterDescribed = isDescribed;
    const text = withMargin(lines);
    const above = isDescribed ? describedInBody(doc) : undefined;
    if (mark) all.push(marked(mark, text, above));
    else all.push(above === undefined ? text : `${above}\n${text}`);
  }
  return all;
}

const MARGIN = '  ';

/** The description of what stands in a type's body, as one text. */
function describedInBody(doc: string): string {
  return isShown(doc) ? `  """\n  ${doc}\n  """` : withMargin(description(doc));
}

/** Lines of a type's body as one text, which nothing has to be put in front of when it is printed. */
function withMargin(lines: readonly string[]): string {
  if (lines.length === 1) return MARGIN + lines[0];
  return lines.map((line) => (line === '' ? '' : MARGIN + line)).join('\n');
}

/** What is deprecated, and by what it is replaced. */
export interface Deprecation {
  readonly deprecated: boolean;
  readonly replacedBy?: string;
}

/** The directive of fields and enumeration values that are deprecated (section 3.13.3). */
export function deprecation({ deprecated, replacedBy }: Deprecation): string | undefined {
  if (!deprecated) return undefined;
  return replacedBy === undefined ? '@deprecated' : `@deprecated(reason: ${stringText(`Use ${replacedBy}.`)})`;
}

/** A field of an object or interface type, with a directive of its own beside that of its deprecation. */
export function field(
  name: string,
  args: readonly string[],
  type: string,
  about: Deprecation,
  other?: string,
): readonly string[] {
  const directive = about.deprecated || other !== undefined ? [deprecation(about), other] : undefined;
  if (args.length === 0) return withDirective(`${name}: ${type}`, directive, WIDTH - 2);
  const line = `${name}(${args.join(', ')}): ${type}`;
  if (line.length <= WIDTH - 2) return withDirective(line, directive, WIDTH - 2);
  return [`${name}(`, ...indentLines(args), ...withDirective(`): ${type}`, directive, WIDTH - 2)];
}

/** A line, and directives behind it or, where that gets too long, each below it. */
export function withDirective(
  line: string,
  given: string | undefined | readonly (string | undefined)[],
  width = WIDTH,
): readonly string[] {
  if (given === undefined) return [line];
  const directives = [given].flat().filter((directive) => directive !== undefined);
  if (directives.length === 0) return [line];
  const whole = [line, ...directives].join(' ');
  return whole.length <= width ? [whole] : [line, ...indentLines(directives)];
}

/** The directive that says where something comes from. */
export function originOf(iri: string | undefined): string | undefined {
  return iri === undefined ? undefined : `@iri(value: ${stringText(iri)})`;
}

/** What shows a text in another order than it is read in (Unicode Technical Report 36, section 3.7). */
const BIDIRECTIONAL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text as a string. The escapes of JSON are those of GraphQL (section 2.9.4, StringCharacter). */
export function stringText(text: string): string {
  return inOrder(JSON.stringify(text));
}

/** A value that is written as in JSON. */
export function inOrder(json: string): string {
  return json.replace(BIDIRECTIONAL, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * A description whose value is exactly `doc`. A block string drops indentation that its lines have in
 * common and blank lines at its ends (section 2.9.4, BlockStringValue), and cannot hold control characters;
 * text that would suffer from this is an ordinary string.
 */
export function description(doc: string | undefined): readonly string[] {
  if (doc === undefined) return [];
  if (isShown(doc)) return ['"""', doc, '"""'];
  const lines = doc.split('\n');
  const blank = (line: string | undefined): boolean => line === undefined || /^[\t ]*$/.test(line);
  const faithful =
    !blank(lines[0]) &&
    !blank(lines.at(-1)) &&
    lines.some((line) => !blank(line) && !/^[\t ]/.test(line)) &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    !/[\0-\x08\x0b-\x1f]/.test(doc);
  if (!faithful || doc.search(BIDIRECTIONAL) >= 0) return [stringText(doc)];
  return ['"""', ...doc.replaceAll('"""', '\\"""').split('\n'), '"""'];
}

/** Whether a description is a line that is shown as it is: most are. */
function isShown(doc: string): boolean {
  return /^[!-~][ -~]*$/.test(doc) && !doc.includes('"""');
}

/** The documentation of what takes no `@deprecated`: that directive is for output fields (section 3.13.3). */
export function remark(doc: string | undefined, { deprecated, replacedBy }: Deprecation, note?: string): string | undefined {
  const said = deprecated ? `Deprecated.${replacedBy === undefined ? '' : ` Use ${replacedBy}.`}` : undefined;
  const parts = [doc, said, note].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('\n\n');
}
