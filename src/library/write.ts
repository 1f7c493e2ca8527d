import type { Diagnostic } from '../diagnostics/index.ts';
import { applyPlan, changes, type Plan, planOutput, recoverOutput } from '../output/index.ts';
import { CodegenError, telling } from './error.ts';
import type { OutputFile } from './generate.ts';

export interface WriteOptions {
  /** Write nothing, and only say what would be done. */
  readonly dryRun?: boolean;
}

/** What writing did, or would do; paths relative to the folder. */
export interface Written {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** Files of an earlier run whose classes are gone. */
  readonly removed: readonly string[];
  readonly unchanged: readonly string[];
  /** Whether all was up to date. */
  readonly isCurrent: boolean;
  /** Warnings, such as of files that were edited by hand. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Writes generated files into a folder: all of them, or none. Files that are up to date are left alone, those of earlier
 * runs that are no longer made are removed, and what this tool did not write is never replaced.
 *
 * @throws CodegenError if something stands in the way; then nothing was written
 */
export function writeFiles(folder: string, files: readonly OutputFile[], options: WriteOptions = {}): Promise<Written> {
  return telling(async () => {
    await (await import('./arguments.ts')).checkArguments('writeFiles', { folder, files, options });
    const { dryRun = false } = options;
    const earlier = dryRun ? [] : recoverOutput(folder);
    const plan = planOutput(
      folder,
      files.map(({ path, body, origin }) => ({ path, content: body, origin })),
    );
    const diagnostics = [...earlier, ...plan.diagnostics];
    if (diagnostics.some(({ severity }) => severity === 'error')) throw new CodegenError(diagnostics);
    if (!dryRun) applyPlan(plan);
    return { ...stepsOf(plan), isCurrent: changes(plan).length === 0, diagnostics };
  });
}

function stepsOf({ steps }: Plan) {
  const of = (kind: Plan['steps'][number]['kind']) => steps.filter((step) => step.kind === kind).map(({ path }) => path);
  return { created: of('create'), updated: of('replace'), removed: of('remove'), unchanged: of('unchanged') };
}
