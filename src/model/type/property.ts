/** A property of the ontology while its domain and its range are being read, and functions that read its statements. */

import type { Place } from '../../diagnostics/index.ts';
import { type Node, owl, rdf, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import { isDomain, isRange } from '../read/resources.ts';
import type { ParsedRange, Range } from './range.ts';

/** Members that are not `readonly` are set by the steps in properties.ts. */
export interface Property {
  readonly iri: string;
  readonly place: Place;
  readonly label: string | undefined;
  readonly doc: string | undefined;
  readonly deprecated: boolean;
  /** Without classes that are subclasses of others in the list. */
  domains: readonly ClassDraft[];
  /** Why classes of its domain have it. Classes that `rdfs:domain` states are absent. */
  domainSources: Map<ClassDraft, DomainSource> | undefined;
  /** The range in all other classes of the domain. */
  range: Range;
  /** The ranges in classes of the domain that have facts about it. */
  ranges: Map<ClassDraft, Range> | undefined;
  readonly functional: boolean;
  readonly inverseFunctional: boolean;
  readonly symmetric: boolean;
  inverse: Property | undefined;
  /** All statements about it; `types` are the values of rdf:type among them. */
  readonly statements: readonly Statement[];
  readonly types: readonly Node[];
  /** True if its domain or range comes from a property that it implies. */
  inheritsDomainOrRange: boolean;
  /** The axioms about the property itself. */
  axioms: readonly PropertyStatement[];
  /** What its own range statements name; `rangeAxioms` are the axioms of these statements. */
  parsedRange: ParsedRange | undefined;
  rangeAxioms: readonly AxiomDraft[];
  /** The indexes of its domain and range axioms in the `AxiomLog` if the ontology states only these two of it, else -1. */
  rangeAt: number;
  domainAt: number;
  /** The names that the property proposes for its fields. */
  names: OwnNames | undefined;
}

/** The properties of an ontology, in order of declaration. */
export class Properties {
  readonly all: Property[] = [];
  #byIri: Map<string, Property> | undefined;

  add(property: Property): void {
    this.all.push(property);
    this.#byIri?.set(property.iri, property);
  }

  /** Returns the property of an IRI. The map is created on first use: it is expensive, and most ontologies do not need it. */
  get(iri: string): Property | undefined {
    this.#byIri ??= new Map(this.all.map((property) => [property.iri, property]));
    return this.#byIri.get(iri);
  }
}

/** Names to choose from, best first. */
export type Candidates = readonly [string, ...string[]];

/** The names from the label and from the IRI of a property; `candidates` is computed on first use. */
export interface OwnNames {
  readonly label: string;
  readonly local: string;
  candidates: Candidates | undefined;
}

/**
 * Returns whether the ontology states only one class and one range for a property. Most properties are such; their axioms
 * are created on request.
 */
export function hasOnlyDomainAndRange(property: Property): boolean {
  return property.domainAt >= 0;
}

/** Returns the domain statements of a property. The result is not cached, because there are many properties. */
export function domainStatementsOf({ statements }: Property): Statement[] {
  return statements.filter(isDomainStatement);
}

/** Returns the domain statement of a property that has exactly one, as most have. */
export function onlyDomainOf({ statements }: Property): Statement | undefined {
  const first = statements.find(isDomainStatement);
  return first === statements.findLast(isDomainStatement) ? first : undefined;
}

function isDomainStatement({ predicate }: Statement): boolean {
  return isDomain(predicate);
}

type RangeStatement = Statement & { readonly object: Node };

/** Returns the range statements of a property whose object is a resource; literals are reported elsewhere. */
export function rangeStatementsOf({ statements }: Property): RangeStatement[] {
  return statements.filter(isRangeStatement);
}

/** Returns the range statement of a property that has exactly one, as most have. */
export function onlyRangeOf({ statements }: Property): RangeStatement | undefined {
  const first = statements.find(isRangeStatement);
  return first === statements.findLast(isRangeStatement) ? first : undefined;
}

function isRangeStatement(statement: Statement): statement is RangeStatement {
  return isRange(statement.predicate) && typeof statement.object === 'string';
}

export interface PropertyStatement {
  readonly kind: PropertyAxiom;
  readonly axiom: AxiomDraft;
}

/** Adds an axiom about a property. Most have one or two, and an array that grows reserves memory for many. */
export function addAxiom(property: Property, kind: PropertyAxiom, axiom: AxiomDraft): void {
  const statement = { kind, axiom };
  property.axioms = property.axioms.length === 0 ? [statement] : [...property.axioms, statement];
}

/** The reason why a class has a property: `schema:domainIncludes`, a shape, or a statement of OWL or RDFS. */
export type DomainSource = 'includes' | 'shape' | 'domain';

/** Returns why a class has a property; `domain` if nothing else is recorded. */
export function domainSourceOf(property: Property, cls: ClassDraft): DomainSource {
  return property.domainSources?.get(cls) ?? 'domain';
}

/** Records why a class has a property. `domain` is the default and is not stored. */
export function setDomainSource(property: Property, cls: ClassDraft, source: DomainSource): void {
  if (source === 'domain') return;
  property.domainSources ??= new Map();
  property.domainSources.set(cls, source);
}

/** The kind of constraint that an axiom about a property leads to. */
export type PropertyAxiom = 'domain' | 'single' | 'unique' | 'inverse' | 'irreflexive' | 'deprecated';

export function rangeIn(property: Property, cls: ClassDraft): Range {
  return property.ranges?.get(cls) ?? property.range;
}

/** Returns whether the values of a property are resources. */
export function isObjectProperty({ types }: Property): boolean {
  return types.some((type) => objectTypes.has(type)) && !types.includes(owl.DatatypeProperty);
}

/** Property characteristics that only object properties have (OWL 2 Structural Specification, 9.2). */
export const objectTypes: ReadonlySet<string> = new Set([
  owl.ObjectProperty,
  owl.SymmetricProperty,
  owl.AsymmetricProperty,
  owl.TransitiveProperty,
  owl.ReflexiveProperty,
  owl.IrreflexiveProperty,
]);

export const propertyTypes: ReadonlySet<string> = new Set<string>([
  owl.DatatypeProperty,
  ...objectTypes,
  owl.FunctionalProperty,
  owl.InverseFunctionalProperty,
  owl.DeprecatedProperty,
  rdf.Property,
]);
