import { isBlank, type Node, type Ontology, owl, rdfs, SCHEMA } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import { hasCode, isOpaque, pascalName, pluralOf, shortened, snakeCase, withoutCode } from '../words/names.ts';
import { readHierarchy } from './hierarchy.ts';
import { isBuiltIn, namespaceOf, type Reader } from './reader.ts';

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
      bases: [],
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
      relationsBases: [],
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
