/** Describes the constraints of fields and classes in words, and marks assumed ones. */

import {
  type Assumption,
  type Constraint,
  type Demand,
  type DomainClass,
  type DomainModel,
  deletionClauses,
  demandsOfField,
  demandsOn,
  type Field,
  kindOf,
  type Relation,
} from '../../model/index.ts';
import { demandInWords } from '../core/index.ts';
import { codeName, inlineText } from './escape.ts';
import type { Links } from './links.ts';

/** The kinds of constraints that were assumed, for each field or class. */
export type AssumedKindsByElement = ReadonlyMap<DomainClass | Field, ReadonlySet<string>>;

/** Returns the kinds of assumptions and of constraints that follow from them, by the class or field that they concern. */
export function assumedKindsByElement({ assumptions }: DomainModel): AssumedKindsByElement {
  const kindsOf = new Map<DomainClass | Field, Set<string>>();
  const note = (constraint: Constraint, { kind }: Assumption) => {
    const element = ('field' in constraint && constraint.field) || constraint.class;
    kindsOf.set(element, (kindsOf.get(element) ?? new Set<string>()).add(constraint.kind).add(kind));
  };
  for (const assumption of assumptions) for (const constraint of assumption.constraints) note(constraint, assumption);
  return kindsOf;
}

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

/** Returns the number of values in words: `exactly one (assumed)`. */
export function countInWords(field: Field, assumed: AssumedKindsByElement): string {
  const kinds = assumed.get(field);
  const isAssumed = ['required', 'single', 'list', 'min-items', 'max-items'].some((kind) => kinds?.has(kind));
  return count(field) + (isAssumed ? assumedMark : '');
}

function count({ cardinality, absent, minItems = 0, maxItems }: Field): string {
  if (absent) return 'none';
  if (cardinality === 'one') return 'exactly one';
  if (cardinality === 'optional') return 'at most one';
  if (maxItems === undefined) return minItems === 0 ? 'any number' : `at least ${minItems}`;
  return minItems === 0 ? `at most ${maxItems}` : `${minItems} to ${maxItems}`;
}

/** Returns in words how many objects a relation leads to. */
export function relationCount({ many, required, field, holder }: Relation): string {
  if (!many) return required ? 'exactly one' : 'at most one';
  return holder === 'source' ? count(field) : 'any number';
}

/** Constraints that the columns for types and numbers show. */
const columnConstraints: ReadonlySet<string> = new Set(['required', 'absent', 'min-items', 'max-items']);

const supplied = { uuid: 'a new UUID', now: 'the current time', zero: '0' } as const;

/** Returns the other constraints of a field's values, as clauses. */
export function rulesOf(cls: DomainClass, field: Field, assumed: AssumedKindsByElement): readonly string[] {
  const { whole, each } = demandsOfField(cls, field);
  return [...whole, ...each].flatMap((demand) => {
    if (columnConstraints.has(demand.kind)) return [];
    const words = describeRule(demand);
    return words === undefined ? [] : [inlineText(words) + (assumed.get(field)?.has(demand.kind) ? assumedMark : '')];
  });
}

function describeRule(demand: Demand): string | undefined {
  if (demand.kind === 'deletion') return deletionClauses[demand.how];
  if (demand.kind === 'generated') return `${supplied[demand.value]} where none is given`;
  return demandInWords(demand);
}

/** Returns the constraints of a whole instance, as sentences. */
export function objectRules(cls: DomainClass, more: readonly Demand[]): readonly string[] {
  const demands = [...demandsOn(cls).object, ...more];
  const words = demands
    .flatMap((demand) => demandInWords(demand) ?? [])
    .map((text) => text.charAt(0).toUpperCase() + text.slice(1));
  return [...new Set(words)].map((text) => `${inlineText(text)}.`);
}

/** Returns the names of fields as code, separated by commas. */
export const fieldList = (fields: readonly { readonly name: string }[]): string =>
  fields.map((field) => codeName(field.name)).join(', ');
