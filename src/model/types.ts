/**
 * The domain model: what an ontology states about the data of an application, independent of any programming language.
 *
 * Targets see nothing else. It fixes names, order, nullability, lists, generated values, uniqueness, inheritance and references
 * before any code is printed. It is plain, immutable data; classes, fields and relations refer to each other as objects.
 */

import type { Place } from '../diagnostics/index.ts';
import type { ChoiceName, OnDelete } from './decide/choices.ts';
import type { ScalarKind } from './kinds/kinds.ts';
import type { Policies, PolicyName } from './policies.ts';

/** A minimum or a maximum. */
export interface Bound {
  /**
   * The value as in JSON, without quotes: a decimal numeral without an exponent for numbers (it may exceed the range of a
   * JavaScript number), RFC 3339 with `Z` for a dateTime, `2024-05-17`, `08:30:00`.
   */
  readonly value: string;
  /** Whether the value itself is allowed. Always true for integer kinds. */
  readonly inclusive: boolean;
}

/** A regular expression that string values must match. */
export interface Pattern {
  readonly source: string;
  /** Flags of `fn:matches` (XQuery and XPath Functions 3.1, 5.6.1.1): any of `smixq`. */
  readonly flags: string;
  /**
   * `xpath`: the regular expressions of SPARQL and SHACL, which may match anywhere in the string; `xsd`: those of the facet
   * xsd:pattern, which match the whole string (XML Schema 1.1 part 2, appendix G).
   */
  readonly syntax: 'xpath' | 'xsd';
  /** How `\d`, `\w` and the flag `i` are interpreted, if the pattern has them (policy `regex`). */
  readonly escapes?: 'ascii' | 'unicode';
}

/** Restrictions of each value in addition to its kind. */
export interface Facets {
  /** Set only if tighter than the limit of the kind: 1 for xsd:positiveInteger. For numbers, dateTime, date and time. */
  readonly minimum?: Bound;
  readonly maximum?: Bound;
  /** The length in Unicode code points. Only for kinds that are JSON strings, but neither dates nor numbers. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The string must match all of them. Only for kinds that may have a length. */
  readonly patterns?: readonly Pattern[];
  /** The only allowed values, in the form of {@link Bound.value} (booleans as `true` and `false`); at least one. */
  readonly values?: readonly string[];
}

export interface ScalarType extends Facets {
  readonly kind: 'scalar';
  readonly scalar: ScalarKind;
  /** IRI of the datatype in the ontology, where there is one. */
  readonly datatype?: string;
  /** True for a datatype that neither has a mapping nor is defined: its literals are strings here, and keep it in RDF. */
  readonly unmapped?: true;
  /** The datatype that `sh:datatype` states, if the ontology defines it: literals have it in RDF, not the one it is based on. */
  readonly literalDatatype?: string;
  /** Other datatypes of the values, which have the same form in JSON. `sh:IRI` stands for the IRIs of resources. */
  readonly otherDatatypes?: readonly string[];
}

export interface EnumerationValue extends Described {
  /** The string in JSON and SQL: any text, unique in the enumeration. */
  readonly value: string;
  /** snake_case, `[a-z][a-z0-9_]*`, unique in the enumeration, also in camelCase. Targets derive identifiers from it. */
  readonly name: string;
  /** The IRI of the individual, if the value is one; `value` is then the local name. */
  readonly iri?: string;
  readonly place?: Place;
}

/** A closed list of strings or individuals. */
export interface Enumeration extends Described {
  /** PascalCase; unique among all types of the model, ignoring case. */
  readonly name: string;
  /** snake_case of the name, unique among classes, enumerations and unions; used for file names. */
  readonly slug: string;
  /** At least one, in the order of the ontology. */
  readonly values: readonly EnumerationValue[];
  /** The IRI of the class or datatype, if it has one. */
  readonly iri?: string;
  readonly place?: Place;
}

/** A value of one of several scalar types. */
export interface Union {
  /** PascalCase, unique among all types of the model: `DateOrDateTime`. */
  readonly name: string;
  /** snake_case of the name, unique among classes, enumerations and unions. */
  readonly slug: string;
  /** At least two, of different kinds, in the order in which readers try them: narrower kinds first, a string last. */
  readonly members: readonly ScalarType[];
}

export type FieldType =
  /** The identity of an instance: a UUID. */
  | { readonly kind: 'id' }
  | ScalarType
  /** A value of an enumeration; `only` lists the allowed values if a subclass allows fewer. */
  | { readonly kind: 'enumeration'; readonly enumeration: Enumeration; readonly only?: readonly EnumerationValue[] }
  | { readonly kind: 'union'; readonly union: Union }
  /** The `id` of an instance of `target`. */
  | { readonly kind: 'reference'; readonly target: DomainClass };

/** Number of values: exactly one; none or one (absent or null in JSON); a list (always present in JSON, possibly empty). */
export type Cardinality = 'one' | 'optional' | 'many';

/** A value that constructors supply: a new UUID (version 4), the current time, or 0. */
export type GeneratedValue = 'uuid' | 'now' | 'zero';

interface Described {
  /** The display name: `rdfs:label` as written. */
  readonly label?: string;
  /**
   * Documentation, cleaned: line breaks are `\n`, there are no other control characters and no bidirectional controls, no
   * trailing blanks, and it is never empty. It may contain anything else: `*` followed by `/`, `"""`, `--`, backticks, `${`.
   */
  readonly doc?: string;
  readonly deprecated: boolean;
  /** The replacement of a deprecated element: a name in this model (`Post`, `Post.title`), or an IRI in Turtle notation. */
  readonly replacedBy?: string;
}

export interface Field extends Described {
  /**
   * snake_case, `[a-z][a-z0-9_]*`, unique among the fields and relations of every class that has it, also in camelCase and in
   * PascalCase. It is the wire name: the key in JSON and the column in SQL, in every target. If it is a reserved word of a
   * language, the target escapes the identifier and keeps the wire name.
   */
  readonly name: string;
  readonly type: FieldType;
  readonly cardinality: Cardinality;
  /** For lists: the minimum and the maximum number of values. */
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Only if `cardinality` is `one`. */
  readonly generated?: GeneratedValue;
  /**
   * For generated values that clients never write: `updated` is set to the current time at each update, `created` never changes.
   */
  readonly managed?: 'created' | 'updated';
  /**
   * The default value, in the form of {@link Bound.value}, or the `value` of an enumeration. Never set together with `generated`,
   * nor for lists. Constructors supply it. An optional field with a default may still be absent or null in JSON.
   */
  readonly default?: string;
  /** The only allowed value, in the form of `default`. Constructors supply it. */
  readonly constant?: string;
  /** Values that a list always contains, in the form of `default`. */
  readonly contains?: readonly string[];
  /** For a narrowed field: instances of the class never have a value. The type stays the inherited one. */
  readonly absent?: true;
  /** For a reference to the same class, a superclass or a subclass: never the instance's own `id`. */
  readonly irreflexive?: true;
  /**
   * The field of a superclass that this field narrows. Name and owner are the same. The narrowed field may have tighter facets or
   * bounds or a constant, may require an optional value, and may refer to a subclass. A list stays a list, and the enumeration
   * (with `only`) or union stays the same.
   */
  readonly refines?: Field;
  /**
   * For references: what deleting the target instance does. For a list, `cascade` removes the entry and `restrict` rejects the
   * deletion. Deleting the instance that has the list always removes its entries.
   */
  readonly onDelete?: OnDelete;
  /**
   * Marks the field that names the most specific class of an instance in a hierarchy. Built in, like `id`; the values are class
   * names. In each class it allows that class and its subclasses; constructors supply the class itself.
   */
  readonly discriminator?: true;
  /** No two instances of the class share a value. */
  readonly unique: boolean;
  /** The class that declares the field; others inherit it. */
  readonly owner: DomainClass;
  /** The IRI of the property; the built-in `id` and the discriminator have none. */
  readonly iri?: string;
  readonly place?: Place;
}

export type ReferenceField = Field & { readonly type: { readonly kind: 'reference'; readonly target: DomainClass } };

/**
 * A navigable direction from the instances of one class to those of another. Exactly one reference field stores each relation: a
 * field of the source (`field.owner` is `source`) or of the target.
 */
export interface Relation extends Described {
  /** snake_case, unique among the fields and relations of every class that has it: `author`, `comments`. */
  readonly name: string;
  readonly source: DomainClass;
  readonly target: DomainClass;
  readonly many: boolean;
  /** For a to-one relation: a related instance always exists. */
  readonly required: boolean;
  /**
   * Whether a property of the ontology names this direction. The other relations are generated: they are navigable, but not part
   * of a `<Class>With…` type.
   */
  readonly declared: boolean;
  /** The reference that stores the relation. */
  readonly field: ReferenceField;
  /** The end that has `field`. A list of references (`field.cardinality` is `many`) is a join table in SQL. */
  readonly holder: 'source' | 'target';
  /** The same relation from the other end. A narrowed relation has the inverse of the relation that it narrows. */
  readonly inverse?: Relation;
  readonly iri?: string;
  readonly place?: Place;
}

/** Fields whose combined values are unique among the instances of a class. */
export interface Key {
  /** Two or more; a key of one field makes that field `unique` instead. They may be inherited, and are never lists. */
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
 * Fields whose values are counted together: the alternatives of a property whose range is a union and that may have several
 * values, or properties of which an instance needs at least one.
 */
export interface Total {
  /** snake_case, for messages; unique among the fields, relations, choices and totals of every class that has it. */
  readonly name: string;
  /** Two or more; lists or optional fields, which may be inherited. */
  readonly fields: readonly Field[];
  /** Bounds of the total number of values; at least one of them is set. */
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly iri?: string;
  readonly place?: Place;
}

/** Two fields whose values are in order if an instance has both. Each has at most one value, of the same ordered kind. */
export interface Comparison {
  readonly lesser: Field;
  readonly greater: Field;
  /** Equal values are allowed. */
  readonly orEqual: boolean;
  readonly place?: Place;
}

export interface DomainClass extends Described {
  /** PascalCase, `[A-Z][A-Za-z0-9]*`; no two classes differ only in case. */
  readonly name: string;
  /** snake_case of the name; unique. Used for file names and single instances. */
  readonly slug: string;
  /** snake_case plural; unique. Used for tables and collections. May equal `slug` (`news`). */
  readonly plural: string;
  readonly iri: string;
  readonly place?: Place;
  /** Direct superclasses, most derived first, without those implied by others. */
  readonly parents: readonly DomainClass[];
  /** The parents, most derived first, with other ancestors if Python (C3) needs them to linearize the superclasses. */
  readonly bases: readonly DomainClass[];
  /** All superclasses, each once and before its own superclasses. Any two of them have the same order in all classes. */
  readonly ancestors: readonly DomainClass[];
  /** Direct subclasses, in order of declaration. */
  readonly children: readonly DomainClass[];
  /** Fields that this class declares: in a class without parents first `id`, then the discriminator; references last. */
  readonly fields: readonly Field[];
  /**
   * Inherited fields (from the most distant ancestor down), then its own. Names are unique; `id` is first. A field that this
   * class or one of its superclasses narrows appears in its narrowed form.
   */
  readonly allFields: readonly Field[];
  /** The inherited fields that this class itself narrows; each is in `allFields`. */
  readonly refinements: readonly Field[];
  /** Composite keys that this class adds. */
  readonly keys: readonly Key[];
  /** Alternatives that this class adds. */
  readonly choices: readonly Choice[];
  /** Totals that this class adds; `allTotals` also returns inherited ones. */
  readonly totals: readonly Total[];
  /** Comparisons that this class adds. */
  readonly comparisons: readonly Comparison[];
  /** If false, an API has no paths and no root queries for the class: clients reach its instances through other classes. */
  readonly resource?: false;
  /** True if every instance belongs to a subclass that is not abstract. */
  readonly abstract?: true;
  /** True if all instances are blank nodes in RDF: `sh:nodeKind sh:BlankNode` (SHACL, 4.1.3). */
  readonly blankNodes?: true;
  /** Instances have no fields other than `allFields`; readers reject unknown fields. */
  readonly closed: boolean;
  /** Relations that this class adds, declared ones first. */
  readonly relations: readonly Relation[];
  /** Inherited relations, then its own. The relation of a narrowed field is narrowed in the same way. */
  readonly allRelations: readonly Relation[];
  /**
   * PascalCase name of the type that holds an instance with its related objects, unique among
   * all types; absent if no relation of `allRelations` is declared.
   */
  readonly relationsName?: string;
  /** The superclasses whose `<Class>With…` types that of this class extends, in addition to the class; computed like `bases`. */
  readonly relationsBases: readonly DomainClass[];
}

/** A constraint that an axiom, a shape or an assumption leads to. It also applies to the subclasses of the class. */
export type Constraint =
  /** `class` specialises `parent`. */
  | { readonly kind: 'inheritance'; readonly class: DomainClass; readonly parent: DomainClass }
  /** No instance belongs to both classes. */
  | { readonly kind: 'disjoint'; readonly class: DomainClass; readonly other: DomainClass }
  | { readonly kind: 'key'; readonly class: DomainClass; readonly key: Key }
  | { readonly kind: 'choice'; readonly class: DomainClass; readonly choice: Choice }
  /** The number of values of all fields of `total` is bounded. */
  | { readonly kind: 'total'; readonly class: DomainClass; readonly total: Total }
  | { readonly kind: 'comparison'; readonly class: DomainClass; readonly comparison: Comparison }
  /** Each instance of `class` has one most specific class in the hierarchy below `class`. */
  | { readonly kind: 'one-class'; readonly class: DomainClass }
  /** `allowed`: the IRIs of properties that an RDF individual may have, including properties that are not fields. */
  | { readonly kind: 'closed'; readonly class: DomainClass; readonly allowed?: ReadonlySet<string> }
  | { readonly kind: 'deprecated'; readonly class: DomainClass; readonly field?: Field }
  /** A relation that is read in both directions and stored once. */
  | { readonly kind: 'inverse'; readonly class: DomainClass; readonly field: ReferenceField }
  | { readonly kind: 'pattern'; readonly class: DomainClass; readonly field: Field; readonly pattern: Pattern }
  /** The property of `field` with the same name as the kind; `field` is the one in `class.allFields`. */
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

/** An axiom of the ontology or a constraint of a shape, with the constraints that it leads to in the model. */
export interface Axiom {
  /** The construct as a prefixed name: `owl:maxCardinality`, `sh:pattern`, `rdfs:range`. */
  readonly construct: string;
  /** The statement on one line, as subject, construct and value: `:Post :title sh:maxLength 200`. */
  readonly statement: string;
  /** The IRI of the class, property or shape that the statement is about; absent for a blank node. */
  readonly iri?: string | undefined;
  readonly place?: Place;
  /** All constraints that it leads to; may be empty. */
  readonly constraints: readonly Constraint[];
  /** Why the model represents the axiom not at all or only in part; no target then enforces it fully. */
  readonly shortfall?: string;
}

/** Kinds of decisions that codegen makes because targets need an answer that the ontology does not give. */
export type AssumptionKind =
  /** At least one value. */
  | 'required'
  /** At most one value. */
  | 'single'
  /** Any number of values, because of a plural name or the policy. */
  | 'list'
  /** A to-many reference is stored as a foreign key in the target class. */
  | 'direction'
  /** The end of an inverse pair that stores the foreign key. */
  | 'inverse'
  /** What deleting the target of a reference does. */
  | 'deletion'
  /** The current time as the value of a new record. */
  | 'timestamp'
  /** The maximum length of a string. */
  | 'length'
  /** No two instances share the value. */
  | 'unique'
  /** 0 as the value of a new record. */
  | 'zero'
  /** One most specific class for each instance. */
  | 'one-class'
  /** The individuals of a class in the ontology are a complete list. */
  | 'listed'
  /** `\d` and `\w` of a pattern match only ASCII. */
  | 'pattern';

/** A decision of codegen, or of a policy that the user set, where the ontology states nothing. */
export interface Assumption {
  readonly kind: AssumptionKind;
  /** The policy that can change the decision. */
  readonly policy: PolicyName;
  /** The name in the model of the class or member: `Post.title`, `User`. */
  readonly element: string;
  /** The IRI of the property or class. */
  readonly iri?: string | undefined;
  readonly place?: Place | undefined;
  /** What was decided, as a clause: `has at least one value`. */
  readonly decided: string;
  /** Why, as a clause: `the ontology does not state how many values it has`. */
  readonly because: string;
  /** The constructs that would state it: `owl:minCardinality, owl:someValuesFrom or sh:minCount`; empty if none exist. */
  readonly otherwise: string;
  /** The source location of the user's decision for this element, if no policy decided. */
  readonly at?: Place | undefined;
  /** The constraints that it leads to, as in {@link Axiom}. */
  readonly constraints: readonly Constraint[];
}

/** One decision of the user about an element of the ontology. */
export interface Decided {
  /** The element as written in the settings: `ex:title`, `ex:Post/ex:title`. */
  readonly element: string;
  readonly iri: string;
  /** The class to which a decision about a property is limited, if any. */
  readonly class?: string;
  readonly choice: ChoiceName;
  /** The decision as a clause: `is called headline`. */
  readonly says: string;
  /** The user's reason for contradicting the ontology. */
  readonly despite?: string;
  readonly place: Place;
}

/** A reference from a slice to a class outside it, and how the slice represents it. */
export interface Leaving {
  /** The member of the slice, by its name in the model: `Offer.seller_id`, `Post.comments`. */
  readonly element: string;
  /** The target class as a prefixed name or IRI: `schema:Organization`. */
  readonly target: string;
  /**
   * `iri`: the field holds the IRI of the resource; `omitted`: there is no field; `elsewhere`: the other class stores the
   * reference; `wider`: the reference leads to the more general class that the superclass refers to.
   */
  readonly becomes: 'iri' | 'omitted' | 'elsewhere' | 'wider';
  /** The IRI of the property. */
  readonly iri?: string;
  readonly place?: Place;
}

/** How a slice represents references to classes outside it: by the IRI of the resource, or not at all. */
export type Outside = 'iri' | 'omit';

/** The selection that a slice of a model was made from, and its references to classes outside. */
export interface Slice {
  /** Names, prefixed names and IRIs of classes; `*` matches any characters. Empty for all classes. */
  readonly select: readonly string[];
  readonly exclude: readonly string[];
  /** The number of references that are followed from the selected classes. */
  readonly depth: number;
  readonly outside: Outside;
  /** The number of classes of the complete model. */
  readonly of: number;
  /** References to classes outside the slice, in the order of the classes and their members. */
  readonly leaving: readonly Leaving[];
}

export interface DomainModel extends Described {
  /** snake_case: `blog`. */
  readonly name: string;
  /** IRI of the ontology, if it is declared. */
  readonly iri?: string;
  /** The version of the ontology (`owl:versionInfo`) on one line: `1.4.0`. */
  readonly version?: string;
  /** File name of the ontology, without folders. */
  readonly source: string;
  /** In order of declaration, or of IRIs with `order=iri`; at least one. */
  readonly classes: readonly DomainClass[];
  /** Used and declared enumerations, in order of declaration. */
  readonly enumerations: readonly Enumeration[];
  /** Used unions, in order of use. */
  readonly unions: readonly Union[];
  /** All axioms and shapes, in the order of their source locations. */
  readonly axioms: readonly Axiom[];
  /** Decisions by policies that the user did not set, in the order of the classes. */
  readonly assumptions: readonly Assumption[];
  /** Decisions by policies or settings of the user: not assumptions, but `explain` shows where they come from. */
  readonly chosen: readonly Assumption[];
  /** The policies that decided what the ontology does not state. */
  readonly policies: Policies;
  /** The selection, if the model is a slice. */
  readonly slice?: Slice;
  /** The user's decisions about single elements, in the order of the settings. */
  readonly decided?: readonly Decided[];
}
