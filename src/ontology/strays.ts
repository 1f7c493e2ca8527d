import type { Node, Ontology } from './ontology.ts';
import { isStandardTerm, standardNamespaces } from './terms.ts';

/** A namespace that is nearly that of a standard, and that one. */
export interface Stray {
  readonly namespace: string;
  readonly meant: string;
}

/** A standard as IRIs are compared that may be meant for it. */
interface Standard {
  readonly namespace: string;
  readonly text: string;
  /** All before the last segment, and that segment, which a namespace without its `#` runs into the names (`owlClass`). */
  readonly parent: string;
  readonly last: string;
}

const standards: readonly Standard[] = standardNamespaces.map((namespace) => {
  const text = comparable(namespace);
  const slash = text.lastIndexOf('/');
  return { namespace, text, parent: text.slice(0, slash), last: text.slice(slash + 1) };
});

/** Which standards IRIs of a namespace may be meant for. */
interface Near {
  readonly whole: Standard | undefined;
  readonly parents: readonly Standard[];
}

/**
 * Terms of RDF, RDFS, OWL, XML Schema and SHACL in a namespace that is not the standard's but nearly so: with another scheme
 * or end, or one slip of the pen. Only what the standard has there counts, for others may have namespaces beside it.
 */
export function straysIn(ontology: Ontology): ReadonlyMap<Node, Stray> {
  const strays = new Map<Node, Stray>();
  const known = new Map<string, Near | undefined>();
  // Most terms have the namespace of the one before.
  let far = '_:';
  for (const term of ontology.mentioned()) {
    if (term.startsWith(far)) continue;
    const end = endOfNamespace(term);
    if (end === 0) continue;
    const namespace = term.slice(0, end);
    if (!known.has(namespace)) known.set(namespace, nearTo(namespace));
    const near = known.get(namespace);
    if (near === undefined) {
      if (!mayBeginOne(namespace)) far = namespace;
      continue;
    }
    const stray = strayOf(term, end, near);
    if (stray && ontology.types(term).length === 0) strays.set(term, stray);
  }
  return strays;
}

/** Whether an IRI is a term of a standard but for its namespace, which is nearly that of the standard. */
export function isStray(iri: string): boolean {
  const end = endOfNamespace(iri);
  const near = nearTo(iri.slice(0, end));
  return near !== undefined && strayOf(iri, end, near) !== undefined;
}

function endOfNamespace(iri: string): number {
  return Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/')) + 1;
}

/** Whether a longer namespace that begins with this one may be near to that of a standard. */
function mayBeginOne(namespace: string): boolean {
  const text = comparable(namespace);
  return standards.some((standard) => differsBySlip(text, standard.text.slice(0, text.length)));
}

function nearTo(namespace: string): Near | undefined {
  if (standards.some((standard) => standard.namespace === namespace)) return undefined;
  const text = comparable(namespace);
  const whole = standards.find((standard) => differsBySlip(text, standard.text));
  const parents = standards.filter(({ parent }) => parent === text);
  return whole || parents.length > 0 ? { whole, parents } : undefined;
}

function strayOf(term: Node, end: number, { whole, parents }: Near): Stray | undefined {
  const name = term.slice(end);
  if (whole && isStandardTerm(whole.namespace + name)) return { namespace: term.slice(0, end), meant: whole.namespace };
  const runIn = parents.find(({ last }) => name.toLowerCase().startsWith(last));
  if (!runIn || !isStandardTerm(runIn.namespace + name.slice(runIn.last.length))) return undefined;
  return { namespace: term.slice(0, end + runIn.last.length), meant: runIn.namespace };
}

/** An IRI without what people write in one way or another: scheme, `www.`, case, and the end. */
function comparable(iri: string): string {
  return iri
    .replace(/^https?:\/*(www\.)?/i, '')
    .replace(/[#/]{1,8}$/, '')
    .toLowerCase();
}

/** Whether two texts are the same but for a few letters in one place, or both at once. */
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
