import { runLimitedInOrder } from '../diagnostics/index.ts';
import type { DomainModel } from '../model/index.ts';
import type { PlannedFile } from '../output/index.ts';
import type { Target } from '../targets/index.ts';
import { plannedFiles } from '../templates/index.ts';

/**
 * Prints all targets and returns their files, in the same order.
 *
 * @param folders the subfolder of each target; undefined for the output folder itself
 * @throws DiagnosticError of the first target that fails
 */
export function printTargets(
  model: DomainModel,
  targets: readonly Target[],
  folders: readonly (string | undefined)[] = [],
): readonly (readonly PlannedFile[])[] {
  return runLimitedInOrder(targets.map((target, i) => () => plannedFiles(target, model, folders[i])));
}
