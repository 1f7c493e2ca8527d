import {
  type Constraint,
  type Demand,
  type DemandKind,
  type DomainClass,
  demandOf,
  discriminatorOf,
  type Field,
  withDescendants,
} from '../../model/index.ts';
import type { Emission } from '../target.ts';
import { articleOf, countWithNoun, enumerate } from '../text/index.ts';

/** Who checks the constraints that a generated file does not enforce. */
export type Checker = 'others' | 'server';

const leads: Readonly<Record<Checker, string>> = { others: 'Not enforced here', server: 'The server also checks' };

/**
 * Returns the sentence that lists the constraints that a generated file does not enforce: `Not enforced here: values are
 * unique.` Undefined if none exist. The document of an API names the server, which checks them.
 *
 * Constraints enforced in part are listed and marked. Fields, types and relations of an element do not restrict its values, and
 * its deprecation is shown elsewhere: they are omitted.
 *
 * @param constraints the constraints of one class or field, from `constraintsByElement`
 */
export function unenforcedNote(
  constraints: readonly Constraint[] | undefined,
  achieved: Emission['achieved'],
  checker: Checker = 'others',
): string | undefined {
  const phrases = new Set<string>();
  for (const constraint of constraints ?? []) {
    const phrase = unenforcedPhrase(constraint, achieved, checker);
    if (phrase !== undefined) phrases.add(phrase);
  }
  return phrases.size === 0 ? undefined : `${leads[checker]}: ${[...phrases].join('; ')}.`;
}

const NOTHING: readonly Constraint[] = [];

/** Returns the constraints of a field, and those of the fields it narrows unless it has a narrower one of the kind. */
export function constraintsOfField(
  field: Field,
  byElement: ReadonlyMap<DomainClass | Field, readonly Constraint[]>,
): readonly Constraint[] {
  const stated = byElement.get(field) ?? NOTHING;
  if (field.refines === undefined) return stated;
  const kinds = new Set(stated.map(({ kind }) => kind));
  kinds.delete('pattern');
  return [...constraintsOfField(field.refines, byElement).filter(({ kind }) => !kinds.has(kind)), ...stated];
}

/** Describes a constraint that a generated file does not enforce; undefined for others. */
function unenforcedPhrase(constraint: Constraint, achieved: Emission['achieved'], checker: Checker): string | undefined {
  const demand = descriptions[constraint.kind] === noDescription ? undefined : demandOf(constraint);
  if (!demand) return undefined;
  const { status } = achieved(demand);
  if (status === 'enforced' || (demand.kind === 'disjoint' && isDisjointAnyway(demand, status, checker))) return undefined;
  const phrase = demandInWords(demand);
  return phrase !== undefined && status === 'approximated' && checker === 'others' ? `${phrase} (in part)` : phrase;
}

/** Checks whether two classes have no common instances without a check: stored apart, by ids of the server, or by `kind`. */
function isDisjointAnyway({ class: cls, other }: Demand<'disjoint'>, status: string, checker: Checker): boolean {
  return status === 'approximated' || checker === 'server' || areDistinguished(cls, other);
}

/** Checks whether the discriminator, which has one value, makes two classes disjoint: no class is a subclass of both. */
function areDistinguished(cls: DomainClass, other: DomainClass): boolean {
  const kind = discriminatorOf(cls)?.type;
  const otherKind = discriminatorOf(other)?.type;
  if (kind?.kind !== 'enumeration' || otherKind?.kind !== 'enumeration') return false;
  if (kind.enumeration !== otherKind.enumeration) return false;
  const descendants = new Set(withDescendants(cls));
  return !withDescendants(other).some((one) => descendants.has(one));
}

/** Describes a constraint on one line; undefined for constraints that have no description. */
export function demandInWords(demand: Demand): string | undefined {
  const describe = descriptions[demand.kind] as (demand: Demand) => string | undefined;
  return describe(demand);
}

const noDescription = () => undefined;

const descriptions: { readonly [K in DemandKind]: (demand: Demand<K>) => string | undefined } = {
  inheritance: noDescription,
  deprecated: noDescription,
  inverse: noDescription,
  member: noDescription,
  type: noDescription,
  single: noDescription,
  deletion: noDescription,
  generated: noDescription,
  disjoint: ({ other }) => `no instance is ${articleOf(other.name)} ${other.name} as well`,
  key: ({ key }) => `no two instances have the same ${listNames(key.fields)}`,
  choice: ({ choice: { required, fields } }) => `${required ? 'exactly' : 'at most'} one of ${listNames(fields)} has a value`,
  total: ({ total: { fields, minItems, maxItems } }) => {
    const least = minItems === undefined ? [] : [`at least ${minItems}`];
    const most = maxItems === undefined ? [] : [`at most ${maxItems}`];
    return `${[...least, ...most].join(' and ')} of ${listNames(fields)} in all`;
  },
  comparison: ({ comparison: { lesser, greater, orEqual } }) =>
    `the value of ${lesser.name} is ${orEqual ? 'at most' : 'less than'} that of ${greater.name}`,
  'one-class': noDescription,
  closed: () => 'there are no other fields',
  pattern: ({ pattern: { source, flags } }) => `matches /${onOneLine(source)}/${flags}`,
  required: () => 'has a value',
  absent: () => 'has no value',
  'min-items': ({ length }) => `at least ${countWithNoun(length, 'value')}`,
  'max-items': ({ length }) => `at most ${countWithNoun(length, 'value')}`,
  unique: () => 'values are unique',
  irreflexive: () => 'never refers to the instance itself',
  default: ({ value }) => `${quoted(value)} by default`,
  constant: ({ value }) => `always ${quoted(value)}`,
  contains: ({ values }) => `${values.map(quoted).join(', ')} among the values`,
  values: ({ values }) => `one of ${values.map(quoted).join(', ')}`,
  'min-length': ({ length }) => `at least ${countWithNoun(length, 'character')}`,
  'max-length': ({ length }) => `at most ${countWithNoun(length, 'character')}`,
  minimum: ({ bound }) => `${bound.inclusive ? 'at least' : 'more than'} ${quoted(bound.value)}`,
  maximum: ({ bound }) => `${bound.inclusive ? 'at most' : 'less than'} ${quoted(bound.value)}`,
};

const listNames = (fields: readonly { readonly name: string }[]): string => enumerate(fields.map(({ name }) => name));

const onOneLine = (text: string): string => text.replace(/[\r\n]+/g, ' ');

/** Quotes a value unless it is a single word. */
const quoted = (value: string): string => (/^[\p{L}\p{N}_.:+-]+$/u.test(value) ? value : `"${onOneLine(value)}"`);
