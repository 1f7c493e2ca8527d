/**
 * Finds resources that an ontology uses as classes but does not declare, such as `:User` in `:name rdfs:domain :User`. Those
 * that a shape targets or a property has as its domain become classes; of others, codegen warns.
 */

import type { Place } from '../../diagnostics/index.ts';
import { isBlank, type Node, type Ontology, owl, rdf, rdfs, type Statement, sh } from '../../ontology/index.ts';
import type { Reader } from './reader.ts';
import { commonNamespace, isBuiltIn, isDomain, isUniversal, namespaceOf } from './resources.ts';

/** A resource that is used as a class, though nothing declares it. */
export interface UsedClass {
  readonly node: Node;
  /** Its first use: as the target of a shape (SHACL, 2.1.3.1), or as the domain of a property (RDF Schema 1.1, 3.2). */
  readonly usedAs: 'target' | 'domain';
  readonly place: Place;
}

/** The resources that are declared to be classes. */
type Declared = Pick<ReadonlySet<Node>, 'has'>;

/**
 * Returns the undeclared resources that are classes because a shape targets them, or because a property in the ontology's own
 * namespace has them as its domain, in the order of their first use. Warns that resources which are only stated to be
 * subclasses are not generated: often they are terms of other vocabularies, or codes.
 *
 * @param declared the declared classes
 */
export function usedClasses(reader: Reader, declared: Declared): UsedClass[] {
  const { ontology } = reader;
  const used = new Map<Node, UsedClass>();
  const subclasses = new Set<Node>();
  let ownTest: ((node: Node) => boolean) | undefined;
  const isOwn = (node: Node) => {
    ownTest ??= ownNamespace(reader, declared);
    return ownTest(node);
  };
  const use = (node: Node, as: UsedClass['usedAs'], statement: Statement) => {
    if (isBlank(node) || declared.has(node) || used.has(node) || isBuiltIn(node)) return;
    const why = reader.whyNotClass(node);
    if (why === 'datatype' || why === 'property') return;
    const place = ontology.statements(node).length > 0 ? ontology.place(node) : ontology.placeOf(statement);
    used.set(node, { node, usedAs: as, place });
  };
  for (const { node: subject, statements } of ontology.entries()) {
    for (const statement of statements) {
      const { predicate, object } = statement;
      if (typeof object !== 'string') continue;
      if (predicate === rdfs.subClassOf && isUndeclaredClass(reader, declared, subject, object)) subclasses.add(subject);
      if (declared.has(object)) continue;
      if (predicate === sh.targetClass) {
        if (!ontology.isTrue(subject, sh.deactivated)) use(object, 'target', statement);
      } else if (isDomain(predicate) && !isAnnotation(reader, subject) && isOwn(subject)) {
        for (const node of reader.namedClasses(object).named) use(node, 'domain', statement);
      }
    }
  }
  for (const node of unreferencedSubclasses(ontology, subclasses)) {
    if (!used.has(node)) reader.warnOf('subclass-not-declared', reader.show(node), {}, ontology.place(node));
  }
  return [...used.values()];
}

/** Returns whether a subject of rdfs:subClassOf may be a class that nothing declares. */
function isUndeclaredClass(reader: Reader, declared: Declared, subject: Node, superclass: Node): boolean {
  if (declared.has(subject) || isBlank(subject) || isBuiltIn(subject)) return false;
  if (reader.ontology.types(subject).length > 0 || reader.whyNotClass(subject) === 'datatype') return false;
  return !isBuiltIn(superclass) || isUniversal(superclass);
}

/** Returns the subclasses that only other such subclasses refer to; for the others, the reference leads to a warning. */
function unreferencedSubclasses(ontology: Ontology, subclasses: ReadonlySet<Node>): ReadonlySet<Node> {
  const unreferenced = new Set(subclasses);
  for (const { node: subject, statements } of subclasses.size > 0 ? ontology.entries() : []) {
    for (const { predicate, object } of statements) {
      const isOther = predicate !== rdfs.subClassOf || !subclasses.has(subject);
      if (isOther && typeof object === 'string') unreferenced.delete(object);
    }
  }
  return unreferenced;
}

function isAnnotation({ ontology }: Reader, property: Node): boolean {
  const types = ontology.types(property);
  return (
    types.includes(owl.AnnotationProperty) && !types.some((type) => type !== owl.AnnotationProperty && type !== rdf.Property)
  );
}

/** Returns a test whether a node is in the ontology's own namespace: below its IRI, or where most of its declarations are. */
function ownNamespace({ ontology }: Reader, declared: Declared): (node: Node) => boolean {
  const ownNodes: Node[] = [];
  for (const { node, statements, place } of ontology.entries()) {
    if (isBlank(node) || (place?.file ?? ontology.file) !== ontology.file) continue;
    if (declared.has(node) || statements.some(({ predicate }) => isDomain(predicate))) ownNodes.push(node);
  }
  const common = commonNamespace(ownNodes);
  const base = ontology.iri?.replace(/(?<![#/])[#/]+$/, '');
  return (node) =>
    namespaceOf(node) === common || (base !== undefined && node.startsWith(base) && /^[#/]/.test(node.slice(base.length)));
}
