/**
 * Determines the use of each property in each class of its domain, and its edges: `:author` of `:Post` with the alternatives
 * `:Person` and `:Group` has one use in `:Post`, with one edge to each of the two classes.
 */

import { type Count, type CountHints, countOf } from '../assume/count.ts';
import type { AssumptionLog, Subject } from '../assume/decision.ts';
import { decidedCount, decidedCountOf, reconcileBounds } from '../decide/count.ts';
import { areRelated, type ClassDraft, type FieldDraft, type RelationDraft } from '../draft.ts';
import type { MemberNames } from '../name/members.ts';
import { type Bounds, type Facts, NO_BOUNDS } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { domainSourceOf, hasOnlyDomainAndRange, isObjectProperty, type Property, rangeIn } from '../type/property.ts';
import type { Range, ValueType } from '../type/range.ts';
import { isPluralName } from '../words/names.ts';
import { NO_PERMISSIONS, type SubclassPermissions, statedBounds, subclassPermissions } from './bounds.ts';

/** The use of a property in one class of its domain, with the type and the number of the values. */
export interface Use {
  readonly property: Property;
  readonly class: ClassDraft;
  range: Range;
  /** The name of the property in the class, as a noun for its values: `author`, `comments`. */
  readonly role: string;
  /** The name from which the names of its members are derived; the user may choose it. */
  readonly memberName: string;
  readonly isNameChosen: boolean;
  /** The bounds of the number of values that the ontology states, or the user decides. */
  readonly stated: Bounds;
  readonly count: Count;
  /** Numbers of values, from `count`. */
  readonly minimum: number;
  readonly maximum: number;
  /** The subject of decisions about the use; its member is set once it exists. */
  readonly subject: Subject;
  /** The field for values that are not references, once created. */
  valueField: FieldDraft | undefined;
  /** One edge for each class of the range. */
  edges: readonly Edge[];
  /** The range has alternatives, each a field of its own. */
  readonly hasAlternatives: boolean;
}

/** The part of a use that leads to one class of the range; it becomes a reference field and a relation. */
export interface Edge {
  readonly use: Use;
  /** The class of the use; for an edge that is stored with its inverse, the target of the inverse. */
  source: ClassDraft;
  target: ClassDraft;
  /** Whether it may lead to several instances, as stated or because the inverse stores the reference. */
  many: boolean;
  /** The edge from the target back to the source. */
  inverse: Edge | undefined;
  storage: Storage;
  /** The field and relation of the edge, once created; undefined for an edge that is stored with its inverse. */
  stored: Stored | undefined;
}

/** The field that stores an edge, and the relation in the direction of the reference. */
export interface Stored {
  readonly field: FieldDraft;
  readonly forward: RelationDraft;
}

export function storedOf(edge: Edge): Stored | undefined {
  return edge.stored ?? edge.inverse?.stored;
}

/** Where the references of an edge are stored. */
export type Storage =
  /** One reference in each instance of the source. */
  | 'source'
  /** A list of references in each instance of the source. */
  | 'list'
  /** One reference in each instance of the target to its owner, the source. */
  | 'target'
  /** With the inverse edge. */
  | 'inverse';

const NO_EDGES: readonly Edge[] = [];

/** The uses of each property, in the order of the properties; at least one for each. */
export type Uses = readonly (readonly Use[])[];

/** @param log receives the assumptions about the number of values */
export function usesOf(
  reader: Reader,
  classes: readonly ClassDraft[],
  properties: readonly Property[],
  facts: Facts,
  names: MemberNames,
  log: AssumptionLog,
): Uses {
  const { policies } = reader;
  const byIri = new Map(classes.map((cls) => [cls.iri, cls]));
  const useOf = (property: Property, cls: ClassDraft): Use => {
    const range = rangeIn(property, cls);
    const { value, classes } = range;
    const role = names.role(property, cls);
    const chosenName = names.chosenName(property, cls);
    const decided = decidedCount(reader, property, cls);
    // No restriction or shape mentions such a property, so nothing states its number of values, not even in subclasses.
    const isPlainProperty = hasOnlyDomainAndRange(property);
    const statedByOntology = isPlainProperty ? NO_BOUNDS : statedBounds(reader, facts, cls, property);
    const stated = decided ? reconcileBounds(reader, facts, cls, property, statedByOntology, decided) : statedByOntology;
    const hasAlternatives = classes.length + Number(value !== undefined) > 1;
    const permissions = isPlainProperty ? NO_PERMISSIONS : subclassPermissions(facts, cls, property, (iri) => byIri.get(iri));
    const hints = countHints(property, cls, role, hasAlternatives, permissions, decided?.many?.value === true);
    const subject: Subject = { class: cls, member: undefined };
    const undecidedCount = countOf(policies, stated, hints, subject);
    const count = decided ? decidedCountOf(decided, stated, undecidedCount, subject) : undecidedCount;
    const minimum = count.minimum.record(log);
    const maximum = count.maximum.record(log);
    const use: Use = {
      property,
      class: cls,
      range,
      role,
      memberName: chosenName ?? names.referenceName(property, cls),
      isNameChosen: chosenName !== undefined,
      stated: decided ? decidedBounds(stated, count, minimum, maximum) : stated,
      count,
      minimum,
      maximum,
      subject,
      valueField: undefined,
      edges: NO_EDGES,
      hasAlternatives,
    };
    if (classes.length > 0) {
      const many = maximum > 1;
      const storage = many ? 'list' : 'source';
      use.edges = classes.map((target) => ({ use, source: cls, target, many, inverse: undefined, storage, stored: undefined }));
    }
    return use;
  };
  return properties.map((property) => property.domains.map((cls) => useOf(property, cls)));
}

function countHints(
  property: Property,
  cls: ClassDraft,
  role: string,
  hasAlternatives: boolean,
  { mayBeAbsent, mayHaveMany }: SubclassPermissions,
  isDecidedMany: boolean,
): CountHints {
  const { value, classes } = rangeIn(property, cls);
  const pointsToResources = classes.length > 0 || isIndividual(value) || isObjectProperty(property);
  return {
    isPlural: pointsToResources && isPluralName(role),
    mayBeAbsent: mayBeAbsent || domainSourceOf(property, cls) === 'includes',
    mayHaveMany: mayHaveMany || isDecidedMany,
    // Another alternative may have the values; a chain of required references to related classes would never end.
    mustAllowNone: hasAlternatives || classes.some((target) => areRelated(cls, target)),
  };
}

/** Returns the property of uses, of which there is at least one. */
export function propertyOf(uses: readonly Use[]): Property {
  return (uses[0] as Use).property;
}

/** Returns the subject of decisions about a use. */
export function subjectOf({ subject }: Use): Subject {
  return subject;
}

/** Adds the user's decisions about the element to the stated bounds, because both decide how references are stored. */
function decidedBounds(stated: Bounds, count: Count, minimum: number, maximum: number): Bounds {
  return {
    ...stated,
    ...(count.minimum.at !== undefined && { min: minimum }),
    ...(count.maximum.at !== undefined && Number.isFinite(maximum) && { max: maximum }),
  };
}

/** Returns whether values stand for individuals; the property is then named like a reference. */
export function isIndividual(type: ValueType | undefined): boolean {
  return type?.kind === 'enumeration' && type.enumeration.values.every((v) => v.iri !== undefined);
}
