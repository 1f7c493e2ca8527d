import type { Place } from '../../diagnostics/index.ts';
import { type Node, owl, rdf, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import type { Range } from './range.ts';

/** A property, with domain and range settled. */
export interface Property {
  readonly iri: string;
  readonly place: Place;
  readonly label: string | undefined;
  readonly doc: string | undefined;
  readonly deprecated: boolean;
  /** Without subclasses of others among them. */
  domains: ClassDraft[];
  /** How it reaches the classes of its domain that no `rdfs:domain` gives it. */
  reaches: Map<ClassDraft, Reach> | undefined;
  /** What the values are; both kinds if the range has both. */
  range: Range;
  /** The same for classes of the domain that say more of it. */
  ranges: Map<ClassDraft, Range> | undefined;
  readonly functional: boolean;
  readonly inverseFunctional: boolean;
  readonly symmetric: boolean;
  inverse: Property | undefined;
  /** All that is stated of it, and its types, its domains and its ranges among that. */
  readonly statements: readonly Statement[];
  readonly types: readonly Node[];
  readonly domainStatements: readonly Statement[];
  readonly rangeStatements: readonly Statement[];
  /** Whether domain or range are those of a property that it implies. */
  takesOver: boolean;
  /** What is said of the property as such. */
  axioms: readonly Said[];
}

/** An axiom about a property, and what it comes to. */
export interface Said {
  readonly says: PropertyAxiom;
  readonly axiom: AxiomDraft;
}

/** Adds an axiom about a property: most have one or two, and an array that grows takes room for many. */
export function say(property: Property, says: PropertyAxiom, axiom: AxiomDraft): void {
  property.axioms = [...property.axioms, { says, axiom }];
}

/** What alone makes a property one of a class: `schema:domainIncludes`, a shape, or what OWL and RDFS say. */
export type Reach = 'includes' | 'shape' | 'domain';

export function reachOf(property: Property, cls: ClassDraft): Reach {
  return property.reaches?.get(cls) ?? 'domain';
}

export function setReach(property: Property, cls: ClassDraft, reach: Reach): void {
  if (reach === 'domain') return;
  property.reaches ??= new Map();
  property.reaches.set(cls, reach);
}

/** What an axiom about a property comes to. */
export type PropertyAxiom = 'domain' | 'single' | 'unique' | 'inverse' | 'irreflexive' | 'deprecated';

/** What the values of a property are in a class. */
export function rangeIn(property: Property, cls: ClassDraft): Range {
  return property.ranges?.get(cls) ?? property.range;
}

/** Whether the values of a property are resources. */
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
