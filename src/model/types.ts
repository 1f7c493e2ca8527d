/**
 * The domain model: what an ontology says about an application's data, in no language's terms.
 *
 * It is all that a target sees. Names, order, nullability, lists, generated values, uniqueness,
 * inheritance and references are settled here, before any text exists. It is plain data, never
 * changed once built; classes, fields and relations refer to each other as objects.
 */

import type { Place } from '../diagnostics/index.ts';
import type { ChoiceName } from './decide/choices.ts';
import type { ScalarKind } from './kinds/kinds.ts';
import type { Policies, PolicyName } from './policies.ts';

/** The least or the greatest value. */
export interface Bound {
  /**
   * The value as it is written in JSON, without quotes: a plain decimal numeral for numbers (never an
   * exponent; it may exceed a JavaScript number), RFC 3339 with `Z` for a dateTime, `2024-05-17`, `08:30:00`.
   */
  readonly value: string;
  /** Whether the value itself is allowed. Always so for integer kinds. */
  readonly inclusive: boolean;
}

/** A regular expression that is searched for in a text. */
export interface Pattern {
  readonly source: string;
  /** Of `fn:matches` (XQuery and XPath Functions 3.1, 5.6.1.1): any of `smixq`. */
  readonly flags: string;
  /**
   * `xpath`: the regular expressions of SPARQL and SHACL, which may match anywhere in the text;
   * `xsd`: those of the facet xsd:pattern, which match the whole text (XML Schema 1.1 part 2, appendix G).
   */
  readonly syntax: 'xpath' | 'xsd';
  /** The reading of `\d` and `\w`, if the pattern has them (policy `regex`). */
  readonly escapes?: 'ascii' | 'unicode';
}

/** What holds of each value beyond its kind. */
export interface Facets {
  /** Narrower than what the kind itself allows: 1 for xsd:positiveInteger. For numbers, dateTime, date and time. */
  readonly minimum?: Bound;
  readonly maximum?: Bound;
  /** Length of a text, counted in Unicode code points. Only for kinds that are texts in JSON and no dates or numbers. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** All of them are found in the text. Only where lengths may be, too. They may be faulty. */
  readonly patterns?: readonly Pattern[];
  /** The only values, written as a {@link Bound} is (booleans as `true` and `false`); at least one. */
  readonly values?: readonly string[];
}

export interface ScalarType extends Facets {
  readonly kind: 'scalar';
  readonly scalar: ScalarKind;
  /** IRI of the datatype in the ontology, where there is one. */
  readonly datatype?: string;
}

/** One of the values of an enumeration. */
export interface EnumerationValue extends Described {
  /** What stands for it in JSON and SQL: any text, unique in the enumeration. */
  readonly value: string;
  /** snake_case, `[a-z][a-z0-9_]*`, unique in the enumeration, in camelCase, too. Targets make their identifiers of it. */
  readonly name: string;
  /** The individual, if it is one; its `value` is the local name. */
  readonly iri?: string;
  readonly place?: Place;
}

/** A closed list of texts, or of individuals. */
export interface Enumeration extends Described {
  /** PascalCase, unique among all types of the model, whatever the case. */
  readonly name: string;
  /** snake_case of the name, unique among classes, enumerations and unions; files are named by it. */
  readonly slug: string;
  /** At least one, in the order of the ontology. */
  readonly values: readonly EnumerationValue[];
  /** The class or datatype, if it has a name. */
  readonly iri?: string;
  readonly place?: Place;
}

/** A value of one of several scalar types. */
export interface Union {
  /** PascalCase, unique among all types of the model: `DateOrDateTime`. */
  readonly name: string;
  /** snake_case of the name, unique among classes, enumerations and unions. */
  readonly slug: string;
  /**
   * At least two, without two of one kind. In the order in which a reader should try them: a kind
   * that accepts more comes after one that accepts less; a string is last.
   */
  readonly members: readonly ScalarType[];
}

export type FieldType =
  /** The identity of an instance: a UUID. */
  | { readonly kind: 'id' }
  | ScalarType
  /** One of the values of an enumeration; `only` those of them where a subclass allows fewer. */
  | { readonly kind: 'enumeration'; readonly enumeration: Enumeration; readonly only?: readonly EnumerationValue[] }
  | { readonly kind: 'union'; readonly union: Union }
  /** The `id` of an instance of `target`. */
  | { readonly kind: 'reference'; readonly target: DomainClass };

/**
 * How many values: exactly one; none or one (absent or null in JSON); or a list
 * (always there in JSON, empty if need be).
 */
export type Cardinality = 'one' | 'optional' | 'many';

/** A value that a constructor supplies by itself: a fresh UUID (version 4), the current time, or 0. */
export type GeneratedValue = 'uuid' | 'now' | 'zero';

/** What becomes of a reference when what it refers to is deleted: it goes with it, becomes null, or forbids it. */
export type OnDelete = 'cascade' | 'set-null' | 'restrict';

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
  /** What to use instead of something deprecated: a name in this model (`Post`, `Post.title`), or an IRI as people write it. */
  readonly replacedBy?: string;
}

export interface Field extends Described {
  /**
   * snake_case, `[a-z][a-z0-9_]*`, unique among the fields and relations of every class that has it, in camelCase and in
   * PascalCase, too. It is the wire name: the key in JSON and the column in SQL, in every target. A target whose
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
  /**
   * For a time that is generated: clients never write it. `updated` is set to the current time again at each update,
   * `created` never changes.
   */
  readonly managed?: 'created' | 'updated';
  /**
   * The value where none is given, written like a {@link Bound}, or the `value` of an enumeration. Never
   * beside `generated`, nor for lists. A constructor supplies it. An optional field with a default is
   * filled by constructors, and may still be absent or null in JSON.
   */
  readonly default?: string;
  /** The only value that the field may have, written like `default`. A constructor supplies it. */
  readonly constant?: string;
  /** Values that are always among those of a list, written like `default`. */
  readonly contains?: readonly string[];
  /** For a refinement: instances of the class never have a value. The type stays as it is inherited. */
  readonly absent?: true;
  /** For a reference to the class itself or a superclass of it: never the instance's own `id`. */
  readonly irreflexive?: true;
  /**
   * The field of a superclass that this one narrows. It has the same name and owner; what it adds are
   * narrower facets or bounds, a constant, or the presence of an optional value; a reference may be to a
   * subclass. A list stays a list, an enumeration the same enumeration (with `only`), a union the same union.
   */
  readonly refines?: Field;
  /**
   * For references: what deleting the instance that is referred to does. The entry of a list goes (`cascade`), or
   * forbids it (`restrict`); entries always go with the instance that has the list.
   */
  readonly onDelete?: OnDelete;
  /**
   * It tells which of the classes of a hierarchy an instance is of: its most specific one. Built in, like `id`; the values
   * are the names of classes. In each class it may be that class or one below it; constructors supply the class itself.
   */
  readonly discriminator?: true;
  /** No two instances of the class share a value. */
  readonly unique: boolean;
  /** The class that declares the field; others inherit it. */
  readonly owner: DomainClass;
  /** The property it comes from; the built-in `id` and a discriminator have none. */
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
  /** The same relation seen from the other end; of one that a subclass narrows, that of the relation it narrows. */
  readonly inverse?: Relation;
  readonly iri?: string;
  readonly place?: Place;
}

/** Fields whose values together tell the instances of a class apart. */
export interface Key {
  /** Two or more: a key of one makes its field `unique`. They may be inherited. No lists. */
  readonly fields: readonly Field[];
  readonly place?: Place;
}

/** Fields of which at most one has a value: the alternatives of a property whose range is a union. */
export interface Choice {
  /** snake_case, unique among the fields, relations and choices of every class that has it: `author`. */
  readonly name: string;
  /** PascalCase name for a type of the alternatives, unique among all types: `PostAuthor`. */
  readonly typeName: string;
  /** Two or more optional fields of the class, in order. */
  readonly fields: readonly Field[];
  /** Exactly one of them has a value. */
  readonly required: boolean;
  readonly iri?: string;
  readonly place?: Place;
}

/**
 * Fields whose values are counted together, though each is a field of its own: the alternatives of a property whose
 * range is a union, of which there may be many, or properties of which an instance has one or the other.
 */
export interface Total {
  /** snake_case, for messages; unique among the fields, relations, choices and totals of every class that has it. */
  readonly name: string;
  /** Two or more, lists or optional fields; inherited ones in the form of the class that declares them. */
  readonly fields: readonly Field[];
  /** How many values they have in all; at least one of the bounds is there. */
  readonly minItems?: number;
  readonly maxItems?: number;
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
  /** Direct superclasses, most derived first, without those implied by others. */
  readonly parents: readonly DomainClass[];
  /**
   * The parents, and where they alone could not be linearised as Python does it (C3), as many more of the ancestors as it
   * takes, most derived first.
   */
  readonly bases: readonly DomainClass[];
  /** All superclasses, each once and before its own; any two of them stand in the same order in all classes. */
  readonly ancestors: readonly DomainClass[];
  /** Direct subclasses, in order of declaration. */
  readonly children: readonly DomainClass[];
  /** Fields that this class adds; `id` is the first of a class without parents, the discriminator the second. Foreign keys come last. */
  readonly fields: readonly Field[];
  /**
   * Inherited fields (from the most distant ancestor down), then its own. Names are unique; `id` is first.
   * A field that this class or one of its superclasses refines stands in its refined form.
   */
  readonly allFields: readonly Field[];
  /** The inherited fields that this class itself narrows; each is in `allFields`. */
  readonly refinements: readonly Field[];
  /** Composite keys that this class adds. */
  readonly keys: readonly Key[];
  /** Alternatives that this class adds. */
  readonly choices: readonly Choice[];
  /** Bounds that this class adds of several fields together; see `allTotals`. */
  readonly totals: readonly Total[];
  /** An API has no paths and no root queries for it: its instances are reached from others. */
  readonly resource?: false;
  /** It has no instances of its own: each is one of a subclass that is not abstract. */
  readonly abstract?: true;
  /** Instances have no other fields than `allFields`; readers refuse unknown ones. */
  readonly closed: boolean;
  /** Relations that this class adds, declared ones first. */
  readonly relations: readonly Relation[];
  /** Inherited relations, then its own. Those of refined fields are narrowed alike. */
  readonly allRelations: readonly Relation[];
  /**
   * PascalCase name of the type that holds an instance with its related objects, unique among
   * all types; absent if no relation of `allRelations` is declared.
   */
  readonly relationsName?: string;
  /** The superclasses whose types with related objects that of this class specialises beside the class, like `bases`. */
  readonly relationsBases: readonly DomainClass[];
}

/** What an axiom or a shape comes to in the model. A class's subclasses keep to it, too. */
export type Constraint =
  /** `class` specialises `parent`. */
  | { readonly kind: 'inheritance'; readonly class: DomainClass; readonly parent: DomainClass }
  /** No instance belongs to both classes. */
  | { readonly kind: 'disjoint'; readonly class: DomainClass; readonly other: DomainClass }
  | { readonly kind: 'key'; readonly class: DomainClass; readonly key: Key }
  | { readonly kind: 'choice'; readonly class: DomainClass; readonly choice: Choice }
  /** The fields of `total` have so many values in all. */
  | { readonly kind: 'total'; readonly class: DomainClass; readonly total: Total }
  /** An instance of `class` belongs to one of its subclasses and their superclasses, and to no other subclass. */
  | { readonly kind: 'one-class'; readonly class: DomainClass }
  /** Of an individual in RDF, properties that are no fields may be allowed all the same. */
  | { readonly kind: 'closed'; readonly class: DomainClass; readonly allowed?: ReadonlySet<string> }
  | { readonly kind: 'deprecated'; readonly class: DomainClass; readonly field?: Field }
  /** A relation that is read in both directions and stored once. */
  | { readonly kind: 'inverse'; readonly class: DomainClass; readonly field: ReferenceField }
  | { readonly kind: 'pattern'; readonly class: DomainClass; readonly field: Field; readonly pattern: Pattern }
  /** What the equally named part of the field says; `field` is that of `class.allFields`. */
  | {
      readonly kind:
        | 'member' // the class has the field
        | 'type' // the kind of its values: a scalar, an enumeration, a union, references to a class
        | 'required' // it has a value
        | 'single' // it has at most one
        | 'min-items'
        | 'max-items'
        | 'absent'
        | 'values' // only some of the values of its type: `values`, or `only` of an enumeration
        | 'min-length'
        | 'max-length'
        | 'minimum'
        | 'maximum'
        | 'unique'
        | 'deletion' // `onDelete`
        | 'generated'
        | 'default'
        | 'constant'
        | 'contains'
        | 'irreflexive';
      readonly class: DomainClass;
      readonly field: Field;
    };

/** An axiom of the ontology, or a constraint of a shape, and what became of it. */
export interface Axiom {
  /** Its construct, as people write it: `owl:maxCardinality`, `sh:pattern`, `rdfs:range`. */
  readonly construct: string;
  /** On one line, of what it is said and what: `:Post :title sh:maxLength 200`. */
  readonly statement: string;
  /** The class, property or shape that it is said of; a blank node has none. */
  readonly iri?: string | undefined;
  readonly place?: Place;
  /** All that it comes to; empty if it comes to nothing. */
  readonly constraints: readonly Constraint[];
  /** Why the model has nothing of it, or less than it says; then no target enforces it fully. */
  readonly shortfall?: string;
}

/** What the tool decides because a target needs an answer that the ontology does not give. */
export type AssumptionKind =
  /** At least one value. */
  | 'required'
  /** At most one value. */
  | 'single'
  /** Any number of values, by the name of the property. */
  | 'list'
  /** Where a to-many reference is kept: as a key in the other class. */
  | 'direction'
  /** At which end of an inverse pair the one key stands. */
  | 'inverse'
  /** What deleting what is referred to does. */
  | 'deletion'
  /** The current time as the value of a new record. */
  | 'timestamp'
  /** The greatest length of a text. */
  | 'length'
  /** No two instances share the value. */
  | 'unique'
  /** 0 as the value of a new record. */
  | 'zero'
  /** One most specific class for each instance. */
  | 'one-class'
  /** The individuals of a class are all there are. */
  | 'listed'
  /** `\d` and `\w` of a pattern are ASCII. */
  | 'pattern';

/** A decision of the tool where the ontology is silent. */
export interface Assumption {
  readonly kind: AssumptionKind;
  /** The policy that would decide otherwise. */
  readonly policy: PolicyName;
  /** What it is about, by its name in the model: `Post.title`, `User`. */
  readonly element: string;
  /** The property or class of the ontology. */
  readonly iri?: string | undefined;
  readonly place?: Place | undefined;
  /** What was decided, as a clause: `has at least one value`. */
  readonly decided: string;
  /** Why, as a clause: `nothing says how many values it has`. */
  readonly because: string;
  /** What in the ontology would state it: `owl:minCardinality, owl:someValuesFrom or sh:minCount`; empty if nothing could. */
  readonly otherwise: string;
  /** Where the user decided it of this very element, if not by a policy. */
  readonly at?: Place | undefined;
  /** What it comes to in the model, as of an {@link Axiom}. */
  readonly constraints: readonly Constraint[];
}

/** One thing that the user decided of an element of the ontology. */
export interface Decided {
  /** As it is written: `ex:title`, `ex:Post/ex:title`. */
  readonly element: string;
  readonly iri: string;
  /** The class in which it holds of the property, if not in all. */
  readonly class?: string;
  /** What is decided. */
  readonly choice: ChoiceName;
  /** As a clause: `is called headline`. */
  readonly says: string;
  /** Why what the ontology states does not hold. */
  readonly despite?: string;
  readonly place: Place;
}

/** Where a reference of a slice leads that leaves it, and what became of it. */
export interface Leaving {
  /** The member of the slice, by its name in the model: `Offer.seller_id`, `Post.comments`. */
  readonly element: string;
  /** The class that it leads to, as people write it: `schema:Organization`. */
  readonly target: string;
  /**
   * `iri`: the field holds the IRI of the resource; `omitted`: there is no such field; `elsewhere`: what keeps the
   * reference is the other class, and so there is none; `wider`: the reference is to the more general class that the
   * superclass has.
   */
  readonly becomes: 'iri' | 'omitted' | 'elsewhere' | 'wider';
  /** The property of the ontology. */
  readonly iri?: string;
  readonly place?: Place;
}

/** What a slice holds references to that leave it. */
export type Outside = 'iri' | 'omit';

/** The part of a whole model that was asked for. */
export interface Slice {
  /** Names, prefixed names and IRIs of classes, with `*` for anything; all classes if there is none. */
  readonly select: readonly string[];
  readonly exclude: readonly string[];
  /** How many references away other classes may be. */
  readonly depth: number;
  readonly outside: Outside;
  /** How many classes the whole model has. */
  readonly of: number;
  /** What leads to classes that are not in the slice, in the order of the classes and their members. */
  readonly leaving: readonly Leaving[];
}

export interface DomainModel extends Described {
  /** snake_case: `blog`. */
  readonly name: string;
  /** IRI of the ontology, if it is declared. */
  readonly iri?: string;
  /** What the ontology says of its version (`owl:versionInfo`), on one line: `1.4.0`. */
  readonly version?: string;
  /** File name of the ontology, without folders. */
  readonly source: string;
  /** In the ontology's order of declaration; at least one. */
  readonly classes: readonly DomainClass[];
  /** Those that are used and those that are declared, in order of declaration. */
  readonly enumerations: readonly Enumeration[];
  /** Those that are used, in order of use. */
  readonly unions: readonly Union[];
  /** All axioms and shapes, in the order of their places. */
  readonly axioms: readonly Axiom[];
  /** What was decided by policies that nobody set, in the order of the classes. */
  readonly assumptions: readonly Assumption[];
  /** What was decided by policies that the user set: no assumptions, but told by `explain` where they come from. */
  readonly chosen: readonly Assumption[];
  /** By which what is not stated was decided. */
  readonly policies: Policies;
  /** Of which classes this is the model, if not of all. */
  readonly slice?: Slice;
  /** What the user decided of single elements, in the order in which it is written. */
  readonly decided?: readonly Decided[];
}
