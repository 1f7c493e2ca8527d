/** Entry point of `ai analyze`. */
export { type AnalysisOptions, analyzeProject } from './analyze.ts';
export { loadParser } from './parser.ts';
export { type RuleId, rules, type Severity, severities } from './rules.ts';
export { toSarif } from './sarif.ts';
export { toText } from './text.ts';
export type { Finding, Report } from './types.ts';
