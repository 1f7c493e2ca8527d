/**
 * Prints JSON-like trees as YAML 1.2 that readers of YAML 1.1 understand in the same way (https://yaml.org/spec/1.2.2/,
 * https://yaml.org/type/). Kept because the package `yaml` has no positions of printed nodes, which `explain` needs, and takes
 * 2.5 s for the document of 500 classes, longer than the whole generation.
 */

import {
  escapedText,
  FilledForm,
  type FormText,
  type Gap,
  isEmpty,
  isLazy,
  isList,
  isMap,
  lazyMembers,
  marksOf,
  Part,
  type PartText,
  partsOf,
  type Shape,
  type Tree,
  type TreeMap,
} from '../shared/tree/index.ts';
import type { Mark } from '../target.ts';
import { LineBuffer, type Printed, recordsMarks, wrap } from '../text/index.ts';

/** The line width for lists of scalars and folded prose. */
const WIDTH = 100;

/** The additional indentation of the members of a map. */
const INDENT = '  ';

/** Returns the text of a YAML document, with a line feed at its end. */
export function yaml(root: TreeMap): string {
  return yamlFile(root).content;
}

/** Does the same and returns the positions of marks, outer marks first. */
export function yamlFile(root: TreeMap): Printed {
  const out = new LineBuffer(true);
  printMap(root, '', '', out);
  return out.printed();
}

/** The destination of printed lines: a document, or a text that is reused in documents. */
interface LineSink extends Pick<LineBuffer, 'push' | 'marked'> {
  pushAll(text: string, lines: number, widest?: number): void;
}

/** Collects the lines of a text that is reused in many positions. It contains no marks. */
class TextBuffer implements LineSink {
  /** Joined by `join`, which makes a flat string; V8 would traverse a concatenated string at each use. */
  #texts: string[] = [];
  #lines = 0;
  #widest = 0;

  push(line: string): void {
    this.pushAll(line, 1);
  }

  /** @param widest columns of the longest line without indentation, if each line is a member with its value */
  pushAll(text: string, lines: number, widest = Number.POSITIVE_INFINITY): void {
    this.#texts.push(text);
    this.#lines += lines;
    this.#widest = Math.max(this.#widest, widest);
  }

  marked(_about: readonly Mark[], print: () => void): void {
    print();
  }

  /** Returns the lines since the last call and starts again. */
  takeText(): PartText {
    const taken = { text: this.#texts.join('\n'), lines: this.#lines, deepest: WIDTH - this.#widest };
    this.#texts = [];
    this.#lines = 0;
    this.#widest = 0;
    return taken;
  }
}

/**
 * Prints the members of a map that is not empty. `lead` precedes the first member: the indentation, or one with a dash in it.
 *
 * @returns the lead of a following member
 */
function printMap(map: TreeMap, lead: string, pad: string, out: LineSink, parts = partsOf(map)): string {
  let before = lead;
  for (const part of parts) {
    if (part instanceof Part) {
      if (printPart(part, before, pad, out)) before = pad;
      continue;
    }
    if (part instanceof FilledForm) {
      before = printFilledForm(part, before, pad, out);
      continue;
    }
    for (const [key, value] of part) {
      if (value === undefined) continue;
      printMember(before, key, value, pad, out);
      before = pad;
    }
  }
  return isLazy(map) ? printLazyMap(map, before, pad, out) : printOwnMembers(map, before, pad, out);
}

/** Prints the members of the map itself. Consecutive members of one line each, as in examples, are joined to one text. */
function printOwnMembers(map: TreeMap, lead: string, pad: string, out: LineSink): string {
  let before = lead;
  let text = '';
  let lines = 0;
  let widest = 0;
  const starts = startsAt(pad);
  for (const key in map) {
    const value = map[key];
    if (value === undefined) continue;
    const start = startOf(key, starts, pad);
    const short = onOneLine(value, start.length - 2);
    if (short === undefined) {
      if (lines > 0) out.pushAll(text, lines, widest);
      lines = 0;
      printMember(before, key, value, pad, out);
    } else {
      // A start contains a line break and the indentation; `before` may have a dash instead.
      text = lines === 0 ? before + start.slice(1 + pad.length) : text + start;
      text += short;
      lines++;
      widest = Math.max(widest, start.length - 1 - pad.length + short.length);
    }
    before = pad;
  }
  if (lines > 0) out.pushAll(text, lines, widest);
  return before;
}

/** Prints a map whose values are created on access. Returns the same as {@link printMap}. */
function printLazyMap(map: TreeMap, lead: string, pad: string, out: LineSink): string {
  let before = lead;
  for (const member of lazyMembers(map)) {
    // Without the cache of keys: each of these keys occurs once in a document.
    printMarked(`${before}${scalarText(member.key)}:`, member.value(), pad, out);
    before = pad;
  }
  return before;
}

function printMember(lead: string, key: string, value: Tree | Gap<unknown>, pad: string, out: LineSink): void {
  const head = lead + keyHead(key);
  if (typeof value === 'function') (out as FormBuffer).addGap(head, pad, value);
  else printMarked(head, value, pad, out);
}

function printMarked(head: string, value: Tree, pad: string, out: LineSink): void {
  if (typeof value === 'object' && recordsMarks()) out.marked(marksOf(value), () => printValue(head, value, pad, out));
  else printValue(head, value, pad, out);
}

/**
 * Prints members that other maps contain, too; their text is created once.
 *
 * @param lead as long as `pad`
 * @returns whether there are any members
 */
function printPart(part: Part, lead: string, pad: string, out: LineSink): boolean {
  const { text, lines } = part.textAt(pad, textOf);
  if (lines > 0) out.pushAll(lead === pad ? text : lead + text.slice(pad.length), lines);
  return lines > 0;
}

/**
 * Prints a form with its values. Consecutive values of one line each are joined to one text.
 *
 * @returns the lead of a following member
 */
function printFilledForm(filled: FilledForm, lead: string, pad: string, out: LineSink): string {
  // The lead of the first line differs from the indentation only in lists.
  if (lead !== pad) return printMap(filled.members, lead, pad, out);
  const { gaps, rest } = filled.form.textAt(pad, formText);
  let text = '';
  let lines = 0;
  for (const { above, head, before, pad: inner, value } of gaps) {
    const given = value(filled.subject);
    const short =
      given === undefined ? undefined : isList(given) ? flowList(given, WIDTH - head.length - 1) : onOneLine(given, head.length);
    if (short !== undefined) {
      text = lines === 0 ? before.slice(1) : text + before;
      text += short;
      lines += above.lines + 1;
      continue;
    }
    if (above.lines > 0) text = lines === 0 ? above.text : `${text}\n${above.text}`;
    lines += above.lines;
    if (given === undefined) continue;
    if (lines > 0) out.pushAll(text, lines);
    lines = 0;
    printMarked(head, given, inner, out);
  }
  if (rest.lines > 0) text = lines === 0 ? rest.text : `${text}\n${rest.text}`;
  lines += rest.lines;
  if (lines > 0) out.pushAll(text, lines);
  return pad;
}

/** Collects the lines of a form and the positions of its gaps. */
class FormBuffer extends TextBuffer {
  readonly gaps: FormText<unknown>['gaps'][number][] = [];

  addGap(head: string, pad: string, value: Gap<unknown>): void {
    const above = this.takeText();
    const before = ['', ...(above.lines > 0 ? [above.text] : []), `${head} `].join('\n');
    this.gaps.push({ above, head, before, pad, value });
  }
}

function formText(shape: Shape<unknown>, pad: string): FormText<unknown> {
  const own = new FormBuffer();
  printMap(shape as TreeMap, pad, pad, own);
  return { gaps: own.gaps, rest: own.takeText() };
}

function textOf(members: TreeMap, pad: string): PartText {
  const own = new TextBuffer();
  printMap(members, pad, pad, own);
  return own.takeText();
}

/** Prints the items of a list. Consecutive items of one line each, such as names, are joined to one text. */
function printList(list: readonly Tree[], pad: string, out: LineSink): void {
  const dash = `${pad}-`;
  let text = '';
  let lines = 0;
  for (const item of list) {
    const short = onOneLine(item, dash.length);
    if (short !== undefined) {
      text = lines === 0 ? `${dash} ${short}` : `${text}\n${dash} ${short}`;
      lines++;
      continue;
    }
    if (lines > 0) out.pushAll(text, lines);
    lines = 0;
    const parts = isMap(item) ? partsOf(item) : undefined;
    if (isMap(item) && !isEmpty(item, parts)) printMap(item, `${dash} `, pad + INDENT, out, parts);
    else printValue(dash, item, pad, out);
  }
  if (lines > 0) out.pushAll(text, lines);
}

/** Prints a value after its `head`: a key with its colon, or a dash. */
function printValue(head: string, value: Tree, pad: string, out: LineSink): void {
  if (typeof value === 'string') {
    printString(head, value, pad, out);
  } else if (isList(value)) {
    const flow = flowList(value, WIDTH - head.length - 1);
    if (flow !== undefined) {
      out.push(`${head} ${flow}`);
    } else {
      out.push(head);
      printList(value, pad + INDENT, out);
    }
  } else if (isMap(value)) {
    const parts = partsOf(value);
    if (isEmpty(value, parts)) {
      out.push(`${head} {}`);
    } else {
      const inner = pad + INDENT;
      out.push(head);
      printMap(value, inner, inner, out, parts);
    }
  } else {
    out.push(`${head} ${plain(value)}`);
  }
}

function printString(head: string, value: string, pad: string, out: LineSink): void {
  const short = onOneLine(value, head.length);
  if (short !== undefined) {
    out.push(`${head} ${short}`);
    return;
  }
  const inner = pad + INDENT;
  if (value.includes('\n')) {
    out.push(`${head} |-`);
    for (const line of value.split('\n')) out.push(line === '' ? '' : inner + line);
  } else {
    out.push(`${head} >-`);
    for (const line of foldText(value, inner.length)) out.push(inner + line);
  }
}

/**
 * Returns a scalar as it is printed after its head; undefined if it takes several lines or is not a scalar.
 *
 * @param before length of the head
 */
function onOneLine(value: Tree | Gap<unknown>, before: number): string | undefined {
  switch (typeof value) {
    case 'string':
      if (isBare(value)) return isFolded(before, value) ? undefined : value;
      return isMultiline(before, value) ? undefined : escapedText(value);
    case 'object':
    case 'function':
      return value === null ? plain(value) : undefined;
    default:
      return plain(value);
  }
}

/** Checks whether a text after a head of this length takes several lines. */
function isMultiline(head: number, value: string): boolean {
  return value.includes('\n') ? isLiteral(value) : isFolded(head, value);
}

/** Does the same for a text without line breaks. */
function isFolded(head: number, value: string): boolean {
  return head + 1 + value.length > WIDTH && isFoldable(value);
}

/** Wraps long prose at an indentation. */
function foldText(value: string, pad: number): readonly string[] {
  return wrap(value, Math.max(40, WIDTH - pad));
}

/** Returns a value that is not a string. YAML 1.1 requires a point in floating point numbers. */
function plain(value: number | bigint | boolean | null): string {
  return `${value}`.replace(/^(-?\d+)e/, '$1.0e');
}

/** Returns a list of scalars in brackets; undefined if it contains other values or is too wide. */
function flowList(list: readonly Tree[], width: number): string | undefined {
  // Including brackets, commas and blanks.
  let least = 0;
  for (const item of list) {
    if (typeof item === 'object' && item !== null) return undefined;
    least += (typeof item === 'string' ? item.length : 1) + 2;
  }
  if (list.length > 0 && least > width) return undefined;
  // No `join`: in Node.js 20 a list of names that are object keys makes it use two bytes a character in the whole text.
  let items = '';
  for (const item of list as readonly Exclude<Tree, object>[]) {
    // These characters end a plain scalar within brackets, the colon at least for some readers of YAML 1.1.
    const text = typeof item !== 'string' ? plain(item) : /[,:{}]/.test(item) ? escapedText(item) : scalarText(item);
    items = items === '' ? text : `${items}, ${text}`;
    if (items.length + 2 > width) return undefined;
  }
  return `[${items}]`;
}

/** Where characters below U+0080 may occur in a text without quotes. */
const BEGINS = 1;
const FOLLOWS = 2;
const FOLLOWS_COLON = 4;
const BEGINS_NO_NUMBER = 8;
const ABILITIES = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const character = String.fromCharCode(code);
  return (
    (/[A-Za-z_/$]/.test(character) ? BEGINS : 0) +
    (/[A-Za-z0-9 _.,;'()/{}$@+-]/.test(character) ? FOLLOWS : 0) +
    (/[A-Za-z0-9/]/.test(character) ? FOLLOWS_COLON : 0) +
    (/[0-9a-f]/.test(character) ? BEGINS_NO_NUMBER : 0)
  );
});

/**
 * Checks whether a text without quotes is the same string to every reader: it starts with a letter, `_`, `/` or `$`, and
 * contains no `: `, no ` #` and nothing else that ends a scalar. A regular expression would take twice as long.
 */
function isPlain(value: string): boolean {
  if (!(abilitiesAt(value, 0) & BEGINS)) return false;
  let last = 0;
  for (let i = 1; i < value.length; i++) {
    last = value.charCodeAt(i);
    if (last < 0x80 && (ABILITIES[last] as number) & FOLLOWS) continue;
    if (last !== COLON || !(abilitiesAt(value, i + 1) & FOLLOWS_COLON)) return false;
  }
  return last !== BLANK;
}

const COLON = 0x3a;
const BLANK = 0x20;

/** Returns the flags of the character at an index; 0 if none exists. */
function abilitiesAt(text: string, index: number): number {
  return ABILITIES[text.charCodeAt(index)] ?? 0;
}

/** `3.1.0` and UUIDs: they may start with a digit but are not numbers. */
const NO_NUMBER = /^(?:\d+\.\d+\.\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Words that YAML 1.1 or 1.2 reads as a boolean or null (https://yaml.org/type/bool.html). */
const RESERVED = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null']);

/** The length of the longest reserved word. */
const LONGEST_RESERVED = 5;

/** A cache of printed keys with their colons; most documents have few keys. */
let keys = new Map<string, string>();
const MOST_KEYS = 20_000;

function keyHead(key: string): string {
  let text = keys.get(key);
  if (text === undefined) {
    if (keys.size === MOST_KEYS) keys = new Map();
    text = `${scalarText(key)}:`;
    keys.set(key, text);
  }
  return text;
}

/** A cache of line starts before values: line break, indentation and key, by length of the indentation and key. */
let starts: (Map<string, string> | undefined)[] = [];
let startCount = 0;

function startsAt(pad: string): Map<string, string> {
  let known = starts[pad.length];
  if (known === undefined) {
    known = new Map();
    starts[pad.length] = known;
  }
  return known;
}

function startOf(key: string, known: Map<string, string>, pad: string): string {
  let start = known.get(key);
  if (start === undefined) {
    if (startCount++ > MOST_KEYS) {
      starts = [];
      startCount = 0;
    }
    start = `\n${pad}${keyHead(key)} `;
    known.set(key, start);
  }
  return start;
}

/** Returns a string as a key or value on one line. */
export function scalarText(value: string): string {
  return isBare(value) ? value : escapedText(value);
}

/** Checks whether a string needs no quotes there. */
function isBare(value: string): boolean {
  const isWord = value.length > LONGEST_RESERVED || !RESERVED.has(value.toLowerCase());
  return (isWord && isPlain(value)) || ((abilitiesAt(value, 0) & BEGINS_NO_NUMBER) > 0 && NO_NUMBER.test(value));
}

/**
 * Characters that are line breaks in YAML 1.1 or not printable (section 5.1), except the line feed, and characters that change
 * the displayed order of a text (Unicode Technical Report 36, section 3.7).
 */
const SPECIAL =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for control characters
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]|\p{Surrogate}/u;

/** Checks whether `|-` preserves the text: the first line determines the indentation, and trailing line breaks are stripped. */
function isLiteral(value: string): boolean {
  return /^[^ \n]/.test(value) && !value.endsWith('\n') && !/ $/m.test(value) && !SPECIAL.test(value);
}

/** Checks whether `>-` preserves the text: each folded line break stands for exactly one blank. */
function isFoldable(value: string): boolean {
  return !/^ | {2}| $|[^\S ]/.test(value) && !SPECIAL.test(value);
}
