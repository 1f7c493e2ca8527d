/** The function `writeFiles` of the library API. */

import type { Diagnostic } from '../diagnostics/index.ts';
import { applyPlan, changes, planOutput, recoverOutput, stepsByKind } from '../output/index.ts';
import { CodegenError, convertErrors } from './error.ts';
import type { OutputFile } from './generate.ts';

export interface WriteOptions {
  /** Write nothing, and only return the planned changes. */
  readonly dryRun?: boolean;
}

/** The written or planned changes; paths are relative to the folder. */
export interface Written {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** Files of an earlier run that are no longer generated. */
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
  /** Whether all files were up to date. */
  readonly isCurrent: boolean;
  /** Warnings, for example about manually edited files. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes generated files into a folder: all of them, or none. Files that are up to date are not touched, files of earlier
 * runs that are no longer generated are removed, and files that `codegen` did not write are never replaced.
 *
 * @throws CodegenError if there is a conflict; then nothing was written
 */
export function writeFiles(folder: string, files: readonly OutputFile[], options: WriteOptions = {}): Promise<Written> {
  return convertErrors(async () => {
    const { dryRun = false } = options;
    const recovered = dryRun ? [] : recoverOutput(folder);
    const plan = planOutput(
      folder,
      files.map(({ path, body, origin }) => ({ path, content: body, origin })),
    );
    const diagnostics = [...recovered, ...plan.diagnostics];
    if (diagnostics.some(({ severity }) => severity === 'error')) throw new CodegenError(diagnostics);
    if (!dryRun) applyPlan(plan);
    const { created, updated, removed, unchanged } = stepsByKind(plan);
    return { created, updated, removed, unchanged, isCurrent: changes(plan).length === 0, diagnostics };
  });
}
