import { isBlank, type Node, type Ontology, owl, rdfs, SCHEMA, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import { hasCode, isOpaque, pascalName, pluralOf, shortened, snakeCase, withoutCode } from '../words/names.ts';
import type { AxiomDraft } from './axioms.ts';
import { isBuiltIn, isUniversal, namespaceOf, type Reader } from './reader.ts';

const schemaDataTypes: readonly string[] = SCHEMA.map((ns) => `${ns}DataType`);

/**
 * The named classes of an ontology in order of declaration, with their names and their places in the
 * hierarchy.
 */
export function readClasses(reader: Reader): ClassDraft[] {
  const { ontology } = reader;
  const isMetaclass = metaclasses(ontology);
  const classes: ClassDraft[] = [];
  const byIri = new Map<string, ClassDraft>();
  for (const node of ontology.typed) {
    if (isBlank(node) || node === owl.Thing || node === owl.Nothing || !ontology.types(node).some(isMetaclass)) continue;
    if (isDatatype(reader, node)) {
      reader.warn('class-is-datatype', { class: reader.show(node), becomes: 'values' }, ontology.place(node));
      continue;
    }
    const cls: ClassDraft = {
      name: '',
      slug: '',
      plural: '',
      iri: node,
      place: ontology.place(node),
      ...reader.described(node),
      parents: [],
      ancestors: [],
      children: [],
      descendants: [],
      fields: [],
      allFields: [],
      refinements: [],
      keys: [],
      choices: [],
      totals: [],
      closed: false,
      relations: [],
      allRelations: [],
    };
    classes.push(cls);
    byIri.set(node, cls);
  }
  for (const cls of classes) {
    const other = ontology
      .types(cls.iri)
      .find((type) => type === owl.NamedIndividual || (byIri.has(type) && !isBuiltIn(type) && !isMetaclass(type)));
    if (other !== undefined) {
      reader.warn('class-is-individual', { class: reader.show(cls.iri), type: reader.show(other) }, cls.place);
    }
  }
  nameClasses(reader, classes);
  readHierarchy(reader, classes, byIri);
  return classes;
}

/**
 * Whether the instances of a type are classes: those of owl:Class and rdfs:Class, and of what a vocabulary
 * derives from them, as hydra:Class and dash:ShapeClass are (RDF Schema 1.1, 3.4). Other terms of RDFS and
 * OWL, such as rdfs:Datatype, are not taken for that, though they are subclasses too.
 */
function metaclasses(ontology: Ontology): (type: Node) => boolean {
  const roots: readonly Node[] = [owl.Class, rdfs.Class, owl.DeprecatedClass];
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

/**
 * Whether a resource is a datatype, though it may be typed as a class too: every rdfs:Datatype is
 * (RDF Schema 1.1, 2.4), and schema.org calls its own so.
 */
function isDatatype(reader: Reader, node: Node): boolean {
  const seen = new Set<Node>();
  const visit = (at: Node): boolean => {
    if (seen.has(at)) return false;
    seen.add(at);
    return (
      schemaDataTypes.includes(at) ||
      reader.ontology.types(at).some((type) => type === rdfs.Datatype || schemaDataTypes.includes(type)) ||
      reader.ontology.nodes(at, rdfs.subClassOf).some((parent) => !isBlank(parent) && visit(parent))
    );
  };
  return visit(node);
}

/**
 * Names are given in order of declaration, but first in the namespace of the file: of two classes that
 * meet, the one that is only mentioned is renamed.
 */
function nameClasses(reader: Reader, classes: readonly ClassDraft[]): void {
  const own = commonNamespace(classes.filter((cls) => cls.place?.file === reader.ontology.file));
  const isOwn = (cls: ClassDraft) => namespaceOf(cls.iri) === own;
  const taken = new Map<string, ClassDraft>();
  const plurals = new Set<string>();
  const ownerOf = (name: string) => taken.get(name.toLowerCase()) ?? taken.get(snakeCase(name));
  for (const cls of [...classes.filter(isOwn), ...classes.filter((cls) => !isOwn(cls))]) {
    const base = className(reader, cls);
    const prefix = pascalName(reader.ontology.prefixOf(cls.iri) ?? '');
    let name = base;
    if (ownerOf(name) && prefix !== '' && !ownerOf(prefix + base)) name = prefix + base;
    for (let n = 2; ownerOf(name); n++) name = base + n;
    const other = ownerOf(base);
    if (other) {
      reader.warn(
        'name-collision',
        { what: `class ${reader.show(cls.iri)}`, name: base, other: reader.show(other.iri), renamed: name },
        cls.place,
      );
    }
    cls.name = name;
    cls.slug = snakeCase(name);
    taken.set(name.toLowerCase(), cls);
    taken.set(cls.slug, cls);
    const plural = pluralOf(cls.slug);
    cls.plural = plural;
    for (let n = 2; plurals.has(cls.plural); n++) cls.plural = n === 2 ? `${cls.slug}_list` : `${cls.slug}_list_${n}`;
    plurals.add(cls.plural);
  }
}

/** The namespace of the most classes; of equals the first. */
function commonNamespace(classes: readonly ClassDraft[]): string | undefined {
  const counts = new Map<string, number>();
  for (const namespace of classes.map(({ iri }) => namespaceOf(iri))) counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return [...counts.keys()].find((namespace) => counts.get(namespace) === most);
}

function className(reader: Reader, cls: ClassDraft): string {
  const local = reader.local(cls.iri);
  const source = isOpaque(local) || hasCode(local) ? [cls.label, withoutCode(local)] : [local, cls.label];
  const what = `class ${reader.show(cls.iri)}`;
  for (const text of source) {
    const name = text === undefined ? '' : shortened(pascalName(reader.transliterate(text)));
    if (name === '') continue;
    if (/^[A-Z]/.test(name)) return name;
    const repaired = `N${name}`;
    reader.warn('name-repaired', { what, name, repaired }, cls.place);
    return repaired;
  }
  reader.warn('name-repaired', { what, name: local, repaired: 'Class' }, cls.place);
  return 'Class';
}

function readHierarchy(reader: Reader, classes: readonly ClassDraft[], byIri: ReadonlyMap<string, ClassDraft>): void {
  const { ontology } = reader;
  const stated = new Map<ClassDraft, ClassDraft[]>();
  const subclassAxioms: { cls: ClassDraft; parent: ClassDraft; axiom: AxiomDraft }[] = [];
  for (const cls of classes) {
    const parents: ClassDraft[] = [];
    const add = (node: Node, statement: Statement) => {
      const axiom = reader.axioms.of(statement.predicate, cls.iri, { ...statement, object: node });
      const parent = byIri.get(node);
      if (parent) {
        if (parent !== cls && !parents.includes(parent)) parents.push(parent);
        subclassAxioms.push({ cls, parent, axiom });
      } else if (isUniversal(node) || isBuiltIn(node)) {
        axiom.settled = true;
      } else {
        axiom.fallsShort(`${reader.show(node)} is not a class of this ontology`);
        const said = { parent: reader.show(node), why: reader.noClass(node) };
        reader.warnOf('superclass-not-declared', reader.show(cls.iri), said, cls.place);
      }
    };
    for (const statement of ontology.statementsOf(cls.iri, rdfs.subClassOf)) {
      if (typeof statement.object !== 'string') continue;
      if (isBlank(statement.object)) for (const member of intersection(reader, statement.object)) add(member, statement);
      else add(statement.object, statement);
    }
    for (const statement of ontology.statementsOf(cls.iri, owl.equivalentClass)) {
      if (typeof statement.object !== 'string' || !isBlank(statement.object)) continue;
      for (const member of intersection(reader, statement.object)) add(member, statement);
    }
    // A class may also be an intersection by itself.
    for (const statement of ontology.statementsOf(cls.iri, owl.intersectionOf)) {
      for (const member of intersection(reader, cls.iri)) add(member, statement);
    }
    stated.set(cls, parents);
  }
  const order = orderParentsFirst(reader, classes, stated);
  // Most derived first. Sorting every list of parents by the one order lets C3 linearise them all.
  const rank = new Map(order.map((cls, i) => [cls, -i]));
  for (const cls of order) {
    const parents = stated.get(cls) ?? [];
    cls.parents = parents
      .filter((p) => !parents.some((q) => q !== p && q.ancestors.includes(p)))
      .sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    const ancestors = new Set<ClassDraft>(cls.parents);
    for (const parent of cls.parents) for (const a of parent.ancestors) ancestors.add(a);
    cls.ancestors = [...ancestors].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  }
  for (const cls of classes) {
    for (const parent of cls.parents) parent.children.push(cls);
    for (const ancestor of cls.ancestors) ancestor.descendants.push(cls);
  }
  for (const { cls, parent, axiom } of subclassAxioms) {
    if (cls.ancestors.includes(parent)) axiom.add({ kind: 'inheritance', class: cls, parent });
    else axiom.fallsShort('it closes a circle, and is ignored');
  }
}

/** The named classes that an anonymous intersection is contained in. */
function intersection(reader: Reader, node: Node): Node[] {
  const list = reader.ontology.node(node, owl.intersectionOf);
  return list === undefined ? [] : reader.ontology.list(list).filter((member) => !isBlank(member));
}

/**
 * All classes with parents before their children; where nothing else decides, those declared later
 * come first. A statement that closes a circle is taken out, with a warning.
 */
function orderParentsFirst(reader: Reader, classes: readonly ClassDraft[], parents: Map<ClassDraft, ClassDraft[]>): ClassDraft[] {
  const order: ClassDraft[] = [];
  const state = new Map<ClassDraft, 'open' | 'done'>();
  for (const root of [...classes].reverse()) {
    if (state.has(root)) continue;
    // An explicit stack: hierarchies may be deeper than the program's own.
    const path: { cls: ClassDraft; next: ClassDraft[] }[] = [];
    const open = (cls: ClassDraft) => {
      state.set(cls, 'open');
      path.push({ cls, next: [...(parents.get(cls) ?? [])] });
    };
    open(root);
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const parent = top.next.pop();
      if (!parent) {
        path.pop();
        state.set(top.cls, 'done');
        order.push(top.cls);
      } else if (!state.has(parent)) {
        open(parent);
      } else if (state.get(parent) === 'open') {
        const cls = top.cls;
        parents.set(
          cls,
          (parents.get(cls) ?? []).filter((p) => p !== parent),
        );
        const circle = [...path.slice(path.findIndex((p) => p.cls === parent)).map((p) => p.cls), parent];
        reader.warn('subclass-cycle', { classes: circle.map((c) => reader.show(c.iri)).join(' → ') }, cls.place);
      }
    }
  }
  return order;
}
