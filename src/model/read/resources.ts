/** Tests of resources by their IRIs and types: whether a predicate states a domain, or a resource is a datatype. */

import { isBlank, localName, type Node, type Ontology, OWL, owl, RDF, RDFS, rdfs, SCHEMA, SHACL } from '../../ontology/index.ts';
import { getOrCreate } from '../get-or-create.ts';
import { datatypeMapping } from '../kinds/datatypes.ts';

/** Returns whether a predicate states which classes have a property: `rdfs:domain` or `schema:domainIncludes`. */
export function isDomain(predicate: string): boolean {
  // This runs for each statement, and comparing strings is faster than a lookup in a set.
  return predicate === rdfs.domain || predicate === includes.domain[0] || predicate === includes.domain[1];
}

/**
 * Returns whether a predicate states the range of a property: `rdfs:range`, or `schema:rangeIncludes` (`http:` or `https:`).
 */
export function isRange(predicate: string): boolean {
  return predicate === rdfs.range || predicate === includes.range[0] || predicate === includes.range[1];
}

const includes = {
  domain: [`${SCHEMA[0]}domainIncludes`, `${SCHEMA[1]}domainIncludes`],
  range: [`${SCHEMA[0]}rangeIncludes`, `${SCHEMA[1]}rangeIncludes`],
} as const;

/** Returns whether a class contains every resource; as a domain or superclass it has no effect. */
export function isUniversal(iri: string): boolean {
  return iri === owl.Thing || iri === `${RDFS}Resource`;
}

/** Returns an IRI without its local name. */
export function namespaceOf(iri: string): string {
  return iri.slice(0, iri.length - localName(iri).length);
}

/** Returns the most frequent namespace of some IRIs; if several are equally frequent, the first. */
export function commonNamespace(iris: Iterable<string>): string | undefined {
  const countByNamespace = new Map<string, number>();
  for (const iri of iris) countByNamespace.set(namespaceOf(iri), (countByNamespace.get(namespaceOf(iri)) ?? 0) + 1);
  let highest = 0;
  for (const count of countByNamespace.values()) highest = Math.max(highest, count);
  return [...countByNamespace.keys()].find((namespace) => countByNamespace.get(namespace) === highest);
}

/** Returns whether an ontology uses SHACL. Most do not. */
export function usesShacl(ontology: Ontology): boolean {
  for (const term of ontology.mentioned()) if (term.startsWith(SHACL)) return true;
  return false;
}

/** Returns whether an IRI is a term of RDF, RDFS or OWL. */
export function isBuiltIn(iri: string): boolean {
  return iri.startsWith(OWL) || iri.startsWith(RDFS) || iri.startsWith(RDF);
}

const schemaDataTypes: readonly string[] = SCHEMA.map((ns) => `${ns}DataType`);

/**
 * Returns a test that is true for nodes of a kind, and for nodes with a superclass of that kind. Answers are cached. The search
 * is not recursive: chains of subclasses may be longer than the call stack.
 *
 * @param is whether a node is of the kind; undefined if it is not, and its superclasses do not count
 */
function inheritedTest(ontology: Ontology, is: (node: Node) => boolean | undefined): (node: Node) => boolean {
  const known = new Map<Node, boolean>();
  return (start) => {
    const answer = known.get(start);
    if (answer !== undefined) return answer;
    /** Each reached node, with the node that led to it. */
    const from = new Map<Node, Node | undefined>([[start, undefined]]);
    // A Map also iterates over the entries that are added during the iteration.
    for (const node of from.keys()) {
      const state = known.get(node) ?? is(node);
      if (state === true) {
        for (let at: Node | undefined = node; at !== undefined; at = from.get(at)) known.set(at, true);
        return true;
      }
      if (state === undefined || known.has(node)) continue;
      for (const parent of ontology.nodes(node, rdfs.subClassOf)) {
        if (!isBlank(parent) && !from.has(parent)) from.set(parent, node);
      }
    }
    for (const node of from.keys()) known.set(node, false);
    return false;
  };
}

/** The test {@link isDatatype} of each ontology, with its cached answers. */
const datatypeTests = new WeakMap<Ontology, (node: Node) => boolean>();

/**
 * Returns whether a resource is a datatype, even if it is also typed as a class: every rdfs:Datatype is one (RDF Schema 1.1,
 * 2.4), schema.org types its datatypes as classes, and a subclass of a datatype is a datatype.
 */
export function isDatatype(ontology: Ontology, node: Node): boolean {
  const isDeclared = (at: Node) =>
    datatypeMapping(at) !== undefined ||
    ontology.types(at).some((type) => type === rdfs.Datatype || schemaDataTypes.includes(type));
  return getOrCreate(datatypeTests, ontology, () => inheritedTest(ontology, isDeclared))(node);
}

/**
 * Returns a test whether a type is one of the roots, or a vocabulary derives it from one (RDF Schema 1.1, 3.4). Other terms of
 * RDFS and OWL, such as rdfs:Datatype, do not count as derived, although they are subclasses, too.
 */
export function derivedFrom(ontology: Ontology, roots: readonly Node[]): (type: Node) => boolean {
  return inheritedTest(ontology, (type) => roots.includes(type) || (isBlank(type) || isBuiltIn(type) ? undefined : false));
}
