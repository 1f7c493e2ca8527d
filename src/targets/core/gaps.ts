/**
 * Describes constraints in words, and lists those that a generated file does not enforce: `Not enforced here: values are unique.`
 */

import {
  type Constraint,
  constraintsByElement,
  type Demand,
  type DemandKind,
  type DomainClass,
  type DomainModel,
  demandOf,
  discriminatorOf,
  durationPatternInWords,
  type Field,
  withDescendants,
} from '../../model/index.ts';
import type { Emission } from '../target.ts';
import { articleOf, countWithNoun, enumerate } from '../text/index.ts';

/** Which code checks the constraints that a generated file does not enforce: other layers, or the server of the API. */
export type Checker = 'others' | 'server';

const openings: Readonly<Record<Checker, string>> = { others: 'Not enforced here', server: 'The server also checks' };

/**
 * Returns the sentence that lists the constraints that a generated file does not enforce: `Not enforced here: values are
 * unique.` Returns undefined if it enforces all. In documents of an API, the sentence begins with `The server also checks`.
 *
 * Constraints that are enforced in part have the addition `(in part)`. Kinds with `noDescription` are omitted: they do not
 * restrict values, or are shown elsewhere.
 *
 * @param constraints the constraints of one class or field, from `constraintsByElement`
 */
export function unenforcedNote(
  constraints: readonly Constraint[] | undefined,
  achieved: Emission['achieved'],
  checker: Checker = 'others',
): string | undefined {
  if (constraints === undefined || constraints.length === 0) return undefined;
  const phrases = new Set<string>();
  for (const constraint of constraints) {
    const phrase = unenforcedPhrase(constraint, achieved, checker);
    if (phrase !== undefined) phrases.add(phrase);
  }
  return phrases.size === 0 ? undefined : `${openings[checker]}: ${[...phrases].join('; ')}.`;
}

/** Returns those constraints of a model that {@link unenforcedNote} lists, by class and by field. Most fields have none. */
export function unenforcedByElement(
  model: DomainModel,
  achieved: Emission['achieved'],
): ReadonlyMap<DomainClass | Field, readonly Constraint[]> {
  const unenforced = new Map<DomainClass | Field, readonly Constraint[]>();
  for (const [element, constraints] of constraintsByElement(model)) {
    const listed = constraints.filter((constraint) => unenforcedPhrase(constraint, achieved, 'others') !== undefined);
    if (listed.length > 0) unenforced.set(element, listed);
  }
  return unenforced;
}

const NO_CONSTRAINTS: readonly Constraint[] = [];

/**
 * Returns the constraints of a field and of the fields that it narrows. A constraint of the field replaces those of the same
 * kind, except patterns: all of them apply.
 */
export function constraintsOfField(
  field: Field,
  byElement: ReadonlyMap<DomainClass | Field, readonly Constraint[]>,
): readonly Constraint[] {
  const stated = byElement.get(field) ?? NO_CONSTRAINTS;
  if (field.refines === undefined) return stated;
  const kinds = new Set(stated.map(({ kind }) => kind));
  kinds.delete('pattern');
  return [...constraintsOfField(field.refines, byElement).filter(({ kind }) => !kinds.has(kind)), ...stated];
}

/** Returns the description of a constraint that a generated file does not enforce; undefined for others. */
function unenforcedPhrase(constraint: Constraint, achieved: Emission['achieved'], checker: Checker): string | undefined {
  const demand = descriptions[constraint.kind] === noDescription ? undefined : demandOf(constraint);
  if (!demand) return undefined;
  const { status } = achieved(demand);
  if (status === 'enforced' || (demand.kind === 'disjoint' && isDisjointAnyway(demand, status, checker))) return undefined;
  const phrase = demandInWords(demand);
  return phrase !== undefined && status === 'approximated' && checker === 'others' ? `${phrase} (in part)` : phrase;
}

/**
 * Checks whether two classes are disjoint without a check: in part, because of how they are stored; in an API, because the server
 * assigns ids; or because the discriminator distinguishes them.
 */
function isDisjointAnyway({ class: cls, other }: Demand<'disjoint'>, status: string, checker: Checker): boolean {
  return status === 'approximated' || checker === 'server' || areDistinguished(cls, other);
}

/** Checks whether the discriminator `kind` distinguishes all instances of two classes: no class is a subclass of both. */
function areDistinguished(cls: DomainClass, other: DomainClass): boolean {
  const kind = discriminatorOf(cls)?.type;
  const otherKind = discriminatorOf(other)?.type;
  if (kind?.kind !== 'enumeration' || otherKind?.kind !== 'enumeration') return false;
  if (kind.enumeration !== otherKind.enumeration) return false;
  const descendants = new Set(withDescendants(cls));
  return !withDescendants(other).some((descendant) => descendants.has(descendant));
}

/** Describes a constraint on one line: `at least 2 values`. Returns undefined for kinds without a description. */
export function demandInWords(demand: Demand): string | undefined {
  const describe = descriptions[demand.kind] as (demand: Demand) => string | undefined;
  return describe(demand);
}

const noDescription = () => undefined;

const descriptions: { readonly [K in DemandKind]: (demand: Demand<K>) => string | undefined } = {
  member: noDescription,
  type: noDescription,
  required: () => 'has a value',
  single: noDescription,
  absent: () => 'has no value',
  minimum: ({ bound }) => `${bound.inclusive ? 'at least' : 'more than'} ${quoted(bound.value)}`,
  maximum: ({ bound }) => `${bound.inclusive ? 'at most' : 'less than'} ${quoted(bound.value)}`,
  'min-length': ({ length }) => `at least ${countWithNoun(length, 'character')}`,
  'max-length': ({ length }) => `at most ${countWithNoun(length, 'character')}`,
  pattern: ({ pattern }) => durationPatternInWords(pattern) ?? `matches /${onOneLine(pattern.source)}/${pattern.flags}`,
  values: ({ values }) => `one of ${values.map(quoted).join(', ')}`,
  constant: ({ value }) => `always ${quoted(value)}`,
  irreflexive: () => 'never refers to the instance itself',
  'min-items': ({ length }) => `at least ${countWithNoun(length, 'value')}`,
  'max-items': ({ length }) => `at most ${countWithNoun(length, 'value')}`,
  contains: ({ values }) => `${values.map(quoted).join(', ')} among the values`,
  choice: ({ choice: { required, fields } }) => `${required ? 'exactly' : 'at most'} one of ${listNames(fields)} has a value`,
  total: ({ total: { fields, minItems, maxItems } }) => {
    const least = minItems === undefined ? [] : [`at least ${minItems}`];
    const most = maxItems === undefined ? [] : [`at most ${maxItems}`];
    return `${[...least, ...most].join(' and ')} of ${listNames(fields)} in all`;
  },
  comparison: ({ comparison: { lesser, greater, orEqual } }) =>
    `the value of ${lesser.name} is ${orEqual ? 'at most' : 'less than'} that of ${greater.name}`,
  closed: () => 'there are no other fields',
  inheritance: noDescription,
  unique: () => 'values are unique',
  key: ({ key }) => `no two instances have the same ${listNames(key.fields)}`,
  disjoint: ({ other }) => `no instance is ${articleOf(other.name)} ${other.name} as well`,
  'one-class': noDescription,
  inverse: noDescription,
  deletion: noDescription,
  default: ({ value }) => `${quoted(value)} by default`,
  generated: noDescription,
  deprecated: noDescription,
};

/** All kinds of constraints, in the order of messages. */
export const demandKinds = Object.keys(descriptions) as readonly DemandKind[];

const listNames = (fields: readonly { readonly name: string }[]): string => enumerate(fields.map(({ name }) => name));

const onOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** Quotes a value unless it is a single word. */
const quoted = (value: string): string => (/^[\p{L}\p{N}_.:+-]+$/u.test(value) ? value : `"${onOneLine(value)}"`);
