/**
 * Reads SKOS concept schemes: which shapes and class expressions require the concepts of a scheme, such as `[ owl:onProperty
 * skos:inScheme ; owl:hasValue :Colors ]`, and which concepts a scheme has. They may become an enumeration.
 */

import { isBlank, type Node, type Ontology, owl, rdf, SHACL, type Statement, sh, skos } from '../../ontology/index.ts';
import type { Reader } from './reader.ts';

/** Predicates that a shape of concepts may have besides the scheme without further constraints on the single values. */
const neutralPredicates: ReadonlySet<string> = new Set([
  sh.nodeKind,
  sh.minCount,
  sh.maxCount,
  sh.message,
  sh.severity,
  sh.name,
  sh.description,
]);

/** The scheme whose concepts the values must be; `isAll` is true if the shape states nothing else about them. */
export interface RequiredScheme {
  readonly scheme: Node;
  readonly isAll: boolean;
}

/**
 * Returns the scheme that values must belong to by a shape: `sh:property [ sh:path skos:inScheme ; sh:hasValue :Colors ]`.
 *
 * @param shape the shape of the values, or a property shape with the path skos:inScheme
 */
export function requiredScheme(ontology: Ontology, shape: Node): RequiredScheme | undefined {
  const path = ontology.node(shape, sh.path);
  if (path === undefined) {
    const propertyShapes = ontology.nodes(shape, sh.property).filter((inner) => !requiresConcept(ontology, inner));
    const required = propertyShapes.flatMap((inner) => requiredScheme(ontology, inner) ?? [])[0];
    const isFurther = (statement: Statement) => statement.predicate !== sh.property && hasOtherConstraint(statement);
    return (
      required && {
        ...required,
        isAll: required.isAll && propertyShapes.length === 1 && !ontology.statements(shape).some(isFurther),
      }
    );
  }
  if (path !== skos.inScheme) return undefined;
  const listed = ontology.nodes(shape, sh.in).flatMap((head) => ontology.terms(head));
  const [scheme, ...others] = [...ontology.nodes(shape, sh.hasValue), ...listed];
  if (typeof scheme !== 'string' || isBlank(scheme) || others.length > 0) return undefined;
  const ignored: readonly string[] = [sh.path, sh.hasValue, sh.in];
  return {
    scheme,
    isAll: !ontology.statements(shape).some((stated) => !ignored.includes(stated.predicate) && hasOtherConstraint(stated)),
  };
}

/** Returns whether a property shape requires a concept: `sh:path rdf:type ; sh:hasValue skos:Concept`. */
function requiresConcept(ontology: Ontology, propertyShape: Node): boolean {
  return ontology.node(propertyShape, sh.path) === rdf.type && ontology.node(propertyShape, sh.hasValue) === skos.Concept;
}

function hasOtherConstraint({ predicate, object }: Statement): boolean {
  if (!predicate.startsWith(SHACL) || neutralPredicates.has(predicate)) return false;
  return !(predicate === sh.class && (object === skos.Concept || object === skos.ConceptScheme));
}

/** Returns the scheme of a class expression that requires a value of skos:inScheme and, at most, the class skos:Concept. */
export function schemeOfExpression(ontology: Ontology, expression: Node): Node | undefined {
  const members = ontology.nodes(expression, owl.intersectionOf).flatMap((head) => ontology.list(head));
  const [restriction = expression, ...others] = members.filter((member) => member !== skos.Concept);
  if (others.length > 0 || ontology.node(restriction, owl.onProperty) !== skos.inScheme) return undefined;
  return ontology.node(restriction, owl.hasValue);
}

/** Returns the scheme whose concepts form a class: `owl:equivalentClass` with an expression that {@link schemeOfExpression} reads. */
export function schemeOfClass(ontology: Ontology, cls: Node): Node | undefined {
  return ontology.nodes(cls, owl.equivalentClass).flatMap((expression) => schemeOfExpression(ontology, expression) ?? [])[0];
}

/** The concept schemes of an ontology (SKOS Reference, 4). */
export class ConceptSchemes {
  readonly #reader: Reader;
  /** The requested schemes whose concepts are decided to be complete. */
  readonly listedSchemes = new Set<Node>();
  #concepts: ReadonlyMap<Node, ReadonlySet<Node>> | undefined;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Returns the concepts of a scheme in order of declaration if they are decided to be complete; else the reason why not. */
  listed(scheme: Node): readonly Node[] | { readonly why: string } {
    const { decisions, policies } = this.#reader;
    const schemeName = this.#reader.show(scheme);
    const concepts = this.of(scheme);
    if (concepts.length === 0) return { why: `the ontology has no concepts of ${schemeName}` };
    const isListed = decisions.find('listed', scheme)?.value ?? policies.individuals === 'listed';
    if (isListed) this.listedSchemes.add(scheme);
    return isListed
      ? concepts
      : { why: `the ontology does not state that these are all concepts of ${schemeName}; individuals=listed assumes it` };
  }

  /** The concepts of a scheme in order of declaration. */
  of(scheme: Node): readonly Node[] {
    this.#concepts ??= this.#collectConcepts();
    return [...(this.#concepts.get(scheme) ?? [])];
  }

  #collectConcepts(): ReadonlyMap<Node, ReadonlySet<Node>> {
    const { ontology } = this.#reader;
    const byScheme = new Map<Node, Set<Node>>();
    const add = (scheme: Node, concept: Node) => {
      if (isBlank(scheme) || isBlank(concept)) return;
      byScheme.set(scheme, (byScheme.get(scheme) ?? new Set()).add(concept));
    };
    for (const { node, statements } of ontology.entries()) {
      for (const { predicate, object } of statements) {
        if (typeof object !== 'string' || predicate === rdf.type) continue;
        if (predicate === skos.inScheme || predicate === skos.topConceptOf) add(object, node);
        else if (predicate === skos.hasTopConcept) add(node, object);
      }
    }
    return byScheme;
  }
}
