/**
 * Describes the constraints of fields and classes in words, and marks assumed ones: `exactly one (assumed)`.
 *
 * A `Constraint` is the trace of an axiom, a shape or an assumption in the model. A `Demand` is a constraint on the instances of
 * one class, with inherited fields in their narrowed form. A rule is the text of a demand.
 */

import {
  type AssumptionKind,
  type Choice,
  type Constraint,
  type Demand,
  type DemandKind,
  type DomainClass,
  type DomainModel,
  deletionClauseOf,
  demandsOfField,
  demandsOn,
  type Field,
  kindOf,
  type Relation,
  type Total,
} from '../../model/index.ts';
import { demandInWords } from '../core/index.ts';
import { capitalized } from '../text/index.ts';
import { codeName, inlineText } from './escape.ts';
import type { Links } from './links.ts';

type Kind = AssumptionKind | Constraint['kind'];

/** What a constraint concerns. A class may have several choices and totals, of which only some are assumed. */
type Element = DomainClass | Field | Choice | Total;

/** The kinds of assumptions about each element, and of the constraints that follow from them. */
export type AssumedKindsByElement = ReadonlyMap<Element, ReadonlySet<Kind>>;

export function assumedKindsByElement({ assumptions }: DomainModel): AssumedKindsByElement {
  const kindsOf = new Map<Element, Set<Kind>>();
  for (const { kind, constraints } of assumptions) {
    for (const constraint of constraints) {
      const element = elementOf(constraint);
      kindsOf.set(element, (kindsOf.get(element) ?? new Set<Kind>()).add(constraint.kind).add(kind));
    }
  }
  return kindsOf;
}

function elementOf(constraint: Constraint | Demand): Element {
  if (constraint.kind === 'choice') return constraint.choice;
  if (constraint.kind === 'total') return constraint.total;
  return ('field' in constraint && constraint.field) || constraint.class;
}

/** Returns whether an assumption leads to a demand. */
const isAssumed = (demand: Demand, assumed: AssumedKindsByElement): boolean =>
  assumed.get(elementOf(demand))?.has(demand.kind) === true;

const assumedMark = ' (assumed)';

/** Returns the type of a field in a few words of Markdown, with links to classes and enumerations. */
export function typeInWords({ type }: Field, links: Links): string {
  switch (type.kind) {
    case 'id':
      return 'UUID';
    case 'reference':
      return `identity of ${links.toClass(type.target)}`;
    case 'enumeration':
      return links.toEnumeration(type.enumeration);
    case 'union':
      return type.union.members.map(({ scalar }) => kindOf(scalar).xsd).join(' or ');
    case 'scalar':
      return kindOf(type.scalar).xsd;
    default:
      return type satisfies never;
  }
}

/** The kinds of assumptions and constraints about the number of values. */
const cardinalityKinds: readonly Kind[] = ['required', 'single', 'list', 'min-items', 'max-items'];

/** Returns the number of values in words: `exactly one (assumed)`. */
export function cardinalityInWords(field: Field, assumed: AssumedKindsByElement): string {
  const kinds = assumed.get(field);
  return fieldCardinality(field) + (cardinalityKinds.some((kind) => kinds?.has(kind)) ? assumedMark : '');
}

function fieldCardinality({ cardinality, absent, minItems = 0, maxItems }: Field): string {
  if (absent) return 'none';
  if (cardinality === 'one') return 'exactly one';
  if (cardinality === 'optional') return 'at most one';
  if (maxItems === undefined) return minItems === 0 ? 'any number' : `at least ${minItems}`;
  if (minItems === maxItems) return `exactly ${minItems}`;
  return minItems === 0 ? `at most ${maxItems}` : `${minItems} to ${maxItems}`;
}

/** Returns in words how many objects a relation leads to. */
export function relationCardinality({ many, required, field, holder }: Relation): string {
  if (!many) return required ? 'exactly one' : 'at most one';
  // The bounds of a field apply to the values of one source. Any number of sources may refer to one target.
  return holder === 'source' ? fieldCardinality(field) : 'any number';
}

/** Kinds of demands that the column with the number of values shows. */
const shownInOtherColumns: ReadonlySet<DemandKind> = new Set(['required', 'absent', 'min-items', 'max-items']);

const generatedValueWords = { uuid: 'a new UUID', now: 'the current time', zero: '0' } as const;

/** Returns the rules for a field that no other column shows, as clauses: `values are unique (assumed)`. */
export function fieldRules(cls: DomainClass, field: Field, assumed: AssumedKindsByElement): readonly string[] {
  // `whole` are the demands on all values together, `each` those on every value.
  const { whole, each } = demandsOfField(cls, field);
  return [...whole, ...each].flatMap((demand) => {
    if (shownInOtherColumns.has(demand.kind)) return [];
    const words = describeRule(demand);
    return words === undefined ? [] : [inlineText(words) + (isAssumed(demand, assumed) ? assumedMark : '')];
  });
}

function describeRule(demand: Demand): string | undefined {
  if (demand.kind === 'deletion') return deletionClauseOf(demand.field, demand.how);
  if (demand.kind === 'generated') return `${generatedValueWords[demand.value]} where none is given`;
  return demandInWords(demand);
}

/**
 * Returns the rules for a whole instance, as sentences.
 *
 * @param additional demands that concern several objects, which those of the class do not include
 */
export function objectRules(cls: DomainClass, additional: readonly Demand[], assumed: AssumedKindsByElement): readonly string[] {
  /** Whether each rule is assumed. Several demands may have the same text; a stated one makes it stated. */
  const rules = new Map<string, boolean>();
  for (const demand of [...demandsOn(cls).object, ...additional]) {
    const words = demandInWords(demand);
    if (words !== undefined) rules.set(words, isAssumed(demand, assumed) && rules.get(words) !== false);
  }
  return [...rules].map(([words, isOnlyAssumed]) => {
    const sentence = inlineText(capitalized(words));
    return `${sentence}${isOnlyAssumed ? assumedMark : ''}.`;
  });
}

/** Returns the names of fields as code, separated by commas. */
export const fieldList = (fields: readonly { readonly name: string }[]): string =>
  fields.map((field) => codeName(field.name)).join(', ');
