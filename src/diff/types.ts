/** The result of a comparison of two models, as plain data: changes, each with its effects on eight surfaces. */

import type { Place } from '../diagnostics/index.ts';
import type { DomainClass, DomainModel, Enumeration, Field } from '../model/index.ts';

/** What a change can affect, with the words for it in a sentence. */
export const surfaces = {
  'json-in': 'JSON written by old clients',
  'json-out': 'JSON read by old clients',
  rest: 'REST clients',
  graphql: 'GraphQL clients',
  rust: 'Rust callers',
  typescript: 'TypeScript callers',
  python: 'Python callers',
  rows: 'stored rows',
} as const;

export type Surface = keyof typeof surfaces;

export const surfaceNames = Object.keys(surfaces) as readonly Surface[];

/**
 * From harmless to bad. `safe`: no client notices it. `dangerous`: it continues to work, but some clients may get unexpected
 * results. `breaking`: something that worked stops working.
 */
export const levels = ['safe', 'dangerous', 'breaking'] as const;

export type Level = (typeof levels)[number];

/** The effect on the rows of a database. */
export type RowEffect =
  | 'none'
  /** All rows of a table are rewritten, which takes time and a lock. */
  | 'rewrites'
  /** Rows that violate a constraint stop the migration. */
  | 'may-fail'
  | 'loses-data';

/** The effect of a change on one surface. */
export interface Effect {
  readonly level: Level;
  /** The reason, as a clause. */
  readonly because: string;
  /** Only on the surface `rows`. */
  readonly rows?: RowEffect;
}

export type Effects = Readonly<Record<Surface, Effect>>;

/** Every kind of change and the kind that undoes it. */
export const inverses = {
  'class-added': 'class-removed',
  'class-removed': 'class-added',
  'class-renamed': 'class-renamed',
  'class-subclassed': 'class-unsubclassed',
  'class-unsubclassed': 'class-subclassed',
  'parent-added': 'parent-removed',
  'parent-removed': 'parent-added',
  'disjoint-added': 'disjoint-removed',
  'disjoint-removed': 'disjoint-added',
  'class-abstract': 'class-concrete',
  'class-concrete': 'class-abstract',
  'class-closed': 'class-opened',
  'class-opened': 'class-closed',
  'key-added': 'key-removed',
  'key-removed': 'key-added',
  'rule-tightened': 'rule-loosened',
  'rule-loosened': 'rule-tightened',
  'rule-changed': 'rule-changed',
  'arguments-reordered': 'arguments-reordered',
  'field-added': 'field-removed',
  'field-removed': 'field-added',
  'field-renamed': 'field-renamed',
  'field-moved': 'field-moved',
  'type-widened': 'type-narrowed',
  'type-narrowed': 'type-widened',
  'type-changed': 'type-changed',
  'made-required': 'made-optional',
  'made-optional': 'made-required',
  'made-list': 'made-single',
  'made-single': 'made-list',
  'constraint-tightened': 'constraint-loosened',
  'constraint-loosened': 'constraint-tightened',
  'constraint-changed': 'constraint-changed',
  'made-unique': 'made-shared',
  'made-shared': 'made-unique',
  'default-changed': 'default-changed',
  'generated-changed': 'generated-changed',
  'deletion-changed': 'deletion-changed',
  'relation-added': 'relation-removed',
  'relation-removed': 'relation-added',
  'relation-renamed': 'relation-renamed',
  'relation-changed': 'relation-changed',
  'enumeration-added': 'enumeration-removed',
  'enumeration-removed': 'enumeration-added',
  'enumeration-renamed': 'enumeration-renamed',
  'value-added': 'value-removed',
  'value-removed': 'value-added',
  'value-renamed': 'value-renamed',
  'values-reordered': 'values-reordered',
  deprecated: 'undeprecated',
  undeprecated: 'deprecated',
  'documentation-changed': 'documentation-changed',
  'property-added': 'property-removed',
  'property-removed': 'property-added',
  'policy-changed': 'policy-changed',
  'model-renamed': 'model-renamed',
} as const satisfies Readonly<Record<string, string>>;

export type ChangeKind = keyof typeof inverses;

/** One difference between two models. */
export interface Change {
  readonly kind: ChangeKind;
  /** The element that changed, with its name in the new model, or in the old one if it was removed: `Post`, `Post.title`. */
  readonly element: string;
  /** The heading that groups changes: a class or an enumeration; absent for the model itself. */
  readonly group?: string;
  readonly iri?: string;
  /** What changes, if the element has several aspects: `max-length`. */
  readonly aspect?: string;
  readonly before?: string;
  readonly after?: string;
  /** One sentence without a full stop: `title: now optional`. */
  readonly says: string;
  /** The source locations in the old and the new ontology. */
  readonly oldPlace?: Place;
  readonly newPlace?: Place;
  /** The worst of its effects. */
  readonly level: Level;
  readonly effects: Effects;
}

/** Returns the members `before` and `after` of a change, without those that are undefined. */
export const beforeAndAfter = (before: string | undefined, after: string | undefined): Pick<Change, 'before' | 'after'> => ({
  ...(before !== undefined && { before }),
  ...(after !== undefined && { after }),
});

/** A removed and an added element that are similar. Only the user knows whether it was renamed. */
export interface Suggestion {
  readonly old: string;
  readonly new: string;
  readonly oldIri: string;
  readonly newIri: string;
}

export interface Comparison {
  readonly changes: readonly Change[];
  readonly suggestions: readonly Suggestion[];
  /** The step of the next version by Semantic Versioning; undefined if nothing changed. */
  readonly step: 'major' | 'minor' | 'patch' | undefined;
}

/** The counterparts of elements in the other model. */
export interface Matching {
  readonly old: DomainModel;
  readonly new: DomainModel;
  /** Returns the IRI in the new model for one of the old. */
  readonly iri: (old: string) => string;
  /** In both directions; undefined for a class without a counterpart. */
  readonly newClass: (old: DomainClass) => DomainClass | undefined;
  readonly oldClass: (now: DomainClass) => DomainClass | undefined;
  readonly newEnumeration: (old: Enumeration) => Enumeration | undefined;
  readonly oldEnumeration: (now: Enumeration) => Enumeration | undefined;
  /** The fields of a class, in pairs; one side may be missing. */
  readonly fields: (old: DomainClass, now: DomainClass) => readonly FieldPair[];
  /** Whether two fields are a pair in some class. */
  readonly isSameField: (old: Field, now: Field) => boolean;
  /** Whether a field of either model has a counterpart in some class. */
  readonly isKept: (field: Field) => boolean;
}

export interface FieldPair {
  readonly old: Field | undefined;
  readonly new: Field | undefined;
}

/** A change of a class, without the members that all changes of the class share. `says` follows the name of the class. */
export type ClassDifference = Pick<Change, 'kind' | 'aspect' | 'before' | 'after' | 'says' | 'effects'>;
