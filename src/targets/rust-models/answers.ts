import type { Demand, DomainClass, Field } from '../../model/index.ts';
import { type Answer, type Answers, declared, enforced, nothing } from '../core/index.ts';
import { translatePattern } from '../text/index.ts';
import { rustKind } from './kinds.ts';
import { counted, list } from './prose.ts';
import * as values from './values.ts';

/** Where a demand is seen to: at a value, a field with all its values, or an object. */
export interface Site extends values.Site {
  /** The class whose instances are checked. */
  readonly cls: DomainClass;
  readonly nameOf: (field: Field) => string;
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
    checked(({ value }) =>
      cardinality === 'many' ? [`${value}.is_empty()`, 'must be empty'] : [`${value}.is_none()`, 'must be absent'],
    ),

  minimum: (demand) => boundAnswer(demand),
  maximum: (demand) => boundAnswer(demand),
  'min-length': ({ length }) => checked((site) => values.minLengthCondition(length, site)),
  'max-length': ({ length }) => checked((site) => values.maxLengthCondition(length, site)),
  pattern: ({ pattern }) => {
    const translation = translatePattern(pattern, 'rust');
    if (!translation.ok) return nothing(translation.reason);
    return checked((site) => values.patternCondition(pattern, translation.source, site));
  },
  values: ({ field: { type }, values: allowed }) => {
    if (type.kind === 'scalar' && values.areAll(type.scalar, allowed)) return declared;
    return checked((site) => values.valuesCondition(type, allowed, site));
  },
  constant: ({ field: { type }, value }) => checked((site) => values.valuesCondition(type, [value], site)),
  irreflexive: () => checked(({ value }) => [`${value} != self.id`, "must not be the object's own id"]),

  'min-items': ({ length }) =>
    checked(({ value }) => [
      length === 1 ? `!${value}.is_empty()` : `${value}.len() >= ${length}`,
      `must have at least ${counted(length, 'value')}`,
    ]),
  'max-items': ({ length }) =>
    checked(({ value }) => [
      length === 0 ? `${value}.is_empty()` : `${value}.len() <= ${length}`,
      `must have at most ${counted(length, 'value')}`,
    ]),
  contains: ({ field: { type }, values: wanted }) =>
    enforced((site) => wanted.map((one) => values.statement(site, values.containsCondition(type, one, site)))),

  choice: ({ choice: { fields, required } }) =>
    enforced((site) => {
      const forms = formsOf(fields, site.cls);
      const given = forms.map((field) => (field.cardinality === 'optional' ? `self.${site.nameOf(field)}.is_some()` : 'true'));
      const [operator, number] = required ? ['==', 'exactly'] : ['<=', 'at most'];
      const message = `must have ${number} one of ${list(forms.map(({ name }) => name))}`;
      return [{ ...values.statement(site, [`given.iter().filter(|one| **one).count() ${operator} 1`, message]), given }];
    }),
  total: ({ total: { fields, minItems, maxItems } }) =>
    enforced((site) => {
      const forms = formsOf(fields, site.cls);
      const given = forms.map((field) => numberOf(field, `self.${site.nameOf(field)}`));
      const names = list(forms.map(({ name }) => name));
      const sum = 'given.iter().sum::<usize>()';
      const bounds: values.Condition[] = [];
      if (minItems) bounds.push([`${sum} >= ${minItems}`, `must have at least ${counted(minItems, 'value')} of ${names} in all`]);
      if (maxItems !== undefined) {
        bounds.push([`${sum} <= ${maxItems}`, `must have at most ${counted(maxItems, 'value')} of ${names} in all`]);
      }
      return bounds.map((bound, i) => ({ ...values.statement(site, bound), ...(i === 0 && { given }) }));
    }),
  closed: declared,
  inheritance: { achieves: 'approximated', how: 'the struct holds the inherited fields; Rust has no subtypes' },

  unique: nothing('uniqueness spans instances, which a type cannot see'),
  key: nothing('uniqueness spans instances, which a type cannot see'),
  disjoint: nothing('an instance is read as one class, and identities of others are not seen'),
  'one-class': nothing('an instance is read as one class, and identities of others are not seen'),
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
  const needsCheck = field.constant === undefined && values.needsCheck(type);
  const print = (site: Site): Code => [values.kindStatement(type, site)].filter((call) => call !== undefined);
  const { differs } = rustKind(type.scalar);
  if (differs) return { achieves: 'approximated', how: differs.what, difference: differs, ...(needsCheck && { print }) };
  return needsCheck ? enforced(print) : declared;
}

function boundAnswer({ kind, field: { type }, scalar, bound }: Demand<'minimum' | 'maximum'>) {
  if (type.kind !== 'scalar' || values.isEvery(kind, scalar, bound)) return declared;
  return checked((site) => values.boundCondition(kind, type, bound, site));
}

/** Fields in the form that they have in a class. */
function formsOf(fields: readonly Field[], cls: DomainClass): readonly Field[] {
  const names = new Set(fields.map(({ name }) => name));
  return cls.allFields.filter(({ name }) => names.has(name));
}

/** An expression of the number of a field's values. */
function numberOf({ cardinality }: Field, value: string): string {
  if (cardinality === 'many') return `${value}.len()`;
  return cardinality === 'optional' ? `usize::from(${value}.is_some())` : '1';
}
