/**
 * Reads the class expressions and data ranges that are ranges of properties, the objects of `rdfs:range`, `owl:allValuesFrom`
 * or `sh:datatype`.
 * For example, `[ owl:onDatatype xsd:decimal ; owl:withRestrictions ( [ xsd:minInclusive 0 ] ) ]` becomes the scalar type
 * `decimal` with the minimum 0, and `[ owl:unionOf ( :User :Team ) ]` becomes the two classes.
 */

import { isBlank, type Literal, type Node, OWL, owl, rdf, rdfs, type Statement, sh, XSD } from '../../ontology/index.ts';
import { type ClassDraft, withoutSubclasses } from '../draft.ts';
import { getOrCreate } from '../get-or-create.ts';
import { datatypeMapping } from '../kinds/datatypes.ts';
import { intersectTypes, type Rejection, withFacet, withValues } from '../kinds/facets.ts';
import { isInteger, isJsonNumber, kindOf, type ScalarKind, scalarKinds } from '../kinds/kinds.ts';
import { integerRange } from '../kinds/values.ts';
import type { Policies } from '../policies.ts';
import type { AxiomDraft, Term } from '../read/axioms.ts';
import { facetsOf, faultOfFacet } from '../read/facets.ts';
import type { Reader } from '../read/reader.ts';
import { isDatatype } from '../read/resources.ts';
import { ConceptSchemes, schemeOfExpression } from '../read/schemes.ts';
import type { Constraint, FieldType, Pattern, ScalarType } from '../types.ts';
import { pascalName } from '../words/names.ts';
import { areEnumerable, type NamedTypes } from './named-types.ts';

/** A type of values other than ids and references. */
export type ValueType = Exclude<FieldType, { kind: 'id' } | { kind: 'reference' }>;

/** An axiom that a type comes from, with the kind of constraint that it states: `:age sh:minInclusive 18` and `minimum`. */
export interface Trace {
  readonly axiom: AxiomDraft;
  readonly kind: Exclude<
    Constraint['kind'],
    'inheritance' | 'disjoint' | 'key' | 'choice' | 'total' | 'comparison' | 'one-class' | 'closed' | 'deprecated' | 'inverse'
  >;
  readonly pattern?: Pattern;
}

/** The values of a property in a class: values of a type, instances of classes, or either of them. */
export interface Range {
  readonly value: ValueType | undefined;
  readonly classes: readonly ClassDraft[];
  readonly traces: readonly Trace[];
  /** The types that `value` replaces: a union, or a type that also has other values. A statement may select one of them. */
  readonly alternatives?: readonly ValueType[];
}

/** Returns whether nothing states what the values are. */
export function isUnstated({ value, classes }: Range): boolean {
  return value === undefined && classes.length === 0;
}

/** The content of one or several class expressions or data ranges, and the nodes that could not be read. */
export interface ParsedRange {
  readonly values: readonly ValueType[];
  readonly classes: readonly ClassDraft[];
  readonly traces: readonly Trace[];
  /** IRIs that are neither classes of the ontology nor known datatypes. */
  readonly unknown: readonly Node[];
  /** Expressions that are not supported. */
  readonly unreadable: readonly Node[];
}

/** The resource that a range belongs to, and names for the enumerations that are created for it. */
export interface RangeContext {
  readonly subject: Node;
  /** PascalCase, best first. */
  readonly names: readonly string[];
  /** The datatype that the expression defines. */
  readonly defines?: Node;
}

const MAX_DEPTH = 32;

export class Ranges {
  readonly #reader: Reader;
  readonly #classes: ReadonlyMap<string, ClassDraft>;
  readonly #types: NamedTypes;
  readonly schemes: ConceptSchemes;
  /** Datatypes that the ontology defines; `open` while the definition is being read, which finds circular definitions. */
  readonly #defined = new Map<Node, ParsedRange | 'open'>();
  readonly #parsedByIri = new Map<Node, ParsedRange>();
  readonly #logged = new Map<Statement, AxiomDraft>();

  constructor(reader: Reader, classes: readonly ClassDraft[], types: NamedTypes) {
    this.#reader = reader;
    this.#classes = new Map(classes.map((cls) => [cls.iri, cls]));
    this.#types = types;
    this.schemes = new ConceptSchemes(reader);
  }

  /** Reads alternatives, each an IRI or an expression, and merges the results: a class includes its subclasses. */
  read(nodes: readonly Node[], context: RangeContext, depth = 0): ParsedRange {
    const [first] = nodes;
    if (first !== undefined && nodes.length === 1) return this.readNode(first, context, depth);
    const merged: Record<keyof ParsedRange, unknown[]> = { values: [], classes: [], traces: [], unknown: [], unreadable: [] };
    for (const node of new Set(nodes)) {
      const parsed = this.readNode(node, context, depth);
      for (const key of ['values', 'classes', 'traces', 'unknown', 'unreadable'] as const) {
        for (const each of parsed[key]) merged[key].push(each);
      }
    }
    return { ...(merged as unknown as ParsedRange), classes: withoutSubclasses([...new Set(merged.classes as ClassDraft[])]) };
  }

  /** Returns the enumeration of the members of a list. All uses of the list share it. */
  enumerate(head: Node, members: readonly Term[], context: RangeContext): ValueType | undefined {
    if (!areEnumerable(members)) return undefined;
    const place = this.#reader.ontology.place(head);
    return { kind: 'enumeration', enumeration: this.#types.enumeration(head, context.names, members, place) };
  }

  /** Returns the enumeration of the concepts of a scheme if they are decided to be complete; else the reason why not. */
  conceptsOf(scheme: Node, context: RangeContext): (ValueType & { readonly kind: 'enumeration' }) | { readonly why: string } {
    const concepts = this.schemes.listed(scheme);
    if ('why' in concepts) return concepts;
    const names = [pascalName(this.#reader.localInAscii(scheme)), ...context.names];
    const place = this.#reader.ontology.place(scheme);
    return { kind: 'enumeration', enumeration: this.#types.enumeration(scheme, names, concepts, place) };
  }

  /** Returns the type that has only these literals as values; undefined if they do not share a datatype that allows them. */
  literals(members: readonly Term[]): ScalarType | undefined {
    const found = scalarOf(members, this.#reader.policies);
    return found && 'kind' in found ? found : undefined;
  }

  /** Returns one type for the values of several; `isLossy` is true if it also allows other values. */
  unify(values: readonly ValueType[]): { readonly value: ValueType | undefined; readonly isLossy: boolean } {
    const [first, ...others] = values;
    if (!first) return { value: undefined, isLossy: false };
    if (others.every((other) => areSameType(first, other))) {
      const scalars = others.filter((other) => other.kind === 'scalar');
      return { value: first.kind === 'scalar' ? withOtherDatatypes(first, scalars) : first, isLossy: false };
    }
    const hasTexts = values.some((value) => value.kind === 'scalar' && kindOf(value.scalar).space === 'text');
    // Next to other types, individuals become any string; next to other strings, so do listed strings.
    const isAnyText = (value: ValueType) => value.kind === 'enumeration' && (hasTexts || isOfIndividuals(value));
    const scalars: ScalarType[] = [];
    for (const value of values) {
      if (value.kind === 'scalar') scalars.push(value);
      else if (value.kind === 'union') for (const each of value.union.members) scalars.push(each);
      else if (isAnyText(value)) scalars.push({ kind: 'scalar', scalar: 'string' });
      else scalars.push({ kind: 'scalar', scalar: 'string', values: value.enumeration.values.map((one) => one.value) });
    }
    const members = mergeScalars(scalars);
    const isLossy = values.some(isAnyText) || scalars.some((s) => hasFacets(s) && !members.includes(s));
    const [only] = members;
    if (members.length === 1) return { value: only, isLossy };
    return { value: { kind: 'union', union: this.#types.union(members) }, isLossy };
  }

  readNode(node: Node, context: RangeContext, depth = 0): ParsedRange {
    return isBlank(node) ? this.#expression(node, context, depth) : this.named(node);
  }

  /** Reads an IRI. The result is cached. */
  named(iri: Node): ParsedRange {
    return getOrCreate(this.#parsedByIri, iri, () => this.#readNamed(iri));
  }

  #readNamed(iri: Node): ParsedRange {
    const cls = this.#classes.get(iri);
    if (cls) return { ...EMPTY_RANGE, classes: [cls] };
    const enumeration = this.#types.enumerationOf(iri);
    if (enumeration) {
      const axiom = this.#types.axiomOf(enumeration);
      return { ...EMPTY_RANGE, values: [{ kind: 'enumeration', enumeration }], traces: axiom ? [{ axiom, kind: 'type' }] : [] };
    }
    const scalar = namedScalar(iri, this.#reader.policies);
    if (scalar) return { ...EMPTY_RANGE, values: [scalar] };
    // Among the alternatives of a shape, sh:IRI stands for all IRIs.
    if (iri === sh.IRI) return { ...EMPTY_RANGE, values: [{ kind: 'scalar', scalar: 'iri' }] };
    if (this.#reader.ontology.node(iri, sh.in) !== undefined) {
      return this.#expression(iri, { subject: iri, names: [pascalName(this.#reader.localInAscii(iri))] }, 1);
    }
    return this.#datatype(iri);
  }

  /** Reads a datatype that the ontology defines (OWL 2 Structural Specification, 9.4). */
  #datatype(iri: Node): ParsedRange {
    const { ontology } = this.#reader;
    const known = this.#defined.get(iri);
    if (known === 'open') return { ...EMPTY_RANGE, unreadable: [iri] };
    if (known) return known;
    this.#defined.set(iri, 'open');
    const context: RangeContext = {
      subject: iri,
      names: [pascalName(this.#reader.localInAscii(iri))],
      defines: iri,
    };
    const definitions = isDatatype(ontology, iri)
      ? [
          ...ontology.nodes(iri, owl.equivalentClass),
          ...(ontology.statements(iri).some(({ predicate }) => definingPredicates.has(predicate)) ? [iri] : []),
          ...ontology.nodes(iri, rdfs.subClassOf).filter((parent) => parent !== rdfs.Literal),
        ]
      : [];
    let parsed: ParsedRange | undefined;
    for (const definition of definitions) {
      const one =
        definition === iri || isBlank(definition) ? this.#expression(definition, context, 1) : this.#readNamed(definition);
      if (one.values.length > 0) {
        parsed = { ...one, values: one.values.map((v) => (v.kind === 'scalar' ? { ...v, datatype: iri } : v)) };
        break;
      }
    }
    parsed ??= { ...EMPTY_RANGE, unknown: [iri] };
    this.#defined.set(iri, parsed);
    return parsed;
  }

  #expression(node: Node, context: RangeContext, depth: number): ParsedRange {
    const { ontology } = this.#reader;
    if (depth > MAX_DEPTH) return { ...EMPTY_RANGE, unreadable: [node] };
    // Parts of a definition define nothing themselves.
    const inner: RangeContext = { subject: context.subject, names: context.names };
    const scheme = schemeOfExpression(ontology, node);
    const concepts = scheme === undefined ? undefined : this.conceptsOf(scheme, context);
    if (concepts && 'enumeration' in concepts) return { ...EMPTY_RANGE, values: [concepts] };
    const union = ontology.node(node, owl.unionOf);
    if (union !== undefined) return this.read(ontology.list(union), inner, depth + 1);
    const intersection = ontology.node(node, owl.intersectionOf);
    if (intersection !== undefined) return this.#intersection(node, ontology.list(intersection), inner, depth);
    for (const listing of [owl.oneOf, sh.in]) {
      const head = ontology.node(node, listing);
      if (head !== undefined) return this.#oneOf(node, listing, head, context);
    }
    const base = ontology.node(node, owl.onDatatype);
    if (base !== undefined) return this.#restricted(node, base, context, depth);
    return { ...EMPTY_RANGE, unreadable: [node] };
  }

  /** Reads an intersection: values with the facets of all members, or instances of the most specific class. */
  #intersection(node: Node, members: readonly Node[], context: RangeContext, depth: number): ParsedRange {
    const ranges = members.map((member) => this.read([member], context, depth + 1));
    const traces = ranges.flatMap((parsed) => parsed.traces);
    const classes = ranges.flatMap((parsed) => parsed.classes);
    if (classes.length > 0) {
      const mostSpecific = classes.filter((c) => !classes.some((d) => d !== c && d.ancestors.includes(c)));
      const common = commonSubclasses(mostSpecific);
      const [only, other] = mostSpecific.length === 1 ? mostSpecific : common;
      return only && !other ? { ...EMPTY_RANGE, classes: [only], traces } : { ...EMPTY_RANGE, unreadable: [node] };
    }
    let all: ValueType | undefined;
    for (const parsed of ranges) {
      const [value, other] = parsed.values;
      if (!value || other) return { ...EMPTY_RANGE, unreadable: [node] };
      all = all ? commonValueType(all, value) : value;
      if (!all) return { ...EMPTY_RANGE, unreadable: [node] };
    }
    return all ? { ...EMPTY_RANGE, values: [all], traces } : { ...EMPTY_RANGE, unreadable: [node] };
  }

  /** Reads an enumeration of literals or individuals (OWL 2 Structural Specification, 7.4; SHACL, 4.8.3). */
  #oneOf(node: Node, listing: typeof owl.oneOf | typeof sh.in, head: Node, context: RangeContext): ParsedRange {
    const { ontology } = this.#reader;
    const members = ontology.terms(head);
    const [statement] = ontology.statementsOf(node, listing);
    const type = this.enumerate(context.defines ?? head, members, context) ?? scalarOf(members, this.#reader.policies);
    if (!type || !statement) return { ...EMPTY_RANGE, unreadable: [node] };
    const axiom = getOrCreate(this.#logged, statement, () =>
      this.#reader.axioms.add(listing === owl.oneOf ? 'owl:oneOf' : 'sh:in', context.subject, statement),
    );
    const value = 'rejection' in type ? type.type : type;
    if ('rejection' in type) {
      axiom.reject(type.rejection, head);
      return { ...EMPTY_RANGE, values: [value] };
    }
    return { ...EMPTY_RANGE, values: [value], traces: [{ axiom, kind: value.kind === 'enumeration' ? 'type' : 'values' }] };
  }

  /** Reads a datatype with facets (OWL 2 Structural Specification, 7.5). */
  #restricted(node: Node, base: Node, context: RangeContext, depth: number): ParsedRange {
    const { ontology, axioms } = this.#reader;
    const parsed = this.read([base], context, depth + 1);
    let [type] = parsed.values;
    if (type?.kind !== 'scalar' || parsed.values.length > 1) return { ...EMPTY_RANGE, unreadable: [node] };
    const traces = [...parsed.traces];
    for (const head of ontology.nodes(node, owl.withRestrictions)) {
      for (const member of ontology.list(head)) {
        for (const statement of ontology.statements(member)) {
          if (statement.predicate === rdf.type) continue;
          const axiom = getOrCreate(this.#logged, statement, () => axioms.add(statement.predicate, context.subject, statement));
          const fault = faultOfFacet(statement);
          if (fault !== undefined) {
            axiom.reject({ why: fault, isFault: true });
            continue;
          }
          const facets = facetsOf(statement, this.#reader.policies.regex);
          if (facets.length === 0) axiom.addShortfall('this facet is not read');
          for (const facet of facets) {
            const narrowed: ReturnType<typeof withFacet> = withFacet(type as ScalarType, facet);
            if ('why' in narrowed) {
              axiom.reject(narrowed);
            } else {
              if (narrowed.limited) axiom.limit(narrowed.limited);
              type = narrowed.type;
              traces.push({ axiom, kind: facet.kind, ...(facet.kind === 'pattern' && { pattern: facet.pattern }) });
            }
          }
        }
      }
    }
    return { ...EMPTY_RANGE, values: [type], traces };
  }
}

const EMPTY_RANGE: ParsedRange = { values: [], classes: [], traces: [], unknown: [], unreadable: [] };

function isOfIndividuals({ enumeration }: ValueType & { readonly kind: 'enumeration' }): boolean {
  return enumeration.values.some(({ iri }) => iri !== undefined);
}

/** Returns the type of the values that both types have, if one exists. LinkML writes a list of strings as such a pair. */
function commonValueType(a: ValueType, b: ValueType): ValueType | undefined {
  if (a.kind === 'scalar' && b.kind === 'scalar') return intersectTypes(a, b);
  const [listed, type] = a.kind === 'enumeration' ? [a, b] : [b, a];
  if (listed.kind !== 'enumeration' || type.kind !== 'scalar') return undefined;
  const areTexts = listed.enumeration.values.every(({ iri }) => iri === undefined);
  return areTexts && type.datatype === `${XSD}string` && !hasFacets(type) ? listed : undefined;
}

/** Predicates that define a datatype in statements about its own IRI. */
const definingPredicates: ReadonlySet<string> = new Set([owl.onDatatype, owl.oneOf, owl.unionOf, owl.intersectionOf]);

function areSameType(a: ValueType, b: ValueType): boolean {
  if (a.kind === 'scalar' && b.kind === 'scalar') {
    const { datatype: _a, otherDatatypes: _c, ...left } = a;
    const { datatype: _b, otherDatatypes: _d, ...right } = b;
    return JSON.stringify(left) === JSON.stringify(right);
  }
  if (a.kind === 'enumeration') return b.kind === 'enumeration' && a.enumeration === b.enumeration;
  return a.kind === 'union' && b.kind === 'union' && a.union === b.union;
}

function hasFacets({
  kind: _k,
  scalar: _s,
  datatype: _d,
  literalDatatype: _l,
  otherDatatypes: _o,
  ...facets
}: ScalarType): boolean {
  return Object.keys(facets).length > 0;
}

/** Returns the scalar type of a standard datatype; undefined for other IRIs. */
export function namedScalar(iri: Node, policies: Policies): ScalarType | undefined {
  const mapping = datatypeMapping(iri, policies);
  if (!mapping) return undefined;
  const { scalar, minimum, maximum, pattern } = mapping;
  return {
    kind: 'scalar',
    scalar,
    datatype: iri,
    ...(minimum !== undefined && { minimum: { value: String(minimum), inclusive: true } }),
    ...(maximum !== undefined && { maximum: { value: String(maximum), inclusive: true } }),
    ...(pattern !== undefined && { patterns: [{ source: pattern, flags: '', syntax: 'xsd' as const }] }),
  };
}

/** Returns the type that has only these literals as values; with a rejection, the whole datatype, if some are not values of it. */
function scalarOf(
  members: readonly Term[],
  policies: Policies,
): ScalarType | { readonly type: ScalarType; readonly rejection: Rejection } | undefined {
  const literals = members.filter((m): m is Literal => typeof m !== 'string');
  const [first] = literals;
  if (!first || literals.length < members.length || literals.some((l) => l.datatype !== first.datatype)) return undefined;
  const type = namedScalar(first.datatype, policies);
  if (!type) return undefined;
  const narrowed = withValues(type, literals);
  return 'type' in narrowed ? narrowed.type : { type, rejection: narrowed };
}

function commonSubclasses(classes: readonly ClassDraft[]): ClassDraft[] {
  const [first, ...others] = classes;
  const common = (first?.descendants ?? []).filter((c) => others.every((other) => other.descendants.includes(c)));
  return common.filter((c) => !common.some((d) => c.ancestors.includes(d)));
}

const isNumericInteger = (kind: ScalarKind): boolean => isInteger(kind) && isJsonNumber(kind);
const numericIntegers = scalarKinds.filter(isNumericInteger);

/** The order in which readers of a union try its kinds: those that accept less come first. */
const readingOrder: readonly ScalarKind[] = [
  'boolean',
  ...numericIntegers,
  'float32',
  'float64',
  'dateTime',
  'date',
  'time',
  'gYearMonth',
  'gMonthDay',
  'gMonth',
  'gDay',
  'gYear',
  'duration',
  'int64Text',
  'uint64Text',
  'decimal',
  'hex',
  'base64',
  'iri',
  'string',
];

/** Merges scalars: JSON numbers into the widest kind, and all kinds that are strings in JSON into an unlimited string. */
function mergeScalars(scalars: readonly ScalarType[]): ScalarType[] {
  const byKind = new Map<ScalarKind, ScalarType>();
  for (const scalar of scalars) {
    const known = byKind.get(scalar.scalar);
    const isSame = known === undefined || areSameType(known, scalar);
    byKind.set(
      scalar.scalar,
      withOtherDatatypes(isSame ? scalar : { kind: 'scalar', scalar: scalar.scalar }, known ? [known, scalar] : []),
    );
  }
  mergeNumbers(byKind);
  const text = byKind.get('string') ?? byKind.get('iri');
  if (text && !hasFacets(text)) {
    const merged = [...byKind.values()].filter(({ scalar }) => scalar !== 'boolean' && !isJsonNumber(scalar));
    for (const { scalar } of merged) byKind.delete(scalar);
    byKind.set(text.scalar, withOtherDatatypes(text, merged));
  }
  return [...byKind.values()].sort((a, b) => readingOrder.indexOf(a.scalar) - readingOrder.indexOf(b.scalar));
}

/** Replaces the kinds of numbers by one that can hold the values of all. */
function mergeNumbers(byKind: Map<ScalarKind, ScalarType>): void {
  const integers = [...byKind.keys()].filter(isNumericInteger);
  const float = (['float64', 'float32'] as const).find((kind) => byKind.has(kind));
  if (float === 'float64') byKind.delete('float32');
  if (integers.length + Number(float !== undefined) < 2) return;
  const merged = [...byKind.values()].filter(({ scalar }) => isNumericInteger(scalar) || scalar === float);
  for (const { scalar } of merged) byKind.delete(scalar);
  const widest = float ?? widestOf(integers);
  byKind.set(widest, withOtherDatatypes({ kind: 'scalar', scalar: widest }, merged));
}

/** Returns a scalar that replaces several, with their datatypes. */
function withOtherDatatypes(scalar: ScalarType, merged: readonly ScalarType[]): ScalarType {
  const datatypesOf = ({ scalar, datatype, literalDatatype, otherDatatypes = [] }: ScalarType) => [
    literalDatatype ?? datatype ?? (scalar === 'iri' ? sh.IRI : XSD + kindOf(scalar).xsd),
    ...otherDatatypes,
  ];
  const own = new Set(datatypesOf(scalar));
  const others = [...new Set(merged.flatMap(datatypesOf))].filter((datatype) => !own.has(datatype));
  return others.length > 0 ? { ...scalar, otherDatatypes: others } : scalar;
}

/** Returns an integer kind that can hold the values of all kinds. */
function widestOf(kinds: readonly ScalarKind[]): ScalarKind {
  const ranges = kinds.flatMap((kind) => integerRange(kind) ?? []);
  const fitting = numericIntegers.find((kind) => {
    const range = integerRange(kind);
    return range && ranges.every((other) => range.minimum <= other.minimum && range.maximum >= other.maximum);
  });
  return fitting ?? 'int64';
}

export function isDataRange({ ontology }: Reader, node: Node): boolean {
  return ontology.types(node).some((t) => t === rdfs.Datatype || t === `${OWL}DataRange`);
}
