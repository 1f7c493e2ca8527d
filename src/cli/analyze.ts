import manifest from '../../package.json' with { type: 'json' };
import {
  analyzeProject,
  type Report,
  type RuleId,
  rules,
  type Severity,
  severities,
  toSarif,
  toText,
} from '../ai/analyze/index.ts';
import { fail, suggest } from '../diagnostics/index.ts';
import { createPaint, type Io, printJson } from './io.ts';
import type { AnalyzeOptions } from './options.ts';

/** Runs `codegen ai analyze`. */
export async function analyze(io: Io, options: AnalyzeOptions): Promise<number> {
  const { project, format, failOn } = options;
  const isUnfiltered = !options.complexity && !options.security;
  const report = await analyzeProject(project, {
    complexity: isUnfiltered || options.complexity,
    security: isUnfiltered || options.security,
    includeGenerated: options.includeGenerated,
    exclude: options.exclude,
    disabledRules: await parseRuleIds(options.without),
  });
  switch (format) {
    case 'json':
      printJson(io, report);
      break;
    case 'text':
      io.stdout.write(toText(report, createPaint(io.stdout, io.env)));
      break;
    case 'sarif':
      io.stdout.write(toSarif(report, manifest.version));
      break;
    default:
      format satisfies never;
  }
  return failOn !== undefined && reachesSeverity(report, failOn) ? 1 : 0;
}

/** @throws DiagnosticError if a rule does not exist */
async function parseRuleIds(names: readonly string[]): Promise<readonly RuleId[]> {
  const isRule = (name: string): name is RuleId => Object.hasOwn(rules, name);
  for (const name of names) {
    if (isRule(name)) continue;
    const similar = await suggest(name, Object.keys(rules));
    const help = similar === undefined ? 'a report names the rule of each finding' : `did you mean ${similar}?`;
    fail('usage', { message: `"${name}" is not a rule`, help });
  }
  return names.filter(isRule);
}

function reachesSeverity(report: Report, minimum: Severity): boolean {
  return severities.slice(severities.indexOf(minimum)).some((each) => report.summary.findings[each] > 0);
}
