/** Converts the report of `codegen ai analyze` to SARIF, the format of code scanning on GitHub. */

import { type SarifLevel, type SarifRule, sarifLog } from '../../diagnostics/index.ts';
import { type RuleId, ruleOf, type Severity } from './rules.ts';
import type { Report } from './types.ts';

const levels: Record<Severity, SarifLevel> = { critical: 'error', high: 'error', medium: 'warning', low: 'note', info: 'note' };

/** Scores by which GitHub sorts security findings: numbers as strings. */
const scores: Record<Severity, string> = { critical: '9.5', high: '8.0', medium: '5.5', low: '3.0', info: '1.0' };

/** Includes findings only: the format has no place for measured functions. */
export function toSarif(report: Report, version: string): string {
  const findings = [...(report.security?.findings ?? []), ...(report.complexity?.findings ?? [])];
  return sarifLog({
    version,
    root: report.project,
    base: report.project,
    rules: [...new Set(findings.map((each) => each.rule))].sort().map(ruleData),
    results: findings.map(({ rule, severity, message, file, line, column }) => ({
      rule,
      level: levels[severity],
      message,
      place: { file, line, column },
    })),
  });
}

function ruleData(id: RuleId): SarifRule {
  const { severity, cwe, title, remedy } = ruleOf(id);
  return {
    id,
    title,
    remedy,
    level: levels[severity],
    properties:
      cwe === undefined
        ? { tags: ['maintainability'] }
        : { tags: ['security', `external/cwe/cwe-${String(cwe).padStart(3, '0')}`], 'security-severity': scores[severity] },
  };
}
