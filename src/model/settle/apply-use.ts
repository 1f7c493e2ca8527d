/**
 * Applies what is stated about a property in one class to the fields that store its values, and records which constraint
 * enforces each axiom. A use is a property in one class; an edge is the part of a use that leads to one class of its range
 * (`relate/uses.ts`). A shortfall is the reason why an axiom is not fully enforced. The other class may store a reference; then
 * the constraints hold for its field, with the direction reversed.
 */

import { countStep } from '../../diagnostics/index.ts';
import { areRelated, type ClassDraft, type FieldDraft, isA } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import type { Fact } from '../read/facts.ts';
import { type Edge, storedOf, type Use } from '../relate/index.ts';
import { domainSourceOf, hasOnlyDomainAndRange, type PropertyAxiom } from '../type/property.ts';
import type { ReferenceField } from '../types.ts';
import { applyFacts, traceType } from './apply-facts.ts';
import { settleAlternatives } from './choices.ts';
import type { Context } from './context.ts';
import { immediateNotes } from './notes.ts';

/** Applies the axioms and facts of a use to its fields. */
export function applyUse(context: Context, use: Use): void {
  const { class: cls, property, edges, valueField } = use;
  countStep();
  if (hasOnlyDomainAndRange(property)) {
    if (recordSingleField(context, use)) return;
    expandAxioms(context, use);
  }
  // After `expandAxioms`, which replaces it.
  const { range } = use;
  const facts = context.facts.of(cls, property.iri);
  const applyToOwnField = (field: FieldDraft) => {
    const isDomainFromShape = domainSourceOf(property, cls) === 'shape';
    for (const { kind, axiom } of property.axioms)
      if (kind !== 'domain' || !isDomainFromShape) directConstraints[kind]?.(axiom, cls, field);
    traceType(range, cls, field, immediateNotes);
    if (!use.hasAlternatives) applyFacts(cls, field, facts, immediateNotes);
  };
  // Most uses have values and no references.
  if (valueField && edges.length === 0 && !use.hasAlternatives) {
    applyToOwnField(valueField);
    return;
  }
  const storedEdges = edges.flatMap((edge) => {
    const field = storedOf(edge)?.field;
    return field ? [{ edge, field }] : [];
  });
  const ownFields = [valueField, ...storedEdges.map(({ field }) => field)].filter(
    (field): field is FieldDraft => field?.owner === cls && field.iri === property.iri,
  );
  for (const field of ownFields) applyToOwnField(field);
  for (const { edge, field } of storedEdges) {
    if (!ownFields.includes(field)) recordReversedConstraints(context, edge, field);
    applyEdge(context, edge, field);
  }
  if (use.hasAlternatives) settleAlternatives(context, use, ownFields);
}

/** Records the field of a property with one domain and one range, if the class has it. Returns false if the other class stores the reference. */
function recordSingleField(context: Context, use: Use): boolean {
  const { class: cls, property, valueField } = use;
  const [edge] = use.edges;
  const field = valueField ?? (edge && storedOf(edge)?.field);
  if (field?.owner !== cls || field.iri !== property.iri) return false;
  context.reader.axioms.recordField(field, property.domainAt, property.rangeAt);
  if (edge) applyEdge(context, edge, field);
  return true;
}

/** Replaces the axiom indexes of a property with one domain and one range by axioms, which lead to more than one constraint. */
function expandAxioms({ reader: { axioms } }: Context, use: Use): void {
  const { property } = use;
  property.axioms = [{ kind: 'domain', axiom: axioms.expand(property.domainAt) }];
  // No longer an index.
  property.domainAt = -1;
  use.range = { ...use.range, traces: [{ axiom: axioms.expand(property.rangeAt), kind: 'type' }] };
}

type ConstraintRecorder = (axiom: AxiomDraft, cls: ClassDraft, field: FieldDraft) => void;

/** Records the constraints from statements about a property itself, if the class has the field. */
const directConstraints: Readonly<Partial<Record<PropertyAxiom, ConstraintRecorder>>> = {
  domain: (axiom, cls, field) => axiom.add({ kind: 'member', class: cls, field }),
  deprecated: (axiom, cls, field) => axiom.add({ kind: 'deprecated', class: cls, field }),
  single: (axiom, cls, field) => {
    if (field.cardinality === 'many') axiom.addShortfall('the field is a list, because another statement requires a list');
    else axiom.add({ kind: 'single', class: cls, field });
  },
  unique: (axiom, cls, field) => {
    if (field.unique) axiom.add({ kind: 'unique', class: cls, field });
    else axiom.addShortfall('unique constraints on lists are not generated');
  },
};

/**
 * Records the constraints if the other class stores the reference. The direction is reversed: the domain is the type of the
 * field, and the range has the field. An inverse functional property limits the field to one value, and a functional one makes it unique.
 */
const reversedConstraints: Readonly<Partial<Record<PropertyAxiom, ConstraintRecorder>>> = {
  domain: (axiom, cls, field) => axiom.add({ kind: 'type', class: cls, field }),
  deprecated: (axiom, cls, field) => axiom.add({ kind: 'deprecated', class: cls, field }),
  unique: (axiom, cls, field) => {
    if (field.cardinality === 'many') axiom.addShortfall(`the relation is stored in ${cls.name}.${field.name}, a list`);
    else axiom.add({ kind: 'single', class: cls, field });
  },
  single: (axiom, cls, field) => {
    if (field.unique) axiom.add({ kind: 'unique', class: cls, field });
    else
      axiom.addShortfall(
        `the relation is stored in ${cls.name}.${field.name}, in which several instances may have the same value`,
      );
  },
};

/**
 * Records the constraints if the other class stores the reference. Facts about the number of values become shortfalls, because no
 * field holds the values of one instance together.
 */
function recordReversedConstraints({ facts }: Context, { use, source }: Edge, field: FieldDraft): void {
  const { property, class: cls, range, hasAlternatives } = use;
  const owner = field.owner as ClassDraft;
  for (const { kind, axiom } of property.axioms) reversedConstraints[kind]?.(axiom, owner, field);
  const isWider = !range.classes.some((target) => isA(owner, target)) || !isA(source, cls);
  for (const { axiom } of range.traces) {
    axiom.add({ kind: 'member', class: owner, field });
    if (isWider)
      axiom.addShortfall(`the relation is stored in ${owner.name}.${field.name}, which connects superclasses of these classes`);
  }
  if (hasAlternatives) return;
  for (const fact of facts.of(cls, property.iri)) {
    const { axiom } = fact;
    if (fact.kind === 'range') continue;
    if ((fact.kind === 'min' && fact.count === 0) || fact.kind === 'node-kind') axiom.needsNoConstraint = true;
    else if (isAtMostOne(fact) && field.unique) axiom.add({ kind: 'unique', class: owner, field });
    else {
      axiom.addShortfall(
        `the relation is stored in ${owner.name}.${field.name}, so the values of one ${cls.name} are not checked together`,
      );
    }
  }
}

function isAtMostOne(fact: Fact): boolean {
  return fact.kind === 'max' && fact.count === 1;
}

/** Applies the statements about both directions of an edge, and records the constraints. */
function applyEdge(context: Context, edge: Edge, field: FieldDraft): void {
  const { property } = edge.use;
  for (const { kind, axiom } of property.axioms) {
    if (kind === 'inverse') recordInverse(axiom, edge, field);
    else if (kind === 'irreflexive') applyIrreflexive(axiom, edge, field);
  }
  recordInverseUnique(context, edge, field);
  for (const { target, axiom } of context.facts.inverseLimits(property.iri)) {
    if (field.owner !== edge.source || ![edge.target, ...edge.target.ancestors].some((cls) => cls.iri === target)) {
      axiom.addShortfall('the reference points to a superclass, or another class stores it');
    } else if (field.cardinality === 'many') {
      axiom.addShortfall('the field is a list');
    } else {
      field.unique = true;
      axiom.add({ kind: 'unique', class: edge.source, field });
    }
  }
}

function recordInverse(axiom: AxiomDraft, edge: Edge, field: FieldDraft): void {
  const { inverse } = edge.use.property;
  if (edge.inverse) axiom.add({ kind: 'inverse', class: field.owner, field: field as ReferenceField });
  else if (!inverse || inverse.domains.length === 0) axiom.addShortfall('no class has the inverse property');
  else axiom.addShortfall('the property and its inverse connect different classes, so each has its own field');
}

function applyIrreflexive(axiom: AxiomDraft, edge: Edge, field: FieldDraft): void {
  if (areRelated(edge.source, edge.target)) {
    field.irreflexive = true;
    axiom.add({ kind: 'irreflexive', class: field.owner, field });
  } else {
    // Instances of unrelated classes are always different.
    axiom.needsNoConstraint = true;
  }
}

/** Records the unique constraint of a reference whose inverse has at most one value. */
function recordInverseUnique({ facts }: Context, edge: Edge, field: FieldDraft): void {
  const { inverse } = edge;
  if (!inverse || inverse === edge || inverse.use.stated.max !== 1 || !field.unique || field.owner !== edge.source) return;
  const { property, class: cls } = inverse.use;
  const constraint = { kind: 'unique', class: edge.source, field } as const;
  for (const { kind, axiom } of property.axioms) if (kind === 'single') axiom.add(constraint);
  for (const fact of facts.of(cls, property.iri)) if (isAtMostOne(fact)) fact.axiom.add(constraint);
}
