import { isBlank, type Node, type Ontology, owl, rdf, SHACL, type Statement, sh, skos } from '../../ontology/index.ts';
import type { Reader } from './reader.ts';

/** What a shape of concepts may say beside their scheme without saying more of the values than that. */
const beside: ReadonlySet<string> = new Set([
  sh.nodeKind,
  sh.minCount,
  sh.maxCount,
  sh.message,
  sh.severity,
  sh.name,
  sh.description,
]);

/** A scheme that values are said to be concepts of, and whether more is said of them. */
export interface AskedScheme {
  readonly scheme: Node;
  readonly isAll: boolean;
}

/**
 * The scheme that a shape asks its values to be in: `sh:property [ sh:path skos:inScheme ; sh:hasValue :Colors ]`.
 *
 * @param shape that of the values, or the property shape itself
 */
export function schemeAskedBy(ontology: Ontology, shape: Node): AskedScheme | undefined {
  const path = ontology.node(shape, sh.path);
  if (path === undefined) {
    const parts = ontology.nodes(shape, sh.property).filter((part) => !asksForConcept(ontology, part));
    const asked = parts.flatMap((part) => schemeAskedBy(ontology, part) ?? [])[0];
    const isMore = (statement: Statement) => statement.predicate !== sh.property && saysMore(statement);
    return asked && { ...asked, isAll: asked.isAll && parts.length === 1 && !ontology.statements(shape).some(isMore) };
  }
  if (path !== skos.inScheme) return undefined;
  const listed = ontology.nodes(shape, sh.in).flatMap((head) => ontology.terms(head));
  const [scheme, ...others] = [...ontology.nodes(shape, sh.hasValue), ...listed];
  if (typeof scheme !== 'string' || isBlank(scheme) || others.length > 0) return undefined;
  const own: readonly string[] = [sh.path, sh.hasValue, sh.in];
  return { scheme, isAll: !ontology.statements(shape).some((said) => !own.includes(said.predicate) && saysMore(said)) };
}

/** Whether a property shape says that its values are concepts: `sh:path rdf:type ; sh:hasValue skos:Concept`. */
function asksForConcept(ontology: Ontology, part: Node): boolean {
  return ontology.node(part, sh.path) === rdf.type && ontology.node(part, sh.hasValue) === skos.Concept;
}

function saysMore({ predicate, object }: Statement): boolean {
  if (!predicate.startsWith(SHACL) || beside.has(predicate)) return false;
  return !(predicate === sh.class && (object === skos.Concept || object === skos.ConceptScheme));
}

/** The scheme of a class expression: what has it as a value of skos:inScheme, and is a concept at most beside that. */
export function schemeMeantBy(ontology: Ontology, expression: Node): Node | undefined {
  const members = ontology.nodes(expression, owl.intersectionOf).flatMap((head) => ontology.list(head));
  const [restriction = expression, ...others] = members.filter((member) => member !== skos.Concept);
  if (others.length > 0 || ontology.node(restriction, owl.onProperty) !== skos.inScheme) return undefined;
  return ontology.node(restriction, owl.hasValue);
}

/** The scheme whose concepts a class is said to consist of: `owl:equivalentClass` with what {@link schemeMeantBy} reads. */
export function schemeDefining(ontology: Ontology, cls: Node): Node | undefined {
  return ontology.nodes(cls, owl.equivalentClass).flatMap((expression) => schemeMeantBy(ontology, expression) ?? [])[0];
}

/** The schemes of concepts that an ontology has (SKOS Reference, 4). */
export class ConceptSchemes {
  readonly #reader: Reader;
  /** Those of which it was asked and answered that their concepts are all there are. */
  readonly taken = new Set<Node>();
  #concepts: ReadonlyMap<Node, ReadonlySet<Node>> | undefined;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** The concepts of a scheme in order of declaration, if it is decided that they are all there are; else why they are not. */
  listed(scheme: Node): readonly Node[] | { readonly why: string } {
    const { decisions, policies } = this.#reader;
    const shown = this.#reader.show(scheme);
    const concepts = this.of(scheme);
    if (concepts.length === 0) return { why: `the ontology has no concepts of ${shown}` };
    const isListed = decisions.find('listed', scheme)?.value ?? policies.individuals === 'listed';
    if (isListed) this.taken.add(scheme);
    return isListed ? concepts : { why: `nothing says that the concepts of ${shown} are all there are; individuals=listed does` };
  }

  /** The concepts of a scheme in order of declaration. */
  of(scheme: Node): readonly Node[] {
    this.#concepts ??= this.#find();
    return [...(this.#concepts.get(scheme) ?? [])];
  }

  #find(): ReadonlyMap<Node, ReadonlySet<Node>> {
    const { ontology } = this.#reader;
    const found = new Map<Node, Set<Node>>();
    const add = (scheme: Node, concept: Node) => {
      if (isBlank(scheme) || isBlank(concept)) return;
      found.set(scheme, (found.get(scheme) ?? new Set()).add(concept));
    };
    for (const { node, statements } of ontology.entries()) {
      for (const { predicate, object } of statements) {
        if (typeof object !== 'string' || predicate === rdf.type) continue;
        if (predicate === skos.inScheme || predicate === skos.topConceptOf) add(object, node);
        else if (predicate === skos.hasTopConcept) add(node, object);
      }
    }
    return found;
  }
}
