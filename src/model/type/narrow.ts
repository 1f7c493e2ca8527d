import { isBlank, type Node, owl, XSD } from '../../ontology/index.ts';
import { type ClassDraft, isA } from '../draft.ts';
import { datatypeMapping } from '../kinds/datatypes.ts';
import { type Facet, intersectTypes, NOTHING_LEFT, type Refusal, withFacet, withValues } from '../kinds/facets.ts';
import { isNumeric, kindOf } from '../kinds/kinds.ts';
import { type AxiomDraft, contradictionRefusal, type Term } from '../read/axioms.ts';
import type { Fact } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { isBuiltIn, isUniversal, namespaceOf } from '../read/resources.ts';
import type { EnumerationValue, ScalarType } from '../types.ts';
import type { Context, Part, Range, Ranges, Trace, ValueType } from './range.ts';

/** The context in which a range is narrowed. */
export interface Narrowing extends Context {
  /** True for at most one value: then a fact about some value holds for every value. */
  readonly single: boolean;
  /**
   * True if a superclass has the field: then the kind of its values cannot change, and only narrower values
   * of that kind are accepted.
   */
  readonly inherited: boolean;
}

/** Returns the range, narrowed by facts about single values. Records facts that cannot be applied in their axioms. */
export function narrow(reader: Reader, ranges: Ranges, range: Range, facts: readonly Fact[], narrowing: Narrowing): Range {
  let current: Range = { ...range, traces: [...range.traces] };
  const steps: ((range: Range, fact: Fact) => Range | Refusal | string | undefined)[] = [
    (now, fact) => {
      if (fact.kind !== 'some' && (fact.kind !== 'range' || fact.isCounted)) return undefined;
      if (fact.kind === 'some' && !narrowing.single) return uncheckedExistence(now, ranges.read(fact.nodes, narrowing));
      const part = ranges.read(fact.nodes, narrowing);
      const isOfShape = fact.kind === 'range' && fact.as === 'datatype';
      return withPart(reader, ranges, now, isOfShape ? withLiteralDatatypes(part, fact.nodes) : part, fact, narrowing);
    },
    (now, fact) => {
      if (fact.kind !== 'range' || !fact.isCounted || now.value || now.classes.length > 0) return undefined;
      return withPart(reader, ranges, now, ranges.read(fact.nodes, narrowing), fact, narrowing);
    },
    (now, fact) => (fact.kind === 'node-kind' ? withNodeKind(now, fact.literal, narrowing) : undefined),
    (now, fact) => (fact.kind === 'in' ? withMembers(reader, ranges, now, fact.head, narrowing) : undefined),
    (now, fact) => (fact.kind === 'concept' ? withConcepts(ranges, now, fact.scheme, narrowing) : undefined),
    (now, fact) => (fact.kind === 'value' ? withDatatypeOf(reader, ranges, now, fact, facts, narrowing) : undefined),
    (now, fact) => (fact.kind === 'default' ? withDatatypeOf(reader, ranges, now, fact, facts, narrowing) : undefined),
    (now, fact) => (fact.kind === 'facet' ? withFacetOf(now, fact) : undefined),
  ];
  for (const step of steps) {
    for (const fact of facts) {
      const next = step(current, fact);
      if (typeof next === 'string') fact.axiom.fallsShort(next);
      // The number of values is enforced nevertheless.
      else if (next && 'why' in next && 'isCounted' in fact) fact.axiom.fallsShort(next.why);
      else if (next && 'why' in next)
        fact.axiom.refuse(rejectionReason(next, current, fact, facts), fact.kind === 'in' ? fact.head : undefined);
      else if (next) current = next;
    }
  }
  return current;
}

/** Returns the reason for rejecting a fact. Names the fact that it contradicts, if one is sufficient. */
function rejectionReason(refusal: Refusal, { value }: Range, fact: Fact, facts: readonly Fact[]): Refusal {
  if (refusal === CONFLICT && fact.kind === 'in') {
    const other = facts.find((one) => one.kind === 'in' && one !== fact && one.axiom.fault === undefined);
    return other ? contradictionRefusal(other.axiom) : refusal;
  }
  if (refusal !== NOTHING_LEFT || fact.kind !== 'facet') return refusal;
  const list = facts.find((one) => one.kind === 'in' && one.axiom.fault === undefined);
  if (list && (value?.kind === 'enumeration' || (value?.kind === 'scalar' && value.values)))
    return addContradiction(refusal, list.axiom);
  if (value?.kind !== 'scalar') return refusal;
  const { scalar, datatype } = value;
  const plain: ScalarType = { kind: 'scalar', scalar, ...(datatype !== undefined && { datatype }) };
  const other = facts.find((one) => one.kind === 'facet' && one !== fact && isExcludedBy(plain, fact.facet, one.facet));
  return other ? addContradiction(refusal, other.axiom) : refusal;
}

function addContradiction(refusal: Refusal, { statement }: AxiomDraft): Refusal {
  return { ...refusal, why: `${refusal.why} and to ${statement}` };
}

/** Returns whether a facet leaves no value of a type in combination with another facet, but leaves some without it. */
function isExcludedBy(type: ScalarType, facet: Facet, other: Facet): boolean {
  const first = withFacet(type, other);
  return 'type' in first && withFacet(first.type, facet) === NOTHING_LEFT && 'type' in withFacet(type, facet);
}

const CONFLICT: Refusal = { why: 'it contradicts another constraint on the values', isFault: true };
const KIND_STAYS: Refusal = {
  why: 'the field is inherited, and values of another kind would not fit the superclass',
  isFault: true,
};
const TOO_NARROW: Refusal = { why: 'the field is inherited, and keeps the kind of values that it has in the superclass' };

/** Returns the reason for rejecting a range that contradicts the known one. */
function rangeConflict(now: Range, { inherited }: Narrowing): Refusal {
  if (inherited) return KIND_STAYS;
  const stated = now.traces.findLast(({ kind }) => kind === 'type');
  return stated ? contradictionRefusal(stated.axiom) : CONFLICT;
}

const isStandard = (datatype: string): boolean => datatype.startsWith(XSD) || isBuiltIn(datatype);

/**
 * Returns the datatypes that `sh:datatype` states, with the datatype of their literals. SHACL compares datatypes as IRIs (SHACL,
 * 4.1.2); in OWL, literals of a defined datatype have the one that it is based on (OWL 2 Structural Specification, 9.4).
 */
function withLiteralDatatypes(part: Part, nodes: readonly Node[]): Part {
  const values = part.values.map((value) => {
    const { datatype } = value.kind === 'scalar' ? value : {};
    if (datatype === undefined || !nodes.includes(datatype) || isStandard(datatype)) return value;
    return { ...value, literalDatatype: datatype };
  });
  return { ...part, values };
}

function trace(fact: Fact, kind: Trace['kind']): Trace {
  return { axiom: fact.axiom, kind };
}

/** Returns what is not checked of "some values": their kind, unless all values are of that kind anyway. */
function uncheckedExistence(now: Range, part: Part): string | undefined {
  const all = now.classes.length > 0 && now.classes.every((cls) => part.classes.some((other) => isA(cls, other)));
  const [value] = part.values;
  if (all || (value?.kind === 'scalar' && now.value?.kind === 'scalar' && value.scalar === now.value.scalar)) return undefined;
  return now.classes.length === 0 && !now.value ? undefined : 'that one of several values is of this kind is not checked';
}

function withPart(
  reader: Reader,
  ranges: Ranges,
  now: Range,
  part: Part,
  fact: Fact,
  narrowing: Narrowing,
): Range | Refusal | string | undefined {
  const unknown = undeclaredAlternatives(reader, now, part, fact, narrowing);
  if (typeof unknown === 'string' || (unknown && 'why' in unknown)) return unknown;
  const values = unknown ? [...part.values, unknown] : part.values;
  if (values.length === 0 && part.classes.length === 0) return undefined;
  const { value, loses } = ranges.oneOf(values);
  if (loses) fact.axiom.fallsShort('of the alternatives only the datatypes are checked');
  const traces = [...now.traces, trace(fact, 'type'), ...part.traces];
  // One alternative is any resource, so every instance of the known classes is allowed.
  if (now.classes.length > 0 && part.values.some(isAnyResource)) return { ...now, traces };
  if (now.classes.length === 0 && !now.value) return { value, classes: part.classes, traces };
  const classes = intersectClasses(now.classes, part.classes);
  if (value && now.value)
    return withValue({ ...now, value: now.value }, { ...part, value }, fact, { classes, traces }, narrowing);
  // The alternatives of an inherited property are separate fields; all of them stay.
  if (classes.length > 0) return { value: undefined, classes, traces };
  return specializeResource(now, part, traces, narrowing) ?? typeConflict(reader, now, { ...part, values }, narrowing);
}

/** Combines the known values with those of a fact: the values that both allow, or the classes that both name. */
function withValue(
  now: Range & { readonly value: ValueType },
  part: Part & { readonly value: ValueType },
  fact: Fact,
  { classes, traces }: Pick<Range, 'classes' | 'traces'>,
  narrowing: Narrowing,
): Range | Refusal {
  const met = intersectValueTypes(now.value, part.value, narrowing.inherited);
  if (met === undefined || 'why' in met)
    return classes.length > 0 ? { ...now, classes, traces } : (met ?? rangeConflict(now, narrowing));
  if (classes.length > 0 || !excludes(now.value, part.value)) return { value: met, classes, traces };
  for (const { axiom } of now.traces) axiom.refuse(contradictionRefusal(fact.axiom));
  return { value: met, classes, traces: [trace(fact, 'type'), ...part.traces] };
}

function isAnyResource(value: ValueType): boolean {
  return value.kind === 'scalar' && value.scalar === 'iri' && value.datatype === undefined;
}

/** Returns the reason for rejecting a fact with other classes, or with values of other types. */
function typeConflict(reader: Reader, now: Range, part: Part, narrowing: Narrowing): Refusal {
  return now.value === undefined && part.values.length === 0 ? classConflict(reader, now, part) : rangeConflict(now, narrowing);
}

/** Returns the reason for rejecting a second class: values must be instances of both (RDF Schema 1.1, 3.1; SHACL, 4.1.1). */
function classConflict(reader: Reader, { classes, traces }: Range, part: Part): Refusal {
  const stated = traces.findLast(({ kind }) => kind === 'type');
  const all = [...classes, ...part.classes].map(({ iri }) => reader.show(iri));
  return {
    why: `values must be instances of both, and a field refers to one class; ${stated?.axiom.statement ?? all[0]} is used`,
    isFault: true,
    ...(all.length === 2 && { instead: `name one class that is below both: :Both rdfs:subClassOf ${all.join(' , ')} .` }),
  };
}

/** Returns the range with the classes of a part, if the known range is any resource. */
function specializeResource(now: Range, { classes }: Part, traces: Range['traces'], { inherited }: Narrowing): Range | undefined {
  const { value } = now;
  const isVague =
    now.classes.length === 0 &&
    ((value?.kind === 'scalar' && value.scalar === 'iri') ||
      (value?.kind === 'union' && value.union.members.some(isAnyResource)));
  return isVague && classes.length > 0 && !inherited ? { value: undefined, classes, traces } : undefined;
}

/**
 * Returns the value type that replaces undeclared alternatives, if there are any; or the reason why they have no effect. An
 * undeclared alternative may be anything, so if the values are known already, the other alternatives have no effect either.
 */
function undeclaredAlternatives(
  reader: Reader,
  now: Range,
  part: Part,
  fact: Fact,
  narrowing: Narrowing,
): ScalarType | Refusal | string | undefined {
  const [first] = [...part.unknown, ...part.unreadable];
  if (first === undefined) return undefined;
  const why = isBlank(first)
    ? 'class expressions of this kind are not read here'
    : `${reader.show(first)} is neither a class of this ontology nor a known datatype`;
  const as = fact.kind === 'range' ? fact.as : undefined;
  const isKnown = now.classes.length > 0 || now.value !== undefined;
  const isAlone = part.values.length === 0 && part.classes.length === 0;
  if (isKnown || (isAlone && (as === undefined || isBlank(first)))) {
    const meant = reader.meantBy(first);
    if (meant !== undefined) return { why: `${why}; did you mean ${meant}?`, isFault: true };
    // Another vocabulary may declare it, unless it is in the same namespace as the class.
    const isOwn = reader.ontology.statements(first).length === 0 && namespaceOf(first) === namespaceOf(fact.axiom.iri ?? '');
    return isOwn ? { why, isFault: true } : why;
  }
  fact.axiom.fallsShort(why);
  return unknownValue(reader, first, as ?? 'class', fact, narrowing);
}

/** Returns the type for values of an undeclared class (an IRI) or datatype (a string). Warns of it. */
function unknownValue(reader: Reader, iri: Node, as: 'class' | 'datatype', { axiom }: Fact, { subject }: Narrowing): ScalarType {
  if (as === 'datatype') {
    if (!reader.unknownTerms.has(iri))
      reader.warnOf('datatype-unknown', reader.show(subject), { datatype: reader.show(iri), is: 'unmapped' }, axiom.place);
    return { kind: 'scalar', scalar: 'string', datatype: iri, unmapped: true };
  }
  if (!isUniversal(iri) && !isBuiltIn(iri)) {
    const params = { range: reader.show(iri), why: reader.noClass(iri), suggestion: reader.meantBy(iri) };
    reader.warnOf('range-not-declared', reader.show(subject), params, axiom.place);
  }
  return { kind: 'scalar', scalar: 'iri', datatype: iri };
}

/** Returns the classes of each list that are equal to, or subclasses of, a class of the other list. */
function intersectClasses(a: readonly ClassDraft[], b: readonly ClassDraft[]): ClassDraft[] {
  const special = b.filter((cls) => a.some((other) => isA(cls, other)));
  for (const cls of a) if (!special.includes(cls) && b.some((other) => isA(cls, other))) special.push(cls);
  return special;
}

/** Returns the narrower of two types, else the later one, or for an inherited field undefined or the reason for a rejection. */
function intersectValueTypes(now: ValueType, value: ValueType, inherited: boolean): ValueType | Refusal | undefined {
  const other = () => (!inherited ? value : excludes(now, value) ? undefined : TOO_NARROW);
  if (now.kind === 'enumeration' && value.kind === 'enumeration') {
    if (now.enumeration === value.enumeration) return now;
    const values = valuesOf(now);
    const only = commonValues(values, valuesOf(value));
    if (only.length === values.length) return now;
    return only.length > 0 ? { ...now, only } : other();
  }
  // The values of an enumeration are strings, so a string type adds nothing.
  if (now.kind === 'enumeration' && value.kind === 'scalar' && value.scalar === 'string') return now;
  if (now.kind === 'scalar' && value.kind === 'scalar') {
    if (now.scalar === value.scalar) return intersectTypes(now, value);
    return other();
  }
  if (now.kind === 'union' && value.kind === 'union' && now.union === value.union) return now;
  return other();
}

function valuesOf({ enumeration, only }: ValueType & { readonly kind: 'enumeration' }): readonly EnumerationValue[] {
  return only ?? enumeration.values;
}

/** Returns the values that both lists contain, compared by their form in the data. */
function commonValues(values: readonly EnumerationValue[], others: readonly EnumerationValue[]): readonly EnumerationValue[] {
  const known = new Set(others.map(({ iri, value }) => iri ?? value));
  return values.filter(({ iri, value }) => known.has(iri ?? value));
}

/** Returns whether two types have no value in common. */
function excludes(a: ValueType, b: ValueType): boolean {
  if (a.kind === 'enumeration' && b.kind === 'enumeration') return commonValues(valuesOf(a), valuesOf(b)).length === 0;
  const others = primitivesOf(b);
  return !primitivesOf(a).some((one) => one === ANY || others.includes(ANY) || others.includes(one));
}

/**
 * Returns the primitive types of a type: their values are disjoint (XML Schema 1.1 part 2, 2.2.1). Strings and IRIs count as
 * one, because many vocabularies do not distinguish them; numbers of other vocabularies than XML Schema count as any type.
 */
function primitivesOf(type: ValueType): string[] {
  if (type.kind === 'enumeration') return ['text'];
  const scalars = type.kind === 'union' ? type.union.members : [type];
  return scalars.map(({ scalar, datatype }) => {
    const mapping = datatype === undefined ? undefined : datatypeMapping(datatype);
    const { space } = kindOf(scalar);
    if (space === 'text') return datatype === undefined || (mapping && !mapping.isAny) ? space : ANY;
    if (isNumeric(scalar) && mapping && !datatype?.startsWith(XSD)) return ANY;
    return space === 'integer' ? 'decimal' : scalar;
  });
}

const ANY = 'any';

function withNodeKind(now: Range, literal: boolean, narrowing: Narrowing): Range | Refusal | undefined {
  if (now.classes.length === 0 && !now.value) {
    return { ...now, value: { kind: 'scalar', scalar: literal ? 'string' : 'iri' } };
  }
  const isResource = (value: ValueType | undefined) =>
    value === undefined ||
    (value.kind === 'scalar' && value.scalar === 'iri') ||
    (value.kind === 'enumeration' && value.enumeration.values.some((v) => v.iri !== undefined));
  if (literal ? now.classes.length === 0 && !isResource(now.value) : isResource(now.value)) return now;
  // IRIs of a datatype are literals.
  if (literal && now.value?.kind === 'scalar' && isText(now.value)) return { ...now, classes: [] };
  if (narrowing.inherited) return KIND_STAYS;
  if (literal && now.value && !isResource(now.value)) return { ...now, classes: [] };
  if (!literal && now.classes.length > 0) return { ...now, value: undefined };
  return rangeConflict(now, narrowing);
}

/** Returns whether the IRIs of a type are literals of a datatype, not IRIs of resources. */
function isText({ scalar, datatype }: ScalarType): boolean {
  return scalar === 'iri' && datatype !== undefined && datatypeMapping(datatype) !== undefined;
}

function withMembers(reader: Reader, ranges: Ranges, now: Range, head: Node, narrowing: Narrowing): Range | Refusal | string {
  const members = reader.ontology.terms(head);
  if (members.length === 0) return 'an empty list allows no value';
  const current = now.value;
  if (current?.kind === 'enumeration') return restrictEnumeration(now, current, members);
  const isText =
    current === undefined || (current.kind === 'scalar' && (current.scalar === 'string' || current.scalar === 'iri'));
  const isResource = members.every((m) => typeof m === 'string');
  if (!narrowing.inherited && (isText || (isResource && now.classes.length > 0))) {
    const value = ranges.enumerate(head, members, narrowing);
    if (value) return { ...now, value, classes: [] };
  }
  if (isResource && now.classes.length > 0) return 'instances are known by UUIDs, not by their IRIs';
  if (current?.kind === 'union') return 'the alternatives of a union are not narrowed to single values';
  const narrowed = literalsOf(ranges, current, members);
  return 'why' in narrowed ? narrowed : { ...now, value: narrowed.type };
}

function withConcepts(ranges: Ranges, now: Range, scheme: Node, narrowing: Narrowing): Range | Refusal | string {
  const found = ranges.conceptsOf(scheme, narrowing);
  if ('why' in found) return found.why;
  if (now.value?.kind === 'enumeration') {
    return restrictEnumeration(
      now,
      now.value,
      found.enumeration.values.flatMap(({ iri }) => iri ?? []),
    );
  }
  return narrowing.inherited ? KIND_STAYS : { ...now, value: found, classes: [] };
}

/** Returns a type limited to the literals of a list; of their own datatype if no type is known. */
function literalsOf(ranges: Ranges, type: ScalarType | undefined, members: readonly Term[]): ReturnType<typeof withValues> {
  const own = type === undefined ? ranges.literals(members) : undefined;
  return own ? { type: own } : withValues(type ?? { kind: 'scalar', scalar: 'string' }, members);
}

/** Takes the datatype from the stated values or the default, if nothing else states one. Several values must share it. */
function withDatatypeOf(
  reader: Reader,
  ranges: Ranges,
  now: Range,
  fact: Fact & { readonly kind: 'value' | 'default' },
  facts: readonly Fact[],
  narrowing: Narrowing,
): Range | undefined {
  if (narrowing.inherited || now.value || now.classes.length > 0) return undefined;
  if (reader.ontology.types(narrowing.subject).includes(owl.ObjectProperty)) return undefined;
  const others = facts.flatMap((one) => (one.kind === fact.kind ? [one.term] : []));
  const type = ranges.literals(narrowing.single ? [fact.term] : others);
  if (!type) return undefined;
  const { values: _, ...value } = type;
  return { ...now, value, traces: [...now.traces, trace(fact, 'type')] };
}

/** Limits an enumeration to the members of a list. */
function restrictEnumeration(
  now: Range,
  current: ValueType & { readonly kind: 'enumeration' },
  members: readonly Term[],
): Range | Refusal {
  const only = members.flatMap((member): EnumerationValue[] => {
    const key = typeof member === 'string' ? 'iri' : 'value';
    const text = typeof member === 'string' ? member : member.value;
    return current.enumeration.values.filter((v) => v[key] === text);
  });
  if (only.length === 0) return CONFLICT;
  const all = only.length === current.enumeration.values.length;
  return { ...now, value: all ? current : { ...current, only } };
}

function withFacetOf(now: Range, fact: Fact & { readonly kind: 'facet' }): Range | Refusal | string {
  const current = now.value ?? (now.classes.length === 0 ? ({ kind: 'scalar', scalar: 'string' } as const) : undefined);
  if (!current) {
    // In SHACL, patterns and lengths also apply to IRIs (https://www.w3.org/TR/shacl/#MinLengthConstraintComponent).
    if (fact.facet.kind === 'pattern') return 'values are instances, which are known by UUIDs';
    const values = `values are instances of ${now.classes[0]?.name}`;
    if ('inclusive' in fact.facet) return { why: `${values}, which have no order`, isFault: true };
    return { why: `${values}, which have UUIDs as ids: this limits the length of their IRIs`, isFault: true };
  }
  switch (current.kind) {
    case 'scalar': {
      const narrowed = withFacet(current, fact.facet);
      if ('why' in narrowed) return narrowed;
      if (narrowed.limited) fact.axiom.limit(narrowed.limited);
      return { ...now, value: narrowed.type };
    }
    case 'enumeration':
      return excludesAllValues(current, fact.facet) ? NOTHING_LEFT : 'the values are enumerated already';
    case 'union':
      return 'the values are of several datatypes';
    default:
      return current satisfies never;
  }
}

/** Returns whether no value of an enumeration satisfies a facet, which applies to its IRIs or strings. */
function excludesAllValues({ enumeration, only }: ValueType & { readonly kind: 'enumeration' }, facet: Facet): boolean {
  const values = (only ?? enumeration.values).map(({ iri, value }) => iri ?? value);
  return withFacet({ kind: 'scalar', scalar: 'string', values }, facet) === NOTHING_LEFT;
}
