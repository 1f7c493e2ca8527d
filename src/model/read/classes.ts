import { findSimilarName } from '../../diagnostics/index.ts';
import {
  compareCodePoints,
  isBlank,
  localName,
  type Node,
  type Ontology,
  owl,
  pushTo,
  rdf,
  rdfs,
  sh,
} from '../../ontology/index.ts';
import type { ElementDecision } from '../decide/elements.ts';
import { type ClassDraft, newClass } from '../draft.ts';
import { hasKanjiCodePoints } from '../words/japanese.ts';
import { isLatin } from '../words/latin.ts';
import { hasCode, isOpaque, pascalName, pluralOf, sharedCodes, shortenName, snakeCase, withoutCode } from '../words/names.ts';
import { readHierarchy } from './hierarchy.ts';
import type { Reader } from './reader.ts';
import { derivedFrom, isBuiltIn, isDatatype, namespaceOf } from './resources.ts';
import { findSuggestions } from './suggestions.ts';
import { type UsedClass, usedClasses } from './undeclared.ts';

/**
 * Finds the named classes of an ontology, in order of declaration. Resources that are used as classes but declared nowhere
 * come last, with a warning.
 */
export async function findClasses(reader: Reader): Promise<ReadonlyMap<Node, ClassDraft>> {
  const { ontology } = reader;
  const isMetaclass = metaclassTest(ontology);
  const byIri = new Map<Node, ClassDraft>();
  findDescribingShapes(reader);
  for (const { node, statements, place = ontology.place(node) } of ontology.typedSubjects) {
    if (isBlank(node) || node === owl.Thing || node === owl.Nothing) continue;
    const isClass = statements.some((s) => s.predicate === rdf.type && typeof s.object === 'string' && isMetaclass(s.object));
    if (!isClass) continue;
    if (isDatatype(ontology, node)) {
      reader.warn('class-is-datatype', { class: reader.show(node) }, place);
    } else {
      byIri.set(node, newClass(node, place, reader.described(node)));
    }
  }
  await findSuggestions(reader, byIri);
  for (const { node, place } of await findUndeclared(reader, byIri))
    byIri.set(node, newClass(node, place, reader.described(node)));
  return byIri;
}

/** Finds the classes that are the target of exactly one shape: its texts may describe them. */
function findDescribingShapes({ ontology, describingShapes }: Reader): void {
  if (!ontology.mentions(sh.targetClass) && !ontology.mentions(sh.NodeShape)) return;
  const shapesOf = new Map<Node, Set<Node>>();
  for (const { node: shape, statements } of ontology.entries()) {
    const isImplicit = statements.some(({ predicate, object }) => predicate === rdf.type && object === sh.NodeShape);
    const targets = ontology.nodes(shape, sh.targetClass);
    if (isImplicit) targets.push(shape);
    if (targets.length === 0 || ontology.isTrue(shape, sh.deactivated)) continue;
    for (const target of targets) shapesOf.set(target, (shapesOf.get(target) ?? new Set()).add(shape));
  }
  for (const [cls, [shape, other]] of shapesOf) {
    if (shape !== undefined && other === undefined) describingShapes.set(cls, shape);
  }
}

/** Returns the classes in the order of the policy `order`, with their names and their positions in the hierarchy. */
export function readClasses(reader: Reader, byIri: ReadonlyMap<Node, ClassDraft>): ClassDraft[] {
  const { ontology } = reader;
  const isMetaclass = metaclassTest(ontology);
  const classes = [...byIri.values()];
  if (reader.policies.order === 'iri') classes.sort((a, b) => compareCodePoints(a.iri, b.iri));
  for (const cls of classes) {
    const other = ontology
      .types(cls.iri)
      .find((type) => type === owl.NamedIndividual || (byIri.has(type) && !isBuiltIn(type) && !isMetaclass(type)));
    if (other !== undefined) {
      reader.warnOf(
        'class-is-individual',
        reader.show(cls.iri),
        { type: other === cls.iri ? undefined : reader.show(other) },
        cls.place,
      );
    }
  }
  nameClasses(reader, classes);
  for (const cls of classes) if (reader.decisions.find('resource', cls.iri)?.value === false) cls.resource = false;
  readHierarchy(reader, classes, byIri);
  return classes;
}

/** Returns the resources that are used as classes but declared nowhere. Warns of them, and suggests what may be meant. */
async function findUndeclared(reader: Reader, declared: ReadonlyMap<Node, ClassDraft>): Promise<readonly UsedClass[]> {
  const used = usedClasses(reader, declared);
  const names = new Map<string, string[]>();
  for (const iri of used.length > 0 ? declared.keys() : []) pushTo(names, namespaceOf(iri), localName(iri));
  for (const { node, usedAs: as, place } of used) {
    if (reader.isMistyped(node)) continue;
    const namespace = namespaceOf(node);
    const similar = await findSimilarName(localName(node), names.get(namespace) ?? []);
    const suggestion = similar === undefined ? undefined : reader.show(namespace + similar);
    reader.warnOf('class-not-declared', reader.show(node), { as, suggestion }, place);
  }
  return used;
}

/**
 * Returns a test whether the instances of a type are classes: true for owl:Class, rdfs:Class, and types that a vocabulary
 * derives from them, such as hydra:Class and dash:ShapeClass.
 */
function metaclassTest(ontology: Ontology): (type: Node) => boolean {
  return derivedFrom(ontology, [owl.Class, rdfs.Class, owl.DeprecatedClass]);
}

/**
 * Names classes, each group in order of declaration: classes with a name that the user chose, then those in the file's own
 * namespace, then others, with unconverted local names first in each namespace. If names collide, the later class is renamed.
 */
function nameClasses(reader: Reader, classes: readonly ClassDraft[]): void {
  const mainNamespace = commonNamespace(classes.filter((cls) => cls.place?.file === reader.ontology.file));
  const isOwn = (cls: ClassDraft) => namespaceOf(cls.iri) === mainNamespace;
  const byName = new Map<string, ClassDraft>();
  const plurals = new Set<string>();
  // Thousands of classes may share a name: the search continues after the last number.
  const numbers = new Map<string, number>();
  const firstFree = (base: string, isTaken: (n: number) => boolean): number => {
    let n = numbers.get(base) ?? 2;
    while (isTaken(n)) n++;
    numbers.set(base, n);
    return n;
  };
  const ownerOf = (name: string, slug = snakeCase(name)) => byName.get(name.toLowerCase()) ?? byName.get(slug);
  /** Returns a free name for a class whose wanted name is in use: with its prefix, or with a number. */
  const freeName = (cls: ClassDraft, base: string): string => {
    const prefix = pascalName(reader.ontology.prefixOf(cls.iri) ?? '');
    if (prefix !== '' && !ownerOf(prefix + base)) return prefix + base;
    return base + firstFree(base, (n) => ownerOf(base + n) !== undefined);
  };
  const chosen = new Map(
    (reader.decisions.isEmpty ? [] : classes)
      .flatMap((cls) => [[cls, reader.decisions.find('name', cls.iri)] as const])
      .filter(([, name]) => name),
  );
  // Names that the user chose come first, so that no other class gets them.
  const rounds: readonly [ClassDraft, base: string][][] = [[], [], [], [], []];
  const codes = sharedCodes(classes.map(({ iri }) => reader.local(iri)));
  for (const cls of classes) {
    const decided = chosen.get(cls);
    const base = decided ? decidedName(reader, decided) : className(reader, cls, codes);
    const isExact = base === localName(cls.iri);
    rounds[decided ? 0 : (isOwn(cls) ? 1 : 3) + (isExact ? 0 : 1)]?.push([cls, base]);
  }
  for (const [cls, base] of rounds.flat()) {
    const decided = chosen.get(cls);
    const slug = snakeCase(base);
    const other = ownerOf(base, slug);
    const name = other ? freeName(cls, base) : base;
    if (other && decided) {
      reader.warn('decision-clash', { element: decided.element, name: base, other: reader.show(other.iri) }, decided.place);
    } else if (other) {
      reader.warn(
        'name-collision',
        { element: reader.show(cls.iri), other: reader.show(other.iri), name: base, renamed: name },
        cls.place,
      );
    }
    cls.name = name;
    cls.slug = other ? snakeCase(name) : slug;
    byName.set(name.toLowerCase(), cls);
    byName.set(cls.slug, cls);
    const plural = pluralOf(cls.slug);
    cls.plural = plural;
    if (plurals.has(cls.plural)) {
      const listed = (n: number) => (n === 2 ? `${cls.slug}_list` : `${cls.slug}_list_${n}`);
      cls.plural = listed(firstFree(`${cls.slug}/`, (n) => plurals.has(listed(n))));
    }
    plurals.add(cls.plural);
  }
}

/** Returns the name that a user chose. Converts it, with a warning, if it is not a valid class name. */
function decidedName(reader: Reader, { element, value, place }: ElementDecision<'name'>): string {
  if (/^[A-Z][A-Za-z0-9]*$/.test(value) && shortenName(value) === value) return value;
  const why = 'a class name has ASCII letters and digits and begins with a capital letter: BlogPost';
  reader.warn('decision-impossible', { element, says: `name: ${value}`, why }, place);
  const repaired = pascalName(reader.transliterate(value));
  return /^[A-Z]/.test(repaired) ? repaired : `N${repaired}`;
}

/** Returns the namespace with the most classes; if several have the same number, the first. */
function commonNamespace(classes: readonly ClassDraft[]): string | undefined {
  const countByNamespace = new Map<string, number>();
  for (const namespace of classes.map(({ iri }) => namespaceOf(iri)))
    countByNamespace.set(namespace, (countByNamespace.get(namespace) ?? 0) + 1);
  let highest = 0;
  for (const count of countByNamespace.values()) highest = Math.max(highest, count);
  return [...countByNamespace.keys()].find((namespace) => countByNamespace.get(namespace) === highest);
}

/** Returns the name of a class, before collisions are resolved. Codes in `codes`, which several classes share, are kept. */
function className(reader: Reader, cls: ClassDraft, codes: ReadonlySet<string>): string {
  const local = reader.local(cls.iri);
  const ascii = reader.localInAscii(cls.iri);
  const isKanji = hasKanjiCodePoints(local, ascii);
  const isCode = isKanji || (reader.policies.names === 'label' && (isOpaque(local) || hasCode(local)));
  // A label in another script has no ASCII spelling that users would recognize.
  const fromLabel = () => {
    const label = reader.label(cls.iri);
    return label && isLatin(label.value) ? reader.transliterate(label.value, label.language) : '';
  };
  const sources = isCode ? [fromLabel, () => withoutCode(ascii, codes)] : [() => ascii, fromLabel];
  const what = () => `class ${reader.show(cls.iri)}`;
  for (const source of sources) {
    const name = shortenName(pascalName(source()));
    if (name === '') continue;
    if (isKanji && source !== fromLabel) {
      reader.warn('name-repaired', { what: what(), name: local, repaired: name, why: 'is-kanji' }, cls.place);
      return name;
    }
    if (/^[A-Z]/.test(name)) return name;
    const repaired = `N${name}`;
    reader.warn('name-repaired', { what: what(), name, repaired }, cls.place);
    return repaired;
  }
  reader.warn('name-repaired', { what: what(), name: local, repaired: 'Class' }, cls.place);
  return 'Class';
}
