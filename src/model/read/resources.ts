import { isBlank, localName, type Node, type Ontology, OWL, owl, RDF, RDFS, rdfs, SCHEMA } from '../../ontology/index.ts';
import { datatypeMapping } from '../kinds/datatypes.ts';

/** What resources are by their IRIs and their types alone. */

/** What says to which classes a property belongs, and what its values are. */
export const domainPredicates: ReadonlySet<string> = new Set([rdfs.domain, ...SCHEMA.map((ns) => `${ns}domainIncludes`)]);
export const rangePredicates: ReadonlySet<string> = new Set([rdfs.range, ...SCHEMA.map((ns) => `${ns}rangeIncludes`)]);

/** Classes that everything belongs to; as a domain or superclass they say nothing. */
export function isUniversal(iri: string): boolean {
  return iri === owl.Thing || iri === `${RDFS}Resource`;
}

/** An IRI without its local name. */
export function namespaceOf(iri: string): string {
  return iri.slice(0, iri.length - localName(iri).length);
}

/** Terms of RDF, RDFS and OWL themselves. */
export function isBuiltIn(iri: string): boolean {
  return iri.startsWith(OWL) || iri.startsWith(RDFS) || iri.startsWith(RDF);
}

const schemaDataTypes: readonly string[] = SCHEMA.map((ns) => `${ns}DataType`);

/**
 * Whether a resource is a datatype, though it may be typed as a class too: every rdfs:Datatype is (RDF Schema 1.1, 2.4),
 * schema.org calls its own so, and what specialises one is another.
 */
export function isDatatype(ontology: Ontology, node: Node): boolean {
  const seen = new Set<Node>();
  const visit = (at: Node): boolean => {
    if (seen.has(at)) return false;
    seen.add(at);
    return (
      datatypeMapping(at) !== undefined ||
      ontology.types(at).some((type) => type === rdfs.Datatype || schemaDataTypes.includes(type)) ||
      ontology.nodes(at, rdfs.subClassOf).some((parent) => !isBlank(parent) && visit(parent))
    );
  };
  return visit(node);
}

/**
 * Whether a type is one of the given, or a vocabulary derives it from one (RDF Schema 1.1, 3.4). Other terms of RDFS and
 * OWL, such as rdfs:Datatype, are not taken for derived, though they are subclasses too.
 */
export function derivedFrom(ontology: Ontology, roots: readonly Node[]): (type: Node) => boolean {
  const known = new Map<Node, boolean>();
  const isDerived = (type: Node, seen: Set<Node>): boolean => {
    if (roots.includes(type)) return true;
    if (isBlank(type) || isBuiltIn(type) || seen.has(type)) return false;
    seen.add(type);
    return ontology.nodes(type, rdfs.subClassOf).some((parent) => isDerived(parent, seen));
  };
  return (type) => {
    const is = known.get(type) ?? isDerived(type, new Set());
    known.set(type, is);
    return is;
  };
}
