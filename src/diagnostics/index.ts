export {
  createFile,
  isAbandonedFolder,
  makeFolder,
  processFolderPrefix,
  replaceFile,
  sweep,
  temporaryFolder,
} from './atomic-files.ts';
export {
  checkMemory,
  collectGarbage,
  forbidRestart,
  limited,
  memoryLimit,
  runLimitedInOrder,
  SECONDS,
  step,
  watchMemory,
  within,
} from './budget.ts';
export type { Code, Fix, Params, Severity } from './catalogue.ts';
export { type Diagnostic, DiagnosticError, diagnostic, fail, lazyDiagnostic, type Place, together } from './diagnostic.ts';
export { formatDiagnostic, formatPlace, forTerminal, type Paint, plain, visible, visibleJson } from './format.ts';
export { type Parts, phase, setPhaseListener } from './phase.ts';
export { quoted } from './quoting.ts';
export { dataWarnings, ontologyWarnings, type Ruled, type Rules, ruled, type Silence, type Silenced } from './rules.ts';
export { type SarifLevel, type SarifRule, sarifLog } from './sarif.ts';
export { registerSecret, withoutSecrets } from './secrets.ts';
export { misspelt, suggest } from './suggest.ts';
export {
  exactStatOf,
  isMergeMark,
  isSystemError,
  lstatOf,
  NOT_MERGED,
  readRegular,
  readRegularText,
  reasonOf,
  statOf,
} from './system.ts';
