/**
 * Finds the classes of an ontology and names them: `:BlogPost a owl:Class` becomes a class named `BlogPost` with the slug
 * `blog_post` and the plural `blog_posts`. The hierarchy is read in hierarchy.ts, the fields later.
 */

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
import {
  classPluralOf,
  hasCode,
  isOpaque,
  pascalName,
  sharedCodes,
  shortenName,
  snakeCase,
  withoutCode,
} from '../words/names.ts';
import { readHierarchy } from './hierarchy.ts';
import type { Reader } from './reader.ts';
import { commonNamespace, derivedFrom, isBuiltIn, isDatatype, namespaceOf } from './resources.ts';
import { recordSuggestions } from './suggestions.ts';
import { type UsedClass, usedClasses } from './undeclared-classes.ts';

/**
 * Finds the named classes of an ontology, in order of declaration. Resources that are used as classes but declared nowhere
 * come last, with a warning.
 */
export async function findClasses(reader: Reader): Promise<ReadonlyMap<Node, ClassDraft>> {
  const { ontology } = reader;
  const isMetaclass = metaclassTest(ontology);
  const byIri = new Map<Node, ClassDraft>();
  recordDescribingShapes(reader);
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
  await recordSuggestions(reader, byIri);
  for (const { node, place } of await findUndeclared(reader, byIri))
    byIri.set(node, newClass(node, place, reader.described(node)));
  return byIri;
}

/** Records in the reader the shapes whose texts may describe a class: those that are the only one with this target. */
function recordDescribingShapes({ ontology, describingShapes }: Reader): void {
  if (!ontology.mentions(sh.targetClass) && !ontology.mentions(sh.NodeShape)) return;
  const shapesByTarget = new Map<Node, Set<Node>>();
  for (const { node: shape, statements } of ontology.entries()) {
    const classTargets = ontology.nodes(shape, sh.targetClass);
    // A shape that is also a class targets itself (SHACL, 2.1.3.3). For other shapes the entry has no effect: only classes are
    // looked up.
    const isNodeShape = statements.some(({ predicate, object }) => predicate === rdf.type && object === sh.NodeShape);
    const targets = isNodeShape ? [...classTargets, shape] : classTargets;
    if (targets.length === 0 || ontology.isTrue(shape, sh.deactivated)) continue;
    for (const target of targets) shapesByTarget.set(target, (shapesByTarget.get(target) ?? new Set()).add(shape));
  }
  for (const [target, [shape, other]] of shapesByTarget) {
    if (shape !== undefined && other === undefined) describingShapes.set(target, shape);
  }
}

/** Returns the classes in the order of the policy `order`, with their names and their positions in the hierarchy. */
export function readClasses(reader: Reader, byIri: ReadonlyMap<Node, ClassDraft>): ClassDraft[] {
  const { ontology } = reader;
  const isMetaclass = metaclassTest(ontology);
  const classes = [...byIri.values()];
  if (reader.policies.order === 'iri') classes.sort((a, b) => compareCodePoints(a.iri, b.iri));
  for (const cls of classes) {
    // OWL 2 allows that an IRI is both a class and an individual ("punning"). codegen generates the class only.
    const individualType = ontology
      .types(cls.iri)
      .find((type) => type === owl.NamedIndividual || (byIri.has(type) && !isBuiltIn(type) && !isMetaclass(type)));
    if (individualType !== undefined) {
      reader.warnOf(
        'class-is-individual',
        reader.show(cls.iri),
        { type: individualType === cls.iri ? undefined : reader.show(individualType) },
        cls.place,
      );
    }
  }
  nameClasses(reader, classes);
  for (const cls of classes) {
    // The user decided that the API has no paths for the class. A decision for `true` states the default.
    if (reader.decisions.find('resource', cls.iri)?.value === false) cls.resource = false;
  }
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

/** A class with the name that it would have if no other class had it. */
interface NameRequest {
  readonly cls: ClassDraft;
  readonly wanted: string;
  /** The decision for this name, if the user chose it. */
  readonly decision: ElementDecision<'name'> | undefined;
}

/** Names classes. If names collide, the class that comes later in the order of {@link nameRequests} is renamed. */
function nameClasses(reader: Reader, classes: readonly ClassDraft[]): void {
  // Names collide if they differ in capitals only, because some file systems ignore these. So do names with equal slugs: a slug is
  // the name in small letters, with underscores between words.
  const byLowerName = new Map<string, ClassDraft>();
  const ownerOf = (name: string) => byLowerName.get(name.toLowerCase());
  const plurals = new Set<string>();
  // By the beginning of a name: the number at which the search continues. Thousands of classes may want the same name; searching
  // from 2 each time would take quadratic time.
  const nextNumbers = new Map<string, number>();
  const firstUnused = (base: string, isTaken: (n: number) => boolean): number => {
    let n = nextNumbers.get(base) ?? 2;
    while (isTaken(n)) n++;
    nextNumbers.set(base, n);
    return n;
  };
  /** Returns an unused name for a class whose wanted name is in use: with its prefix, or with a number. */
  const unusedName = (cls: ClassDraft, wanted: string): string => {
    const prefix = pascalName(reader.ontology.prefixOf(cls.iri) ?? '');
    if (prefix !== '' && !ownerOf(prefix + wanted)) return prefix + wanted;
    return wanted + firstUnused(wanted, (n) => ownerOf(wanted + n) !== undefined);
  };
  for (const { cls, wanted, decision } of nameRequests(reader, classes)) {
    const owner = ownerOf(wanted);
    const name = owner ? unusedName(cls, wanted) : wanted;
    if (owner && decision) {
      const { element, place } = decision;
      reader.warn('decision-clash', { element, name: wanted, other: reader.show(owner.iri) }, place);
    } else if (owner) {
      reader.warn(
        'name-collision',
        { element: reader.show(cls.iri), other: reader.show(owner.iri), name: wanted, renamed: name },
        cls.place,
      );
    }
    cls.name = name;
    cls.slug = snakeCase(name);
    byLowerName.set(name.toLowerCase(), cls);
    cls.plural = classPluralOf(cls.slug);
    if (plurals.has(cls.plural)) {
      const listed = (n: number) => (n === 2 ? `${cls.slug}_list` : `${cls.slug}_list_${n}`);
      // With the slash, the key differs from all names.
      cls.plural = listed(firstUnused(`${cls.slug}/`, (n) => plurals.has(listed(n))));
    }
    plurals.add(cls.plural);
  }
}

/**
 * Returns the wanted names of classes in the order in which classes get them. Names that the user chose come first, so that no
 * other class gets them; then come classes in the file's own namespace, then others. In both, names that are an unchanged local
 * name precede those that codegen made. Otherwise, the order of declaration decides.
 */
function nameRequests(reader: Reader, classes: readonly ClassDraft[]): readonly NameRequest[] {
  const ownClasses = classes.filter((cls) => cls.place?.file === reader.ontology.file);
  const mainNamespace = commonNamespace(ownClasses.map(({ iri }) => iri));
  const keptCodes = sharedCodes(classes.map(({ iri }) => reader.local(iri)));
  const requests = classes.map((cls): NameRequest => {
    const decision = reader.decisions.find('name', cls.iri);
    return { cls, wanted: decision ? decidedName(reader, decision) : className(reader, cls, keptCodes), decision };
  });
  const rank = ({ cls, wanted, decision }: NameRequest): number => {
    if (decision) return 0;
    const isUnchanged = wanted === localName(cls.iri);
    if (namespaceOf(cls.iri) === mainNamespace) return isUnchanged ? 1 : 2;
    return isUnchanged ? 3 : 4;
  };
  return requests.sort((a, b) => rank(a) - rank(b));
}

/** Returns the name that a user chose. Converts it, with a warning, if it is not a valid class name. */
function decidedName(reader: Reader, { element, value, place }: ElementDecision<'name'>): string {
  if (/^[A-Z][A-Za-z0-9]*$/.test(value) && shortenName(value) === value) return value;
  const why = 'a class name has ASCII letters and digits and begins with a capital letter: BlogPost';
  reader.warn('decision-impossible', { element, says: `name: ${value}`, why }, place);
  const repaired = pascalName(reader.transliterate(value));
  return /^[A-Z]/.test(repaired) ? repaired : `N${repaired}`;
}

/**
 * Returns the name of a class, before collisions are resolved. A code such as `E21_` in `E21_Person` has no meaning for users: with
 * the policy `names=label`, the label is preferred to a name with a code, and without a label, the code is removed.
 *
 * @param keptCodes prefixes such as `CO2_` in `CO2_Sensor`, which look like codes but are kept: several classes share them
 */
function className(reader: Reader, cls: ClassDraft, keptCodes: ReadonlySet<string>): string {
  const local = reader.local(cls.iri);
  const ascii = reader.localInAscii(cls.iri);
  const isKanji = hasKanjiCodePoints(local, ascii);
  const prefersLabel = isKanji || (reader.policies.names === 'label' && (isOpaque(local) || hasCode(local)));
  // A label in another script has no ASCII spelling that users would recognize.
  const fromLabel = () => {
    const label = reader.label(cls.iri);
    return label && isLatin(label.value) ? reader.transliterate(label.value, label.language) : '';
  };
  const sources = prefersLabel ? [fromLabel, () => withoutCode(ascii, keptCodes)] : [() => ascii, fromLabel];
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
