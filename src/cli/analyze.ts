import { existsSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { analyzeProject, type Report, type Severity, severities, toSarif, toText } from '../ai/analyze/index.ts';
import { type Io, painter } from './io.ts';
import { printJson } from './json.ts';
import { namedOntology } from './ontology.ts';
import type { AnalyzeOptions } from './options.ts';
import { policiesFrom } from './policies.ts';
import { Progress } from './progress.ts';

/** `ai analyze` */
export async function analyze(io: Io, options: AnalyzeOptions): Promise<number> {
  const { project, format, failOn } = options;
  const both = !options.complexity && !options.security;
  const policies = await policiesFrom(options);
  const named = await namedOntology(options, existsSync(project) ? project : undefined);
  const progress = new Progress(io);
  let report: Report;
  try {
    report = await analyzeProject(project, {
      complexity: both || options.complexity,
      security: both || options.security,
      includeGenerated: options.includeGenerated,
      policies,
      named,
      onProgress: (done, all) => progress.step(`analysing ${done} of ${all} files`),
    });
  } finally {
    progress.end();
  }
  switch (format) {
    case 'json':
      printJson(io, report);
      break;
    case 'text':
      io.stdout.write(toText(report, painter(io.stdout, io.env)));
      break;
    case 'sarif':
      io.stdout.write(toSarif(report, manifest.version));
      break;
    default:
      format satisfies never;
  }
  return failOn !== undefined && isAsBadAs(report, failOn) ? 1 : 0;
}

function isAsBadAs(report: Report, least: Severity): boolean {
  return severities.slice(severities.indexOf(least)).some((each) => report.summary.findings[each] > 0);
}
