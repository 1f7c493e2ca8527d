/**
 * Applies what is stated about a property in one class to the fields that store its values, and records which constraint
 * enforces each axiom. The other class may store a reference; then the constraints hold for its field, with the direction
 * reversed.
 */

import { countStep } from '../../diagnostics/index.ts';
import { areRelated, type ClassDraft, type FieldDraft, isA } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import type { Fact } from '../read/facts.ts';
import { type Edge, storedOf, type Use } from '../relate/index.ts';
import { domainSourceOf, hasOneDomainAndRange, type PropertyAxiom } from '../type/property.ts';
import type { ReferenceField } from '../types.ts';
import { applyFacts, traceType } from './apply-facts.ts';
import { settleAlternatives } from './choices.ts';
import type { Context } from './context.ts';
import { immediateNotes } from './notes.ts';

export function applyUse(context: Context, use: Use): void {
  const { class: cls, property, edges, valueField } = use;
  countStep();
  if (hasOneDomainAndRange(property)) {
    if (recordPlainUse(context, use)) return;
    expandAxioms(context, use);
  }
  const { range } = use;
  const facts = context.facts.of(cls, property.iri);
  const applyToOwn = (field: FieldDraft) => {
    const isOfShape = domainSourceOf(property, cls) === 'shape';
    for (const { kind, axiom } of property.axioms)
      if (kind !== 'domain' || !isOfShape) ownSideConstraints[kind]?.(axiom, cls, field);
    traceType(range, cls, field, immediateNotes);
    if (!use.hasAlternatives) applyFacts(cls, field, facts, immediateNotes);
  };
  // Most uses have values and no references.
  if (valueField && edges.length === 0 && !use.hasAlternatives) {
    applyToOwn(valueField);
    return;
  }
  const storedEdges = edges.flatMap((edge) => {
    const field = storedOf(edge)?.field;
    return field ? [{ edge, field }] : [];
  });
  const ownFields = [valueField, ...storedEdges.map(({ field }) => field)].filter(
    (field): field is FieldDraft => field?.owner === cls && field.iri === property.iri,
  );
  for (const field of ownFields) applyToOwn(field);
  for (const { edge, field } of storedEdges) {
    if (!ownFields.includes(field)) recordOtherSide(context, edge, field);
    applyEdge(context, edge, field);
  }
  if (use.hasAlternatives) settleAlternatives(context, use, ownFields);
}

/** Records the field of a plain property, if the class has it. Returns false if the other class stores the reference. */
function recordPlainUse(context: Context, use: Use): boolean {
  const { class: cls, property, valueField } = use;
  const [edge] = use.edges;
  const field = valueField ?? (edge && storedOf(edge)?.field);
  if (field?.owner !== cls || field.iri !== property.iri) return false;
  context.reader.axioms.recordField(field, property.domainAt, property.rangeAt);
  if (edge) applyEdge(context, edge, field);
  return true;
}

/** Replaces the indexes of the axioms of a plain property by the axioms, because they lead to more than one constraint. */
function expandAxioms({ reader: { axioms } }: Context, use: Use): void {
  const { property } = use;
  property.axioms = [{ kind: 'domain', axiom: axioms.expand(property.domainAt) }];
  property.domainAt = -1;
  use.range = { ...use.range, traces: [{ axiom: axioms.expand(property.rangeAt), kind: 'type' }] };
}

type ConstraintRecorder = (axiom: AxiomDraft, cls: ClassDraft, field: FieldDraft) => void;

/** Records the constraints from statements about a property itself, if the class has the field. */
const ownSideConstraints: Readonly<Partial<Record<PropertyAxiom, ConstraintRecorder>>> = {
  domain: (axiom, cls, field) => axiom.add({ kind: 'member', class: cls, field }),
  deprecated: (axiom, cls, field) => axiom.add({ kind: 'deprecated', class: cls, field }),
  single: (axiom, cls, field) => {
    if (field.cardinality === 'many') axiom.addShortfall('the field is a list, because more is stated of it');
    else axiom.add({ kind: 'single', class: cls, field });
  },
  unique: (axiom, cls, field) => {
    if (field.unique) axiom.add({ kind: 'unique', class: cls, field });
    else axiom.addShortfall('lists are not compared');
  },
};

/**
 * The same if the other class stores the reference. The direction is reversed: the domain is the type of the field, and the
 * range has the field. An inverse functional property limits the field to one value, and a functional one makes it unique.
 */
const otherSideConstraints: Readonly<Partial<Record<PropertyAxiom, ConstraintRecorder>>> = {
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

/** Records the constraints if the other class stores the reference: the values of one instance are not checked together. */
function recordOtherSide({ facts }: Context, { use, source }: Edge, field: FieldDraft): void {
  const { property, class: cls, range, hasAlternatives } = use;
  const owner = field.owner as ClassDraft;
  for (const { kind, axiom } of property.axioms) otherSideConstraints[kind]?.(axiom, owner, field);
  const isWider = !range.classes.some((target) => isA(owner, target)) || !isA(source, cls);
  for (const { axiom } of range.traces) {
    axiom.add({ kind: 'member', class: owner, field });
    if (isWider) axiom.addShortfall(`the relation is stored in ${owner.name}.${field.name}, between more general classes`);
  }
  if (hasAlternatives) return;
  for (const fact of facts.of(cls, property.iri)) {
    const { axiom } = fact;
    if (fact.kind === 'range') continue;
    if ((fact.kind === 'min' && fact.count === 0) || fact.kind === 'node-kind') axiom.needsNoConstraint = true;
    else if (isAtMostOne(fact) && field.unique) axiom.add({ kind: 'unique', class: owner, field });
    else {
      axiom.addShortfall(
        `the relation is stored in ${owner.name}.${field.name}, so the values of one ${cls.name} are not looked at together`,
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
    if (field.owner !== edge.source || ![edge.target, ...edge.target.ancestors].some((c) => c.iri === target)) {
      axiom.addShortfall('the reference is to a more general class, or stored elsewhere');
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
  else axiom.addShortfall('the properties lead between different classes, and each is stored by itself');
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

/** Where the inverse has at most one value, no two instances share the reference. */
function recordInverseUnique({ facts }: Context, edge: Edge, field: FieldDraft): void {
  const back = edge.inverse;
  if (!back || back === edge || back.use.stated.max !== 1 || !field.unique || field.owner !== edge.source) return;
  const { property, class: cls } = back.use;
  const constraint = { kind: 'unique', class: edge.source, field } as const;
  for (const { kind, axiom } of property.axioms) if (kind === 'single') axiom.add(constraint);
  for (const fact of facts.of(cls, property.iri)) if (isAtMostOne(fact)) fact.axiom.add(constraint);
}
