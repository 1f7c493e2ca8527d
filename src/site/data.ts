/** The types of the data files, which the generator writes and the browser loads when a page is opened. */

export type ConstraintOrigin = 'stated' | 'assumed' | 'policy' | 'decision' | 'model';

/** The status of an axiom in a target: `enforced`, `approximated`, `dropped`. */
export type StatusSign = 'e' | 'a' | 'd';

/** The summary of a class, known without opening its page. */
export interface ClassBrief {
  readonly name: string;
  readonly slug: string;
  readonly label?: string;
  readonly iri: string;
  /** Its index in {@link SiteIndex.namespaces}. */
  readonly namespace: number;
  /** The first sentence of its comment. */
  readonly about?: string;
  /** Its direct superclasses, as indices in {@link SiteIndex.classes}. */
  readonly parents: readonly number[];
  /** Number of fields that it adds, and of all its fields. */
  readonly own: number;
  readonly all: number;
  readonly deprecated?: true;
}

export interface EnumerationBrief {
  readonly name: string;
  readonly slug: string;
  readonly label?: string;
  readonly iri?: string;
  readonly about?: string;
  readonly values: number;
}

/** A relation that the ontology declares. `from` and `to` are indices of classes. */
export interface LinkBrief {
  readonly from: number;
  readonly to: number;
  /** The role of the target class. */
  readonly name: string;
  /** The name of the inverse, if it has one. */
  readonly back?: string;
  /** Number of targets for one source: `0..1`, `*`. */
  readonly many?: string;
}

export interface TargetBrief {
  readonly name: string;
  readonly language: string;
  /** Number of axioms that it enforces, approximates and drops. */
  readonly totals: readonly [enforced: number, approximated: number, dropped: number];
}

export interface SiteIndex {
  readonly title: string;
  readonly about?: string;
  readonly source: string;
  readonly iri?: string;
  readonly version?: string;
  readonly namespaces: readonly { readonly prefix: string; readonly iri: string }[];
  readonly classes: readonly ClassBrief[];
  readonly enumerations: readonly EnumerationBrief[];
  readonly links: readonly LinkBrief[];
  /** The targets that enforce constraints, in the order of all lists of statuses. */
  readonly targets: readonly TargetBrief[];
  readonly axioms: number;
  readonly assumptions: number;
  /** `31 assumptions: 22 required fields, 9 reference directions` */
  readonly assumed: string;
  /** Policies that the user set, each as `name=value`. */
  readonly policies: readonly string[];
  /** `4 of 1010 classes; no reference leaves the slice` */
  readonly slice?: string;
  /** The version with which the ontology was compared, if any. */
  readonly against?: string;
  /** The page in a single-page report, which has no pages of classes. */
  readonly part?: 'report' | 'assumptions';
}

/** A search result: a class, an enumeration, a field or an enumeration value. */
export interface SearchEntry {
  readonly kind: 'class' | 'enumeration' | 'field' | 'value';
  readonly name: string;
  readonly label?: string;
  readonly iri?: string;
  readonly about?: string;
  /** The index of the class or enumeration. */
  readonly of: number;
}

export interface ReasonData {
  readonly by: ConstraintOrigin;
  readonly says: string;
}

export interface ConstraintData {
  readonly says: string;
  readonly because: readonly ReasonData[];
}

/** Why some targets do not enforce an axiom or assumption. */
export interface NoteData {
  readonly status: StatusSign;
  /** `all but sql-schema` */
  readonly by: string;
  readonly note: string;
}

export interface AxiomData {
  readonly statement: string;
  readonly place?: string;
  /** One sign for each target. */
  readonly status: string;
  readonly notes: readonly NoteData[];
}

/** An axiom with the elements that it is about, such as `post/title` with the slug of the class. */
export interface ReportedAxiom extends AxiomData {
  readonly about: readonly string[];
}

export interface AssumptionData {
  readonly element: string;
  readonly place?: string;
  readonly decided: string;
  readonly because: string;
  /** The construct that would state it in the ontology; empty if none exists. */
  readonly otherwise: string;
  /** The values of the policy that decides it. */
  readonly policy: string;
  readonly notes: readonly NoteData[];
}

export interface FieldData {
  readonly name: string;
  /** Its type in terms of the ontology: `string`, `dateTime`, `OrderStatus`. */
  readonly type: string;
  readonly label?: string;
  readonly iri?: string;
  readonly place?: string;
  readonly doc?: string;
  /** The referenced class, or the enumeration of its values, as indices. */
  readonly class?: number;
  readonly enumeration?: number;
  readonly cardinality: 'one' | 'optional' | 'many';
  /** The class whose field this one narrows, as an index. */
  readonly refines?: number;
  readonly deprecated?: true;
  readonly holds: readonly ConstraintData[];
  /** Axioms that affect it, as indices in {@link ClassData.axioms}, and assumptions likewise. */
  readonly axioms: readonly number[];
  readonly assumptions: readonly number[];
}

export interface RelationData {
  readonly name: string;
  readonly target: number;
  readonly many: boolean;
  readonly required: boolean;
  /** The field that stores it: `Comment.post_id`. */
  readonly storedIn: string;
  readonly doc?: string;
}

/** Consecutive lines of a generated file. */
export interface Stretch {
  /** The number of the first line in the file, from 1. */
  readonly from: number;
  readonly text: string;
}

export interface CodeData {
  readonly target: string;
  readonly path: string;
  readonly stretches: readonly Stretch[];
  /** Number of lines of the class that are omitted. */
  readonly more?: number;
  /** By the index of a field in {@link ClassData.fields}: pairs of its first and last line. */
  readonly fields: Readonly<Record<number, readonly number[]>>;
}

export interface ClassData {
  readonly iri: string;
  readonly place?: string;
  readonly doc?: string;
  readonly replacedBy?: string;
  readonly closed: boolean;
  /** The most derived first. */
  readonly ancestors: readonly number[];
  /** Fields that it adds, and fields that it narrows. */
  readonly fields: readonly FieldData[];
  readonly relations: readonly RelationData[];
  /** Constraints on several fields together, or on all instances. */
  readonly rules: readonly ConstraintData[];
  readonly axioms: readonly AxiomData[];
  /** The axioms about the class itself, as indices. */
  readonly own: readonly number[];
  readonly assumptions: readonly AssumptionData[];
  readonly code: readonly CodeData[];
  /** A valid instance; absent if none was found. */
  readonly json?: string;
  readonly turtle?: string;
  /** Number of fields that the instance omits, because there are too many. */
  readonly without?: number;
}

export interface ValueData {
  readonly value: string;
  readonly label?: string;
  readonly iri?: string;
  readonly doc?: string;
}

export interface EnumerationData {
  readonly iri?: string;
  readonly place?: string;
  readonly doc?: string;
  readonly values: readonly ValueData[];
  /** The fields that use it, each with the index of its class. */
  readonly usedBy: readonly (readonly [cls: number, field: string])[];
}

/** Information about targets beyond the status of each axiom. */
export interface EnforcementData {
  readonly differences: readonly { readonly what: string; readonly why: string; readonly targets: string }[];
  readonly omissions: readonly { readonly target: string; readonly class: number; readonly what: string }[];
  readonly leaving: readonly { readonly heading: string; readonly entries: readonly string[] }[];
}

export interface AssumedGroupData {
  readonly kind: string;
  readonly decided: string;
  readonly because: string;
  readonly otherwise: string;
  readonly policy: string;
  readonly entries: readonly Pick<AssumptionData, 'element' | 'place' | 'notes'>[];
}

export interface ChangeData {
  readonly says: string;
  readonly level: 'safe' | 'dangerous' | 'breaking';
  readonly place: string;
  readonly effects: readonly { readonly level: string; readonly surfaces: string; readonly because: string }[];
}

export interface ChangesData {
  readonly old: string;
  readonly summary: string;
  /** The change of the version number that is recommended. */
  readonly step?: string;
  readonly groups: readonly { readonly name: string; readonly class?: number; readonly changes: readonly ChangeData[] }[];
  readonly suggestions: readonly string[];
}

/** All data files, by the beginning of their names. */
export interface DataFiles {
  readonly index: SiteIndex;
  readonly search: readonly SearchEntry[];
  readonly class: ClassData;
  readonly enumeration: EnumerationData;
  /** All axioms, in the order of their source locations. */
  readonly axioms: readonly ReportedAxiom[];
  readonly enforcement: EnforcementData;
  readonly assumptions: readonly AssumedGroupData[];
  readonly changes: ChangesData;
}
