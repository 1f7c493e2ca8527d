import { isBlank, type Node, owl, rdfs, SCHEMA } from '../ontology/index.ts';
import type { ClassDraft } from './draft.ts';
import { hasCode, isOpaque, pascalName, pluralOf, shortened, snakeCase, withoutCode } from './names.ts';
import { isBuiltIn, isUniversal, type Reader } from './reader.ts';

const schemaDataTypes: readonly string[] = SCHEMA.map((ns) => `${ns}DataType`);

/**
 * The named classes of an ontology in order of declaration, with their names and their places in the
 * hierarchy.
 */
export function readClasses(reader: Reader): ClassDraft[] {
  const { ontology } = reader;
  const classes: ClassDraft[] = [];
  const byIri = new Map<string, ClassDraft>();
  for (const node of ontology.typed) {
    if (isBlank(node) || node === owl.Thing || node === owl.Nothing || !isClass(reader, node)) continue;
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
      relations: [],
      allRelations: [],
    };
    classes.push(cls);
    byIri.set(node, cls);
  }
  for (const cls of classes) {
    const other = ontology.types(cls.iri).find((type) => type === owl.NamedIndividual || (byIri.has(type) && !isBuiltIn(type)));
    if (other !== undefined) {
      reader.warn('class-is-individual', { class: reader.show(cls.iri), type: reader.show(other) }, cls.place);
    }
  }
  nameClasses(reader, classes);
  readHierarchy(reader, classes, byIri);
  return classes;
}

function isClass(reader: Reader, node: Node): boolean {
  return reader.ontology.types(node).some((type) => type === owl.Class || type === rdfs.Class || type === owl.DeprecatedClass);
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

function nameClasses(reader: Reader, classes: readonly ClassDraft[]): void {
  const taken = new Map<string, ClassDraft>();
  const plurals = new Set<string>();
  const ownerOf = (name: string) => taken.get(name.toLowerCase()) ?? taken.get(snakeCase(name));
  for (const cls of classes) {
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
  for (const cls of classes) {
    const parents: ClassDraft[] = [];
    const add = (node: Node) => {
      const parent = byIri.get(node);
      if (parent) {
        if (parent !== cls && !parents.includes(parent)) parents.push(parent);
      } else if (!isUniversal(node)) {
        reader.warn('superclass-not-declared', { class: reader.show(cls.iri), parent: reader.show(node) }, cls.place);
      }
    };
    for (const node of ontology.nodes(cls.iri, rdfs.subClassOf)) {
      if (isBlank(node)) for (const member of intersection(reader, node)) add(member);
      else add(node);
    }
    for (const node of ontology.nodes(cls.iri, owl.equivalentClass)) {
      if (isBlank(node)) for (const member of intersection(reader, node)) add(member);
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
