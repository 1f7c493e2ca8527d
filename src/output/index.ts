export { applyPlan, applyPlans, type FileSystem } from './apply.ts';
export { writeTextFile } from './file.ts';
export { type HandedFile, HandedTexts, taken } from './handed.ts';
export { endOfComment, hasPlace, inComment, type Origin, readHeader, withHeader } from './header.ts';
export { pathFault } from './paths.ts';
export { PieceFiles, type Pieces } from './pieces.ts';
export { changes, type Plan, type PlannedFile, type PlanOptions, planOutput, type ReadyFile, type Step } from './plan.ts';
export { interruptedRuns, recoverOutput, STAGING } from './staging.ts';
export { WaitingTexts } from './waiting.ts';
