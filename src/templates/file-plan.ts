/** Plans the files of a template, with headers that identify them. */

import { runWithTimeLimit } from '../diagnostics/index.ts';
import { changedPolicies, type DomainModel, sliceChoices } from '../model/index.ts';
import type { Origin, PlannedFile } from '../output/index.ts';
import { printEach } from '../targets/core/index.ts';
import type { GeneratedFile, Target } from '../targets/index.ts';

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
 * Generates the files of a template for a model, within the limit of time.
 *
 * @throws DiagnosticError if it exceeds the limit
 */
export function printedFiles(target: Target, model: DomainModel): readonly GeneratedFile[] {
  return runWithTimeLimit(`generating ${target.name}`, () => target.generate(model));
}

/**
 * Plans the files of a template.
 *
 * @param folder of the files below the output directory, if not the output directory itself
 */
export function plannedFiles(target: Target, model: DomainModel, folder?: string): readonly PlannedFile[] {
  const origins = new Map<string | undefined, Origin>();
  const plan = ({ path, content, comment }: GeneratedFile): PlannedFile => {
    const origin = origins.get(comment) ?? originOf({ ...(comment !== undefined && { comment }) }, target.name, model);
    origins.set(comment, origin);
    return { path: folder === undefined ? path : `${folder}/${path}`, content, origin };
  };
  // Each file is planned before the next one is printed, so that the marks of all files are never in memory together.
  return runWithTimeLimit(`generating ${target.name}`, () => Array.from(printEach(target.emit(model).printing()), plan));
}
