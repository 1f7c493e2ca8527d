/**
 * How the Rust code enforces each kind of constraint: by the type of a member, by serde, or by statements of `validate_into`,
 * which a program calls through the trait `Validate`.
 */

import type { Demand, Field, Role } from '../../model/index.ts';
import { type Answer, type Answers, declared, enforced, inverseAnswer, nothing, uniquenessAnswer } from '../core/index.ts';
import { translatePattern } from '../text/index.ts';
import { rustKind } from './kinds.ts';
import type { RustMember } from './rust-member.ts';
import { stringLiteral } from './tokens.ts';
import * as values from './values.ts';

/** What a demand's statements check: a value, a field with all its values, or an object. */
export interface Site extends values.ValueSite {
  /** The checked variant of the class: record, create or update. */
  readonly role: Role;
  /** The members of that variant. */
  readonly members: readonly RustMember[];
}

export type Code = readonly values.Statement[];

/** Returns the answer for a demand that one statement checks. */
function checked(statement: (site: Site) => values.Statement) {
  return enforced((site: Site): Code => [statement(site)]);
}

export const answers: Answers<Site, Code> = {
  member: declared,
  required: declared,
  single: declared,
  type: typeAnswer,
  absent: ({ field: { cardinality } }) =>
    checked((site) => {
      const isMany = cardinality === 'many';
      const holds = isMany ? `${site.value}.is_empty()` : `${site.value}.is_none()`;
      return values.conditionCheck(site, holds, 'absent', `must be ${isMany ? 'empty' : 'absent'}`);
    }),

  minimum: boundAnswer,
  maximum: boundAnswer,
  'min-length': ({ length }) => checked((site) => values.countCall(site, 'min_length', values.strExpression(site), length)),
  'max-length': ({ length }) => checked((site) => values.countCall(site, 'max_length', values.strExpression(site), length)),
  pattern: ({ pattern }) => {
    const translation = translatePattern(pattern, 'rust');
    if (!translation.ok) return nothing(translation.reason);
    return checked((site) => values.patternCheck(translation.source, site));
  },
  values: ({ field: { type }, values: allowed }) => {
    if (type.kind === 'scalar' && values.areAllValues(type.scalar, allowed)) return declared;
    return checked((site) => values.oneOfCheck(type, allowed, site));
  },
  constant: ({ field: { type }, value }) => checked((site) => values.constantCheck(type, value, site)),
  irreflexive: () =>
    checked((site) => {
      const other = site.options === 0 ? 'self.id' : 'Some(self.id)';
      return values.conditionCheck(site, `${site.value} != ${other}`, 'irreflexive', 'must not be the id of the object itself');
    }),

  'min-items': ({ length }) => checked((site) => values.countCall(site, 'min_items', `${site.value}.len()`, length)),
  'max-items': ({ length }) => checked((site) => values.countCall(site, 'max_items', `${site.value}.len()`, length)),
  contains: ({ field: { type }, values: wanted }) =>
    enforced((site) => wanted.map((one) => values.containsCheck(type, one, site))),

  choice: ({ choice: { fields, required } }) =>
    enforced((site) => {
      const conditions = memberPairs(fields, site, hasValue);
      // An update may leave out a field that already has a value.
      const isRequired = required && site.role !== 'update';
      if (conditions.length === 0 || (conditions.length < 2 && !isRequired)) return [];
      return [values.violationsCall(site, isRequired ? 'exactly_one' : 'at_most_one', sliceOf(conditions))];
    }),
  total: ({ total: { fields, minItems = 0, maxItems } }) =>
    enforced((site) => {
      const counts = memberPairs(fields, site, countOf);
      if (counts.length === 0) return [];
      return [
        minItems > 0 && site.role !== 'update' && values.violationsCall(site, 'min_total', sliceOf(counts), String(minItems)),
        maxItems !== undefined && values.violationsCall(site, 'max_total', sliceOf(counts), String(maxItems)),
      ].filter((statement) => typeof statement === 'object');
    }),
  comparison: ({ comparison: { lesser, greater, orEqual } }) =>
    enforced((site) => {
      const [low, high] = [lesser, greater].map(({ name }) => site.members.find(({ field }) => field.name === name));
      if (!low || !high) return [];
      const method = orEqual ? 'at_most_field' : 'less_than_field';
      const path = stringLiteral(`/${lesser.name}`);
      return [values.violationsCall(site, method, path, optionOf(low), stringLiteral(greater.name), optionOf(high))];
    }),
  closed: declared,
  inheritance: { achieves: 'approximated', how: 'the struct holds the inherited fields; Rust has no subtypes' },

  unique: uniquenessAnswer,
  key: uniquenessAnswer,
  disjoint: nothing('validation reads each instance alone, as one class'),
  // A discriminator accepts only the class and its subclasses.
  'one-class': declared,
  inverse: inverseAnswer,
  deletion: nothing('the database applies the deletion rule'),

  default: declared,
  generated: declared,
  deprecated: { achieves: 'approximated', how: 'stated in the documentation; the compiler does not warn' },
};

/** Returns the answer for a type: the Rust type rejects values that it cannot hold; a check rejects those outside the kind. */
function typeAnswer({ field, type }: Demand<'type'>): Answer<'type', Site, Code> {
  if (type.kind === 'reference') {
    return { achieves: 'approximated', how: 'any UUID is accepted; the existence of the instance is not checked' };
  }
  if (field.absent) return declared;
  if (type.kind === 'union') return values.needsUnionCheck(type.union) ? checked((site) => values.nestedCheck(site)) : declared;
  if (type.kind !== 'scalar') return declared;
  if (values.needsKindCheck(type)) return enforced((site) => [values.kindCheck(type, site) as values.Statement]);
  const { differs } = rustKind(type.scalar);
  return differs ? { achieves: 'approximated', how: differs.what, difference: differs } : declared;
}

function boundAnswer({ kind, field: { type }, scalar, bound }: Demand<'minimum' | 'maximum'>) {
  if (type.kind !== 'scalar' || values.includesAllValues(kind, scalar, bound)) return declared;
  return checked((site) => values.boundCheck(kind, type, bound, site));
}

/** Returns a pair of a name and an expression for each of the fields that the checked struct has: `("email", self.email.is_some())`. */
function memberPairs(fields: readonly Field[], { members }: Site, expression: (member: RustMember) => string): readonly string[] {
  const names = new Set(fields.map(({ name }) => name));
  const listed = members.filter(({ field }) => names.has(field.name));
  return listed.map((member) => `(${stringLiteral(member.field.name)}, ${expression(member)})`);
}

function sliceOf(pairs: readonly string[]): string {
  return `&[${pairs.join(', ')}]`;
}

/** Returns an option of the copied value of a member. */
function optionOf({ field, identifier, isWrapped }: RustMember): string {
  const value = `self.${identifier}`;
  if (field.cardinality === 'one') return isWrapped ? value : `Some(${value})`;
  return isWrapped ? `${value}.flatten()` : value;
}

function hasValue({ field, identifier, isWrapped }: RustMember): string {
  const value = `self.${identifier}`;
  if (field.cardinality === 'one') return isWrapped ? `${value}.is_some()` : 'true';
  if (field.cardinality !== 'many') return isWrapped ? `matches!(${value}, Some(Some(_)))` : `${value}.is_some()`;
  return isWrapped ? `${value}.as_ref().is_some_and(|values| !values.is_empty())` : `!${value}.is_empty()`;
}

/** Returns the number of values of a member, as an expression. */
function countOf(member: RustMember): string {
  if (member.field.cardinality !== 'many') return `usize::from(${hasValue(member)})`;
  return `self.${member.identifier}${member.isWrapped ? '.as_ref().map_or(0, Vec::len)' : '.len()'}`;
}
