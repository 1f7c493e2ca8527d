/** What shapes are called, and the namespaces by which the document shortens IRIs. */

import type { DomainClass, DomainModel, Field } from '../../model/index.ts';
import { Terms } from '../shared/rdf/index.ts';
import { RDF, RDFS, SH, XSD } from './terms.ts';

export interface ShapeNames {
  readonly of: (cls: DomainClass) => string;
  /** That of the shape of a field's values, where no two instances share one. */
  readonly unique: (cls: DomainClass, field: Field) => string;
}

/** Shapes are named in a namespace below that of the ontology: none of its own terms is. */
function namespaceOf({ iri, name }: DomainModel): string {
  return iri === undefined ? `urn:${name.replaceAll('_', '-')}:shapes:` : `${iri.replace(/(?<![/#?])[/#?]+$/, '')}/shapes#`;
}

export function planShapes(model: DomainModel): ShapeNames {
  const namespace = namespaceOf(model);
  return {
    of: (cls) => `${namespace}${cls.name}`,
    unique: (cls, field) => `${namespace}${cls.name}-${field.name}`,
  };
}

/** The namespace that most classes are in. */
function mainNamespace({ classes }: DomainModel): string | undefined {
  const counts = new Map<string, number>();
  for (const { iri } of classes) {
    const namespace = /^(.*[#/])[^#/]+$/.exec(iri)?.[1];
    if (namespace !== undefined) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  }
  let main: [string, number] | undefined;
  for (const one of counts) if (!main || one[1] > main[1]) main = one;
  return main?.[0];
}

export function documentTerms(model: DomainModel): Terms {
  const main = mainNamespace(model);
  const used = { rdf: RDF, rdfs: RDFS, sh: SH, xsd: XSD, shapes: namespaceOf(model) };
  const isTaken = main === undefined || Object.values(used).includes(main);
  return new Terms({ ...used, ...(!isTaken && { '': main }) });
}
