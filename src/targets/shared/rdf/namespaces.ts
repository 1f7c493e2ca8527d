/** The namespaces by which a document about a model shortens IRIs. */

import type { DomainModel } from '../../../model/index.ts';
import { Terms } from './turtle.ts';

/** A namespace below that of the ontology, for what a document names itself: none of the ontology's own terms is in it. */
export function namespaceBelow({ iri, name }: DomainModel, below: string): string {
  return iri === undefined ? `urn:${name.replaceAll('_', '-')}:${below}:` : `${iri.replace(/(?<![/#?])[/#?]+$/, '')}/${below}#`;
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

/** @param used the prefixes of the document, beside which the ontology has the empty one */
export function termsFor(model: DomainModel, used: Readonly<Record<string, string>>): Terms {
  const main = mainNamespace(model);
  const isTaken = main === undefined || Object.values(used).includes(main);
  return new Terms({ ...used, ...(!isTaken && { '': main }) });
}
