import type { Demand, Field, Role } from '../../model/index.ts';
import { type Answer, type Answers, declared, enforced, inverseAnswer, nothing, uniquenessAnswer } from '../core/index.ts';
import { translatePattern } from '../text/index.ts';
import { rustKind } from './kinds.ts';
import type { RustMember } from './rust-member.ts';
import { stringLiteral } from './tokens.ts';
import * as values from './values.ts';

/** Where code checks a demand: at a value, a field with all its values, or an object. */
export interface Site extends values.Site {
  /** The checked variant of the class: record, create or update. */
  readonly role: Role;
  /** The members of that variant. */
  readonly members: readonly RustMember[];
}

/** The statements that check a demand. */
export type Code = readonly values.Statement[];

/** Returns the answer for a demand that one statement checks. */
function checked(statement: (site: Site) => values.Statement) {
  return enforced((site: Site): Code => [statement(site)]);
}

/** States how structs, serde and `validate_into` enforce each kind of demand. */
export const answers: Answers<Site, Code> = {
  member: declared,
  required: declared,
  single: declared,
  type: typeAnswer,
  absent: ({ field: { cardinality } }) =>
    checked((site) => {
      const isMany = cardinality === 'many';
      const holds = isMany ? `${site.value}.is_empty()` : `${site.value}.is_none()`;
      return values.checkStatement(site, holds, 'absent', `must be ${isMany ? 'empty' : 'absent'}`);
    }),

  minimum: (demand) => boundAnswer(demand),
  maximum: (demand) => boundAnswer(demand),
  'min-length': ({ length }) => checked((site) => lengthCall('min_length', length, site)),
  'max-length': ({ length }) => checked((site) => lengthCall('max_length', length, site)),
  pattern: ({ pattern }) => {
    const translation = translatePattern(pattern, 'rust');
    if (!translation.ok) return nothing(translation.reason);
    return checked((site) => values.pattern(translation.source, site));
  },
  values: ({ field: { type }, values: allowed }) => {
    if (type.kind === 'scalar' && values.areAllValues(type.scalar, allowed)) return declared;
    return checked((site) => values.oneOf(type, allowed, site));
  },
  constant: ({ field: { type }, value }) => checked((site) => values.constant(type, value, site)),
  irreflexive: () =>
    checked((site) => {
      const other = site.options === 0 ? 'self.id' : 'Some(self.id)';
      return values.checkStatement(site, `${site.value} != ${other}`, 'irreflexive', 'must not be the id of the object itself');
    }),

  'min-items': ({ length }) => checked((site) => itemsCall('min_items', length, site)),
  'max-items': ({ length }) => checked((site) => itemsCall('max_items', length, site)),
  contains: ({ field: { type }, values: wanted }) => enforced((site) => wanted.map((one) => values.contains(type, one, site))),

  choice: ({ choice: { fields, required } }) =>
    enforced((site) => {
      const given = membersIn(fields, site, hasValue);
      // An update may leave out a field that already has a value.
      const isRequired = required && site.role !== 'update';
      if (given === undefined || (given.length < 2 && !isRequired)) return [];
      return [values.violationsCall(site, isRequired ? 'exactly_one' : 'at_most_one', sliceOf(given))];
    }),
  total: ({ total: { fields, minItems = 0, maxItems } }) =>
    enforced((site) => {
      const countRange = membersIn(fields, site, countOf);
      if (countRange === undefined) return [];
      return [
        minItems > 0 && site.role !== 'update' && values.violationsCall(site, 'min_total', sliceOf(countRange), String(minItems)),
        maxItems !== undefined && values.violationsCall(site, 'max_total', sliceOf(countRange), String(maxItems)),
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
  disjoint: nothing('an instance is read as one class; other instances with the same id are not known'),
  // A discriminator accepts only the class and its subclasses.
  'one-class': declared,
  inverse: inverseAnswer,
  deletion: nothing('the database does it'),

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
  if (type.kind === 'union')
    return values.needsUnionCheck(type.union) ? checked((site) => values.nestedStatement(site)) : declared;
  if (type.kind !== 'scalar') return declared;
  if (values.needsCheck(type)) return enforced((site) => [values.kindStatement(type, site) as values.Statement]);
  const { differs } = rustKind(type.scalar);
  return differs ? { achieves: 'approximated', how: differs.what, difference: differs } : declared;
}

function boundAnswer({ kind, field: { type }, scalar, bound }: Demand<'minimum' | 'maximum'>) {
  if (type.kind !== 'scalar' || values.includesAllValues(kind, scalar, bound)) return declared;
  return checked((site) => values.bound(kind, type, bound, site));
}

function lengthCall(method: 'min_length' | 'max_length', length: number, site: Site): values.Statement {
  return values.violationsCall(site, method, site.path, values.textOf(site), String(length));
}

function itemsCall(method: 'min_items' | 'max_items', length: number, site: Site): values.Statement {
  return values.violationsCall(site, method, site.path, `${site.value}.len()`, String(length));
}

/** Returns pairs of a name and an expression for the fields that the checked struct has. */
function membersIn(
  fields: readonly Field[],
  { members }: Site,
  of: (member: RustMember) => string,
): readonly string[] | undefined {
  const names = new Set(fields.map(({ name }) => name));
  const listed = members.filter(({ field }) => names.has(field.name));
  if (listed.length === 0) return undefined;
  return listed.map((member) => `(${stringLiteral(member.field.name)}, ${of(member)})`);
}

function sliceOf(pairs: readonly string[]): string {
  return `&[${pairs.join(', ')}]`;
}

/** Returns an option of the copied value of a member. */
function optionOf({ field, identifier, isWrapped }: RustMember): string {
  const place = `self.${identifier}`;
  if (field.cardinality === 'one') return isWrapped ? place : `Some(${place})`;
  return isWrapped ? `${place}.flatten()` : place;
}

/** Returns the condition that a member has a value. */
function hasValue({ field, identifier, isWrapped }: RustMember): string {
  const place = `self.${identifier}`;
  if (field.cardinality === 'one') return isWrapped ? `${place}.is_some()` : 'true';
  if (field.cardinality !== 'many') return isWrapped ? `matches!(${place}, Some(Some(_)))` : `${place}.is_some()`;
  return isWrapped ? `${place}.as_ref().is_some_and(|values| !values.is_empty())` : `!${place}.is_empty()`;
}

/** Returns the number of values of a member, as an expression. */
function countOf(member: RustMember): string {
  if (member.field.cardinality !== 'many') return `usize::from(${hasValue(member)})`;
  return `self.${member.identifier}${member.isWrapped ? '.as_ref().map_or(0, Vec::len)' : '.len()'}`;
}
