/**
 * Locates the elements of a model in generated files, and the element of a line there, with the marks that printers left:
 * `{ element: Post.title, name: 'title', from: 12, to: 15 }`.
 */

import type { DomainClass, Field } from '../model/index.ts';
import type { Element, Emission, FileToPrint, GeneratedFile, Mark, Placed } from '../targets/index.ts';
import { subjectOf } from './element-search.ts';
import { formsOf } from './reasons.ts';

/** The location of the declaration of an element in the output of a target. */
export interface Declaration {
  /** The declaring file, without its header. */
  readonly file: GeneratedFile;
  /** The line in the file without its header, from 1. */
  readonly line: number;
  readonly name: string;
  readonly type?: string;
}

interface MarkInFile {
  readonly mark: Placed;
  readonly file: GeneratedFile;
}

/**
 * Returns where a target declares an element: the first declaration of a class or an enumeration. For an inherited field that its
 * class does not redeclare, returns the declaration in the nearest superclass.
 */
export function declarationOf(emission: Emission, element: Element): Declaration | undefined {
  const { files } = emission.printing();
  const declaration = element.kind === 'field' ? findFieldMark(files, element) : findMark(files, element);
  if (!declaration) return undefined;
  const { mark, file } = declaration;
  return {
    file,
    line: mark.from + (mark.line ?? 1) - 1,
    name: mark.name as string,
    ...(mark.type !== undefined && { type: mark.type }),
  };
}

/** Skips files about other elements, because printing them takes time. */
function findMark(files: readonly FileToPrint[], element: Element): MarkInFile | undefined {
  const key = subjectOf(element);
  for (const file of files) {
    if (file.isList || (file.about && file.about !== key)) continue;
    const [found] = marksIn(file, (mark) => subjectOf(mark.element) === key);
    if (found) return found;
  }
  return undefined;
}

function findFieldMark(
  files: readonly FileToPrint[],
  { class: cls, field }: Element & { kind: 'field' },
): MarkInFile | undefined {
  const forms = [...formsOf(field)];
  const classAndAncestors = [cls, ...cls.ancestors];
  const isForm = ({ element }: Mark) => element.kind === 'field' && forms.includes(element.field);
  const isExact = ({ element }: Mark) => element.kind === 'field' && element.class === cls && element.field === field;
  const candidates: MarkInFile[] = [];
  for (const file of files) {
    if (file.isList || (file.about && !classAndAncestors.includes(file.about as DomainClass))) continue;
    candidates.push(...marksIn(file, isForm));
    const exact = candidates.find(({ mark }) => isExact(mark));
    if (exact) return exact;
  }
  // Some targets declare a narrowed field only in the class that it comes from.
  let all: readonly MarkInFile[] | undefined;
  for (const form of forms) {
    const nearest = nearestOf(candidates, form, classAndAncestors);
    if (nearest) return nearest;
    // If none of these classes declares the field, any other declaration is accepted. This is rare.
    all ??= files.flatMap((file) => marksIn(file, isForm));
    const elsewhere = all.find(({ mark }) => subjectOf(mark.element) === form);
    if (elsewhere) return elsewhere;
  }
  return undefined;
}

/** Returns the declaration of a field in the first of these classes that declares it. */
function nearestOf(candidates: readonly MarkInFile[], field: Field, classes: readonly DomainClass[]): MarkInFile | undefined {
  const ofField = candidates.filter(({ mark }) => subjectOf(mark.element) === field);
  return classes
    .map((cls) => ofField.find(({ mark }) => mark.element.kind === 'field' && mark.element.class === cls))
    .find((one) => one !== undefined);
}

/** Returns the named marks in a file that match, outer ones first. */
function marksIn({ path, print }: FileToPrint, isWanted: (mark: Mark) => boolean): MarkInFile[] {
  const file = { path, ...print() };
  return [...(file.marks ?? [])].filter((mark) => mark.name !== undefined && isWanted(mark)).map((mark) => ({ mark, file }));
}

export interface LineElement {
  readonly element: Element;
  /** The file differs from the currently generated one, so the line was found by comparing both. */
  readonly isEdited: boolean;
}

/**
 * Returns the innermost element that a line of a file is about.
 *
 * @param path of the file, with any output folder
 * @param text of the file as it is, header included
 * @param line from 1
 */
export function elementAtOutputLine(emission: Emission, path: string, text: string, line: number): LineElement | undefined {
  const slashed = `/${path.replaceAll('\\', '/')}`;
  // Files in different folders may have the same name, so the longest path counts.
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

/**
 * Returns the line of the generated text that corresponds to a line of the file: in an edited file, the nearest line with the same
 * text. Undefined if none exists.
 */
function generatedLine(
  content: string,
  text: string,
  line: number,
): { readonly at: number | undefined; readonly isEdited: boolean } {
  const now = text.replaceAll('\r\n', '\n');
  // In an object, the header follows the opening brace.
  const opening = now.startsWith('{\n') && content.startsWith('{\n') ? 2 : 0;
  if (now.endsWith(content.slice(opening))) return { at: line - headerLines(now, content), isEdited: false };
  const edited = now.split('\n')[line - 1];
  const equal = content.split('\n').flatMap((each, i) => (each === edited ? [i + 1] : []));
  const distance = (at: number): number => Math.abs(line - headerLines(now, content) - at);
  return { at: equal.sort((a, b) => distance(a) - distance(b))[0], isEdited: true };
}

/** Returns the number of lines that a header adds to a file. */
export function headerLines(written: string, content: string): number {
  return lineBreaks(written) - lineBreaks(content);
}

function lineBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
