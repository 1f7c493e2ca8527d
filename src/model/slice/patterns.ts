/** Finds the elements that a name in a selection matches: `schema:*Action` matches `schema:BuyAction`. */

import { localName, SCHEMA, wellKnownPrefixes } from '../../ontology/index.ts';

export interface Prefixes {
  /** Namespaces by their prefixes, without the colon. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Returns an IRI as a prefixed name; in angle brackets if it has no prefix. */
  show(iri: string): string;
}

/** An element that a pattern may match by its name in the model or by its IRI. */
export interface Named {
  readonly name: string;
  readonly iri?: string;
}

/**
 * Returns the elements that a pattern matches: `schema:Offer`, `schema:*Action`, `Offer`, `*Action`, `https://schema.org/Offer`
 * or the same in angle brackets. `*` stands for any characters. A pattern without a colon matches names in the model; if no name
 * matches, it matches the local names of IRIs.
 */
export function findMatching<T extends Named>(elements: readonly T[], pattern: string, { prefixes }: Prefixes): readonly T[] {
  const withIri = (matches: (iri: string) => boolean) => elements.filter(({ iri }) => iri !== undefined && matches(iri));
  const bracketed = /^<(.*)>$/s.exec(pattern)?.[1];
  if (bracketed !== undefined) return withIri((iri) => matchesPattern(iri, bracketed));
  const colon = pattern.indexOf(':');
  if (colon < 0) {
    const found = elements.filter(({ name }) => matchesPattern(name, pattern));
    return found.length > 0 ? found : withIri((iri) => matchesPattern(localName(iri), pattern));
  }
  const namespaces = namespacesOf(pattern.slice(0, colon), prefixes);
  if (namespaces.length === 0) return withIri((iri) => matchesPattern(iri, pattern));
  const localPattern = pattern.slice(colon + 1);
  return withIri((iri) => namespaces.some((ns) => iri.startsWith(ns) && matchesPattern(iri.slice(ns.length), localPattern)));
}

/** Returns the namespaces of a prefix: the one that the ontology declares, else well-known ones. */
function namespacesOf(prefix: string, declared: Prefixes['prefixes']): readonly string[] {
  const namespace = declared.get(prefix);
  if (namespace !== undefined) return [namespace];
  if (prefix === 'schema') return SCHEMA;
  const known = wellKnownPrefixes.get(prefix);
  return known === undefined ? [] : [known];
}

/** Returns whether a text matches a pattern, in which `*` stands for any characters. */
export function matchesPattern(text: string, pattern: string): boolean {
  const [first = '', ...middle] = pattern.split('*');
  const last = middle.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  // Each part is taken at its first position, which is enough: there is no backtracking.
  let from = first.length;
  for (const part of middle) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
