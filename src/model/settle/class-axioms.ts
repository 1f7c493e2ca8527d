/**
 * Reads axioms about whole classes when their fields are final: disjoint and equivalent classes, deprecation, keys
 * (`owl:hasKey`) and closed shapes (`sh:closed`).
 */

import { isBlank, type Node, owl, rdf, type Statement } from '../../ontology/index.ts';
import { type ClassDraft, type FieldDraft, isA } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import type { Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import type { Field } from '../types.ts';
import { isUnionOfSubclasses } from './abstract.ts';

/** A statement about a class, with the context that its handler needs. */
interface ClassStatement {
  readonly reader: Reader;
  readonly cls: ClassDraft;
  readonly statement: Statement;
  readonly classes: ReadonlyMap<string, ClassDraft>;
}

/** By predicate: logs the axiom of a statement about a class. */
const statementHandlers: ReadonlyMap<string, (classStatement: ClassStatement) => void> = new Map([
  [
    owl.disjointWith,
    (classStatement) => {
      const other = objectClass(classStatement);
      if (other) addDisjoint(axiomOf(classStatement), classStatement.cls, other);
      else axiomOf(classStatement).addShortfall('only classes of this ontology are kept disjoint');
    },
  ],
  [owl.equivalentClass, readEquivalent],
  [
    owl.disjointUnionOf,
    (classStatement) => {
      const { reader, cls, statement, classes } = classStatement;
      const { object } = statement;
      if (typeof object !== 'string') return;
      const axiom = axiomOf(classStatement);
      addDisjointPairs(axiom, listedClasses(reader, object, classes));
      const field = cls.allFields.find(({ discriminator }) => discriminator);
      const isEnforced = cls.abstract && field && isUnionOfSubclasses(reader, cls, object);
      if (isEnforced) axiom.add({ kind: 'type', class: cls, field });
      else axiom.addShortfall('that every instance belongs to one of the subclasses is not checked');
    },
  ],
  [owl.complementOf, (classStatement) => axiomOf(classStatement).addShortfall('complements are not read')],
  [
    owl.deprecated,
    (classStatement) => {
      if (classStatement.cls.deprecated) axiomOf(classStatement).add({ kind: 'deprecated', class: classStatement.cls });
    },
  ],
  [
    rdf.type,
    (classStatement) => {
      const { reader, cls, statement } = classStatement;
      if (statement.object !== owl.DeprecatedClass) return;
      reader.axioms.add(owl.DeprecatedClass, cls.iri, statement).add({ kind: 'deprecated', class: cls });
    },
  ],
]);

function axiomOf({ reader, cls, statement }: ClassStatement): AxiomDraft {
  return reader.axioms.add(statement.predicate, cls.iri, statement);
}

function objectClass({ statement: { object }, classes }: ClassStatement): ClassDraft | undefined {
  return typeof object === 'string' ? classes.get(object) : undefined;
}

function readEquivalent(classStatement: ClassStatement): void {
  const { reader, cls, statement } = classStatement;
  const { object } = statement;
  if (typeof object !== 'string' || isBlank(object)) return;
  const axiom = axiomOf(classStatement);
  const other = objectClass(classStatement);
  for (const field of cls.fields) {
    const isShared = field.iri !== undefined && other?.fields.some((f) => f.iri === field.iri);
    if (isShared) axiom.add({ kind: 'member', class: cls, field });
  }
  if (other)
    axiom.addShortfall(
      'both are separate types with the properties of either domain; superclasses, restrictions and shapes of one do not apply to the other',
    );
  else axiom.addShortfall(`${reader.show(object)} is not a class of this ontology`);
}

/**
 * Reads the axioms about pairs and groups of classes, and about deprecation. Logs that disjoint properties are not enforced.
 */
export function readClassAxioms(reader: Reader, classes: readonly ClassDraft[]): void {
  const { ontology, axioms } = reader;
  const byIri = new Map(classes.map((cls) => [cls.iri, cls]));
  for (const cls of classes) {
    for (const statement of ontology.statements(cls.iri)) {
      statementHandlers.get(statement.predicate)?.({ reader, cls, statement, classes: byIri });
    }
  }
  for (const node of ontology.typed) {
    if (ontology.has(node, rdf.type, owl.AllDisjointProperties)) {
      for (const statement of ontology.statementsOf(node, owl.members)) {
        axioms.add(owl.AllDisjointProperties, node, statement).addShortfall('values of different properties are not compared');
      }
    }
    if (!ontology.has(node, rdf.type, owl.AllDisjointClasses)) continue;
    for (const statement of ontology.statementsOf(node, owl.members)) {
      if (typeof statement.object !== 'string') continue;
      addDisjointPairs(axioms.add(owl.AllDisjointClasses, node, statement), listedClasses(reader, statement.object, byIri));
    }
  }
}

function listedClasses(reader: Reader, head: Node, byIri: ReadonlyMap<string, ClassDraft>): ClassDraft[] {
  return reader.ontology.list(head).flatMap((iri) => byIri.get(iri) ?? []);
}

function addDisjointPairs(axiom: AxiomDraft, classes: readonly ClassDraft[]): void {
  for (const [i, cls] of classes.entries()) for (const other of classes.slice(i + 1)) addDisjoint(axiom, cls, other);
}

function addDisjoint(axiom: AxiomDraft, cls: ClassDraft, other: ClassDraft): void {
  // Each class counts as a subclass of itself.
  const common = [cls, ...cls.descendants].find((c) => isA(c, other));
  if (common) axiom.addShortfall(`${common.name} is a subclass of both`);
  else axiom.add({ kind: 'disjoint', class: cls, other });
}

/**
 * Applies composite keys, and the uniqueness of single fields (OWL 2 Structural Specification, 9.5). Runs after inheritance,
 * because a key may name inherited fields.
 */
export function applyKeys(reader: Reader, classes: readonly ClassDraft[]): void {
  const { ontology, axioms } = reader;
  for (const cls of classes) {
    for (const statement of ontology.statementsOf(cls.iri, owl.hasKey)) {
      if (typeof statement.object !== 'string') continue;
      const axiom = axioms.add(owl.hasKey, cls.iri, statement);
      const properties = ontology.list(statement.object);
      // The malformed list is reported already.
      if (properties.length === 0 && reader.reportedNodes.has(cls.iri)) {
        axiom.addShortfall('it is not a list');
        continue;
      }
      const fields = properties.map((iri) => cls.allFields.filter((f) => f.iri === iri && f.cardinality !== 'many'));
      const missing = properties.filter((_, i) => fields[i]?.length !== 1);
      if (properties.length === 0 || missing.length > 0) {
        const iris = missing.map((iri) => reader.show(iri));
        // An empty key has no missing property to name.
        axiom.addShortfall(`the class has no single-valued field for ${iris.join(', ') || 'it'}`);
        reader.warn('key-not-applied', { class: cls.name, missing: iris }, axiom.place);
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
    // The cast allows the comparison of a draft with the type of a finished class.
    field.unique = true;
    const refinements = cls.descendants.flatMap((c) => c.refinements);
    for (const refinement of refinements.filter((each) => isRefinementOf(each, field))) refinement.unique = true;
    axiom.add({ kind: 'unique', class: cls, field });
  } else {
    axiom.addShortfall(`the field belongs to ${field.owner.name}, and the key covers only some of its instances`);
  }
}

function isRefinementOf(refinement: Field, field: Field): boolean {
  return refinement.name === field.name && refinement.owner === field.owner;
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
