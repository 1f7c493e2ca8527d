/**
 * The header of a generated file. It is the only thing by which a later run recognises the file, detects manual edits, and
 * detects that the class of the file no longer exists.
 */

import path from 'node:path';
import { isMergeConflictMarker, sha256 } from '../diagnostics/index.ts';

export interface Origin {
  /** Name of the template: lower-case letters, digits and hyphens. */
  readonly generator: string;
  /** File name of the ontology, without folders. */
  readonly ontology: string;
  /** The policies that differ from the defaults, each as `name=value`. */
  readonly policies?: readonly string[];
  /** Start of a one-line comment, for files whose names do not determine it. */
  readonly comment?: string;
  /** The selected part of the ontology, each option as `name=value`; absent for all of it. */
  readonly slice?: readonly string[];
}

export interface Header {
  readonly generator: string;
  /** As {@link inComment} writes it. */
  readonly ontology: string;
  readonly policies: readonly string[];
  readonly slice: readonly string[];
  /** Name under which the file was generated. A copy under another name belongs to the user. */
  readonly file: string | undefined;
  /** True if the text differs from the generated one. False while the file contains conflict marks of Git. */
  readonly edited: boolean;
}

/** The mark of generated files that review tools, linters and code search recognise. */
export const MARKER = '@generated';

/** How a kind of file holds a header. */
interface Style {
  /**
   * Returns the start of a text with the header lines in it; undefined if the text has no place for them.
   *
   * @param start the text, or the beginning of it
   */
  readonly write: (lines: readonly string[], start: string) => Head | undefined;
}

/** The beginning of a text with a header, and the part of the original text that it replaces. */
export interface Head {
  readonly text: string;
  readonly replaced: string;
}

/** Comments above the content, followed by an empty line. */
const commentStyle = (open: string, close = ''): Style => ({
  write: (lines, start) => {
    const shebang = SHEBANG.exec(start)?.[0] ?? '';
    const text = `${shebang}${lines.map((line) => `${open} ${line}${close}`).join('\n')}\n\n`;
    return { text, replaced: shebang };
  },
});

/**
 * The first member of an object, on a line of its own. JSON has no comments; `$comment` is one in JSON Schema (2020-12, core,
 * section 8.3), and most other readers ignore an unknown member.
 */
const firstMember: Style = {
  write: (lines, start) =>
    /^\{\n *"/.test(start) ? { text: `{\n  "$comment": ${JSON.stringify(lines.join('\n'))},\n`, replaced: '{\n' } : undefined,
};

const STYLES: readonly (readonly [style: Style, extensions: readonly string[]])[] = [
  [commentStyle('//'), ['rs', 'ts', 'tsx', 'mts', 'js', 'jsx', 'mjs']],
  [commentStyle('--'), ['sql']],
  [commentStyle('#'), ['graphql', 'yaml', 'yml', 'py', 'pyi', 'toml', 'sh', 'ttl', 'gitignore', 'gitattributes', 'editorconfig']],
  [commentStyle('<!--', ' -->'), ['md', 'html']],
  [commentStyle('/*', ' */'), ['css']],
  [firstMember, ['json', 'jsonld']],
];

const BY_EXTENSION = new Map(STYLES.flatMap(([style, extensions]) => extensions.map((ext) => [ext, style] as const)));

/** Returns what closes a comment that does not end with its line. */
export function endOfComment(comment: string): string {
  return { '<!--': ' -->', '/*': ' */' }[comment] ?? '';
}

function styleOf(file: string, comment?: string): Style | undefined {
  const known = BY_EXTENSION.get(file.slice(file.lastIndexOf('.') + 1));
  return known ?? (comment === undefined ? undefined : commentStyle(comment, endOfComment(comment)));
}

/**
 * Returns true if the comment syntax of a file of that name is known.
 *
 * @param comment start of a comment, for files whose names do not determine it
 */
export function mayHaveHeader(file: string, comment?: string): boolean {
  return styleOf(file, comment) !== undefined;
}

/** Returns true if a text has a place for a header: JSON has one only in an object. */
export function canHoldHeader({
  path,
  content,
  comment,
}: {
  path: string;
  content: string;
  comment?: string | undefined;
}): boolean {
  return styleOf(path, comment)?.write([], content) !== undefined;
}

/**
 * Returns a file name as it stands in a header. Percent-encodes characters that could end the line or the comment, hide text, or
 * form the encoding declaration of Python (PEP 263: `coding[:=]…` in a comment) or a placeholder of Flyway (`${…}`, also in
 * comments).
 */
export function inComment(name: string): string {
  return name.normalize('NFC').replace(/[%:=>\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\$(?=\{)/gu, percentEncoded);
}

function percentEncoded(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

const BYTE_ORDER_MARK = '\ufeff';

/** Removes what Git (autocrlf) and editors change by themselves: CR before LF, a byte order mark. */
function normalise(text: string): string {
  const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  return text.includes('\r\n', start) ? text.slice(start).replaceAll('\r\n', '\n') : text.slice(start);
}

/** A line that the system reads to start a script; `#![` begins an attribute of Rust. */
const SHEBANG = /^#!(?!\[).*\n/;

/** Names of the options that select a part of an ontology. */
const SLICE = new Set(['select', 'exclude', 'depth', 'outside']);

/** Percent-encodes the value of a slice option, so that it cannot end the line or the list. */
function encodeChoice(choice: string): string {
  const [name = '', ...value] = choice.split('=');
  return `${name}=${value.join('=').replace(/[^A-Za-z0-9_.!~*'()-]/gu, percentEncoded)}`;
}

function decodeChoice(choice: string): string {
  try {
    return decodeURIComponent(choice);
  } catch {
    // `codegen` did not write this value.
    return choice;
  }
}

/** A policy in a header. It contains no file name with `=`. */
const POLICY = /^[a-z-]+=[A-Za-z0-9.-]+$/;

/**
 * Returns the text of a generated file: the header, then `content`. A shebang line stays first, and so does the brace of an
 * object. The hash covers `content`. The header has no version and no date, because these would change every file.
 */
export function withHeader(file: { readonly path: string; readonly content: string }, origin: Origin): string {
  const { content } = file;
  const { text, replaced } = headOf(file.path, content, sha256(normalise(content)), origin);
  return text + content.slice(replaced.length);
}

/**
 * Returns the header at the beginning of a text.
 *
 * @param start the text, or the beginning of it
 * @param hash of the whole text
 */
function headOf(file: string, start: string, hash: string, origin: Origin): Head {
  const lines = [
    firstLineOf(origin),
    `Do not edit ${inComment(path.posix.basename(file))}: it is replaced when the ontology changes.`,
    `sha256: ${hash}`,
  ];
  const head = styleOf(file, origin.comment)?.write(lines, start);
  if (head === undefined) throw new Error(`no place for a header is known in ${file}`);
  return head;
}

function firstLineOf(origin: Origin): string {
  if (!/^[a-z0-9-]+$/.test(origin.generator)) throw new Error(`"${origin.generator}" cannot stand in a header`);
  const policies = origin.policies ?? [];
  if (!policies.every((policy) => POLICY.test(policy))) throw new Error(`"${policies}" cannot stand in a header`);
  const chosen = [...policies, ...(origin.slice ?? []).map(encodeChoice)];
  const choices = chosen.length === 0 ? '' : ` with ${chosen.join(', ')}`;
  return `${MARKER} by codegen (${origin.generator}) from ${inComment(origin.ontology)}${choices}.`;
}

/**
 * Only comments may stand above a header: a shebang line, or comments that the user added. A file that quotes a header further
 * down is not a generated one.
 */
const LEADING_COMMENTS = String.raw`(?:[ \t]*(?:(?:#|//|--|/?\*).*)?\n){0,60}?`;
const CHOICE = "[a-z-]+=[A-Za-z0-9%_.!~*'()-]+";
const FIRST = String.raw`${MARKER} by codegen \(([a-z0-9-]+)\) from (.+?)(?: with (${CHOICE}(?:, ${CHOICE})*))?\.`;
const SECOND = 'Do not edit (.+?): .*';
const THIRD = 'sha256: ([0-9a-f]{64})';

/** The start of a comment: up to four ASCII punctuation characters. */
const OPEN = '[!-/:-@\\[-`{-~]{1,4}';
const CLOSE = String.raw`(?: -->| \*/)?`;

/** A header above the content. If the comment is closed on one line, it is closed on all. */
const COMMENTS = new RegExp(
  String.raw`^(${LEADING_COMMENTS})${OPEN} ${FIRST}${CLOSE}\n(?:${OPEN} ${SECOND}\n(?:${OPEN} ${THIRD}${CLOSE}\n\n)?)?`,
);
/** A header as the first member of an object. */
const MEMBER = /^\{\n[ \t]*"\$comment": ("@generated by codegen (?:[^"\\\n]|\\.)*"),\n/;
const IN_MEMBER = new RegExp(String.raw`^()${FIRST}(?:\n${SECOND}(?:\n${THIRD})?)?$`);

/** A header found in a text: its parts, the length up to its end, and the part of that which is content. */
interface Found {
  readonly match: RegExpExecArray;
  readonly length: number;
  readonly prefix: string;
}

function headerIn(text: string): Found | undefined {
  const member = MEMBER.exec(text);
  if (member) {
    const match = IN_MEMBER.exec(textOf(member[1] ?? ''));
    return match ? { match, length: member[0].length, prefix: '{\n' } : undefined;
  }
  const match = COMMENTS.exec(text);
  return match ? { match, length: match[0].length, prefix: match[1] ?? '' } : undefined;
}

/** Parses a JSON string; returns an empty string if it is invalid. */
function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return '';
  }
}

/** The start of a conflict mark of Git. */
const CONFLICT = '<<<<<<< ';

/** Returns true if a text may contain a merge conflict of Git. */
export function mayHaveConflict(text: string): boolean {
  return text.startsWith(CONFLICT) || text.includes(`\n${CONFLICT}`);
}

/** Returns both versions of a text with merge conflicts. Without conflicts both are the same. */
function mergeSidesOf(text: string): readonly [ours: string, theirs: string] {
  const sides: [string[], string[]] = [[], []];
  let into: readonly string[][] = sides;
  for (const line of text.split('\n')) {
    if (!isMergeConflictMarker(line)) for (const side of into) side.push(line);
    else if (line.startsWith('<')) into = [sides[0]];
    // The common ancestor of both versions (diff3 style).
    else if (line.startsWith('|')) into = [];
    else if (line.startsWith('=')) into = [sides[1]];
    else into = sides;
  }
  return [sides[0].join('\n'), sides[1].join('\n')];
}

/** Reads the header of a file. Returns undefined if the file, or one version of a merge conflict in it, has none. */
export function readHeader(raw: string): Header | undefined {
  const text = normalise(raw);
  if (mayHaveConflict(text)) {
    const [ours, theirs] = mergeSidesOf(text).map(headerIn);
    return ours && theirs && { ...headerOf(ours, () => ''), edited: false };
  }
  const match = headerIn(text);
  return match && headerOf(match, () => sha256(match.prefix + text.slice(match.length)));
}

/** The first bytes of a file, in which its header must be. */
export const HEAD = 64 * 1024;

/** @param hash returns the hash of the current content */
function headerOf({ match }: Found, hash: () => string): Header {
  const [, , generator = '', ontology = '', chosen, file, expected] = match;
  const choices = chosen?.split(', ') ?? [];
  const isSlice = (choice: string) => SLICE.has(choice.slice(0, choice.indexOf('=')));
  let edited: boolean | undefined;
  return {
    generator,
    ontology,
    policies: choices.filter((choice) => !isSlice(choice)),
    slice: choices.filter(isSlice).map(decodeChoice),
    file,
    // A getter, because unchanged files never need it and hashing them again takes time.
    get edited() {
      edited ??= expected !== hash();
      return edited;
    },
  };
}

/** Returns true if a file with that header was generated by `origin` under that name. */
export function hasSameOrigin(header: Header, origin: Origin, fileName: string): boolean {
  return (
    header.generator === origin.generator && header.ontology === inComment(origin.ontology) && header.file === inComment(fileName)
  );
}

/** Returns true if two texts are equal except for line ends, which a checkout with autocrlf changes. */
export function sameLines(a: string, b: string): boolean {
  return a === b || a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');
}
