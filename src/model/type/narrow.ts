/**
 * Narrows the range of a property in a class by facts, which restrictions and shapes state. For example, `sh:datatype
 * xsd:string` and `sh:maxLength 80` make the range "any value" a string of at most 80 characters.
 * Used for the property itself (properties.ts) and for inherited fields (inherit/refine.ts). A fact that cannot be applied
 * records the reason in its axiom.
 */

import { isBlank, type Node, owl, rdfs } from '../../ontology/index.ts';
import { type ClassDraft, isA, withoutSubclasses } from '../draft.ts';
import { datatypeMapping } from '../kinds/datatypes.ts';
import { type Facet, NOTHING_LEFT, type Rejection, withFacet, withValues } from '../kinds/facets.ts';
import { contradictionRejection, type Term } from '../read/axioms.ts';
import { INSTEAD } from '../read/contradictions.ts';
import type { Fact } from '../read/facts.ts';
import type { Reader } from '../read/reader.ts';
import { isBuiltIn, isRange, isUniversal, namespaceOf } from '../read/resources.ts';
import type { EnumerationValue, ScalarType } from '../types.ts';
import { asLiteralsOf, excludes, intersectValueTypes, withLiteralDatatypes } from './intersect.ts';
import { isUnstated, type ParsedRange, type Range, type RangeContext, type Ranges, type Trace, type ValueType } from './range.ts';

/** What is known about the narrowed property besides its range. */
export interface Narrowing extends RangeContext {
  /** True for at most one value: then a fact about some value holds for every value. */
  readonly single: boolean;
  /** True if a superclass has the field: then only narrower values of the same kind are accepted. */
  readonly inherited: boolean;
}

/** Returns the range, narrowed by all facts that apply to each value by itself. */
export function narrowRange(reader: Reader, ranges: Ranges, range: Range, facts: readonly Fact[], narrowing: Narrowing): Range {
  return new RangeNarrower(reader, ranges, facts, narrowing).narrow(range);
}

/** The order in which facts are applied: types first, then what narrows them. Other kinds do not concern single values. */
const ranks: Readonly<Partial<Record<Fact['kind'], number>>> = {
  some: 0,
  range: 0,
  'node-kind': 2,
  in: 3,
  concept: 4,
  value: 5,
  default: 6,
  facet: 7,
};

function rankOf(fact: Fact): number {
  // The kind of a qualified cardinality is the range only if nothing else states one.
  if (fact.kind === 'range' && fact.isCounted) return 1;
  return ranks[fact.kind] ?? 8;
}

class RangeNarrower {
  readonly #reader: Reader;
  readonly #ranges: Ranges;
  readonly #facts: readonly Fact[];
  readonly #narrowing: Narrowing;

  constructor(reader: Reader, ranges: Ranges, facts: readonly Fact[], narrowing: Narrowing) {
    this.#reader = reader;
    this.#ranges = ranges;
    this.#facts = facts;
    this.#narrowing = narrowing;
  }

  narrow(range: Range): Range {
    let current: Range = { ...range, traces: [...range.traces] };
    for (const fact of [...this.#facts].sort((a, b) => rankOf(a) - rankOf(b))) {
      const next = this.#apply(current, fact);
      if (typeof next === 'string') fact.axiom.addShortfall(next);
      // The number of values is enforced nevertheless.
      else if (next && 'why' in next && 'isCounted' in fact) fact.axiom.addShortfall(next.why);
      else if (next && 'why' in next)
        fact.axiom.reject(this.#rejectionReason(next, current, fact), fact.kind === 'in' ? fact.head : undefined);
      else if (next) current = next;
    }
    return current;
  }

  /** Returns the narrowed range; undefined if the fact does not concern it; or why it is not applied: a string is no fault. */
  #apply(range: Range, fact: Fact): Range | Rejection | string | undefined {
    switch (fact.kind) {
      case 'some':
      case 'range':
        return this.#applyType(range, fact);
      case 'node-kind': {
        const { subject, inherited } = this.#narrowing;
        const isOfLiterals = fact.literal && this.#reader.ontology.types(subject).includes(owl.DatatypeProperty);
        if (isOfLiterals && range.value === undefined && range.classes.length > 0 && !inherited)
          return replaceClassByLiterals(range, this.#ranges.read([rdfs.Literal], this.#narrowing), fact);
        return this.#narrowByNodeKind(range, fact.literal);
      }
      case 'in':
        return this.#limitToList(range, fact.head);
      case 'concept':
        return this.#limitToConcepts(range, fact.scheme);
      case 'value':
      case 'default':
        return this.#takeDatatype(range, fact);
      case 'facet':
        return narrowByFacet(range, fact);
      default:
        return undefined;
    }
  }

  #applyType(range: Range, fact: Fact & { readonly kind: 'some' | 'range' }): Range | Rejection | string | undefined {
    if (fact.kind === 'range' && fact.isCounted && !isUnstated(range)) return undefined;
    const parsed = this.#ranges.read(fact.nodes, this.#narrowing);
    if (fact.kind === 'some' && !this.#narrowing.single) return shortfallOfSome(range, parsed);
    return this.#narrowByRange(range, isOfShape(fact) ? withLiteralDatatypes(parsed, fact.nodes) : parsed, fact);
  }

  /** Returns the reason for rejecting a fact. Names the fact that it contradicts, if one is sufficient. */
  #rejectionReason(rejection: Rejection, { value }: Range, fact: Fact): Rejection {
    const list = this.#facts.find((one) => one.kind === 'in' && one !== fact && one.axiom.fault === undefined);
    if (rejection === CONFLICT && fact.kind === 'in' && list) return contradictionRejection(list.axiom);
    if (rejection !== NOTHING_LEFT || fact.kind !== 'facet') return rejection;
    const isListed = value?.kind === 'enumeration' || (value?.kind === 'scalar' && value.values !== undefined);
    const other = isListed && list ? list : this.#facts.find((one) => one !== fact && isExcludedBy(value, fact.facet, one));
    return other ? { ...rejection, why: `no value satisfies both it and ${other.axiom.statement}` } : rejection;
  }

  /** Returns the reason for rejecting a range that contradicts the known one. */
  #rangeConflict(range: Range): Rejection {
    if (this.#narrowing.inherited) return KIND_CHANGED;
    const stated = range.traces.findLast(({ kind }) => kind === 'type');
    if (!stated) return CONFLICT;
    const { predicate } = stated.axiom.stated;
    const instead = isRange(predicate) ? `${this.#reader.show(predicate)} ${RANGE_DECIDES}` : INSTEAD;
    return { ...contradictionRejection(stated.axiom), instead };
  }

  /** Narrows the range by a stated class or datatype, or by alternatives. The result is undefined if it states nothing. */
  #narrowByRange(range: Range, parsed: ParsedRange, fact: Fact): Range | Rejection | string | undefined {
    const unknown = this.#typeOfUndeclared(range, parsed, fact);
    if (typeof unknown === 'string' || (unknown && 'why' in unknown)) return unknown;
    const values = unknown ? [...parsed.values, unknown] : parsed.values;
    if (values.length === 0 && parsed.classes.length === 0) return undefined;
    const { value, isLossy } = this.#ranges.unify(values);
    if (isLossy) fact.axiom.addShortfall('of the alternatives only the datatypes are checked');
    const traces = [...range.traces, typeTrace(fact), ...parsed.traces];
    // One alternative is any resource, so every instance of the known classes is allowed.
    if (range.classes.length > 0 && parsed.values.some(isAnyResource)) return { ...range, traces };
    if (isUnstated(range)) return { value, classes: parsed.classes, traces };
    const classes = intersectClasses(range.classes, parsed.classes);
    if (value && range.value)
      return this.#intersectValues({ ...range, value: range.value }, { ...parsed, value }, fact, { classes, traces });
    // The alternatives of an inherited property are separate fields; all of them stay.
    if (classes.length > 0) return { value: undefined, classes, traces };
    return this.#specializeResource(range, parsed, traces) ?? this.#typeConflict(range, { ...parsed, values });
  }

  /** Combines the known values with those of a fact: the values that both allow, or the classes that both name. */
  #intersectValues(
    range: Range & { readonly value: ValueType },
    parsed: ParsedRange & { readonly value: ValueType },
    fact: Fact,
    { classes, traces }: Pick<Range, 'classes' | 'traces'>,
  ): Range | Rejection {
    const intersection = this.#commonValues(range, parsed.value);
    if (intersection === undefined || 'why' in intersection)
      return classes.length > 0 ? { ...range, classes, traces } : (intersection ?? this.#rangeConflict(range));
    const value = this.#withStatedLiterals(intersection, range, parsed.value, fact);
    const isExcluded = (range.alternatives ?? [range.value]).every((one) => excludes(one, parsed.value));
    if (classes.length > 0 || !isExcluded) return { value, classes, traces };
    const rejection = { ...contradictionRejection(fact.axiom), instead: DATATYPE_DECIDES };
    for (const { axiom } of range.traces) axiom.reject(rejection);
    return { value, classes, traces: [typeTrace(fact), ...parsed.traces] };
  }

  /** Returns the values that the range and a type have in common. Of alternatives, those remain that the type does not exclude. */
  #commonValues(range: Range & { readonly value: ValueType }, type: ValueType): ValueType | Rejection | undefined {
    const { inherited } = this.#narrowing;
    const left = (range.alternatives ?? []).filter((one) => !excludes(one, type));
    const common = left.flatMap((one) => {
      const value = intersectValueTypes(one, type, inherited);
      return value && 'kind' in value ? [value] : [];
    });
    return this.#ranges.unify(common).value ?? intersectValueTypes(range.value, type, inherited);
  }

  /** Returns a type with the datatype of literals that a shape states, the fact or an earlier one. */
  #withStatedLiterals(type: ValueType, range: Range & { readonly value: ValueType }, stated: ValueType, fact: Fact): ValueType {
    if (this.#narrowing.inherited) return type;
    if (isOfShape(fact)) return asLiteralsOf(stated, type);
    return range.traces.some(({ axiom }) => axiom.construct === 'sh:datatype') ? asLiteralsOf(range.value, type) : type;
  }

  /** Returns the reason for rejecting a fact with other classes, or with values of other types. */
  #typeConflict(range: Range, parsed: ParsedRange): Rejection {
    return range.value === undefined && parsed.values.length === 0
      ? this.#classConflict(range, parsed)
      : this.#rangeConflict(range);
  }

  /** Returns the reason for rejecting a second class: values must be instances of both (RDF Schema 1.1, 3.1; SHACL, 4.1.1). */
  #classConflict({ classes, traces }: Range, parsed: ParsedRange): Rejection {
    const stated = traces.findLast(({ kind }) => kind === 'type');
    const names = [...classes, ...parsed.classes].map(({ iri }) => this.#reader.show(iri));
    return {
      why: `values must be instances of both, and a field refers to one class; ${stated?.axiom.statement ?? names[0]} is used`,
      isFault: true,
      ...(names.length === 2 && { instead: `name one class that is below both: :Both rdfs:subClassOf ${names.join(' , ')} .` }),
    };
  }

  /** Returns the range with the classes of the fact, if the known range is any resource. */
  #specializeResource(range: Range, { classes }: ParsedRange, traces: Range['traces']): Range | undefined {
    const { value } = range;
    const isVague =
      range.classes.length === 0 &&
      ((value?.kind === 'scalar' && value.scalar === 'iri') ||
        (value?.kind === 'union' && value.union.members.some(isAnyResource)));
    return isVague && classes.length > 0 && !this.#narrowing.inherited ? { value: undefined, classes, traces } : undefined;
  }

  /**
   * Returns the value type that replaces undeclared alternatives, if there are any; or the reason why they have no effect: an
   * undeclared class or datatype may be anything, so known values are not narrowed by it.
   */
  #typeOfUndeclared(range: Range, parsed: ParsedRange, fact: Fact): ScalarType | Rejection | string | undefined {
    const [first] = [...parsed.unknown, ...parsed.unreadable];
    if (first === undefined) return undefined;
    const why = isBlank(first)
      ? 'class expressions of this kind are not read here'
      : `${this.#reader.show(first)} is neither a class of this ontology nor a known datatype`;
    const as = fact.kind === 'range' ? fact.as : undefined;
    const isAlone = parsed.values.length === 0 && parsed.classes.length === 0;
    if (!isUnstated(range) || (isAlone && (as === undefined || isBlank(first)))) {
      const similar = this.#reader.suggestionFor(first);
      if (similar !== undefined) return { why: `${why}; did you mean ${similar}?`, isFault: true };
      // Another vocabulary may declare it, unless it is in the same namespace as the class.
      const isOwn =
        this.#reader.ontology.statements(first).length === 0 && namespaceOf(first) === namespaceOf(fact.axiom.iri ?? '');
      return isOwn ? { why, isFault: true } : why;
    }
    fact.axiom.addShortfall(why);
    return this.#unknownValue(first, as ?? 'class', fact);
  }

  /** Returns the type for values of an undeclared class (an IRI) or datatype (a string). Warns of it. */
  #unknownValue(iri: Node, as: 'class' | 'datatype', { axiom }: Fact): ScalarType {
    const reader = this.#reader;
    const subject = reader.show(this.#narrowing.subject);
    if (as === 'datatype') {
      if (!reader.unknownTerms.has(iri))
        reader.warnOf('datatype-unknown', subject, { datatype: reader.show(iri), is: 'unmapped' }, axiom.place);
      return { kind: 'scalar', scalar: 'string', datatype: iri, unmapped: true };
    }
    if (!isUniversal(iri) && !isBuiltIn(iri)) {
      const params = { range: reader.show(iri), why: reader.whyNotClass(iri), suggestion: reader.suggestionFor(iri) };
      reader.warnOf('range-not-declared', subject, params, axiom.place);
    }
    return { kind: 'scalar', scalar: 'iri', datatype: iri };
  }

  #narrowByNodeKind(range: Range, literal: boolean): Range | Rejection | undefined {
    if (isUnstated(range)) return { ...range, value: { kind: 'scalar', scalar: literal ? 'string' : 'iri' } };
    return literal ? this.#keepLiterals(range) : this.#keepResources(range);
  }

  #keepLiterals(range: Range): Range | Rejection {
    const { value, classes } = range;
    const areLiterals = value !== undefined && !areResources(value);
    if (areLiterals && classes.length === 0) return range;
    // IRIs of a datatype are literals.
    if (value?.kind === 'scalar' && isDatatypeIri(value)) return { ...range, classes: [] };
    if (this.#narrowing.inherited) return KIND_CHANGED;
    return areLiterals ? { ...range, classes: [] } : this.#rangeConflict(range);
  }

  #keepResources(range: Range): Range | Rejection {
    const { value, classes } = range;
    if (value === undefined || areResources(value)) return range;
    if (this.#narrowing.inherited) return KIND_CHANGED;
    return classes.length > 0 ? { ...range, value: undefined } : this.#rangeConflict(range);
  }

  /** Limits the range to the members of `sh:in` or `owl:oneOf`. */
  #limitToList(range: Range, head: Node): Range | Rejection | string {
    const members = this.#reader.ontology.terms(head);
    if (members.length === 0) return 'an empty list allows no value';
    const current = range.value;
    if (current?.kind === 'enumeration') return restrictEnumeration(range, current, members);
    const areInstances = range.classes.length > 0 && members.every((member) => typeof member === 'string');
    const mayBeText = current === undefined || (current.kind === 'scalar' && ['string', 'iri'].includes(current.scalar));
    const value =
      !this.#narrowing.inherited && (mayBeText || areInstances) && this.#ranges.enumerate(head, members, this.#narrowing);
    if (value) return { ...range, value, classes: [] };
    if (areInstances) return 'instances are known by UUIDs, not by their IRIs';
    if (current?.kind === 'union') return 'the alternatives of a union are not narrowed to single values';
    const narrowed = this.#literalsOf(current, members);
    return 'why' in narrowed ? narrowed : { ...range, value: narrowed.type };
  }

  /** Limits the range to the concepts of a SKOS scheme. */
  #limitToConcepts(range: Range, scheme: Node): Range | Rejection | string {
    const concepts = this.#ranges.conceptsOf(scheme, this.#narrowing);
    if ('why' in concepts) return concepts.why;
    if (range.value?.kind === 'enumeration') {
      const members = concepts.enumeration.values.flatMap(({ iri }) => iri ?? []);
      return restrictEnumeration(range, range.value, members);
    }
    return this.#narrowing.inherited ? KIND_CHANGED : { ...range, value: concepts, classes: [] };
  }

  /** Returns a type limited to the literals of a list; of their own datatype if no type is known. */
  #literalsOf(type: ScalarType | undefined, members: readonly Term[]): ReturnType<typeof withValues> {
    const own = type === undefined ? this.#ranges.literals(members) : undefined;
    return own ? { type: own } : withValues(type ?? { kind: 'scalar', scalar: 'string' }, members);
  }

  /**
   * Returns the range with the datatype of the stated values or of the default, if nothing else states one. Several values must
   * share it.
   */
  #takeDatatype(range: Range, fact: Fact & { readonly kind: 'value' | 'default' }): Range | undefined {
    if (this.#narrowing.inherited || !isUnstated(range)) return undefined;
    if (this.#reader.ontology.types(this.#narrowing.subject).includes(owl.ObjectProperty)) return undefined;
    const terms = this.#facts.flatMap((one) => (one.kind === fact.kind ? [one.term] : []));
    const type = this.#ranges.literals(this.#narrowing.single ? [fact.term] : terms);
    if (!type) return undefined;
    const { values: _, ...value } = type;
    return { ...range, value, traces: [...range.traces, typeTrace(fact)] };
  }
}

/** Returns whether a facet leaves no value of a type in combination with another facet, but leaves some without it. */
function isExcludedBy(type: ValueType | undefined, facet: Facet, other: Fact): boolean {
  if (type?.kind !== 'scalar' || other.kind !== 'facet') return false;
  const { scalar, datatype } = type;
  const scalarType: ScalarType = { kind: 'scalar', scalar, ...(datatype !== undefined && { datatype }) };
  const first = withFacet(scalarType, other.facet);
  return 'type' in first && withFacet(first.type, facet) === NOTHING_LEFT && 'type' in withFacet(scalarType, facet);
}

const RANGE_DECIDES =
  'decides whether values are resources or literals, and limits them: correct it, or leave out the other statement';
const DATATYPE_DECIDES = 'the datatypes share no value, and the one that is stated for the class counts: correct one of the two';
const CONFLICT: Rejection = { why: 'it contradicts another constraint on the values', isFault: true };
const KIND_CHANGED: Rejection = {
  why: 'the field is inherited, and values of another kind would not fit the superclass',
  isFault: true,
};

/** Returns whether a fact is the datatype of a shape, which is also the datatype of the literals in RDF. */
function isOfShape(fact: Fact): boolean {
  return fact.kind === 'range' && !fact.isCounted && fact.as === 'datatype';
}

function typeTrace({ axiom }: Fact): Trace {
  return { axiom, kind: 'type' };
}

/** Returns what is not checked of a fact about some of several values; undefined if all values are of its kind anyway. */
function shortfallOfSome(range: Range, parsed: ParsedRange): string | undefined {
  const areInstances = range.classes.length > 0 && range.classes.every((cls) => parsed.classes.some((other) => isA(cls, other)));
  const [value] = parsed.values;
  if (areInstances || (value?.kind === 'scalar' && range.value?.kind === 'scalar' && value.scalar === range.value.scalar))
    return undefined;
  return isUnstated(range) ? undefined : 'that one of several values is of this kind is not checked';
}

function isAnyResource(value: ValueType): boolean {
  return value.kind === 'scalar' && value.scalar === 'iri' && value.datatype === undefined;
}

/** Returns the classes of each list that are equal to, or subclasses of, a class of the other list. */
function intersectClasses(a: readonly ClassDraft[], b: readonly ClassDraft[]): ClassDraft[] {
  const special = b.filter((cls) => a.some((other) => isA(cls, other)));
  for (const cls of a) if (!special.includes(cls) && b.some((other) => isA(cls, other))) special.push(cls);
  return withoutSubclasses(special);
}

/**
 * Returns the range of a datatype property with a class as its range, if a shape states `sh:nodeKind sh:Literal`: the authors
 * use the class as a name of a datatype, and did not declare it one.
 */
function replaceClassByLiterals({ traces }: Range, parsed: ParsedRange, fact: Fact): Range {
  for (const { axiom, kind } of traces) if (kind === 'type') axiom.reject(contradictionRejection(fact.axiom));
  return { value: parsed.values[0], classes: [], traces: traces.filter(({ kind }) => kind !== 'type') };
}

function areResources(value: ValueType): boolean {
  if (value.kind === 'enumeration') return value.enumeration.values.some(({ iri }) => iri !== undefined);
  return value.kind === 'scalar' && value.scalar === 'iri';
}

/** Returns whether the IRIs of a type are literals of a datatype, not IRIs of resources. */
function isDatatypeIri({ scalar, datatype }: ScalarType): boolean {
  return scalar === 'iri' && datatype !== undefined && datatypeMapping(datatype) !== undefined;
}

function restrictEnumeration(
  range: Range,
  current: ValueType & { readonly kind: 'enumeration' },
  members: readonly Term[],
): Range | Rejection {
  const only = members.flatMap((member): EnumerationValue[] => {
    const key = typeof member === 'string' ? 'iri' : 'value';
    const text = typeof member === 'string' ? member : member.value;
    return current.enumeration.values.filter((v) => v[key] === text);
  });
  if (only.length === 0) return CONFLICT;
  const isComplete = only.length === current.enumeration.values.length;
  return { ...range, value: isComplete ? current : { ...current, only } };
}

function narrowByFacet(range: Range, fact: Fact & { readonly kind: 'facet' }): Range | Rejection | string {
  const current = range.value ?? (range.classes.length === 0 ? ({ kind: 'scalar', scalar: 'string' } as const) : undefined);
  if (!current) {
    // In SHACL, patterns and lengths also apply to IRIs (https://www.w3.org/TR/shacl/#MinLengthConstraintComponent).
    if (fact.facet.kind === 'pattern') return 'values are instances, which are known by UUIDs';
    const values = `values are instances of ${range.classes[0]?.name}`;
    if ('inclusive' in fact.facet) return { why: `${values}, which have no order`, isFault: true };
    return { why: `${values}, which have UUIDs as ids: this limits the length of their IRIs`, isFault: true };
  }
  switch (current.kind) {
    case 'scalar': {
      const narrowed = withFacet(current, fact.facet);
      if ('why' in narrowed) return narrowed;
      if (narrowed.limited) fact.axiom.limit(narrowed.limited);
      return { ...range, value: narrowed.type };
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
