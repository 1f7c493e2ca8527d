/** Collects the data that every page of the site loads: its title, the names of all elements, and the counts of the start page. */

import { associations } from '../graph/index.ts';
import type { DomainModel } from '../model/index.ts';
import { chosenPolicies } from '../model/index.ts';
import type { Ontology } from '../ontology/index.ts';
import { assumptionSummary, sliceSummary, type Totals } from '../report/index.ts';
import type { Target } from '../targets/index.ts';
import type { LinkBrief, SiteIndex } from './data.ts';
import { type Numbers, numberOf, omitUndefined } from './numbers.ts';
import { firstSentence } from './prose.ts';

/** Returns an IRI up to its last `#`, `/` or `:`. */
function namespaceOf(iri: string): string {
  return iri.slice(0, Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf(':')) + 1);
}

export interface IndexInput {
  readonly model: DomainModel;
  readonly ontology: Pick<Ontology, 'prefixes'>;
  readonly targets: readonly Target[];
  readonly totals: Readonly<Record<string, Totals>>;
  readonly numbers: Numbers;
  readonly against: string | undefined;
}

/** Returns the index of a site. Classes refer to each other by their numbers. */
export function siteIndex({ model, ontology, targets, totals, numbers, against }: IndexInput): SiteIndex {
  const namespaces = [...new Set(model.classes.map(({ iri }) => namespaceOf(iri)))];
  const prefixes = new Map([...ontology.prefixes].map(([prefix, iri]) => [iri, prefix]));
  return omitUndefined({
    title: model.label ?? model.name,
    about: model.doc,
    source: model.source,
    iri: model.iri,
    version: model.version,
    namespaces: namespaces.map((iri) => ({ prefix: prefixes.get(iri) ?? '', iri })),
    classes: model.classes.map((cls) =>
      omitUndefined({
        name: cls.name,
        slug: cls.slug,
        label: cls.label === cls.name ? undefined : cls.label,
        iri: cls.iri,
        namespace: namespaces.indexOf(namespaceOf(cls.iri)),
        about: firstSentence(cls.doc),
        parents: cls.parents.map((parent) => numberOf(numbers.classes, parent)),
        own: cls.fields.length,
        all: cls.allFields.length,
        deprecated: cls.deprecated ? (true as const) : undefined,
      }),
    ),
    enumerations: model.enumerations.map(({ name, slug, label, iri, doc, values }) =>
      omitUndefined({
        name,
        slug,
        label: label === name ? undefined : label,
        iri,
        about: firstSentence(doc),
        values: values.length,
      }),
    ),
    links: linksOf(model, numbers),
    targets: targets.map(({ name, language }) => {
      const { enforced = 0, approximated = 0, dropped = 0 } = totals[name] ?? {};
      return { name, language, totals: [enforced, approximated, dropped] as const };
    }),
    axioms: model.axioms.length,
    assumptions: model.assumptions.length,
    assumed: assumptionSummary(model.assumptions),
    policies: chosenPolicies(model.policies),
    slice: model.slice && sliceSummary(model.slice, model.classes.length),
    against,
  });
}

/** Returns the relations between classes, one for both directions. */
function linksOf(model: DomainModel, { classes }: Numbers): LinkBrief[] {
  return associations(model).map(({ from, to }) =>
    omitUndefined({
      from: numberOf(classes, from.cls),
      to: numberOf(classes, to.cls),
      name: to.role ?? '',
      back: from.role,
      many: to.multiplicity,
    }),
  );
}
