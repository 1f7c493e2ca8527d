/**
 * Collects what the page of a class or an enumeration shows: for `Concert`, its fields with their constraints and the axioms that
 * state them, its generated code, and an example.
 */

import { typeName } from '../graph/index.ts';
import {
  type Assumption,
  type Axiom,
  type Demand,
  type DomainClass,
  type DomainModel,
  demandsOn,
  type Enumeration,
  type Field,
} from '../model/index.ts';
import {
  type AssumedEntry,
  assumedEntry,
  axiomEntry,
  type ConstraintReason,
  constraintsOnField,
  type Emissions,
  type Entry,
  formsOf,
  policyChoices,
  shortfallsOf,
} from '../report/index.ts';
import { demandInWords } from '../targets/core/index.ts';
import { shownFields } from './code.ts';
import type {
  AssumptionData,
  AxiomData,
  ClassData,
  CodeData,
  ConstraintData,
  EnumerationData,
  FieldData,
  NoteData,
  ReasonData,
  RelationData,
  StatusSign,
} from './data.ts';
import type { ElementIndex } from './element-index.ts';
import { exampleInstance } from './examples.ts';
import { type Numbers, numberOf, omitUndefined } from './numbers.ts';
import type { Show } from './source-locations.ts';

/** What the pages of all classes are made from. */
export interface Sources {
  readonly model: DomainModel;
  readonly about: ElementIndex;
  readonly emissions: Emissions;
  readonly numbers: Numbers;
  readonly prefixes: ReadonlyMap<string, string>;
  readonly show: Show;
}

const signs = { enforced: 'e', approximated: 'a', dropped: 'd' } as const satisfies Record<string, StatusSign>;

/** Returns why targets do not enforce an axiom or an assumption completely, as data of the site. */
export function notesIn(entry: Pick<Entry, 'targets'>): NoteData[] {
  return shortfallsOf(entry).map(({ status, by, note }) => ({ status: signs[status], by, note }));
}

/** Returns the data of an axiom for a page. `status` has one letter for each target. */
export function axiomData(entry: Entry, show: Show): AxiomData {
  return omitUndefined({
    statement: entry.statement,
    place: entry.place && show(entry.place),
    status: Object.values(entry.targets)
      .map(({ status }) => signs[status])
      .join(''),
    notes: notesIn(entry),
  });
}

function assumptionData(entry: AssumedEntry, show: Show): AssumptionData {
  const { element, place, decided, because, otherwise, policy } = entry;
  return omitUndefined({
    ...{ element, decided, because, otherwise },
    place: place && show(place),
    policy: policyChoices(policy),
    notes: notesIn(entry),
  });
}

const axiomCache = new WeakMap<Axiom, AxiomData>();
const assumptionCache = new WeakMap<Assumption, AssumptionData>();

/** Caches the data of an axiom, because it may concern hundreds of classes. */
function cachedAxiomData(axiom: Axiom, { emissions, show }: Sources): AxiomData {
  const data = axiomCache.get(axiom) ?? axiomData(axiomEntry(axiom, emissions), show);
  axiomCache.set(axiom, data);
  return data;
}

function cachedAssumptionData(assumption: Assumption, { emissions, model, show }: Sources): AssumptionData {
  const data = assumptionCache.get(assumption) ?? assumptionData(assumedEntry(assumption, model.policies, emissions), show);
  assumptionCache.set(assumption, data);
  return data;
}

/** Returns the data of a class page; `code` is the generated code of the class. */
export function classData(cls: DomainClass, code: readonly CodeData[], sources: Sources): ClassData {
  const { model, about, numbers, prefixes, show } = sources;
  const fields = shownFields(cls);
  const axioms = new Numbering<Axiom>();
  const assumptions = new Numbering<Assumption>();
  const axiomNumbers = [...axiomsOfClass(cls, about)].map((axiom) => axioms.number(axiom));
  for (const each of [...(about.assumptions.get(cls) ?? []), ...(about.byName.get(cls.name) ?? [])])
    if (about.openAssumptions.has(each)) assumptions.number(each);
  const fieldData = fields.map((field): FieldData => {
    const stated = axiomsOfField(field, about);
    return omitUndefined({
      name: field.name,
      type: typeName(field),
      label: field.label === field.name ? undefined : field.label,
      iri: field.iri,
      place: field.place && show(field.place),
      doc: field.doc,
      class: field.type.kind === 'reference' ? numberOf(numbers.classes, field.type.target) : undefined,
      enumeration: field.type.kind === 'enumeration' ? numberOf(numbers.enumerations, field.type.enumeration) : undefined,
      cardinality: field.cardinality,
      refines: field.refines && numberOf(numbers.classes, field.refines.owner),
      deprecated: field.deprecated ? (true as const) : undefined,
      holds: constraintsOnField({ policies: model.policies, ...stated }, cls, field).map(({ says, because }) => ({
        says,
        because: because.map((ground) => reasonOf(ground, show)),
      })),
      axioms: [...stated.axioms, ...unusedAxioms(field, about)].map((axiom) => axioms.number(axiom)),
      assumptions: stated.assumptions.map((assumption) => assumptions.number(assumption)),
    });
  });
  return omitUndefined({
    iri: cls.iri,
    place: cls.place && show(cls.place),
    doc: cls.doc,
    replacedBy: cls.replacedBy,
    closed: cls.closed,
    ancestors: cls.ancestors.map((ancestor) => numberOf(numbers.classes, ancestor)),
    fields: fieldData,
    relations: relationsOf(cls, numbers),
    rules: rulesOf(cls, about, show),
    axioms: axioms.all.map((axiom) => cachedAxiomData(axiom, sources)),
    own: axiomNumbers,
    assumptions: assumptions.all.map((assumption) => cachedAssumptionData(assumption, sources)),
    code,
    ...exampleInstance(cls, prefixes),
  });
}

/** Assigns numbers in the order of first use. */
class Numbering<T> {
  readonly #numbers = new Map<T, number>();

  number(one: T): number {
    const known = this.#numbers.get(one);
    if (known !== undefined) return known;
    this.#numbers.set(one, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  get all(): readonly T[] {
    return [...this.#numbers.keys()];
  }
}

function axiomsOfClass(cls: DomainClass, about: ElementIndex): ReadonlySet<Axiom> {
  return new Set([...(about.axioms.get(cls) ?? []), ...(about.byIri.get(cls.iri) ?? [])]);
}

/** Returns the axioms and assumptions about a field, or about one that it narrows. */
function axiomsOfField(field: Field, about: ElementIndex) {
  const forms = [...formsOf(field)];
  return {
    axioms: [...new Set(forms.flatMap((form) => [...(about.axioms.get(form) ?? [])]))],
    assumptions: [...new Set(forms.flatMap((form) => [...(about.assumptions.get(form) ?? [])]))],
    chosen: [...new Set(forms.flatMap((form) => [...(about.userDecisions.get(form) ?? [])]))],
  };
}

/** Returns the axioms about the property that lead to no constraint. */
function unusedAxioms(field: Field, { byIri }: ElementIndex): readonly Axiom[] {
  const said = field.iri === undefined ? [] : [...(byIri.get(field.iri) ?? [])];
  return said.filter(({ constraints }) => constraints.length === 0);
}

function reasonOf(ground: ConstraintReason, show: Show): ReasonData {
  if (ground.by === 'axiom')
    return { by: 'stated', says: ground.place ? `${ground.statement} (${show(ground.place)})` : ground.statement };
  if (ground.by === 'model') return { by: 'model', says: ground.why };
  if (ground.by === 'decision') return { by: 'decision', says: show(ground.place) };
  return { by: ground.by === 'policy' ? 'policy' : 'assumed', says: `${ground.policy}=${ground.value}` };
}

function relationsOf(cls: DomainClass, { classes }: Numbers): RelationData[] {
  return cls.relations
    .filter(({ declared }) => declared)
    .map(({ name, target, many, required, field, doc }) =>
      omitUndefined({
        ...{ name, many, required, doc },
        target: numberOf(classes, target),
        storedIn: `${field.owner.name}.${field.name}`,
      }),
    );
}

/** Returns the constraints on several fields of an instance, or on all instances. */
function rulesOf(cls: DomainClass, about: ElementIndex, show: Show): ConstraintData[] {
  const classAxioms = [...(about.axioms.get(cls) ?? [])];
  const disjoint = new Set<DomainClass>();
  for (const { constraints } of classAxioms)
    for (const constraint of constraints) {
      if (constraint.kind !== 'disjoint') continue;
      disjoint.add(constraint.class === cls ? constraint.other : constraint.class);
    }
  const demands: readonly Demand[] = [
    ...demandsOn(cls).object,
    ...[...disjoint].map((other): Demand => ({ kind: 'disjoint', class: cls, other })),
  ];
  return demands.flatMap((demand) => {
    const sentence = demandInWords(demand);
    if (sentence === undefined) return [];
    const of = [...(about.axioms.get(demand.class) ?? [])].filter(({ constraints }) =>
      constraints.some((constraint) => isSame(constraint, demand)),
    );
    const because = of.map(({ statement, place }) => reasonOf({ by: 'axiom', statement, ...(place && { place }) }, show));
    return [{ says: sentence, because }];
  });
}

function isSame(constraint: Axiom['constraints'][number], demand: Demand): boolean {
  if (constraint.kind === 'disjoint' && demand.kind === 'disjoint')
    return constraint.other === demand.other || constraint.class === demand.other;
  if (constraint.kind === 'key' && demand.kind === 'key') return constraint.key === demand.key;
  if (constraint.kind === 'choice' && demand.kind === 'choice') return constraint.choice === demand.choice;
  if (constraint.kind === 'total' && demand.kind === 'total') return constraint.total === demand.total;
  if (constraint.kind === 'comparison' && demand.kind === 'comparison') return constraint.comparison === demand.comparison;
  return constraint.kind === demand.kind && constraint.class === demand.class;
}

/** Returns, for each enumeration, the fields that use it, in the classes that add them. */
export function usesByEnumeration(
  model: DomainModel,
): ReadonlyMap<Enumeration, readonly (readonly [cls: number, field: string])[]> {
  const uses = new Map<Enumeration, (readonly [number, string])[]>();
  for (const [number, cls] of model.classes.entries()) {
    for (const { type, name } of cls.fields) {
      if (type.kind !== 'enumeration') continue;
      const known = uses.get(type.enumeration);
      if (known) known.push([number, name]);
      else uses.set(type.enumeration, [[number, name]]);
    }
  }
  return uses;
}

/** Returns the data of an enumeration page. A label that equals its value is left out. */
export function enumerationData(enumeration: Enumeration, usedBy: EnumerationData['usedBy'], show: Show): EnumerationData {
  const { iri, place, doc, values } = enumeration;
  return omitUndefined({
    ...{ iri, doc, usedBy },
    place: place && show(place),
    values: values.map((value) =>
      omitUndefined({
        value: value.value,
        label: value.label === value.value ? undefined : value.label,
        iri: value.iri,
        doc: value.doc,
      }),
    ),
  });
}
