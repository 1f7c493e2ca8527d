import { isBlank, type Node, owl, rdf, type Statement } from '../../ontology/index.ts';
import type { ClassDraft, FieldDraft } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import type { Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import type { Field } from '../types.ts';
import { isUnionOfSubclasses } from './abstract.ts';

/** A statement about a class, with the context that its reader needs. */
interface ClassStatement {
  readonly reader: Reader;
  readonly cls: ClassDraft;
  readonly statement: Statement;
  readonly classes: ReadonlyMap<string, ClassDraft>;
}

/** The readers of statements about a class, by predicate. */
const readers: ReadonlyMap<string, (stated: ClassStatement) => void> = new Map([
  [
    owl.disjointWith,
    (said) => {
      const other = objectClass(said);
      if (other) disjoint(axiomOf(said), said.cls, other);
      else axiomOf(said).addShortfall('only classes of this ontology are kept disjoint');
    },
  ],
  [owl.equivalentClass, readEquivalent],
  [
    owl.disjointUnionOf,
    (reading) => {
      const { object } = reading.statement;
      if (typeof object !== 'string') return;
      const axiom = axiomOf(reading);
      addDisjointPairs(axiom, listedClasses(reading.reader, object, reading.classes));
      const field = reading.cls.allFields.find(({ discriminator }) => discriminator);
      const isAbstract = reading.cls.abstract && field && isUnionOfSubclasses(reading.reader, reading.cls, object);
      if (isAbstract) axiom.add({ kind: 'type', class: reading.cls, field });
      else axiom.addShortfall('that every instance belongs to one of the subclasses is not checked');
    },
  ],
  [owl.complementOf, (said) => axiomOf(said).addShortfall('complements are not read')],
  [
    owl.deprecated,
    (said) => {
      if (said.cls.deprecated) axiomOf(said).add({ kind: 'deprecated', class: said.cls });
    },
  ],
  [
    rdf.type,
    (said) => {
      const { reader, cls, statement } = said;
      if (statement.object !== owl.DeprecatedClass) return;
      reader.axioms.of(owl.DeprecatedClass, cls.iri, statement).add({ kind: 'deprecated', class: cls });
    },
  ],
]);

function axiomOf({ reader, cls, statement }: ClassStatement): AxiomDraft {
  return reader.axioms.of(statement.predicate, cls.iri, statement);
}

function objectClass({ statement: { object }, classes }: ClassStatement): ClassDraft | undefined {
  return typeof object === 'string' ? classes.get(object) : undefined;
}

function readEquivalent(stated: ClassStatement): void {
  const { reader, cls, statement } = stated;
  const { object } = statement;
  if (typeof object !== 'string' || isBlank(object)) return;
  const axiom = axiomOf(stated);
  const other = objectClass(stated);
  for (const field of cls.fields) {
    const isShared = field.iri !== undefined && other?.fields.some((f) => f.iri === field.iri);
    if (isShared) axiom.add({ kind: 'member', class: cls, field });
  }
  if (other) axiom.addShortfall('both have the same fields but are separate types');
  else axiom.addShortfall(`${reader.show(object)} is not a class of this ontology`);
}

/** Reads the axioms about pairs and groups of classes, and about the deprecation of classes. */
export function readClassAxioms(reader: Reader, classes: readonly ClassDraft[]): void {
  const { ontology, axioms } = reader;
  const byIri = new Map(classes.map((cls) => [cls.iri, cls]));
  const isNothingSaid = ![...readers.keys()].some((term) => ontology.mentions(term === rdf.type ? owl.DeprecatedClass : term));
  for (const cls of isNothingSaid ? [] : classes) {
    for (const statement of ontology.statements(cls.iri)) {
      readers.get(statement.predicate)?.({ reader, cls, statement, classes: byIri });
    }
  }
  if (!ontology.mentions(owl.AllDisjointProperties) && !ontology.mentions(owl.AllDisjointClasses)) return;
  for (const node of ontology.typed) {
    if (ontology.has(node, rdf.type, owl.AllDisjointProperties)) {
      for (const statement of ontology.statementsOf(node, owl.members)) {
        axioms.of(owl.AllDisjointProperties, node, statement).addShortfall('values of different properties are not compared');
      }
    }
    if (!ontology.has(node, rdf.type, owl.AllDisjointClasses)) continue;
    for (const statement of ontology.statementsOf(node, owl.members)) {
      if (typeof statement.object !== 'string') continue;
      addDisjointPairs(axioms.of(owl.AllDisjointClasses, node, statement), listedClasses(reader, statement.object, byIri));
    }
  }
}

function listedClasses(reader: Reader, head: Node, byIri: ReadonlyMap<string, ClassDraft>): ClassDraft[] {
  return reader.ontology.list(head).flatMap((iri) => byIri.get(iri) ?? []);
}

function addDisjointPairs(axiom: AxiomDraft, classes: readonly ClassDraft[]): void {
  for (const [i, cls] of classes.entries()) for (const other of classes.slice(i + 1)) disjoint(axiom, cls, other);
}

function disjoint(axiom: AxiomDraft, cls: ClassDraft, other: ClassDraft): void {
  const both = cls.descendants.find((c) => c === other || other.descendants.includes(c));
  if (both) axiom.addShortfall(`${both.name} is a subclass of both`);
  else axiom.add({ kind: 'disjoint', class: cls, other });
}

/**
 * Applies composite keys, and the uniqueness of single fields (OWL 2 Structural Specification, 9.5). Runs after inheritance,
 * because a key may name inherited fields.
 */
export function applyKeys(reader: Reader, classes: readonly ClassDraft[]): void {
  const { ontology, axioms } = reader;
  for (const cls of ontology.mentions(owl.hasKey) ? classes : []) {
    for (const statement of ontology.statementsOf(cls.iri, owl.hasKey)) {
      if (typeof statement.object !== 'string') continue;
      const axiom = axioms.of(owl.hasKey, cls.iri, statement);
      const properties = ontology.list(statement.object);
      if (properties.length === 0 && reader.reportedNodes.has(cls.iri)) {
        axiom.addShortfall('it is not a list');
        continue;
      }
      const fields = properties.map((iri) => cls.allFields.filter((f) => f.iri === iri && f.cardinality !== 'many'));
      const missing = properties.filter((_, i) => fields[i]?.length !== 1);
      if (properties.length === 0 || missing.length > 0) {
        const shown = missing.map((iri) => reader.show(iri));
        axiom.addShortfall(`the class has no single-valued field for ${shown.join(', ') || 'it'}`);
        reader.warn('key-not-applied', { class: cls.name, missing: shown }, axiom.place);
        continue;
      }
      applyKey(cls, fields.flat(), axiom);
    }
  }
}

function applyKey(cls: ClassDraft, fields: readonly FieldDraft[], axiom: AxiomDraft): void {
  const [field] = fields as [FieldDraft];
  if (fields.length > 1) {
    const key = { fields, ...(axiom.place && { place: axiom.place }) };
    cls.keys.push(key);
    axiom.add({ kind: 'key', class: cls, key });
  } else if (field.owner === (cls as object)) {
    field.unique = true;
    for (const c of cls.descendants) for (const form of c.refinements) if (isFormOf(form, field)) form.unique = true;
    axiom.add({ kind: 'unique', class: cls, field });
  } else {
    axiom.addShortfall(`the field belongs to ${field.owner.name}, and the key covers only some of its instances`);
  }
}

function isFormOf(form: Field, field: Field): boolean {
  return form.name === field.name && form.owner === field.owner;
}

/** Applies closed shapes (SHACL, 4.8.1): the class has no fields but its own and inherited ones. */
export function closeClasses(classes: readonly ClassDraft[], facts: Facts): void {
  for (const cls of classes) {
    const closing = facts.closed.get(cls.iri);
    if (!closing) continue;
    cls.closed = true;
    closing.axiom.add({ kind: 'closed', class: cls, allowed: closing.allowed });
    const extra = cls.allFields.filter((f) => f.iri !== undefined && !closing.allowed.has(f.iri));
    if (extra.length > 0) {
      closing.axiom.addShortfall(`the class has fields that the shape does not name: ${extra.map((f) => f.name).join(', ')}`);
    } else if (cls.children.length > 0) {
      closing.axiom.addShortfall('subclasses may have fields of their own');
    }
  }
}
