/** Plans the files of a template, with headers that identify them. */

import { checkMemory, runWithTimeLimit } from '../diagnostics/index.ts';
import { changedPolicies, type DomainModel, sliceChoices } from '../model/index.ts';
import { type Origin, type PendingText, type PendingTexts, type PlannedFile, textOf } from '../output/index.ts';
import { type GeneratedFile, printWithoutMarks, type Target, watchPrinting } from '../targets/index.ts';

/** Returns the origin of a file of a template. */
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
 * Generates the files of a template for a model, within the limits of time and memory.
 *
 * @throws DiagnosticError if it exceeds a limit
 */
export function printedFiles(target: Target, model: DomainModel): readonly GeneratedFile[] {
  return runLimited(target, () => target.generate(model));
}

function runLimited<T>(target: Target, work: () => T): T {
  const what = `generating ${target.name}`;
  watchPrinting(() => checkMemory(what));
  return runWithTimeLimit(what, work);
}

/**
 * Plans the files of a template.
 *
 * @param folder of the files below the output directory, if not the output directory itself
 * @param texts keeps contents until they are written, if they may be too large for memory
 */
export function plannedFiles(target: Target, model: DomainModel, folder?: string, texts?: PendingTexts): readonly PlannedFile[] {
  const planned: PlannedFile[] = [];
  const plan = createPlanner(target, model, folder, texts);
  runLimited(target, () =>
    printWithoutMarks(() => {
      for (const [path, file] of printSequentially(target, model)) planned.push(plan(path, file));
    }),
  );
  return planned;
}

/** Yields the paths and texts of files. Each file can be released before the next one is printed. */
function* printSequentially(target: Target, model: DomainModel): Iterable<readonly [path: string, file: Printed]> {
  const { files, last } = target.emit(model).printing();
  for (const { path, print } of files) yield [path, print()];
  for (const file of last?.() ?? []) yield [file.path, file];
}

type Printed = Omit<GeneratedFile, 'path'>;

/** Returns a function that plans the files of a template one by one. */
function createPlanner(
  target: Target,
  model: DomainModel,
  folder: string | undefined,
  texts?: PendingTexts,
): (path: string, file: Printed) => PlannedFile {
  const origins = new Map<string | undefined, Origin>();
  return (path, file) => {
    const { comment, pieces } = file;
    const origin = origins.get(comment) ?? originOf({ ...(comment !== undefined && { comment }) }, target.name, model);
    origins.set(comment, origin);
    const at = folder === undefined ? path : `${folder}/${path}`;
    if (pieces) return chunkedFile(at, texts?.keepBytes(pieces) ?? (() => pieces), origin);
    if (texts) return pendingFile(at, texts.keep(file.content), origin);
    return { path: at, content: file.content, origin };
  };
}

/** Returns a file whose text is only put together for readers that need all of it. */
function chunkedFile(path: string, pieces: () => Iterable<Buffer>, origin: Origin): PlannedFile {
  return {
    path,
    get content() {
      return textOf(pieces());
    },
    pieces,
    origin,
  };
}

/** Returns a file with a kept text. */
function pendingFile(path: string, { text, pieces }: PendingText, origin: Origin): PlannedFile {
  if (pieces) return chunkedFile(path, pieces, origin);
  return {
    path,
    get content() {
      return text();
    },
    origin,
  };
}
