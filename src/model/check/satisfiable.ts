import type { Place } from '../../diagnostics/index.ts';
import { isBlank, type Node, owl, rdf, rdfs } from '../../ontology/index.ts';
import { type ClassDraft, type FieldDraft, isA } from '../draft.ts';
import { lineOf } from '../inherit/forms.ts';
import type { Reader } from '../read/reader.ts';
import type { Field, ReferenceField } from '../types.ts';

/**
 * Warns of classes that can have no instance, and of circles of required references: their first rows can only be stored
 * together, because each of them has to refer to another that is there already.
 *
 * @param areOpen whether the references that classes declare are known to form no such circle
 */
export function checkSatisfiable(reader: Reader, classes: readonly ClassDraft[], areOpen: boolean): void {
  const empty = emptyClasses(reader, classes);
  for (const cls of classes) {
    const why = empty.get(cls);
    if (why !== undefined) reader.warn('class-without-instance', { class: cls.name, why }, cls.place);
  }
  if (areOpen && !classes.some(asksForMore)) return;
  for (const circle of circlesOf(classes.filter((cls) => !empty.has(cls)))) {
    const path = [...circle.map(({ cls }) => cls.name), circle[0]?.cls.name].join(' → ');
    const fields = circle.map(({ cls, field }) => `${cls.name}.${field.name}`);
    reader.warn('rows-need-each-other', { path, fields }, placeOf(circle));
  }
}

/** The classes without instances, each with the first reason that is found. */
function emptyClasses(reader: Reader, classes: readonly ClassDraft[]): ReadonlyMap<ClassDraft, string> {
  const empty = new Map<ClassDraft, string>();
  const contradictions = new Contradictions(reader, classes);
  for (const cls of classes) {
    const why = contradictions.of(cls) ?? contradictions.ofValues(cls);
    if (why !== undefined) empty.set(cls, why);
  }
  // What needs an instance of such a class has none either.
  for (let before = 0; before !== empty.size; ) {
    before = empty.size;
    for (const cls of classes) {
      if (empty.has(cls)) continue;
      const above = cls.ancestors.find((ancestor) => empty.has(ancestor));
      const why = above ? `it is a subclass of ${above.name}, which has none` : whyNotFilled(cls, empty);
      if (why !== undefined) empty.set(cls, why);
    }
  }
  return empty;
}

/** What says that classes share no instance. */
const exclusions = [owl.disjointWith, owl.complementOf, owl.disjointUnionOf, owl.AllDisjointClasses];

/** What the ontology says of classes that no instance could keep to. */
class Contradictions {
  readonly #reader: Reader;
  readonly #byIri: ReadonlyMap<Node, ClassDraft>;
  /** Classes that share no instance, both ways. */
  readonly #disjoint = new Map<ClassDraft, Set<ClassDraft>>();
  readonly #isNothingUsed: boolean;

  constructor(reader: Reader, classes: readonly ClassDraft[]) {
    this.#reader = reader;
    this.#byIri = new Map(classes.map((cls) => [cls.iri, cls]));
    const { ontology } = reader;
    this.#isNothingUsed = ontology.mentions(owl.Nothing);
    if (!exclusions.some((term) => ontology.mentions(term))) return;
    for (const { iri } of classes) {
      for (const other of [...ontology.nodes(iri, owl.disjointWith), ...this.#complements(iri)]) this.#exclude(iri, other);
      for (const list of ontology.nodes(iri, owl.disjointUnionOf)) this.#excludeAll(ontology.list(list));
    }
    for (const node of ontology.typed) {
      if (!ontology.has(node, rdf.type, owl.AllDisjointClasses)) continue;
      for (const list of ontology.nodes(node, owl.members)) this.#excludeAll(ontology.list(list));
    }
  }

  of(cls: ClassDraft): string | undefined {
    const { ontology } = this.#reader;
    for (const predicate of this.#isNothingUsed ? [owl.equivalentClass, rdfs.subClassOf] : []) {
      if (ontology.has(cls.iri, predicate, owl.Nothing)) return 'the ontology says that it is owl:Nothing';
    }
    if (this.#disjoint.size === 0) return undefined;
    const line = [cls, ...cls.ancestors];
    for (const one of line) {
      const other = line.find((each) => this.#disjoint.get(one)?.has(each));
      if (!other) continue;
      return one === other
        ? 'it is said to share no instance with itself'
        : `it is a kind of ${one.name} and of ${other.name}, which share none`;
    }
    return undefined;
  }

  /** Why no value fits a field that has to have one: facets that leave none are refused where they are read. */
  ofValues(cls: ClassDraft): string | undefined {
    const field = this.#isNothingUsed ? cls.allFields.find((one) => isNeeded(one) && this.#isNothing(cls, one)) : undefined;
    return field && `no value fits ${field.name}, which has to have one`;
  }

  /** Whether all values of a field are said to be instances of owl:Nothing. */
  #isNothing(cls: ClassDraft, { iri }: Field): boolean {
    const { ontology } = this.#reader;
    if (iri === undefined) return false;
    if (ontology.has(iri, rdfs.range, owl.Nothing)) return true;
    const expressions = [cls, ...cls.ancestors].flatMap((c) => ontology.nodes(c.iri, rdfs.subClassOf).filter(isBlank));
    return expressions.some(
      (node) => ontology.has(node, owl.onProperty, iri) && ontology.has(node, owl.allValuesFrom, owl.Nothing),
    );
  }

  /** The classes of which a class is said to be the complement, or a part of it. */
  #complements(iri: Node): Node[] {
    const { ontology } = this.#reader;
    const expressions = [iri, ...[rdfs.subClassOf, owl.equivalentClass].flatMap((p) => ontology.nodes(iri, p).filter(isBlank))];
    return expressions.flatMap((node) => ontology.nodes(node, owl.complementOf));
  }

  #excludeAll(iris: readonly Node[]): void {
    for (const [i, iri] of iris.entries()) for (const other of iris.slice(i + 1)) this.#exclude(iri, other);
  }

  #exclude(iri: Node, other: Node): void {
    const [a, b] = [this.#byIri.get(iri), this.#byIri.get(other)];
    if (!a || !b) return;
    for (const [one, two] of [
      [a, b],
      [b, a],
    ] as const) {
      const known = this.#disjoint.get(one) ?? new Set();
      this.#disjoint.set(one, known.add(two));
    }
  }
}

/** Whether instances of the class have a value of the field. */
function isNeeded(field: Field): boolean {
  return !field.absent && (field.cardinality === 'one' || (field.minItems ?? 0) > 0);
}

/** Why a field that has to refer to something can refer to nothing. */
function whyNotFilled(cls: ClassDraft, empty: ReadonlyMap<ClassDraft, string>): string | undefined {
  const isPossible = ({ type }: Field) => type.kind !== 'reference' || isAny(type.target as ClassDraft, (c) => !empty.has(c));
  const field = cls.allFields.find((one) => isNeeded(one) && !isPossible(one));
  if (field?.type.kind === 'reference')
    return `${field.name} has to refer to a ${field.type.target.name}, of which there is none`;
  const choice = lineOf(cls)
    .flatMap((c) => c.choices)
    .find(({ required, fields }) => required && !fields.some(isPossible));
  return choice && `${choice.name} has to refer to something of which there is none`;
}

/** Whether something holds of a class or of one of its subclasses. */
function isAny(cls: ClassDraft, holds: (cls: ClassDraft) => boolean): boolean {
  return holds(cls) || cls.descendants.some(holds);
}

/** A reference that a row has to have when it is stored. */
interface Need {
  readonly cls: ClassDraft;
  readonly field: ReferenceField;
}

/** Circles of required references among classes of which no row could be the first. */
function circlesOf(classes: readonly ClassDraft[]): Need[][] {
  const needs = new Map(classes.map((cls) => [cls, needsOf(cls)]));
  const first = firstRows(needs);
  const circles: Need[][] = [];
  if (first.of.size === classes.length) return circles;
  const seen = new Set<ClassDraft>();
  for (const start of classes) {
    const path: Need[] = [];
    let at: ClassDraft | undefined = start;
    while (at && !first.of.has(at) && !seen.has(at)) {
      seen.add(at);
      const cls: ClassDraft = at;
      const field = needs.get(cls)?.find((one) => !isMet(cls, one, first));
      if (!field) break;
      path.push({ cls, field });
      const target = field.type.target as ClassDraft;
      at = [target, ...target.descendants].find((c) => needs.has(c));
    }
    const begin = path.findIndex(({ cls }) => cls === at);
    if (begin >= 0) circles.push(path.slice(begin));
  }
  return circles;
}

/** Whether a row of a class may refer to a row that is there already, or to itself. */
function isMet(cls: ClassDraft, { type, irreflexive }: ReferenceField, first: FirstRows): boolean {
  const target = type.target as ClassDraft;
  return first.ofAny.has(target) || (isA(cls, target) && !irreflexive);
}

interface FirstRows {
  /** The classes that have a first row. */
  readonly of: ReadonlySet<ClassDraft>;
  /** Those, and their superclasses, whose rows it is among. */
  readonly ofAny: ReadonlySet<ClassDraft>;
}

/** The classes that have a first row, each found as soon as all that its rows need has one. */
function firstRows(needs: ReadonlyMap<ClassDraft, readonly ReferenceField[]>): FirstRows {
  const of = new Set<ClassDraft>();
  const ofAny = new Set<ClassDraft>();
  /** Those that wait for a row of a class or of one of its subclasses. */
  const waiting = new Map<ClassDraft, ClassDraft[]>();
  const found: ClassDraft[] = [];
  const first: FirstRows = { of, ofAny };
  const look = (cls: ClassDraft, fields: readonly ReferenceField[]) => {
    const unmet = fields.find((field) => !isMet(cls, field, first));
    if (!unmet) {
      of.add(cls);
      found.push(cls);
      return;
    }
    const target = unmet.type.target as ClassDraft;
    const known = waiting.get(target);
    if (known) known.push(cls);
    else waiting.set(target, [cls]);
  };
  for (const [cls, fields] of needs) look(cls, fields);
  for (let cls = found.pop(); cls; cls = found.pop()) {
    for (const target of [cls, ...cls.ancestors]) {
      if (ofAny.has(target)) continue;
      ofAny.add(target);
      const able = waiting.get(target) ?? [];
      waiting.delete(target);
      for (const one of able) look(one, needs.get(one) ?? []);
    }
  }
  return first;
}

/** The single references that instances have; rows of lists are stored after both. */
function needsOf(cls: ClassDraft): ReferenceField[] {
  return cls.allFields.filter(isNeededReference) as ReferenceField[];
}

function isNeededReference(field: FieldDraft): boolean {
  return field.type.kind === 'reference' && field.cardinality === 'one' && !field.absent;
}

/** Whether a class needs more than the fields that it declares and inherits as they are declared. */
function asksForMore({ refinements }: ClassDraft): boolean {
  return refinements.some(isNeededReference);
}

function placeOf(circle: readonly Need[]): Place | undefined {
  return circle[0]?.field.place ?? circle[0]?.cls.place;
}
