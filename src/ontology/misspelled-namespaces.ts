/** Finds standard terms in misspelled namespaces: `http://www.w3.org/2002/7/owl#Class` for `http://www.w3.org/2002/07/owl#Class`. */

import { distance } from 'fastest-levenshtein';
import type { Node, Ontology } from './ontology.ts';
import { isStandardTerm, standardNamespaces } from './terms.ts';

/** A misspelled namespace, and the standard namespace that was probably meant. */
export interface MisspelledNamespace {
  readonly namespace: string;
  readonly meant: string;
}

interface StandardNamespace {
  readonly namespace: string;
  /** The namespace, normalized for comparison. */
  readonly normalized: string;
  /** The normalized namespace split at its last `/`. Without its `#`, a namespace merges with the local names (`owlClass`). */
  readonly parent: string;
  readonly lastSegment: string;
}

const standards: readonly StandardNamespace[] = standardNamespaces.map((namespace) => {
  const normalized = normalize(namespace);
  const slash = normalized.lastIndexOf('/');
  return { namespace, normalized, parent: normalized.slice(0, slash), lastSegment: normalized.slice(slash + 1) };
});

/** The standard namespaces that resemble a namespace. */
interface SimilarNamespaces {
  /** The one that differs by a typo. */
  readonly standard: StandardNamespace | undefined;
  /** Those of which it is the parent, because the `#` is missing. */
  readonly children: readonly StandardNamespace[];
}

/**
 * Finds terms of RDF, RDFS, OWL, XML Schema and SHACL in a misspelled namespace: with another scheme or ending, or one typo.
 * Reports only names that the standard defines, because similar namespaces may be legitimate.
 */
export function findMisspelledTerms(ontology: Ontology): ReadonlyMap<Node, MisspelledNamespace> {
  const misspelled = new Map<Node, MisspelledNamespace>();
  const known = new Map<string, SimilarNamespaces | undefined>();
  for (const term of ontology.mentioned()) {
    const end = endOfNamespace(term);
    if (end === 0) continue;
    const namespace = term.slice(0, end);
    if (!known.has(namespace)) known.set(namespace, similarNamespaces(namespace));
    const similar = known.get(namespace);
    const found = similar && misspelledNamespaceOf(term, end, similar);
    if (found && ontology.types(term).length === 0) misspelled.set(term, found);
  }
  return misspelled;
}

/** Returns whether an IRI is a standard term in a misspelled namespace. */
export function isMisspelledTerm(iri: string): boolean {
  const end = endOfNamespace(iri);
  const similar = similarNamespaces(iri.slice(0, end));
  return similar !== undefined && misspelledNamespaceOf(iri, end, similar) !== undefined;
}

function endOfNamespace(iri: string): number {
  return Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1;
}

function similarNamespaces(namespace: string): SimilarNamespaces | undefined {
  if (standards.some((standard) => standard.namespace === namespace)) return undefined;
  const text = normalize(namespace);
  const standard = standards.find((standard) => differsByTypo(text, standard.normalized));
  const children = standards.filter(({ parent }) => parent === text);
  return standard || children.length > 0 ? { standard, children } : undefined;
}

function misspelledNamespaceOf(
  term: Node,
  end: number,
  { standard, children }: SimilarNamespaces,
): MisspelledNamespace | undefined {
  const name = term.slice(end);
  if (standard && isStandardTerm(standard.namespace + name)) return { namespace: term.slice(0, end), meant: standard.namespace };
  const parentStandard = children.find(({ lastSegment }) => name.toLowerCase().startsWith(lastSegment));
  if (!parentStandard || !isStandardTerm(parentStandard.namespace + name.slice(parentStandard.lastSegment.length)))
    return undefined;
  return { namespace: term.slice(0, end + parentStandard.lastSegment.length), meant: parentStandard.namespace };
}

/** Normalizes an IRI for comparison: removes the scheme, `www.` and trailing `#` or `/`, and ignores case. */
function normalize(iri: string): string {
  return iri
    .replace(/^https?:\/*(www\.)?/i, '')
    .replace(/[#/]{1,8}$/, '')
    .toLowerCase();
}

/** Returns whether two texts differ in at most two characters, or a tenth of them. */
function differsByTypo(a: string, b: string): boolean {
  const maxDifference = Math.max(2, Math.floor(b.length / 10));
  return Math.abs(a.length - b.length) <= maxDifference && distance(a, b) <= maxDifference;
}
