/** SARIF 2.1.0, https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */

import { pathToFileURL } from 'node:url';
import { type RuleId, ruleOf } from './rules.ts';
import type { Finding, Report, Severity } from './types.ts';

const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};

/** What GitHub sorts security findings by; a number in text. */
const scores: Record<Severity, string> = { critical: '9.5', high: '8.0', medium: '5.5', low: '3.0', info: '1.0' };

/** A report for code scanning. It holds the findings; figures of functions have no place in the format. */
export function toSarif(report: Report, version: string): string {
  const findings = [...(report.security?.findings ?? []), ...(report.complexity?.findings ?? []), ...report.ontology.findings];
  const ids = [...new Set(findings.map((each) => each.rule))].sort();
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'codegen', semanticVersion: version, rules: ids.map(ruleData) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { PROJECT: { uri: `${pathToFileURL(report.project)}/`.replace(/\/\/$/, '/') } },
        results: findings.map((each) => resultData(each, ids.indexOf(each.rule))),
      },
    ],
  };
  return `${JSON.stringify(log, undefined, 2)}\n`;
}

function ruleData(id: RuleId) {
  const { severity, cwe, title, remedy } = ruleOf(id);
  return {
    id,
    shortDescription: { text: title },
    help: { text: remedy },
    defaultConfiguration: { level: levels[severity] },
    ...(cwe === undefined
      ? { properties: { tags: ['maintainability'] } }
      : {
          properties: {
            tags: ['security', `external/cwe/cwe-${String(cwe).padStart(3, '0')}`],
            'security-severity': scores[severity],
          },
        }),
  };
}

function resultData({ rule, severity, file, line, column, message }: Finding, ruleIndex: number) {
  return {
    ruleId: rule,
    ruleIndex,
    level: levels[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'PROJECT' },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  };
}
