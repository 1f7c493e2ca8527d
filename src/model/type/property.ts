import type { Place } from '../../diagnostics/index.ts';
import { type Node, owl, rdf, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import type { Range } from './range.ts';

/** A property, with domain and range settled. */
export interface Property {
  readonly iri: string;
  readonly place: Place;
  readonly label?: string;
  readonly doc?: string;
  readonly deprecated: boolean;
  /** Without subclasses of others among them. */
  domains: ClassDraft[];
  /** How it reaches the classes of its domain that no `rdfs:domain` gives it. */
  reaches: Map<ClassDraft, Reach> | undefined;
  /** What the values are; both kinds if the range has both. */
  range: Range;
  /** The same for classes of the domain that say more of it. */
  readonly ranges: Map<ClassDraft, Range>;
  readonly functional: boolean;
  readonly inverseFunctional: boolean;
  readonly symmetric: boolean;
  inverse: Property | undefined;
  /** What fields say of themselves for people. */
  readonly described: {
    readonly label?: string;
    readonly doc?: string;
    readonly deprecated: boolean;
    readonly iri: string;
    readonly place: Place;
  };
  /** All that is stated of it, and its types among that. */
  readonly statements: readonly Statement[];
  readonly types: readonly Node[];
  /** Whether domain or range are those of a property that it implies. */
  takesOver: boolean;
  /** What is said of the property as such. */
  readonly axioms: { readonly says: PropertyAxiom; readonly axiom: AxiomDraft }[];
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
  return property.ranges.get(cls) ?? property.range;
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
