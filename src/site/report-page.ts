/** Prints the pages about axioms and assumptions as one HTML file that contains its data, scripts and styles. */

import type { DomainModel } from '../model/index.ts';
import type { Ontology } from '../ontology/index.ts';
import type { AxiomReport } from '../report/index.ts';
import type { Target } from '../targets/index.ts';
import look from './browser/look.css?raw';
import program from './browser/report-app.tsx?bundle';
import style from './browser/style.css?raw';
import type { SiteIndex } from './data.ts';
import { numbersOf } from './numbers.ts';
import { assumedData, axiomsData, enforcementData } from './pages.ts';
import { searchEntries } from './search-entries.ts';
import { siteIndex } from './site-index.ts';
import { relativeLocations } from './source-locations.ts';
import { dataScript, selfContainedPage } from './write.ts';

export interface ReportPageInput {
  readonly report: AxiomReport;
  readonly ontology: Pick<Ontology, 'prefixes'>;
  readonly model: DomainModel;
  readonly targets: readonly Target[];
  /** Omits the axioms. */
  readonly onlyAssumed: boolean;
}

/** The output is deterministic. */
export function reportPage({ report, ontology, model, targets, onlyAssumed }: ReportPageInput): string {
  const show = relativeLocations(report.ontology);
  const enforcing = targets.filter(({ enforces }) => enforces);
  const { totals } = report;
  const fullIndex = siteIndex({ model, ontology, targets: enforcing, totals, numbers: numbersOf(model), against: undefined });
  // This page has no map and no pages of enumerations.
  const index: SiteIndex = { ...fullIndex, links: [], enumerations: [], part: onlyAssumed ? 'assumptions' : 'report' };
  const data: (readonly [name: string, value: unknown])[] = [
    ['index', index],
    ['search', searchEntries(model).filter(({ kind }) => kind === 'class' || kind === 'field')],
    ['assumptions', assumedData(report, show)],
    ...(onlyAssumed
      ? []
      : ([
          ['axioms', axiomsData(report, model, show)],
          ['enforcement', enforcementData(report, model, show)],
        ] as const)),
  ];
  return selfContainedPage(index.title, look + style, [program, ...data.map(([name, value]) => dataScript(name, value))]);
}
