/**
 * Prints JSON-like trees as YAML 1.2 that readers of YAML 1.1 understand in the same way (https://yaml.org/spec/1.2.2/,
 * https://yaml.org/type/). The package `yaml` does not return the lines of printed nodes, which `explain` needs.
 */

import { escapedText, isEmpty, isList, isMap, marksOf, type Tree, type TreeMap } from '../shared/tree/index.ts';
import { LineBuffer, type Printed, wrap } from '../text/index.ts';

/** The line width for lists of scalars and folded prose. */
const WIDTH = 100;

/** The additional indentation of the members of a map. */
const INDENT = '  ';

/** Returns the text of a YAML document, with a line feed at its end. */
export function yaml(root: TreeMap): string {
  return yamlFile(root).content;
}

/** Returns a YAML document with the positions of its marks, outer marks first. */
export function yamlFile(root: TreeMap): Printed {
  const buffer = new LineBuffer();
  printMap(root, '', '', buffer);
  return buffer.printed();
}

/** Prints the members of a map. `firstPrefix` precedes the first one: the indentation, or that of a list item with its dash. */
function printMap(map: TreeMap, firstPrefix: string, indent: string, buffer: LineBuffer): void {
  let prefix = firstPrefix;
  for (const key in map) {
    const value = map[key];
    if (value === undefined) continue;
    const label = `${prefix}${scalarText(key)}:`;
    const marks = marksOf(value);
    if (marks.length > 0) buffer.marked(marks, () => printValue(label, value, indent, buffer));
    else printValue(label, value, indent, buffer);
    prefix = indent;
  }
}

function printList(list: readonly Tree[], indent: string, buffer: LineBuffer): void {
  const dash = `${indent}-`;
  for (const item of list) {
    if (isMap(item) && !isEmpty(item)) printMap(item, `${dash} `, indent + INDENT, buffer);
    else printValue(dash, item, indent, buffer);
  }
}

/** Prints a value after its label: a key with its colon, or a dash. */
function printValue(label: string, value: Tree, indent: string, buffer: LineBuffer): void {
  if (typeof value === 'string') {
    printString(label, value, indent, buffer);
  } else if (isList(value)) {
    const flow = flowList(value, WIDTH - label.length - 1);
    buffer.push(flow === undefined ? label : `${label} ${flow}`);
    if (flow === undefined) printList(value, indent + INDENT, buffer);
  } else if (isMap(value)) {
    const inner = indent + INDENT;
    buffer.push(isEmpty(value) ? `${label} {}` : label);
    printMap(value, inner, inner, buffer);
  } else {
    buffer.push(`${label} ${nonStringText(value)}`);
  }
}

function printString(label: string, value: string, indent: string, buffer: LineBuffer): void {
  const lineIndent = indent + INDENT;
  if (value.includes('\n') && isLiteral(value)) {
    buffer.push(`${label} |-`);
    for (const line of value.split('\n')) buffer.push(line === '' ? '' : lineIndent + line);
  } else if (!value.includes('\n') && label.length + 1 + value.length > WIDTH && isFoldable(value)) {
    buffer.push(`${label} >-`);
    for (const line of wrap(value, Math.max(40, WIDTH - lineIndent.length))) buffer.push(lineIndent + line);
  } else {
    buffer.push(`${label} ${scalarText(value)}`);
  }
}

/** Returns a value that is not a string. YAML 1.1 requires a point in floating point numbers. */
function nonStringText(value: number | bigint | boolean | null): string {
  return `${value}`.replace(/^(-?\d+)e/, '$1.0e');
}

/** Returns a list of scalars in brackets; undefined if it contains other values or is too wide. */
function flowList(list: readonly Tree[], width: number): string | undefined {
  const items: string[] = [];
  for (const item of list) {
    if (typeof item === 'object' && item !== null) return undefined;
    // These characters end a plain scalar within brackets, the colon at least for some readers of YAML 1.1.
    if (typeof item !== 'string') items.push(nonStringText(item));
    else items.push(/[,:{}]/.test(item) ? escapedText(item) : scalarText(item));
  }
  const flow = `[${items.join(', ')}]`;
  return list.length === 0 || flow.length <= width ? flow : undefined;
}

/**
 * Texts without quotes that are the same string to every reader: they start with a letter, `_`, `/` or `$`, and contain no `: `,
 * no ` #` and nothing else that ends a scalar.
 */
const PLAIN = /^[A-Za-z_/$](?:[A-Za-z0-9 _.,;'()/{}$@+-]|:(?=[A-Za-z0-9/]))*(?<! )$/;

/** `3.1.0` and UUIDs: they may start with a digit but are not numbers. */
const VERSION_OR_UUID = /^(?:\d+\.\d+\.\d+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Words that YAML 1.1 or 1.2 reads as a boolean or null (https://yaml.org/type/bool.html). */
const RESERVED = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null']);

/** Returns a string as a key or value on one line, without quotes if possible. */
export function scalarText(value: string): string {
  if (PLAIN.test(value)) return RESERVED.has(value.toLowerCase()) ? escapedText(value) : value;
  return VERSION_OR_UUID.test(value) ? value : escapedText(value);
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
