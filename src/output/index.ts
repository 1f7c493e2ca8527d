/** Writes generated files: a plan compares them with the disk, and applying it writes all of them or none. */

export { applyPlan, applyPlans, type FileSystem } from './apply.ts';
export { writeTextFile } from './file.ts';
export { canHoldHeader, endOfComment, inComment, type Origin, readHeader, withHeader } from './header.ts';
export { ChunkedFiles, type ChunkSink } from './large-files.ts';
export { pathProblem } from './paths.ts';
export {
  changingSteps as changes,
  type Plan,
  type PlannedFile,
  type PlanOptions,
  planOutput,
  type StepWord,
  stepsByKind,
  stepWords,
} from './plan.ts';
export { interruptedRuns, recoverOutput, STAGING_PREFIX } from './staging.ts';
