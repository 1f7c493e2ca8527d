import type { Place } from '../../diagnostics/index.ts';
import { type Node, owl, rdf, type Statement } from '../../ontology/index.ts';
import type { ClassDraft } from '../draft.ts';
import type { AxiomDraft } from '../read/axioms.ts';
import { isDomain, isRange } from '../read/resources.ts';
import type { Part, Range } from './range.ts';

/** A property, with domain and range settled. */
export interface Property {
  readonly iri: string;
  readonly place: Place;
  readonly label: string | undefined;
  readonly doc: string | undefined;
  readonly deprecated: boolean;
  /** Without subclasses of others among them. */
  domains: readonly ClassDraft[];
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
  /** All that is stated of it, and its types among that. */
  readonly statements: readonly Statement[];
  readonly types: readonly Node[];
  /** Whether domain or range are those of a property that it implies. */
  takesOver: boolean;
  /** What is said of the property as such. */
  axioms: readonly Said[];
  /** What its own range says, and the axioms that do. */
  part: Part | undefined;
  rangeAxioms: readonly AxiomDraft[];
  /** Of a plain property the numbers of its axioms in the log. */
  rangeAt: number;
  domainAt: number;
  /** The members' names that the property calls for. */
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

  /** The property of an IRI. Most ontologies have nobody ask, and a map of many properties costs much. */
  get(iri: string): Property | undefined {
    this.#byIri ??= new Map(this.all.map((property) => [property.iri, property]));
    return this.#byIri.get(iri);
  }
}

/** The names by the label of a property and by its IRI, and those that it may have once somebody asks for them. */
export interface OwnNames {
  readonly label: string;
  readonly local: string;
  candidates: readonly string[] | undefined;
}

/**
 * Whether nothing is said of a property but the one class that has it, and what its values are. So it is with most, and their
 * axioms are made when somebody asks for them.
 */
export function isPlain(property: Property): boolean {
  return property.domainAt >= 0;
}

/** What says to which classes a property belongs. There are many properties, so that this is not kept. */
export function domainStatementsOf({ statements }: Property): Statement[] {
  return statements.filter(({ predicate }) => isDomain(predicate));
}

/** The statement that alone says to which classes a property belongs: most have one. */
export function onlyDomainOf({ statements }: Property): Statement | undefined {
  let only: Statement | undefined;
  for (const statement of statements) {
    if (!isDomain(statement.predicate)) continue;
    if (only) return undefined;
    only = statement;
  }
  return only;
}

type RangeStatement = Statement & { readonly object: Node };

/** What says what the values of a property are. */
export function rangeStatementsOf({ statements }: Property): RangeStatement[] {
  return statements.filter(isRangeStatement);
}

/** The statement that alone says so: most have one. */
export function onlyRangeOf({ statements }: Property): RangeStatement | undefined {
  let only: RangeStatement | undefined;
  for (const statement of statements) {
    if (!isRangeStatement(statement)) continue;
    if (only) return undefined;
    only = statement;
  }
  return only;
}

function isRangeStatement(statement: Statement): statement is RangeStatement {
  return isRange(statement.predicate) && typeof statement.object === 'string';
}

/** An axiom about a property, and what it comes to. */
export interface Said {
  readonly says: PropertyAxiom;
  readonly axiom: AxiomDraft;
}

/** Adds an axiom about a property: most have one or two, and an array that grows takes room for many. */
export function say(property: Property, says: PropertyAxiom, axiom: AxiomDraft): void {
  const said = { says, axiom };
  property.axioms = property.axioms.length === 0 ? [said] : [...property.axioms, said];
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
