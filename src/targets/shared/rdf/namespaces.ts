/** Namespaces and prefixes of documents about a model. */

import type { DomainModel } from '../../../model/index.ts';
import { Terms } from './turtle.ts';

/** Returns a namespace for the names that a document defines: `http://example.org/blog/shapes#`. */
export function namespaceBelow({ iri, name }: DomainModel, folder: string): string {
  return iri === undefined ? `urn:${name.replaceAll('_', '-')}:${folder}:` : `${iri.replace(/(?<![/#?])[/#?]+$/, '')}/${folder}#`;
}

/** Returns the namespace of most classes. */
function mainNamespace({ classes }: DomainModel): string | undefined {
  const countByNamespace = new Map<string, number>();
  for (const { iri } of classes) {
    const namespace = /^(.*[#/])[^#/]+$/.exec(iri)?.[1];
    if (namespace !== undefined) countByNamespace.set(namespace, (countByNamespace.get(namespace) ?? 0) + 1);
  }
  let main: [string, number] | undefined;
  for (const entry of countByNamespace) if (!main || entry[1] > main[1]) main = entry;
  return main?.[0];
}

/**
 * Returns the printer of terms for a document about a model. The namespace of most classes has the empty prefix: `:Post`.
 *
 * @param prefixes namespaces by prefix, in addition
 */
export function termsFor(model: DomainModel, prefixes: Readonly<Record<string, string>>): Terms {
  const main = mainNamespace(model);
  const isTaken = main === undefined || Object.values(prefixes).includes(main);
  return new Terms({ ...prefixes, ...(!isTaken && { '': main }) });
}
