/** Where elements of a model stand in generated files, told by the marks that printers left. */

import type { Field } from '../model/index.ts';
import type { Element, Emission, GeneratedFile, Placed } from '../targets/index.ts';
import { alignedLine } from './align.ts';

/** Where and how a target declares an element. */
export interface Declaration {
  /** Relative to the output directory of the target. */
  readonly file: GeneratedFile;
  /** The line in the file without its header, from 1. */
  readonly line: number;
  readonly name: string;
  readonly type?: string;
}

/** The declarations of elements in one target's files: of all, or of those that are wanted. */
export class Declarations {
  readonly #byElement = new Map<object, { readonly mark: Placed; readonly file: GeneratedFile }[]>();

  constructor(emission: Emission, wanted?: Element) {
    const keys = wanted && keysOf(wanted);
    for (const file of emission.files()) {
      for (const mark of file.marks ?? []) {
        if (mark.name === undefined) continue;
        const key = keyOf(mark.element);
        if (keys && !keys.has(key)) continue;
        const known = this.#byElement.get(key);
        if (known) known.push({ mark, file });
        else this.#byElement.set(key, [{ mark, file }]);
      }
    }
  }

  /** Of an inherited field that its class does not declare anew, where the nearest superclass does. */
  of(element: Element): Declaration | undefined {
    const declared = this.#declared(element);
    if (!declared) return undefined;
    const { mark, file } = declared;
    return {
      file,
      line: mark.from + (mark.line ?? 1) - 1,
      name: mark.name as string,
      ...(mark.type !== undefined && { type: mark.type }),
    };
  }

  #declared(element: Element) {
    if (element.kind !== 'field') return this.#byElement.get(keyOf(element))?.[0];
    const line = [element.class, ...element.class.ancestors];
    // What a class narrows may be declared where it comes from only.
    for (let form: Field | undefined = element.field; form; form = form.refines) {
      const found = this.#byElement.get(form) ?? [];
      const nearest = line
        .map((cls) => found.find(({ mark }) => mark.element.kind === 'field' && mark.element.class === cls))
        .find((one) => one !== undefined);
      if (nearest ?? found[0]) return nearest ?? found[0];
    }
    return undefined;
  }
}

/** What is looked up where an element is asked for: of a field, those that it narrows, too. */
function keysOf(element: Element): ReadonlySet<object> {
  const keys = new Set([keyOf(element)]);
  if (element.kind === 'field') for (let form = element.field.refines; form; form = form.refines) keys.add(form);
  return keys;
}

function keyOf(element: Element): object {
  switch (element.kind) {
    case 'class':
      return element.class;
    case 'field':
      return element.field;
    case 'enumeration':
      return element.enumeration;
    default:
      return element satisfies never;
  }
}

/** What a line of a generated file is about. */
export interface About {
  readonly element: Element;
  /** The file differs from what is generated now, so that the line was found by what is alike. */
  readonly isEdited: boolean;
}

/**
 * The element that a line of a file is about: the innermost one.
 *
 * @param path of the file, in whichever folder the output is
 * @param text of the file as it is, header included
 * @param line from 1
 */
export function aboutLine(emission: Emission, path: string, text: string, line: number): About | undefined {
  const slashed = `/${path.replaceAll('\\', '/')}`;
  // A file in a folder may be called like one above it.
  const [file] = emission
    .files()
    .filter((one) => slashed.endsWith(`/${one.path}`))
    .sort((a, b) => b.path.length - a.path.length);
  if (!file) return undefined;
  const { at, isEdited } = generatedLine(file.content, text, line);
  if (at === undefined) return undefined;
  let innermost: Placed | undefined;
  for (const mark of file.marks ?? []) {
    const isWithin = mark.from <= at && at <= mark.to;
    if (isWithin && (!innermost || mark.to - mark.from <= innermost.to - innermost.from)) innermost = mark;
  }
  return innermost && { element: innermost.element, isEdited };
}

/** The line of the generated text that a line of the file is, or comes after; nothing if that is above all of it. */
function generatedLine(
  content: string,
  text: string,
  line: number,
): { readonly at: number | undefined; readonly isEdited: boolean } {
  const now = text.replaceAll('\r\n', '\n');
  // Behind the brace that opens an object stands its header.
  const opening = now.startsWith('{\n') && content.startsWith('{\n') ? 2 : 0;
  if (now.endsWith(content.slice(opening))) return { at: line - headerLines(now, content), isEdited: false };
  return { at: alignedLine(content.split('\n'), now.split('\n'), line), isEdited: true };
}

/** How many lines a header puts in front of a file. */
export function headerLines(written: string, content: string): number {
  return lineBreaks(written) - lineBreaks(content);
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
