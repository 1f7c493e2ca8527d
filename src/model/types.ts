/**
 * The domain model: what an ontology says about an application's data, in no language's terms.
 *
 * It is all that a target sees. Names, order, nullability, lists, generated values, uniqueness,
 * inheritance and references are settled here, before any text exists. It is plain data, never
 * changed once built; classes, fields and relations refer to each other as objects.
 */

import type { Place } from '../diagnostics/index.ts';

/**
 * The value spaces that targets tell apart. Each XSD or RDF datatype maps to one of them
 * (see `datatypes.ts`).
 */
export type ScalarKind =
  /** Any text. */
  | 'string'
  /** An IRI reference (RFC 3987), absolute or relative. */
  | 'iri'
  | 'boolean'
  | 'int8'
  | 'int16'
  | 'int32'
  | 'int64'
  | 'uint8'
  | 'uint16'
  | 'uint32'
  | 'uint64'
  | 'float32'
  | 'float64'
  /** Exact decimal; written as a string in JSON, so that no reader rounds it. */
  | 'decimal'
  /** An instant; RFC 3339 with an offset in JSON, such as `2024-05-17T08:30:00Z`. */
  | 'dateTime'
  /** `2024-05-17` */
  | 'date'
  /** A time of day without an offset: `08:30:00`, with fractions if need be. */
  | 'time'
  /** ISO 8601: `P1Y2M3DT4H5M6S` */
  | 'duration'
  /** Bytes; base64 text in JSON (RFC 4648, section 4). */
  | 'base64'
  /** Bytes; hexadecimal text in JSON. */
  | 'hex'
  /** Parts of a date, in the lexical form of XSD: `2024`, `2024-05`, `--05-17`, `---17`, `--05`. */
  | 'gYear'
  | 'gYearMonth'
  | 'gMonthDay'
  | 'gDay'
  | 'gMonth';

export interface ScalarType {
  readonly kind: 'scalar';
  readonly scalar: ScalarKind;
  /** IRI of the datatype in the ontology, where there is one. */
  readonly datatype?: string;
  /** Inclusive bounds narrower than those of the integer kind itself: 1 for xsd:positiveInteger. */
  readonly minimum?: number;
  readonly maximum?: number;
}

export type FieldType =
  /** The identity of an instance: a UUID. */
  | { readonly kind: 'id' }
  | ScalarType
  /** The `id` of an instance of `target`. */
  | { readonly kind: 'reference'; readonly target: DomainClass };

/**
 * How many values: exactly one; none or one (absent or null in JSON); or a list
 * (always there in JSON, empty if need be).
 */
export type Cardinality = 'one' | 'optional' | 'many';

/** A value that a constructor supplies by itself: a fresh UUID (version 4), the current time, or 0. */
export type GeneratedValue = 'uuid' | 'now' | 'zero';

interface Described {
  /** The name for people: `rdfs:label` as written. */
  readonly label?: string;
  /**
   * Documentation for people, cleaned: line breaks are `\n`, there are no other control
   * characters and no bidirectional controls, no trailing blanks, and it is never empty.
   * It may hold anything else: `*` followed by `/`, `"""`, `--`, backticks, `${`.
   */
  readonly doc?: string;
  readonly deprecated: boolean;
}

export interface Field extends Described {
  /**
   * snake_case, `[a-z][a-z0-9_]*`, unique among the fields and relations of every class that has it.
   * It is the wire name: the key in JSON and the column in SQL, in every target. A target whose
   * reserved words it meets escapes the identifier, and keeps the wire name.
   */
  readonly name: string;
  readonly type: FieldType;
  readonly cardinality: Cardinality;
  /** For lists: the least and largest number of values. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Only where `cardinality` is `one`. */
  readonly generated?: GeneratedValue;
  /** No two instances of the class share a value. */
  readonly unique: boolean;
  /** The class that declares the field; others inherit it. */
  readonly owner: DomainClass;
  /** The property it comes from; the built-in `id` has none. */
  readonly iri?: string;
  readonly place?: Place;
}

/** A field that holds references. */
export type ReferenceField = Field & { readonly type: { readonly kind: 'reference'; readonly target: DomainClass } };

/**
 * A way from instances of one class to those of another. Every relation is stored by exactly one
 * reference field, which the source holds (`field.owner` is `source`) or the target does.
 */
export interface Relation extends Described {
  /** snake_case, unique among the fields and relations of every class that has it: `author`, `comments`. */
  readonly name: string;
  readonly source: DomainClass;
  readonly target: DomainClass;
  readonly many: boolean;
  /** For a single one: it is always there. */
  readonly required: boolean;
  /**
   * Whether a property of the ontology names this direction. The others are ways back: they are
   * navigable, but no part of a `<Class>With…` type.
   */
  readonly declared: boolean;
  /** The reference that stores it. */
  readonly field: ReferenceField;
  /** Which end has `field`. A list of references (`field.cardinality` is `many`) is a join table in SQL. */
  readonly holder: 'source' | 'target';
  /** The same relation seen from the other end. */
  readonly inverse?: Relation;
  readonly iri?: string;
  readonly place?: Place;
}

export interface DomainClass extends Described {
  /** PascalCase, `[A-Z][A-Za-z0-9]*`; no two classes differ only in case. */
  readonly name: string;
  /** snake_case of the name; unique. File names and single things are named by it. */
  readonly slug: string;
  /** snake_case plural; unique. Tables and collections are named by it. May equal `slug` (`news`). */
  readonly plural: string;
  readonly iri: string;
  readonly place?: Place;
  /**
   * Direct superclasses, most derived first, without those implied by others. Linearising them as
   * Python does never fails.
   */
  readonly parents: readonly DomainClass[];
  /** All superclasses, nearest first, each once. */
  readonly ancestors: readonly DomainClass[];
  /** Direct subclasses, in order of declaration. */
  readonly children: readonly DomainClass[];
  /** Fields that this class adds; `id` is the first of a class without parents. Foreign keys come last. */
  readonly fields: readonly Field[];
  /** Inherited fields (from the most distant ancestor down), then its own. Names are unique; `id` is first. */
  readonly allFields: readonly Field[];
  /** Relations that this class adds, declared ones first. */
  readonly relations: readonly Relation[];
  /** Inherited relations, then its own. */
  readonly allRelations: readonly Relation[];
  /**
   * PascalCase name of the type that holds an instance with its related objects, unique among
   * all types; absent if no relation of `allRelations` is declared.
   */
  readonly relationsName?: string;
}

export interface DomainModel extends Described {
  /** snake_case: `blog`. */
  readonly name: string;
  /** IRI of the ontology, if it is declared. */
  readonly iri?: string;
  /** File name of the ontology, without folders. */
  readonly source: string;
  /** In the ontology's order of declaration; at least one. */
  readonly classes: readonly DomainClass[];
}
