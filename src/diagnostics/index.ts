/** Errors and warnings for the user, and what they need: limits of time and memory, reasons of system errors, hashes. */

export {
  createFile,
  isAbandonedFolder,
  makeFolder,
  processFolderPrefix,
  replaceFile,
  temporaryFolder,
} from './atomic-files.ts';
export { checkMemory, countStep, runWithTimeLimit, runWithTimeout, SECONDS } from './budget.ts';
export type { Code, Fix, Params, Severity } from './catalogue.ts';
export {
  asDiagnosticError,
  type Diagnostic,
  DiagnosticError,
  diagnostic,
  fail,
  mergeGroups,
  type Place,
} from './diagnostic.ts';
export {
  escapeControlCharacters,
  escapeControlCharactersInJson,
  formatDiagnostic,
  formatPlace,
  type Paint,
  plain,
  sanitizeOutput,
} from './format.ts';
export { sha1, sha256 } from './hash.ts';
export { findSyntaxError, memberOf, parseJson, type Tree } from './json.ts';
export { causesOf, networkReason } from './network-reason.ts';
export { quoteValue } from './quoting.ts';
export { applyRules, dataWarnings, ontologyWarnings, type RuleResult, type Rules, type Silence, type Silenced } from './rules.ts';
export { prepareWebAssembly } from './runtime.ts';
export { type SarifLevel, type SarifRule, sarifLog } from './sarif.ts';
export { redactSecrets, registerSecret } from './secrets.ts';
export { findSimilarName, suggest } from './suggest.ts';
export {
  isMergeConflictMarker,
  isSystemError,
  lstatOf,
  MERGE_CONFLICT_MESSAGE,
  readRegular,
  readRegularText,
  reasonOf,
  statOf,
} from './system.ts';
