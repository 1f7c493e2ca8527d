/** What the pages of a site are made of: plain data, written into files that the browser loads when they are looked at. */

/** How a member of a class got there. */
export type By = 'stated' | 'assumed' | 'policy' | 'decision' | 'model';

/** What a target does about an axiom: `enforced`, `approximated`, `dropped`. */
export type StatusSign = 'e' | 'a' | 'd';

/** What is known of a class without opening its page. */
export interface ClassBrief {
  readonly name: string;
  readonly slug: string;
  readonly label?: string;
  readonly iri: string;
  /** Its number among {@link SiteIndex.namespaces}. */
  readonly namespace: number;
  /** The first sentence of its comment. */
  readonly about?: string;
  /** Its direct superclasses, by their numbers among {@link SiteIndex.classes}. */
  readonly parents: readonly number[];
  /** How many fields it adds, and how many it has. */
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

/** A relationship that the ontology names: from class to class, by their numbers. */
export interface LinkBrief {
  readonly from: number;
  readonly to: number;
  /** What the class at the end is to the one at the beginning. */
  readonly name: string;
  /** The way back, if it has a name, too. */
  readonly back?: string;
  /** How many there are at the end for one at the beginning: `0..1`, `*`. */
  readonly many?: string;
}

export interface TargetBrief {
  readonly name: string;
  readonly language: string;
  /** How many axioms it enforces, approximates and drops. */
  readonly totals: readonly [enforced: number, approximated: number, dropped: number];
}

/** What all pages share. */
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
  /** The targets that enforce, in the order of all lists of statuses. */
  readonly targets: readonly TargetBrief[];
  readonly axioms: number;
  readonly assumptions: number;
  /** `31 assumed: 22 required, 9 directions` */
  readonly assumed: string;
  /** What was decided by policies, each as `name=value`. */
  readonly policies: readonly string[];
  /** `4 of 1010 classes; no reference leaves the slice` */
  readonly slice?: string;
  /** With what the ontology was compared, if it was. */
  readonly against?: string;
  /** The page that it is, if it is no whole site: there are no pages of classes. */
  readonly part?: 'report' | 'assumptions';
}

/** Something that can be found: a class, an enumeration, a field or one of several values. */
export interface SearchEntry {
  readonly kind: 'class' | 'enumeration' | 'field' | 'value';
  readonly name: string;
  readonly label?: string;
  readonly iri?: string;
  readonly about?: string;
  /** The number of the class, or of the enumeration. */
  readonly of: number;
}

/** Why something holds, in words, and what it rests on. */
export interface Because {
  readonly by: By;
  readonly says: string;
}

/** Something that is demanded of a field or a class. */
export interface HeldData {
  readonly says: string;
  readonly because: readonly Because[];
}

/** What is said of an axiom or an assumption where a target does not enforce it. */
export interface NoteData {
  readonly status: StatusSign;
  /** `all but sql-schema` */
  readonly by: string;
  readonly note: string;
}

export interface AxiomData {
  readonly statement: string;
  readonly place?: string;
  /** A sign for each target. */
  readonly status: string;
  readonly notes: readonly NoteData[];
}

/** An axiom, and what it is about: `post/title`, by the slug of the class. */
export interface ReportedAxiom extends AxiomData {
  readonly about: readonly string[];
}

export interface AssumptionData {
  readonly element: string;
  readonly place?: string;
  readonly decided: string;
  readonly because: string;
  /** What in the ontology would state it; empty if nothing can. */
  readonly otherwise: string;
  /** The choices of the policy that decides it. */
  readonly policy: string;
  readonly notes: readonly NoteData[];
}

export interface FieldData {
  readonly name: string;
  /** Its type in words of the ontology: `string`, `dateTime`, `OrderStatus`. */
  readonly type: string;
  readonly label?: string;
  readonly iri?: string;
  readonly place?: string;
  readonly doc?: string;
  /** The class that it refers to, or the enumeration that its values are of, by their numbers. */
  readonly class?: number;
  readonly enumeration?: number;
  readonly cardinality: 'one' | 'optional' | 'many';
  /** The class whose field this one narrows. */
  readonly refines?: number;
  readonly deprecated?: true;
  readonly holds: readonly HeldData[];
  /** Axioms that shaped it, by their numbers among {@link ClassData.axioms}, and assumptions likewise. */
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

/** Lines of a generated file that follow each other. */
export interface Stretch {
  /** The number of the first line in the file, from 1. */
  readonly from: number;
  readonly text: string;
}

export interface CodeData {
  readonly target: string;
  readonly path: string;
  readonly stretches: readonly Stretch[];
  /** How many lines that belong to the class are left out. */
  readonly more?: number;
  /** By the number of a field in {@link ClassData.fields}: the first and the last line that it became, pair by pair. */
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
  /** Those that it adds, and those that it narrows. */
  readonly fields: readonly FieldData[];
  readonly relations: readonly RelationData[];
  /** What holds of several fields together, or of all instances. */
  readonly rules: readonly HeldData[];
  readonly axioms: readonly AxiomData[];
  /** The axioms that are about the class itself. */
  readonly own: readonly number[];
  readonly assumptions: readonly AssumptionData[];
  readonly code: readonly CodeData[];
  /** An instance that keeps to everything; nothing if none was found. */
  readonly json?: string;
  readonly turtle?: string;
  /** Fields that the instance is shown without: there are too many. */
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
  /** The fields that hold it, each with the number of its class. */
  readonly usedBy: readonly (readonly [cls: number, field: string])[];
}

/** What is to be said of targets beside their verdicts on each axiom. */
export interface EnforcementData {
  readonly differences: readonly { readonly what: string; readonly why: string; readonly targets: string }[];
  readonly omissions: readonly { readonly target: string; readonly class: number; readonly what: string }[];
  /** What leads out of a slice. */
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
  /** What the version number should do. */
  readonly step?: string;
  readonly groups: readonly { readonly name: string; readonly class?: number; readonly changes: readonly ChangeData[] }[];
  readonly suggestions: readonly string[];
}

/** Every file of data, by the beginning of its name. */
export interface DataFiles {
  readonly index: SiteIndex;
  readonly search: readonly SearchEntry[];
  readonly class: ClassData;
  readonly enumeration: EnumerationData;
  /** All axioms, in the order of their places. */
  readonly axioms: readonly ReportedAxiom[];
  readonly enforcement: EnforcementData;
  readonly assumptions: readonly AssumedGroupData[];
  readonly changes: ChangesData;
}
