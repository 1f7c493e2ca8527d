/** Formats the report of `codegen ai analyze` for a terminal: languages, most complex functions, findings, problems. */

import type { Finding, Report } from './types.ts';

type Paint = (style: 'red' | 'yellow' | 'bold' | 'dim' | 'cyan', text: string) => string;

const MAX_FUNCTIONS = 20;

export function toText(report: Report, paint: Paint): string {
  const { summary, languages, complexity, security } = report;
  const lines = [
    paint('bold', `${count(summary.files, 'file')}, ${count(summary.lines, 'line')}`),
    ...table(languages.map((each) => [each.language, count(each.files, 'file'), count(each.lines, 'line')])).map(indent),
  ];
  if (report.skipped.length > 0) lines.push(`  skipped: ${skippedText(report)}`);
  if (complexity) {
    // They are sorted, the highest complexity first.
    const { functions } = complexity;
    lines.push('', paint('bold', `Complexity: ${count(functions.length, 'function')}, worst first`));
    lines.push(
      ...table([
        ['cyclomatic', 'lines', 'function'],
        ...functions
          .slice(0, MAX_FUNCTIONS)
          .map((measured) => [
            `${measured.cyclomatic}`,
            `${measured.length}`,
            `${measured.name}  ${measured.file}:${measured.line}`,
          ]),
      ]).map(indent),
    );
    if (functions.length > MAX_FUNCTIONS) lines.push(`  ${functions.length - MAX_FUNCTIONS} more; --format json lists them all`);
  }
  if (security) lines.push('', ...findingLines('Security', security.findings, paint));
  if (report.problems.length > 0) {
    lines.push('', paint('bold', `Not understood in full: ${report.problems.length}`));
    for (const { file, line, message } of report.problems)
      lines.push(`  ${file}${line === undefined ? '' : `:${line}`}: ${message}`);
  }
  return `${lines.join('\n')}\n`;
}

function findingLines(title: string, findings: readonly Finding[], paint: Paint): string[] {
  const lines = [paint('bold', `${title}: ${count(findings.length, 'finding')}`)];
  for (const finding of findings) {
    const style =
      finding.severity === 'critical' || finding.severity === 'high' ? 'red' : finding.severity === 'medium' ? 'yellow' : 'dim';
    const cwe = finding.cwe === undefined ? '' : `, ${finding.cwe}`;
    lines.push(
      `  ${paint('bold', `${finding.file}:${finding.line}:${finding.column}`)}: ${paint(style, finding.severity)}: ${finding.message} ${paint('dim', `[${finding.rule}${cwe}]`)}`,
      `    ${paint('cyan', 'remedy')}: ${finding.remedy}`,
    );
  }
  return lines;
}

function skippedText({ skipped }: Report): string {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, number]) => `${number} ${reason}`).join(', ');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function indent(line: string): string {
  return `  ${line}`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0)) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
