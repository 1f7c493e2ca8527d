/**
 * Generates the documentation site of an ontology, which browsers can open from the disk: `index.html`, its program `app.js`, and
 * one data file for each page, such as `data/class-concert.js`.
 */

import { checkMemory, runWithTimeLimit } from '../diagnostics/index.ts';
import type { Comparison } from '../diff/index.ts';
import type { DomainClass, DomainModel } from '../model/index.ts';
import type { Ontology } from '../ontology/index.ts';
import { emissionsOf, reportOf } from '../report/index.ts';
import type { GeneratedFile, Target } from '../targets/index.ts';
import app from './browser/app.tsx?bundle';
import look from './browser/look.css?raw';
import style from './browser/style.css?raw';
import { classData, enumerationData, usesByEnumeration } from './classes.ts';
import { codeByClass } from './code.ts';
import type { CodeData } from './data.ts';
import { indexByElement } from './element-index.ts';
import { numbersOf } from './numbers.ts';
import { assumedData, axiomsData, changesData, enforcementData } from './pages.ts';
import { searchEntries } from './search-entries.ts';
import { siteIndex } from './site-index.ts';
import { relativeLocations } from './source-locations.ts';
import { dataScript, htmlPage } from './write.ts';

export { reportPage } from './report-page.ts';

export interface SiteInput {
  /** The path of the ontology, as the user gave it. */
  readonly file: string;
  readonly ontology: Pick<Ontology, 'prefixes'>;
  readonly model: DomainModel;
  /** `targets`: those that enforce constraints and the printed ones. `printed`: those whose code is printed. */
  readonly targets: readonly Target[];
  readonly printed: readonly Target[];
  /** Returns the number of header lines of a generated file. */
  readonly header: (file: GeneratedFile, target: Target) => number;
  /** The comparison with another version, and the name of that version. */
  readonly changes?: { readonly comparison: Comparison; readonly old: string };
}

export interface SiteFile {
  readonly path: string;
  readonly content: string;
}

const WORK_NAME = 'writing documentation';
const checkWritingMemory = () => checkMemory(WORK_NAME);

/** Returns all files of a site. The output is deterministic. */
export function siteFiles({ file, ontology, model, targets, printed, header, changes }: SiteInput): readonly SiteFile[] {
  const numbers = numbersOf(model);
  const code = new Map<DomainClass, CodeData[]>();
  for (const target of printed) {
    // The output of one target can be released before the next one prints.
    const excerpts = runWithTimeLimit(WORK_NAME, () =>
      codeByClass(model, target, target.emit(model), (each) => header(each, target)),
    );
    for (const [cls, each] of excerpts) code.set(cls, [...(code.get(cls) ?? []), ...each]);
  }
  checkWritingMemory();
  const report = runWithTimeLimit(WORK_NAME, () => reportOf(file, model, targets));
  checkWritingMemory();
  const show = relativeLocations(file);
  const sources = {
    ...{ model, numbers, show },
    about: indexByElement(model),
    emissions: runWithTimeLimit(WORK_NAME, () => emissionsOf(model, targets)),
    prefixes: ontology.prefixes,
  };
  const enforcing = targets.filter(({ enforces }) => enforces);
  const index = siteIndex({ model, ontology, targets: enforcing, totals: report.totals, numbers, against: changes?.old });
  const uses = usesByEnumeration(model);
  const data: (readonly [name: string, value: unknown])[] = [
    ['index', index],
    ['search', searchEntries(model)],
    ['axioms', axiomsData(report, model, show)],
    ['enforcement', enforcementData(report, model, show)],
    ['assumptions', assumedData(report, show)],
    ...(changes ? [['changes', changesData(changes.comparison, changes.old, model)] as const] : []),
    ...model.enumerations.map((each) => [`enumeration-${each.slug}`, enumerationData(each, uses.get(each) ?? [], show)] as const),
  ];
  const classes = model.classes.map((cls) => {
    checkWritingMemory();
    const name = `class-${cls.slug}`;
    return { path: `data/${name}.js`, content: dataScript(name, classData(cls, code.get(cls) ?? [], sources)) };
  });
  return [
    { path: 'index.html', content: htmlPage(index.title) },
    { path: 'style.css', content: look + style },
    { path: 'app.js', content: app },
    ...data.map(([name, value]) => ({ path: `data/${name}.js`, content: dataScript(name, value) })),
    ...classes,
  ];
}
