/** The shared index of all pages, and the search entries. */

import { associations } from '../graph/index.ts';
import type { DomainModel } from '../model/index.ts';
import { chosenPolicies } from '../model/index.ts';
import type { Ontology } from '../ontology/index.ts';
import { assumptionSummary, sliceSummary, type Totals } from '../report/index.ts';
import type { Target } from '../targets/index.ts';
import type { LinkBrief, SearchEntry, SiteIndex } from './data.ts';
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

/**
 * Returns the data that every page loads: titles, names of all classes and enumerations, and the counts of the start page.
 */
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

/** Returns entries for classes, enumerations, the fields and relations that classes add, and the values of enumerations. */
export function searchEntries(model: DomainModel): SearchEntry[] {
  const entries: SearchEntry[] = [];
  const add = (
    kind: SearchEntry['kind'],
    of: number,
    { name, label, iri, doc }: { name: string; label?: string; iri?: string; doc?: string },
  ) => entries.push(omitUndefined({ kind, name, label: label === name ? undefined : label, iri, about: firstSentence(doc), of }));
  for (const [of, cls] of model.classes.entries()) {
    add('class', of, cls);
    for (const field of cls.fields) if (field.iri !== undefined) add('field', of, field);
    const names = new Set(cls.fields.map(({ iri }) => iri));
    for (const relation of cls.relations) if (relation.declared && !names.has(relation.iri)) add('field', of, relation);
  }
  for (const [of, enumeration] of model.enumerations.entries()) {
    add('enumeration', of, enumeration);
    for (const value of enumeration.values) add('value', of, { ...value, name: value.value });
  }
  return entries;
}
