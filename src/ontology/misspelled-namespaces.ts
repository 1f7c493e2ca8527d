import type { Node, Ontology } from './ontology.ts';
import { isStandardTerm, standardNamespaces } from './terms.ts';

/** A misspelled namespace, and the standard namespace that was probably meant. */
export interface MisspelledNamespace {
  readonly namespace: string;
  readonly meant: string;
}

/** A standard namespace, normalized for comparison. */
interface Standard {
  readonly namespace: string;
  readonly text: string;
  /** The namespace split at its last `/`. Without its `#`, a namespace merges with the local names (`owlClass`). */
  readonly parent: string;
  readonly last: string;
}

const standards: readonly Standard[] = standardNamespaces.map((namespace) => {
  const text = comparable(namespace);
  const slash = text.lastIndexOf('/');
  return { namespace, text, parent: text.slice(0, slash), last: text.slice(slash + 1) };
});

/** The standard namespaces that resemble a namespace. */
interface SimilarNamespaces {
  readonly standard: Standard | undefined;
  readonly parents: readonly Standard[];
}

/**
 * Finds terms of RDF, RDFS, OWL, XML Schema and SHACL in a misspelled namespace: with another scheme or ending, or one typo.
 * Reports only names that the standard defines, because similar namespaces may be legitimate.
 */
export function findMisspelledTerms(ontology: Ontology): ReadonlyMap<Node, MisspelledNamespace> {
  const strays = new Map<Node, MisspelledNamespace>();
  const known = new Map<string, SimilarNamespaces | undefined>();
  // Most terms have the same namespace as the previous one.
  let dissimilar = '_:';
  for (const term of ontology.mentioned()) {
    if (term.startsWith(dissimilar)) continue;
    const end = endOfNamespace(term);
    if (end === 0) continue;
    const namespace = term.slice(0, end);
    if (!known.has(namespace)) known.set(namespace, similarNamespaces(namespace));
    const similar = known.get(namespace);
    if (similar === undefined) {
      if (!canBePrefix(namespace)) dissimilar = namespace;
      continue;
    }
    const stray = misspelledNamespaceOf(term, end, similar);
    if (stray && ontology.types(term).length === 0) strays.set(term, stray);
  }
  return strays;
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

/** Whether a longer namespace that starts with this one may resemble a standard namespace. */
function canBePrefix(namespace: string): boolean {
  const text = comparable(namespace);
  return standards.some((standard) => differsBySlip(text, standard.text.slice(0, text.length)));
}

function similarNamespaces(namespace: string): SimilarNamespaces | undefined {
  if (standards.some((standard) => standard.namespace === namespace)) return undefined;
  const text = comparable(namespace);
  const standard = standards.find((standard) => differsBySlip(text, standard.text));
  const parents = standards.filter(({ parent }) => parent === text);
  return standard || parents.length > 0 ? { standard, parents } : undefined;
}

function misspelledNamespaceOf(
  term: Node,
  end: number,
  { standard, parents }: SimilarNamespaces,
): MisspelledNamespace | undefined {
  const name = term.slice(end);
  if (standard && isStandardTerm(standard.namespace + name)) return { namespace: term.slice(0, end), meant: standard.namespace };
  const runIn = parents.find(({ last }) => name.toLowerCase().startsWith(last));
  if (!runIn || !isStandardTerm(runIn.namespace + name.slice(runIn.last.length))) return undefined;
  return { namespace: term.slice(0, end + runIn.last.length), meant: runIn.namespace };
}

/** Normalizes an IRI for comparison: removes the scheme, `www.` and trailing `#` or `/`, and ignores case. */
function comparable(iri: string): string {
  return iri
    .replace(/^https?:\/*(www\.)?/i, '')
    .replace(/[#/]{1,8}$/, '')
    .toLowerCase();
}

/** Whether two texts differ only in a few consecutive characters. */
function differsBySlip(a: string, b: string): boolean {
  const allowed = Math.max(2, Math.floor(b.length / 10));
  if (Math.abs(a.length - b.length) > allowed) return false;
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return Math.max(a.length, b.length) - start - end <= allowed;
}
