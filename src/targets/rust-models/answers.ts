import type { Demand, Field, Role } from '../../model/index.ts';
import { type Answer, type Answers, declared, enforced, nothing } from '../core/index.ts';
import { translatePattern } from '../text/index.ts';
import type { Held, Shaping } from './holding.ts';
import { rustKind } from './kinds.ts';
import { stringLiteral } from './tokens.ts';
import * as values from './values.ts';

/** Where a demand is seen to: at a value, a field with all its values, or an object. */
export interface Site extends values.Site {
  /** What of the class is checked: an instance, or the body that creates or changes one. */
  readonly role: Role;
  /** The members that it has there. */
  readonly held: readonly Held[];
  /** What its shape is to say. */
  readonly shaping: Shaping;
}

/** The calls that see to a demand. */
export type Code = readonly values.Statement[];

/** Calls of `check`. */
function checked(condition: (site: Site) => values.Condition) {
  return enforced((site: Site): Code => [values.statement(site, condition(site))]);
}

/** What the structs, the way they are read and their `validate` do about each kind of demand. */
export const answers: Answers<Site, Code> = {
  member: declared,
  required: declared,
  single: declared,
  type: typeAnswer,
  absent: ({ field: { cardinality } }) =>
    checked((site) =>
      cardinality === 'many'
        ? [`${site.value}.is_empty()`, values.rule(site, 'Empty')]
        : [`${site.value}.is_none()`, values.rule(site, 'Absent')],
    ),

  minimum: (demand) => boundAnswer(demand),
  maximum: (demand) => boundAnswer(demand),
  'min-length': ({ length }) => checked((site) => values.minLengthCondition(length, site)),
  'max-length': ({ length }) => checked((site) => values.maxLengthCondition(length, site)),
  pattern: ({ pattern, field: { type } }) => {
    const translation = translatePattern(pattern, 'rust');
    if (!translation.ok) return nothing(translation.reason);
    const most = type.kind === 'scalar' ? type.maxLength : undefined;
    return checked((site) => values.patternCondition(pattern, translation.source, most, site));
  },
  values: ({ field: { type }, values: allowed }) => {
    if (type.kind === 'scalar' && values.areAll(type.scalar, allowed)) return declared;
    return checked((site) => values.valuesCondition(type, allowed, site));
  },
  constant: ({ field: { type }, value }) => checked((site) => values.constantCondition(type, value, site)),
  irreflexive: () => checked((site) => [`${site.value} != self.id`, values.rule(site, 'Irreflexive')]),

  'min-items': ({ length }) =>
    checked((site) => [
      length === 1 ? `!${site.value}.is_empty()` : `${site.value}.len() >= ${length}`,
      values.rule(site, 'MinItems', length),
    ]),
  'max-items': ({ length }) =>
    checked((site) => [
      length === 0 ? `${site.value}.is_empty()` : `${site.value}.len() <= ${length}`,
      values.rule(site, 'MaxItems', length),
    ]),
  contains: ({ field: { type }, values: wanted }) =>
    enforced((site) => wanted.map((one) => values.statement(site, values.containsCondition(type, one, site)))),

  choice: ({ choice: { fields, required } }) =>
    enforced((site) => {
      const names = namesIn(fields, site);
      if (names !== undefined) site.shaping.choices.push(`(${required}, ${names})`);
      return [];
    }),
  total: ({ total: { fields, minItems = 0, maxItems } }) =>
    enforced((site) => {
      const names = namesIn(fields, site);
      if (names !== undefined) site.shaping.totals.push(`(${minItems}, ${maxItems ?? 'usize::MAX'}, ${names})`);
      return [];
    }),
  closed: declared,
  inheritance: { achieves: 'approximated', how: 'the struct holds the inherited fields; Rust has no subtypes' },

  unique: nothing('uniqueness spans instances, which a type cannot see'),
  key: nothing('uniqueness spans instances, which a type cannot see'),
  disjoint: nothing('an instance is read as one class, and identities of others are not seen'),
  // The field that tells the class may be it and those below it.
  'one-class': declared,
  inverse: { achieves: 'approximated', how: 'one end stores it; that related objects agree with it is not checked' },
  deletion: nothing('what is stored is deleted by the database'),

  default: declared,
  generated: declared,
  deprecated: { achieves: 'approximated', how: 'the documentation says so; the compiler does not warn' },
};

/** The type sees to what it does not hold; a check to what the kind does not, though the type does. */
function typeAnswer({ field, type }: Demand<'type'>): Answer<'type', Site, Code> {
  if (type.kind === 'reference') {
    return { achieves: 'approximated', how: 'it is a UUID; whose it is cannot be seen from one instance' };
  }
  if (field.absent) return declared;
  if (type.kind === 'union') return values.isDemanding(type.union) ? enforced((site) => [values.included(site)]) : declared;
  if (type.kind !== 'scalar') return declared;
  const { differs } = rustKind(type.scalar);
  // The functions that are the same for all records see to what the type does not.
  return differs ? { achieves: 'approximated', how: differs.what, difference: differs } : declared;
}

function boundAnswer({ kind, field: { type }, scalar, bound }: Demand<'minimum' | 'maximum'>) {
  if (type.kind !== 'scalar' || values.isEvery(kind, scalar, bound)) return declared;
  return checked((site) => values.boundCondition(kind, type, bound, site));
}

/** An expression of the names of those fields that are members where they are checked, if there are some. */
function namesIn(fields: readonly Field[], { held }: Site): string | undefined {
  const names = new Set(held.map(({ field }) => field.name));
  const members = fields.filter(({ name }) => names.has(name));
  return members.length === 0 ? undefined : `&[${members.map(({ name }) => stringLiteral(name)).join(', ')}]`;
}
