import { type Count, countOf, isAssumedOne, ONE_OF_FIELD } from '../assume/count.ts';
import { type AssumptionLog, OneValue, type Subject } from '../assume/decision.ts';
import { countWith, decidedCount, reconcile } from '../decide/count.ts';
import { areRelated, type ClassDraft, type FieldDraft, type RelationDraft } from '../draft.ts';
import type { MemberNames } from '../name/members.ts';
import type { Policies } from '../policies.ts';
import { type Bounds, type Facts, NO_BOUNDS } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { isObjectProperty, isPlain, type Property, rangeIn, reachOf } from '../type/property.ts';
import type { Range, ValueType } from '../type/range.ts';
import { isPluralName } from '../words/names.ts';
import { latitudeOf, NO_LATITUDE, statedBounds } from './bounds.ts';

/** A property in one class of its domain: what its values are there, and how many. */
export interface Use {
  readonly property: Property;
  readonly class: ClassDraft;
  range: Range;
  /** The property's name in the class, as a thing it leads to: `author`, `comments`. */
  readonly role: string;
  /** What its members are named after: the role, or what the user chose. */
  readonly called: string;
  readonly isNamed: boolean;
  /** What is stated of how many values there are. */
  readonly stated: Bounds;
  readonly count: Count;
  /** What `count` comes to. */
  readonly least: number;
  readonly most: number;
  /** The member that the use becomes, once there is one; see {@link subjectOf}. */
  subject: Subject | undefined;
  /** The field that holds values, once it is made. */
  value: FieldDraft | undefined;
  /** To each class of the range. */
  edges: readonly Edge[];
  /** The range has alternatives, of which each is a field of its own. */
  readonly isShared: boolean;
}

/** A use of a property that leads to one class of its range. */
export interface Edge {
  readonly use: Use;
  /** The class of the use; of an edge that is kept at its other end, the class that leads back there. */
  source: ClassDraft;
  target: ClassDraft;
  /** May lead to several instances: by what is said, or because its inverse is kept at the other end. */
  many: boolean;
  /** Leads back from the target to the source. */
  inverse: Edge | undefined;
  storage: Storage;
  /** What keeps it, once that is made; nothing of what is kept with its inverse. */
  stored: Stored | undefined;
}

/** The field that keeps an edge, and the relation in the direction in which it refers. */
export interface Stored {
  readonly field: FieldDraft;
  readonly forward: RelationDraft;
}

/** Where the references are that an edge is made of. */
export type Storage =
  /** One in each instance of the source. */
  | 'key'
  /** A list in each instance of the source. */
  | 'list'
  /** One in each instance of the target, which belongs to the source. */
  | 'owner'
  /** Where its inverse has them. */
  | 'inverse';

const NO_EDGES: readonly Edge[] = [];

/** The uses of each property, in the order of the properties; each has one at least. */
export type Uses = readonly (readonly Use[])[];

export function usesOf(
  reader: Reader,
  classes: readonly ClassDraft[],
  properties: readonly Property[],
  facts: Facts,
  names: MemberNames,
  policies: Policies,
  log: AssumptionLog,
): Uses {
  const byIri = new Map(classes.map((cls) => [cls.iri, cls]));
  const useOf = (property: Property, cls: ClassDraft): Use => {
    const range = rangeIn(property, cls);
    const { value, classes } = range;
    const role = names.role(property, cls);
    const chosenName = names.chosen(property, cls);
    const decided = decidedCount(reader, property, cls);
    // Of a plain property nothing is stated of numbers, of subclasses either.
    const plain = isPlain(property);
    const said = plain ? NO_BOUNDS : statedBounds(reader, facts, cls, property);
    const stated = decided ? reconcile(reader, facts, cls, property, said, decided) : said;
    const isShared = classes.length + Number(value !== undefined) > 1;
    const leads = classes.length > 0 || isIndividual(value) || isObjectProperty(property);
    const { mayLack, mayHaveMany } = plain ? NO_LATITUDE : latitudeOf(facts, cls, property, (iri) => byIri.get(iri));
    const circumstances = {
      isPlural: leads && isPluralName(role),
      mayLack: mayLack || reachOf(property, cls) === 'includes',
      mayHaveMany: mayHaveMany || decided?.many?.value === true,
      mayEnd: isShared || classes.some((target) => areRelated(cls, target)),
    };
    let count = ONE_OF_FIELD;
    let subject: Subject | undefined;
    let least = 1;
    let most = 1;
    const isOneOfField = value && classes.length === 0 && !decided && isAssumedOne(policies, stated, circumstances);
    if (!isOneOfField) {
      subject = { class: cls, member: undefined };
      const open = countOf(policies, stated, circumstances, subject);
      count = decided ? countWith(decided, stated, open, subject) : open;
      [least, most] = taken(count, log);
    }
    const use: Use = {
      property,
      class: cls,
      range,
      role,
      called: chosenName ?? names.referenceName(property, cls),
      isNamed: chosenName !== undefined,
      stated: decided ? firm(stated, count, least, most) : stated,
      count,
      least,
      most,
      subject,
      value: undefined,
      edges: NO_EDGES,
      isShared,
    };
    const many = most > 1;
    if (classes.length > 0) {
      use.edges = classes.map((target) => {
        return { use, source: cls, target, many, inverse: undefined, storage: many ? 'list' : 'key', stored: undefined };
      });
    }
    return use;
  };
  return properties.map((property) => {
    const [only] = property.domains;
    return only && property.domains.length === 1 ? [useOf(property, only)] : property.domains.map((cls) => useOf(property, cls));
  });
}

/** The property that uses are of. */
export function propertyOf(uses: readonly Use[]): Property {
  return (uses[0] as Use).property;
}

/** The least and the greatest number of values, recorded. */
function taken(count: Count, log: AssumptionLog): readonly [least: number, most: number] {
  if (!(count instanceof OneValue)) return [count.least.take(log), count.most.take(log)];
  count.take(log);
  return [1, 1];
}

/** What decisions are about that concern a use: its class, and the member that it becomes. */
export function subjectOf(use: Use): Subject {
  use.subject ??= { class: use.class, member: undefined };
  return use.subject;
}

/** What is decided of the very element counts like what is stated of it, where it is settled how references are kept. */
function firm(stated: Bounds, count: Count, least: number, most: number): Bounds {
  return {
    ...stated,
    ...(count.least.at !== undefined && { min: least }),
    ...(count.most.at !== undefined && Number.isFinite(most) && { max: most }),
  };
}

/** Whether values stand for individuals, which makes the name of the property a role. */
export function isIndividual(type: ValueType | undefined): boolean {
  return type?.kind === 'enumeration' && type.enumeration.values.every((v) => v.iri !== undefined);
}

/** Whether the ontology says that there is at most one. */
export function isStatedToOne({ stated }: Use): boolean {
  return stated.max === 1;
}
