/** How the files of a template are planned: with all in their headers by which they are known again. */

import { checkMemory, limited } from '../diagnostics/index.ts';
import { changedPolicies, type DomainModel, sliceChoices } from '../model/index.ts';
import {
  type HandedFile,
  type HandedTexts,
  type KeptText,
  type Origin,
  type PlannedFile,
  textOf,
  type WaitingTexts,
} from '../output/index.ts';
import { type GeneratedFile, type Target, takingBytes, watchPrinting, withoutMarks } from '../targets/index.ts';
import type { KeptFiles } from './kept.ts';

/** Where a file of a template comes from. */
export function originOf({ comment }: Pick<GeneratedFile, 'comment'>, generator: string, model: DomainModel): Origin {
  const origin = {
    generator,
    ontology: model.source,
    policies: changedPolicies(model.policies),
    slice: sliceChoices(model),
  };
  return comment === undefined ? origin : { ...origin, comment };
}

/**
 * What a template makes of a model, under the limits that hold for all work.
 *
 * @throws DiagnosticError if that takes longer, or more memory, than there may be
 */
export function printedFiles(target: Target, model: DomainModel): readonly GeneratedFile[] {
  return withinLimits(target, () => target.generate(model));
}

function withinLimits<T>(target: Target, work: () => T): T {
  const what = `generating ${target.name}`;
  watchPrinting(() => checkMemory(what));
  return limited(what, work);
}

/** What is kept between two generations, and what tells an output from others. */
export interface Keeping {
  readonly kept: KeptFiles;
  readonly key: string;
}

/**
 * The files of a template as they are planned.
 *
 * @param folder of the output in which they are, if not in the output itself
 * @param texts where what they hold waits to be written, if there may be more of it than the memory should hold
 * @param keeping if files of an earlier generation are taken where they are the same
 */
export function plannedFiles(
  target: Target,
  model: DomainModel,
  folder?: string,
  texts?: WaitingTexts,
  keeping?: Keeping,
): readonly PlannedFile[] {
  const planned: PlannedFile[] = [];
  const plan = planning(target, model, folder, texts);
  withinLimits(target, () =>
    withoutMarks(() => {
      if (keeping) {
        for (const { path, file, isKept } of keeping.kept.print(target, model, keeping.key))
          planned.push(plan(path, file, isKept));
      } else {
        for (const [path, file] of printedOneByOne(target, model)) planned.push(plan(path, file));
      }
    }),
  );
  return planned;
}

/**
 * The same files, handed over: each before the next one is printed, and long texts while they are, so that no text is held.
 *
 * @throws DiagnosticError as `printedFiles` does, or what the file system says if there is no room for a text
 */
export function handedFiles(
  target: Target,
  model: DomainModel,
  folder: string | undefined,
  texts: HandedTexts,
): readonly HandedFile[] {
  const handed: HandedFile[] = [];
  const plan = planning(target, model, folder);
  const print = () => {
    for (const [path, file] of printedOneByOne(target, model)) handed.push(texts.put(plan(path, file)));
  };
  withinLimits(target, () =>
    takingBytes(
      () => texts.taker(),
      () => withoutMarks(print),
    ),
  );
  texts.flush();
  return handed;
}

/** The paths and texts of files. What is printed of a file is done with before the next one is printed. */
function* printedOneByOne(target: Target, model: DomainModel): Iterable<readonly [path: string, file: Printed]> {
  const { files, last } = target.emit(model).printing();
  for (const { path, print } of files) yield [path, print()];
  for (const file of last?.() ?? []) yield [file.path, file];
}

type Printed = Omit<GeneratedFile, 'path'>;

/** Plans one file of a template after the other. */
function planning(
  target: Target,
  model: DomainModel,
  folder: string | undefined,
  texts?: WaitingTexts,
): (path: string, file: Printed, isKept?: boolean) => PlannedFile {
  const origins = new Map<string | undefined, Origin>();
  return (path, file, isKept = false) => {
    const { comment, pieces } = file;
    const origin = origins.get(comment) ?? originOf({ ...(comment !== undefined && { comment }) }, target.name, model);
    origins.set(comment, origin);
    const at = folder === undefined ? path : `${folder}/${path}`;
    if (isKept) return { path: at, content: file.content, origin, isKept };
    if (pieces) return inPieces(at, texts?.keepBytes(pieces) ?? (() => pieces), origin);
    if (texts) return waiting(at, texts.keep(file.content), origin);
    return { path: at, content: file.content, origin };
  };
}

/** A file whose text is put together for those alone who ask for all of it. */
function inPieces(path: string, pieces: () => Iterable<Buffer>, origin: Origin): PlannedFile {
  return {
    path,
    get content() {
      return textOf(pieces());
    },
    pieces,
    origin,
  };
}

/** A file whose text waits. */
function waiting(path: string, { text, pieces }: KeptText, origin: Origin): PlannedFile {
  if (pieces) return inPieces(path, pieces, origin);
  return {
    path,
    get content() {
      return text();
    },
    origin,
  };
}
