/** Marks abstract classes, which have no instances but those of subclasses: `:Media dash:abstract true`. */

import { type Node, owl } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import type { Facts } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';

/** `dash:abstract` of DASH (datashapes.org/dash). */
const ABSTRACT = 'http://datashapes.org/dash#abstract';

/** The axioms that make each class abstract. */
export type AbstractAxioms = ReadonlyMap<ClassDraft, readonly AxiomDraft[]>;

/**
 * Marks classes by a decision, by `dash:abstract true`, by a shape that excludes the class from the types of its instances, or
 * because the class is the union of its subclasses. A class without a subclass is not marked: it could have no instance.
 */
export function markAbstract(reader: Reader, classes: readonly ClassDraft[], facts: Facts): AbstractAxioms {
  const axioms = new Map<ClassDraft, readonly AxiomDraft[]>();
  for (const cls of classes) {
    const stated = collectAbstractAxioms(reader, cls, facts);
    if (cls.children.length === 0) {
      for (const axiom of stated) axiom.addShortfall('the class has no subclass, so it could have no instance');
      continue;
    }
    const decided = reader.decisions.find('abstract', cls.iri)?.value;
    const unionLists = reader.ontology.nodes(cls.iri, owl.disjointUnionOf);
    if (decided ?? (stated.length > 0 || unionLists.some((head) => isUnionOfSubclasses(reader, cls, head)))) {
      cls.abstract = true;
      axioms.set(cls, stated);
    } else {
      for (const axiom of stated) axiom.addShortfall('the decision abstract: false overrules it');
    }
  }
  return axioms;
}

/** Marks the classes whose instances are blank nodes, with their subclasses. */
export function markBlankNodes(classes: readonly ClassDraft[], { blankNodes }: Facts): void {
  if (blankNodes.size === 0) return;
  for (const cls of classes) {
    if ([cls, ...cls.ancestors].some(({ iri }) => blankNodes.has(iri))) cls.blankNodes = true;
  }
}

function collectAbstractAxioms(reader: Reader, cls: ClassDraft, facts: Facts): readonly AxiomDraft[] {
  const stated = [...(facts.excludedTypes.get(cls.iri) ?? [])];
  for (const statement of reader.ontology.statementsOf(cls.iri, ABSTRACT)) {
    if (typeof statement.object === 'string' || !/^(?:true|1)$/.test(statement.object.value)) continue;
    stated.push(reader.axioms.add('dash:abstract', cls.iri, statement));
  }
  const subclasses = new Set(cls.descendants.map(({ iri }) => iri));
  for (const { axiom, members } of facts.unions.get(cls.iri) ?? []) {
    if (members.every((member) => subclasses.has(member))) stated.push(axiom);
    else axiom.addShortfall('that every instance belongs to one of the classes is not checked');
  }
  return stated;
}

/** Returns whether `owl:disjointUnionOf` makes a class abstract: all members are its subclasses. */
export function isUnionOfSubclasses(reader: Reader, cls: ClassDraft, head: Node): boolean {
  const subclasses = new Set(cls.descendants.map(({ iri }) => iri));
  const members = reader.ontology.list(head);
  return members.length > 0 && members.every((member) => subclasses.has(member));
}

/** Records the constraint that enforces each axiom: the discriminator does not allow the class itself. */
export function recordAbstract(axioms: AbstractAxioms): void {
  for (const [cls, stated] of axioms) {
    const field = cls.allFields.find(({ discriminator }) => discriminator);
    for (const axiom of stated) {
      if (field) axiom.add({ kind: 'type', class: cls, field });
      else axiom.addShortfall('with subclasses=several there is no discriminator');
    }
  }
}
