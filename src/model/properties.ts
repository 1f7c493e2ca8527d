import type { Place } from '../diagnostics/index.ts';
import { isBlank, type Node, OWL, owl, rdf, rdfs, SCHEMA, XSD } from '../ontology/index.ts';
import { datatypeMapping } from './datatypes.ts';
import type { ClassDraft } from './draft.ts';
import { isBuiltIn, isUniversal, type Reader } from './reader.ts';
import type { ScalarType } from './types.ts';

/** A property, with domain and range settled. */
export interface Property {
  readonly iri: string;
  readonly place: Place;
  readonly label?: string;
  readonly doc?: string;
  readonly deprecated: boolean;
  /** Without subclasses of others among them. */
  domains: ClassDraft[];
  /** What the values may be; both kinds if the range has both. */
  scalar: ScalarType | undefined;
  classes: ClassDraft[];
  readonly functional: boolean;
  readonly inverseFunctional: boolean;
  readonly symmetric: boolean;
  inverse: Property | undefined;
}

const domainPredicates = [rdfs.domain, ...SCHEMA.map((ns) => `${ns}domainIncludes`)];
const rangePredicates = [rdfs.range, ...SCHEMA.map((ns) => `${ns}rangeIncludes`)];

/** Property characteristics that only object properties have (OWL 2 Structural Specification, 9.2). */
const objectTypes: readonly string[] = [
  owl.ObjectProperty,
  owl.SymmetricProperty,
  owl.AsymmetricProperty,
  owl.TransitiveProperty,
  owl.ReflexiveProperty,
  owl.IrreflexiveProperty,
];

const propertyTypes: readonly string[] = [
  owl.DatatypeProperty,
  ...objectTypes,
  owl.FunctionalProperty,
  owl.InverseFunctionalProperty,
  owl.DeprecatedProperty,
  rdf.Property,
];

/** The properties that belong to a class, in order of declaration. Of the others a warning says why not. */
export function readProperties(reader: Reader, classes: readonly ClassDraft[]): Property[] {
  const { ontology } = reader;
  const byIri = new Map(classes.map((cls) => [cls.iri, cls]));
  const properties = new Map<string, Property>();
  for (const node of ontology.typed) {
    if (isBlank(node)) continue;
    const types = ontology.types(node);
    if (!types.some((type) => propertyTypes.includes(type))) {
      if (types.includes(owl.AnnotationProperty) && domainPredicates.some((p) => ontology.nodes(node, p).length > 0)) {
        reader.warn('annotation-property', { property: reader.show(node) }, ontology.place(node));
      }
      continue;
    }
    properties.set(node, {
      iri: node,
      place: ontology.place(node),
      ...reader.described(node),
      domains: [],
      scalar: undefined,
      classes: [],
      functional: types.includes(owl.FunctionalProperty),
      inverseFunctional: types.includes(owl.InverseFunctionalProperty),
      symmetric: types.includes(owl.SymmetricProperty),
      inverse: undefined,
    });
  }
  linkInverses(reader, properties);
  const ranges = new Map([...properties.values()].map((p) => [p, rangeOf(reader, p)]));
  const kept: Property[] = [];
  for (const property of properties.values()) {
    const domain = domainOf(reader, property, byIri, ranges);
    if (!domain) continue;
    property.domains = domain;
    kept.push(property);
  }
  for (const property of kept) settleRange(reader, property, byIri, ranges);
  return kept;
}

/** `p owl:inverseOf q` makes each the inverse of the other (OWL 2 Structural Specification, 9.2.4). */
function linkInverses(reader: Reader, properties: ReadonlyMap<string, Property>): void {
  for (const property of properties.values()) {
    for (const node of reader.ontology.nodes(property.iri, owl.inverseOf)) {
      const other = properties.get(node);
      if (!other) continue;
      property.inverse ??= other;
      other.inverse ??= property;
    }
    if (property.symmetric) property.inverse ??= property;
  }
}

interface Expression {
  readonly named: ReadonlySet<Node>;
  readonly unreadable: readonly Node[];
}

function expression(reader: Reader, property: Property, predicates: readonly string[]): Expression {
  const named = new Set<Node>();
  const unreadable: Node[] = [];
  for (const predicate of predicates) {
    for (const node of reader.ontology.nodes(property.iri, predicate)) reader.namedClasses(node, named, unreadable);
  }
  return { named, unreadable };
}

function rangeOf(reader: Reader, property: Property): Expression {
  return expression(reader, property, rangePredicates);
}

/** Classes without those that are subclasses of others among them. */
function withoutSubclasses(classes: readonly ClassDraft[]): ClassDraft[] {
  return classes.filter((c) => !classes.some((d) => d !== c && c.ancestors.includes(d)));
}

function domainOf(
  reader: Reader,
  property: Property,
  byIri: ReadonlyMap<string, ClassDraft>,
  ranges: ReadonlyMap<Property, Expression>,
): ClassDraft[] | undefined {
  const stated = expression(reader, property, domainPredicates);
  let named = [...stated.named].filter((iri) => !isUniversal(iri));
  if (named.length === 0 && property.inverse) {
    // The domain of a property is the range of its inverse.
    named = [...(ranges.get(property.inverse)?.named ?? [])].filter((iri) => byIri.has(iri));
  }
  const known = named.flatMap((iri) => byIri.get(iri) ?? []);
  const name = reader.show(property.iri);
  for (const iri of named) {
    if (byIri.has(iri)) continue;
    const consequence = known.length > 0 ? 'it is left out of the domain' : 'the property is not generated';
    reader.warn('domain-not-declared', { property: name, domain: reader.show(iri), consequence }, property.place);
  }
  if (stated.unreadable.length > 0) {
    const consequence = known.length > 0 ? 'it is left out of the domain' : 'the property is not generated';
    reader.warn('domain-unreadable', { property: name, consequence }, property.place);
  }
  if (known.length > 0) return withoutSubclasses(known);
  if (named.length === 0 && stated.unreadable.length === 0) {
    reader.warn('property-without-domain', { property: name }, property.place);
  }
  return undefined;
}

const IRI_OF_RESOURCE = 'the IRI of a resource';

/** Settles what the values of a property are: of a scalar type, or instances of classes, or either. */
function settleRange(
  reader: Reader,
  property: Property,
  byIri: ReadonlyMap<string, ClassDraft>,
  ranges: ReadonlyMap<Property, Expression>,
): void {
  const { ontology } = reader;
  const types = ontology.types(property.iri);
  const isObject = types.some((type) => objectTypes.includes(type));
  const isData = types.includes(owl.DatatypeProperty);
  const name = reader.show(property.iri);
  const { named, unreadable } = ranges.get(property) ?? { named: new Set<Node>(), unreadable: [] };
  const scalars: ScalarType[] = [];
  const classes: ClassDraft[] = [];
  for (const iri of named) {
    const cls = byIri.get(iri);
    const mapping = datatypeMapping(iri);
    if (cls) {
      classes.push(cls);
    } else if (mapping) {
      scalars.push({ kind: 'scalar', ...mapping, datatype: iri });
    } else if (ontology.types(iri).includes(rdfs.Datatype) || iri.startsWith(XSD) || (isData && !isObject)) {
      reader.warn('datatype-unknown', { property: name, datatype: reader.show(iri) }, property.place);
      scalars.push({ kind: 'scalar', scalar: 'string', datatype: iri });
    } else {
      if (!isUniversal(iri) && !isBuiltIn(iri)) {
        reader.warn('range-not-declared', { property: name, range: reader.show(iri) }, property.place);
      }
      scalars.push({ kind: 'scalar', scalar: 'iri', datatype: iri });
    }
  }
  for (const node of unreadable) {
    const base = ontology.node(node, owl.onDatatype);
    const mapping = base === undefined ? undefined : datatypeMapping(base);
    const isDataRange = isData || ontology.types(node).some((t) => t === rdfs.Datatype || t === `${OWL}DataRange`);
    const scalar: ScalarType = mapping
      ? { kind: 'scalar', ...mapping }
      : { kind: 'scalar', scalar: isDataRange ? 'string' : 'iri' };
    const becomes = mapping ? `a plain ${reader.show(base ?? '')}` : isDataRange ? 'a string' : IRI_OF_RESOURCE;
    reader.warn('range-unreadable', { property: name, becomes }, property.place);
    scalars.push(scalar);
  }
  property.classes = withoutSubclasses(classes);
  property.scalar = oneScalar(reader, property, scalars);
  if (property.scalar || property.classes.length > 0) return;
  if (property.inverse && property.inverse !== property && property.inverse.domains.length > 0) {
    // The range of a property is the domain of its inverse.
    property.classes = [...property.inverse.domains];
    return;
  }
  const isIri = isObject && !isData;
  reader.warn('property-without-range', { property: name, becomes: isIri ? IRI_OF_RESOURCE : 'a string' }, property.place);
  property.scalar = { kind: 'scalar', scalar: isIri ? 'iri' : 'string' };
}

/** The type that takes the values of all: the only one, or a string. */
function oneScalar(reader: Reader, property: Property, scalars: readonly ScalarType[]): ScalarType | undefined {
  const [first, ...others] = scalars;
  if (!first || others.every((s) => s.scalar === first.scalar && s.minimum === first.minimum && s.maximum === first.maximum)) {
    return first;
  }
  if (!scalars.every((s) => s.scalar === 'string' || s.scalar === 'iri')) {
    reader.warn('range-ambiguous', { property: reader.show(property.iri), becomes: 'a string' }, property.place);
  }
  return { kind: 'scalar', scalar: 'string' };
}
