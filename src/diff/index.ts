/** Compares two versions of a model, and determines what the changes mean for users of the generated code. */

export { formatLocations, groupByHeading, summarize, unsafeEffects } from './change-summary.ts';
export { compareModels } from './compare.ts';
export { comparisonMarkdown } from './markdown.ts';
export { createIriMapping, type StatedRename } from './renames.ts';
export { comparisonText } from './terminal.ts';
export {
  type Change,
  type ChangeKind,
  type Comparison,
  type Effect,
  inverses,
  type Level,
  levels,
  type Suggestion,
  type Surface,
  surfaceNames,
  surfaces,
} from './types.ts';
export { unattachedPropertyChanges } from './unattached-properties.ts';
