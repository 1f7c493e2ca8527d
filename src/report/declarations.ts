/** Where elements of a model stand in generated files, told by the marks that printers left. */

import type { DomainClass, Field } from '../model/index.ts';
import {
  type Element,
  type Emission,
  type FileToPrint,
  type GeneratedFile,
  type Mark,
  type Placed,
  printUntil,
} from '../targets/index.ts';
import { alignedLine } from './align.ts';

/** Where and how a target declares an element. */
export interface Declaration {
  /** A file that has the same header as that in which it is; of its content there is no more than this takes. */
  readonly file: GeneratedFile;
  /** The line in the file without its header, from 1. */
  readonly line: number;
  readonly name: string;
  readonly type?: string;
}

/** A mark with a name, and the file in which it is. */
interface Found {
  readonly mark: Placed;
  readonly file: GeneratedFile;
}

/** A content that has a place for every kind of header. */
const SHORT = '{\n  "": ""\n}\n';

/**
 * Where a target declares an element: the first place of a class or an enumeration. Of an inherited field that its class does
 * not declare anew, where the nearest superclass does.
 *
 * Files that are about other elements are not printed, and a long one only as far as it takes.
 */
export function declarationOf(emission: Emission, element: Element): Declaration | undefined {
  const { files } = emission.printing();
  const found = element.kind === 'field' ? fieldIn(files, element) : firstIn(files, element);
  if (!found) return undefined;
  const { mark, file } = found;
  return {
    file,
    line: mark.from + (mark.line ?? 1) - 1,
    name: mark.name as string,
    ...(mark.type !== undefined && { type: mark.type }),
  };
}

function firstIn(files: readonly FileToPrint[], element: Element): Found | undefined {
  const key = keyOf(element);
  const isOne = (mark: Mark) => keyOf(mark.element) === key;
  const classes = new Set(element.kind === 'class' ? [element.class] : []);
  for (const file of files) {
    if (file.isList || (file.about && file.about !== key)) continue;
    const [found] = marksIn(file, { isOne, isLast: () => true, classes });
    if (found) return found;
  }
  return undefined;
}

function fieldIn(files: readonly FileToPrint[], element: Element & { kind: 'field' }): Found | undefined {
  const forms = formsOf(element.field);
  const line = [element.class, ...element.class.ancestors];
  const isOne = ({ element }: Mark) => element.kind === 'field' && forms.includes(element.field);
  // Nothing comes before the field itself in the class itself.
  const isLast = ({ element: of }: Mark) => of.kind === 'field' && of.class === element.class && of.field === element.field;
  const near: Found[] = [];
  for (const file of files) {
    if (file.isList || (file.about && !line.includes(file.about as DomainClass))) continue;
    near.push(...marksIn(file, { isOne, isLast, classes: new Set(line) }));
    const last = near.at(-1);
    if (last && isLast(last.mark)) return last;
  }
  // What a class narrows may be declared where it comes from only.
  let all: readonly Found[] | undefined;
  for (const form of forms) {
    const nearest = nearestOf(near, form, line);
    if (nearest) return nearest;
    // Few fields are declared by none of these classes: then any other will do.
    all ??= files.flatMap((file) => marksIn(file, { isOne, isLast: () => false }));
    const other = all.find(({ mark }) => keyOf(mark.element) === form);
    if (other) return other;
  }
  return undefined;
}

/** Where the first of some classes declares a field that does. */
function nearestOf(found: readonly Found[], field: Field, classes: readonly DomainClass[]): Found | undefined {
  const ofField = found.filter(({ mark }) => keyOf(mark.element) === field);
  return classes
    .map((cls) => ofField.find(({ mark }) => mark.element.kind === 'field' && mark.element.class === cls))
    .find((one) => one !== undefined);
}

/** Which marks are looked for. */
interface Wanted {
  readonly isOne: (mark: Mark) => boolean;
  /** Whether it is enough to have this one. */
  readonly isLast: (mark: Mark) => boolean;
  /** The classes of which they are; all if absent. */
  readonly classes?: ReadonlySet<DomainClass>;
}

/** The marks with names in a file that are wanted, outer ones first; up to the first that is enough, if one is. */
function marksIn(file: FileToPrint, { isOne, isLast, classes }: Wanted): Found[] {
  const isWanted = (mark: Mark) => mark.name !== undefined && isOne(mark);
  const seen: Placed[] = [];
  let printed: Omit<GeneratedFile, 'path'> | undefined;
  const isEnough = (mark: Placed) => {
    if (!isWanted(mark)) return false;
    seen.push(mark);
    return isLast(mark);
  };
  printUntil({ isWanted, isEnough, ...(classes && { classes }) }, () => {
    printed = file.print();
  });
  const { path } = file;
  if (!printed) return seen.map((mark) => ({ mark, file: { path, content: SHORT } }));
  const { content, comment, marks = [] } = printed;
  // A line that starts a script stays above a header.
  const short = { path, content: content.startsWith('#!') ? content : SHORT, ...(comment !== undefined && { comment }) };
  return [...marks].filter(isWanted).map((mark) => ({ mark, file: short }));
}

/** A field, and all that it narrows. */
function formsOf(field: Field): readonly Field[] {
  const forms: Field[] = [];
  for (let form: Field | undefined = field; form; form = form.refines) forms.push(form);
  return forms;
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
    .printing()
    .files.filter((one) => slashed.endsWith(`/${one.path}`))
    .sort((a, b) => b.path.length - a.path.length);
  if (!file) return undefined;
  const { content, marks = [] } = file.print();
  const { at, isEdited } = generatedLine(content, text, line);
  if (at === undefined) return undefined;
  let innermost: Placed | undefined;
  for (const mark of marks) {
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
