/** Namespaces and prefixes of documents about a model. */

import type { DomainModel } from '../../../model/index.ts';
import { Terms } from './turtle.ts';

/** Returns a namespace below that of the ontology, for names that a document defines. It contains no terms of the ontology. */
export function namespaceBelow({ iri, name }: DomainModel, below: string): string {
  return iri === undefined ? `urn:${name.replaceAll('_', '-')}:${below}:` : `${iri.replace(/(?<![/#?])[/#?]+$/, '')}/${below}#`;
}

/** Returns the namespace of most classes. */
function mainNamespace({ classes }: DomainModel): string | undefined {
  const countByNamespace = new Map<string, number>();
  for (const { iri } of classes) {
    const namespace = /^(.*[#/])[^#/]+$/.exec(iri)?.[1];
    if (namespace !== undefined) countByNamespace.set(namespace, (countByNamespace.get(namespace) ?? 0) + 1);
  }
  let main: [string, number] | undefined;
  for (const one of countByNamespace) if (!main || one[1] > main[1]) main = one;
  return main?.[0];
}

/**
 * Returns the printer of terms for a document about a model.
 *
 * @param used the prefixes of the document; the ontology gets the empty prefix in addition
 */
export function termsFor(model: DomainModel, used: Readonly<Record<string, string>>): Terms {
  const main = mainNamespace(model);
  const isTaken = main === undefined || Object.values(used).includes(main);
  return new Terms({ ...used, ...(!isTaken && { '': main }) });
}
