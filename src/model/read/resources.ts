import { asKey, isBlank, localName, type Node, type Ontology, OWL, owl, RDF, RDFS, rdfs, SCHEMA } from '../../ontology/index.ts';
import { datatypeMapping } from '../kinds/datatypes.ts';

/** What resources are by their IRIs and their types alone. */

/** What says to which classes a property belongs, and what its values are. */
export function isDomain(predicate: string): boolean {
  // Each statement is asked, and what is one string is sooner compared than looked up.
  return predicate === rdfs.domain || predicate === includes.domain[0] || predicate === includes.domain[1];
}

export function isRange(predicate: string): boolean {
  return predicate === rdfs.range || predicate === includes.range[0] || predicate === includes.range[1];
}

const includes = {
  domain: [asKey(`${SCHEMA[0]}domainIncludes`), asKey(`${SCHEMA[1]}domainIncludes`)],
  range: [asKey(`${SCHEMA[0]}rangeIncludes`), asKey(`${SCHEMA[1]}rangeIncludes`)],
} as const;

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
 * A question that is answered with yes for what has a superclass of a kind, or is of that kind. Each answer is kept, and chains of
 * subclasses may be longer than the program's own stack.
 *
 * @param is whether it is of that kind; undefined if it is not, and its superclasses do not count
 */
function inherited(ontology: Ontology, is: (node: Node) => boolean | undefined): (node: Node) => boolean {
  const known = new Map<Node, boolean>();
  return (start) => {
    const answer = known.get(start);
    if (answer !== undefined) return answer;
    /** What was reached, and from where. */
    const from = new Map<Node, Node | undefined>([[start, undefined]]);
    // A Map yields what is added while it is walked.
    for (const node of from.keys()) {
      const own = known.get(node) ?? is(node);
      if (own === true) {
        for (let at: Node | undefined = node; at !== undefined; at = from.get(at)) known.set(at, true);
        return true;
      }
      if (own === undefined || known.has(node)) continue;
      for (const parent of ontology.nodes(node, rdfs.subClassOf)) {
        if (!isBlank(parent) && !from.has(parent)) from.set(parent, node);
      }
    }
    for (const node of from.keys()) known.set(node, false);
    return false;
  };
}

/** Whether resources are datatypes, as far as it was asked of ontologies. */
const datatypes = new WeakMap<Ontology, (node: Node) => boolean>();

/**
 * Whether a resource is a datatype, though it may be typed as a class too: every rdfs:Datatype is (RDF Schema 1.1, 2.4),
 * schema.org calls its own so, and what specialises one is another.
 */
export function isDatatype(ontology: Ontology, node: Node): boolean {
  let is = datatypes.get(ontology);
  if (is === undefined) {
    is = inherited(
      ontology,
      (at) =>
        datatypeMapping(at) !== undefined ||
        ontology.types(at).some((type) => type === rdfs.Datatype || schemaDataTypes.includes(type)),
    );
    datatypes.set(ontology, is);
  }
  return is(node);
}

/**
 * Whether a type is one of the given, or a vocabulary derives it from one (RDF Schema 1.1, 3.4). Other terms of RDFS and
 * OWL, such as rdfs:Datatype, are not taken for derived, though they are subclasses too.
 */
export function derivedFrom(ontology: Ontology, roots: readonly Node[]): (type: Node) => boolean {
  return inherited(ontology, (type) => roots.includes(type) || (isBlank(type) || isBuiltIn(type) ? undefined : false));
}
