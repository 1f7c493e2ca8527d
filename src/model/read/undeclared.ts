import type { Place } from '../../diagnostics/index.ts';
import { isBlank, type Node, type Ontology, owl, rdf, rdfs, SHACL, type Statement, sh } from '../../ontology/index.ts';
import type { Reader } from './reader.ts';
import { isBuiltIn, isDomain, isUniversal, namespaceOf } from './resources.ts';

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
    const why = reader.noClass(node);
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
  if (reader.ontology.types(subject).length > 0 || reader.noClass(subject) === 'datatype') return false;
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
  const countByNamespace = new Map<string, number>();
  const count = (node: Node) => countByNamespace.set(namespaceOf(node), (countByNamespace.get(namespaceOf(node)) ?? 0) + 1);
  for (const { node, statements, place } of ontology.entries()) {
    if (isBlank(node) || (place?.file ?? ontology.file) !== ontology.file) continue;
    if (declared.has(node) || statements.some(({ predicate }) => isDomain(predicate))) count(node);
  }
  let highest = 0;
  for (const count of countByNamespace.values()) highest = Math.max(highest, count);
  const [common] = [...countByNamespace].find(([, n]) => n === highest) ?? [];
  const base = ontology.iri?.replace(/(?<![#/])[#/]+$/, '');
  return (node) =>
    namespaceOf(node) === common || (base !== undefined && node.startsWith(base) && /^[#/]/.test(node.slice(base.length)));
}

/** The beginning of all predicates that state the target of a shape. */
const TARGETS = `${SHACL}target`;

/** Predicates by which one shape refers to others, alone or in a list. */
const references: ReadonlySet<string> = new Set([
  ...[sh.property, sh.node, sh.and, sh.or, sh.xone],
  ...['not', 'qualifiedValueShape', 'filterShape', 'nodes', 'shape', 'memberShape', 'reifierShape', 'condition', 'parameter'].map(
    (name) => SHACL + name,
  ),
]);

/** Returns the shapes that other shapes refer to. */
function referencedShapes(ontology: Ontology): ReadonlySet<Node> {
  const referenced = new Set<Node>();
  for (const { statements } of ontology.entries()) {
    for (const { predicate, object } of statements) {
      if (!references.has(predicate) || typeof object !== 'string') continue;
      referenced.add(object);
      for (const member of ontology.list(object)) referenced.add(member);
    }
  }
  return referenced;
}

/**
 * Warns of shapes that constrain no class: their targets are nodes, or subjects or objects of properties; or they have
 * no target, and no other shape refers to them.
 *
 * @param classes all classes, declared or not
 */
export function warnOfUnreadShapes(reader: Reader, classes: ReadonlySet<Node>): void {
  const { ontology } = reader;
  if (![...ontology.mentioned()].some((term) => term.startsWith(SHACL))) return;
  const referenced = referencedShapes(ontology);
  for (const { node: shape, statements } of ontology.entries()) {
    if (classes.has(shape) || referenced.has(shape) || ontology.isTrue(shape, sh.deactivated)) continue;
    const targets = statements.filter(({ predicate }) => predicate.startsWith(TARGETS));
    if (targets.some(({ predicate, object }) => predicate === sh.targetClass && classes.has(object as Node))) continue;
    for (const statement of targets) {
      if (statement.predicate === sh.targetClass || reader.unknownTerms.has(statement.predicate)) continue;
      reader.warnOf(
        'shape-target-unread',
        reader.show(shape),
        { target: reader.show(statement.predicate) },
        ontology.placeOf(statement),
      );
    }
    const hasConstraints = statements.some(({ predicate }) => predicate === sh.property || predicate === sh.node);
    if (targets.length === 0 && hasConstraints && !isBlank(shape)) {
      reader.warnOf('shape-without-target', reader.show(shape), {}, ontology.place(shape));
    }
  }
}

/** Other shape languages by the class of their shapes: OSLC Core 3.0 part 6, ShEx in RDF (ShEx 2.1, appendix). */
const otherShapes: ReadonlyMap<Node, string> = new Map([
  ['http://open-services.net/ns/core#ResourceShape', 'OSLC'],
  ['http://www.w3.org/ns/shex#Shape', 'ShEx'],
]);

/** Warns of shapes in languages that codegen does not read: the generated code does not have their constraints. */
export function warnOfOtherShapes(reader: Reader): void {
  const { ontology } = reader;
  const used = [...otherShapes].filter(([type]) => ontology.mentions(type));
  if (used.length === 0) return;
  for (const { node } of ontology.entries()) {
    const types = ontology.types(node);
    for (const [type, language] of used) {
      if (!types.includes(type)) continue;
      reader.warnOf('shape-language-unread', isBlank(node) ? '[ … ]' : reader.show(node), { language }, ontology.place(node));
    }
  }
}
