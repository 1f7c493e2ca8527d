/** What a comparison of two models comes to: plain data. */

import type { Place } from '../diagnostics/index.ts';
import type { DomainClass, DomainModel, Enumeration, Field } from '../model/index.ts';

/** Where a change is felt, and how that is called in a sentence. */
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
 * `breaking`: what worked stops working. `dangerous`: it goes on working by itself, and may surprise who relies on more.
 * `safe`: nobody notices.
 */
export type Level = 'safe' | 'dangerous' | 'breaking';

/** From harmless to bad. */
export const levels = ['safe', 'dangerous', 'breaking'] as const satisfies readonly Level[];

/** What has to happen to the rows of a database. */
export type RowEffect =
  | 'none'
  /** All rows of a table are written anew, which takes time and a lock. */
  | 'rewrites'
  /** Rows that do not keep to it stop the migration. */
  | 'may-fail'
  | 'loses-data';

/** What a change means on one surface. */
export interface Effect {
  readonly level: Level;
  /** A clause. */
  readonly because: string;
  /** Of stored rows only. */
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

/** One thing that is different. */
export interface Change {
  readonly kind: ChangeKind;
  /** What it is about, as it is called in the new model, or in the old one if it is gone: `Post`, `Post.title`. */
  readonly element: string;
  /** By what changes are grouped: the class or enumeration; nothing for the model as a whole. */
  readonly group?: string;
  readonly iri?: string;
  /** What of the element changes, if it is one of several things: `max-length`. */
  readonly aspect?: string;
  readonly before?: string;
  readonly after?: string;
  /** One sentence without a full stop: `title is optional now`. */
  readonly says: string;
  /** Where it stands in the old and the new ontology. */
  readonly oldPlace?: Place;
  readonly newPlace?: Place;
  /** The worst of its effects. */
  readonly level: Level;
  readonly effects: Effects;
}

/** A removed element and an added one that are alike: perhaps it was renamed, which only the user knows. */
export interface Suggestion {
  readonly old: string;
  readonly new: string;
  readonly oldIri: string;
  readonly newIri: string;
}

export interface Comparison {
  readonly changes: readonly Change[];
  readonly suggestions: readonly Suggestion[];
  /** What the version number should do, by Semantic Versioning; nothing if nothing changed. */
  readonly step: 'major' | 'minor' | 'patch' | undefined;
}

/** How elements of the old model are found in the new one. */
export interface Matching {
  readonly old: DomainModel;
  readonly new: DomainModel;
  /** The IRI that stands for one of the old model in the new one. */
  readonly iri: (old: string) => string;
  /** Both ways; classes without a counterpart have none. */
  readonly newClass: (old: DomainClass) => DomainClass | undefined;
  readonly oldClass: (now: DomainClass) => DomainClass | undefined;
  readonly newEnumeration: (old: Enumeration) => Enumeration | undefined;
  readonly oldEnumeration: (now: Enumeration) => Enumeration | undefined;
  /** The fields of a class, in pairs; one side may be missing. */
  readonly fields: (old: DomainClass, now: DomainClass) => readonly FieldPair[];
  /** Whether two fields are the same one in some class. */
  readonly isSameField: (old: Field, now: Field) => boolean;
  /** Whether a field, of either side, has a counterpart in some class. */
  readonly isKept: (field: Field) => boolean;
}

export interface FieldPair {
  readonly old: Field | undefined;
  readonly new: Field | undefined;
}
