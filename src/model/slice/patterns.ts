import { localName, SCHEMA, wellKnownPrefixes } from '../../ontology/index.ts';

/** How names are written in the ontology. */
export interface Prefixes {
  /** Namespaces by their prefixes, without the colon. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Returns an IRI as a prefixed name, if it has a prefix. */
  show(iri: string): string;
}

/** An element that a pattern may match. */
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
  const bracketed = /^<(.*)>$/s.exec(pattern)?.[1];
  const colon = pattern.indexOf(':');
  if (bracketed === undefined && colon < 0) {
    const found = elements.filter(({ name }) => matchesPattern(name, pattern));
    return found.length > 0 ? found : elements.filter(({ iri }) => iri !== undefined && matchesPattern(localName(iri), pattern));
  }
  const prefix = pattern.slice(0, colon);
  const namespaces = bracketed === undefined ? namespacesOf(prefix, prefixes) : [];
  if (namespaces.length === 0)
    return elements.filter(({ iri }) => iri !== undefined && matchesPattern(iri, bracketed ?? pattern));
  const localPattern = pattern.slice(colon + 1);
  return elements.filter(({ iri }) =>
    namespaces.some((ns) => iri?.startsWith(ns) === true && matchesPattern(iri.slice(ns.length), localPattern)),
  );
}

/** Returns the namespaces of a prefix: the one that the ontology declares, else well-known ones. */
function namespacesOf(prefix: string, declared: Prefixes['prefixes']): readonly string[] {
  const namespace = declared.get(prefix);
  if (namespace !== undefined) return [namespace];
  if (prefix === 'schema') return SCHEMA;
  const known = wellKnownPrefixes.get(prefix);
  return known === undefined ? [] : [known];
}

/** Returns whether a pattern has no wildcard. */
export function isLiteral(pattern: string): boolean {
  return !pattern.includes('*');
}

/** Returns whether a text matches a pattern, in which `*` stands for any characters. Each part matches at its first position. */
export function matchesPattern(text: string, pattern: string): boolean {
  const parts = pattern.split('*');
  const [first = '', ...others] = parts;
  if (others.length === 0) return text === pattern;
  const last = others.pop() as string;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
