/**
 * Selects the lines of generated code that the page of a class shows, and among them the lines of each field: for `Concert.title`
 * line 12 of `concert.rs` and line 40 of `schema.sql`.
 */

import type { DomainClass, DomainModel, Field } from '../model/index.ts';
import type { Emission, GeneratedFile, Placed, Target } from '../targets/index.ts';
import type { CodeData, Stretch } from './data.ts';

/** Limit of lines shown for a class in one target: the code of a class may have thousands of lines. */
const MAX_LINES = 160;

interface FileMarks {
  readonly file: GeneratedFile;
  readonly marks: Placed[];
  /** Fields that the page of the class shows. */
  readonly fields: { readonly field: Field; readonly mark: Placed }[];
  /** The lines of all other fields, of which there are many: first and last line in turn. */
  readonly inherited: number[];
}

/**
 * Returns the code of all classes in one target: the declaration of the class (without the lines of inherited fields if it is
 * long), then the lines of its own fields elsewhere, then other lines as far as the limit allows.
 *
 * @param header returns the number of header lines of a written file
 */
export function codeByClass(
  model: DomainModel,
  target: Target,
  emission: Emission,
  header: (file: GeneratedFile) => number,
): ReadonlyMap<DomainClass, readonly CodeData[]> {
  const marks = marksByClass(model, emission);
  const byClass = new Map<DomainClass, readonly CodeData[]>();
  for (const cls of model.classes) {
    const fields = shownFields(cls);
    byClass.set(cls, excerpts(fields, marks.get(cls) ?? new Map(), target.name, header));
    marks.delete(cls);
  }
  return byClass;
}

/** Returns the fields that the page of a class shows: those that it adds, and those that it narrows. */
export function shownFields(cls: DomainClass): readonly Field[] {
  return [...cls.fields, ...cls.refinements];
}

function marksByClass(model: DomainModel, emission: Emission): Map<DomainClass, Map<GeneratedFile, FileMarks>> {
  const byClass = new Map<DomainClass, Map<GeneratedFile, FileMarks>>();
  const fieldsByClass = new Map(model.classes.map((cls) => [cls, new Set(shownFields(cls))]));
  for (const file of emission.files()) {
    for (const mark of file.marks ?? []) {
      const { element } = mark;
      if (element.kind === 'enumeration') continue;
      const files = byClass.get(element.class) ?? new Map<GeneratedFile, FileMarks>();
      byClass.set(element.class, files);
      const marks = files.get(file) ?? { file, marks: [], fields: [], inherited: [] };
      files.set(file, marks);
      if (element.kind === 'class') marks.marks.push(mark);
      else if (fieldsByClass.get(element.class)?.has(element.field)) marks.fields.push({ field: element.field, mark });
      else marks.inherited.push(mark.from, mark.to);
    }
  }
  return byClass;
}

function excerpts(
  ownFields: readonly Field[],
  files: ReadonlyMap<GeneratedFile, FileMarks>,
  target: string,
  header: (file: GeneratedFile) => number,
): readonly CodeData[] {
  const numbers = new Map(ownFields.map((field, i) => [field, i]));
  // The file that declares the class comes first.
  const order = [...files.values()].sort((a, b) => Number(hasDeclaration(b)) - Number(hasDeclaration(a)));
  let remainingLines = MAX_LINES;
  return order.flatMap((marks) => {
    const { lines, all } = selectLines(marks, remainingLines);
    remainingLines = Math.max(0, remainingLines - lines.size);
    if (lines.size === 0) return [];
    const offset = header(marks.file);
    const omitted = all.size - lines.size;
    return [
      {
        target,
        path: marks.file.path,
        stretches: stretchesOf(linesOfFile(marks.file), lines, offset),
        ...(omitted > 0 && { more: omitted }),
        fields: fieldLines(marks, numbers, lines, offset),
      },
    ];
  });
}

const hasDeclaration = ({ marks }: Pick<FileMarks, 'marks'>): boolean => marks.some(({ name }) => name !== undefined);

function* linesIn({ from, to }: Pick<Placed, 'from' | 'to'>): Iterable<number> {
  for (let line = from; line <= to; line++) yield line;
}

/** Returns the lines of a file to show, and all lines that belong to the class. */
function selectLines(
  { marks, fields, inherited }: FileMarks,
  maxLines: number,
): { readonly lines: ReadonlySet<number>; readonly all: ReadonlySet<number> } {
  const ownLines = fields.flatMap(({ mark }) => [...linesIn(mark)]);
  // A file that only mentions the class, such as a list of exports, is not informative.
  if (!hasDeclaration({ marks })) return { lines: new Set(ownLines.slice(0, maxLines)), all: new Set(ownLines) };
  const declarations = marks.filter(({ name }) => name !== undefined).flatMap((mark) => [...linesIn(mark)]);
  const all = new Set([...marks.flatMap((mark) => [...linesIn(mark)]), ...ownLines]);
  if (all.size <= maxLines) return { lines: all, all };
  const inheritedLines = new Set<number>();
  for (const [i, from] of inherited.entries()) {
    if (i % 2 === 0) for (const line of linesIn({ from, to: inherited[i + 1] ?? from })) inheritedLines.add(line);
  }
  for (const line of ownLines) inheritedLines.delete(line);
  const isShort = declarations.length <= maxLines;
  const lines = new Set<number>();
  const add = (candidates: Iterable<number>) => {
    for (const line of candidates) if (lines.size < maxLines) lines.add(line);
  };
  // The line that declares a field is always included.
  add(fields.filter(({ mark }) => mark.name !== undefined).map(({ mark }) => mark.from + (mark.line ?? 1) - 1));
  add(declarations.filter((line) => isShort || !inheritedLines.has(line)));
  add(ownLines);
  return { lines, all };
}

/** One file may contain all classes, so its lines are split only once. */
const linesByFile = new WeakMap<GeneratedFile, readonly string[]>();

function linesOfFile(file: GeneratedFile): readonly string[] {
  const known = linesByFile.get(file) ?? file.content.split('\n');
  linesByFile.set(file, known);
  return known;
}

function stretchesOf(texts: readonly string[], lines: ReadonlySet<number>, offset: number): Stretch[] {
  const stretches: { from: number; lines: string[] }[] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const text = texts[line - 1] ?? '';
    const last = stretches.at(-1);
    if (last && last.from + last.lines.length === line + offset) last.lines.push(text);
    else stretches.push({ from: line + offset, lines: [text] });
  }
  return stretches.map(({ from, lines: shown }) => ({ from, text: shown.join('\n') }));
}

/** Returns the shown lines of each field, as pairs of first and last line. */
function fieldLines(
  { fields }: FileMarks,
  numbers: ReadonlyMap<Field, number>,
  lines: ReadonlySet<number>,
  offset: number,
): Readonly<Record<number, readonly number[]>> {
  const ranges: Record<number, number[]> = {};
  for (const { field, mark } of fields) {
    const number = numbers.get(field);
    if (number === undefined || ![...linesIn(mark)].some((line) => lines.has(line))) continue;
    ranges[number] = [...(ranges[number] ?? []), mark.from + offset, mark.to + offset];
  }
  return ranges;
}
