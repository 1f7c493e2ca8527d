import {
  allChoices,
  type Bound,
  type Choice,
  type DomainClass,
  type Field,
  type FieldType,
  type Pattern,
  type ScalarKind,
  type Union,
} from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { floatLiteral } from './literals.ts';
import { integerRange, type UnionVariant, unionVariants } from './types.ts';

/** What one value has to be beyond its type. */
export type ValueDemand =
  | { readonly kind: 'minimum' | 'maximum'; readonly scalar: ScalarKind; readonly bound: Bound }
  | { readonly kind: 'min-length' | 'max-length'; readonly length: number }
  /** `source` is in the syntax of the crate regex. */
  | { readonly kind: 'pattern'; readonly pattern: Pattern; readonly source: string }
  /** Not all of the values of the type. */
  | { readonly kind: 'values'; readonly values: readonly string[] }
  /** What the members of a union demand. */
  | { readonly kind: 'union' }
  /** Never the instance's own id. */
  | { readonly kind: 'irreflexive' };

/** What a field has to be as a whole. */
export type FieldDemand =
  | { readonly kind: 'absent' }
  | { readonly kind: 'min-items' | 'max-items'; readonly length: number }
  | { readonly kind: 'contains'; readonly value: string };

export interface Demands {
  readonly whole: readonly FieldDemand[];
  /** Of each value, if there is one. */
  readonly each: readonly ValueDemand[];
}

/** What a field demands that reading it from JSON does not see to. */
export function demandsOf(field: Field): Demands {
  if (field.absent) return { whole: [{ kind: 'absent' }], each: [] };
  const whole: FieldDemand[] = [];
  if (field.cardinality === 'many') {
    if (field.minItems) whole.push({ kind: 'min-items', length: field.minItems });
    if (field.maxItems !== undefined) whole.push({ kind: 'max-items', length: field.maxItems });
    for (const value of field.contains ?? []) whole.push({ kind: 'contains', value });
  }
  const each: readonly ValueDemand[] =
    field.constant === undefined ? valueDemands(field.type) : [{ kind: 'values', values: [field.constant] }];
  return { whole, each: field.irreflexive ? [...each, { kind: 'irreflexive' }] : each };
}

/** What a type demands of its values beyond what its counterpart in Rust sees to. */
export function valueDemands(type: FieldType): readonly ValueDemand[] {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return [];
    case 'enumeration':
      return type.only === undefined ? [] : [{ kind: 'values', values: type.only.map(({ value }) => value) }];
    case 'union':
      return isDemanding(type.union) ? [{ kind: 'union' }] : [];
    case 'scalar': {
      const { scalar, minimum, maximum, minLength, maxLength, patterns = [], values } = type;
      const demands: ValueDemand[] = [];
      if (minimum && reach(scalar, 'minimum', minimum) !== 'all') demands.push({ kind: 'minimum', scalar, bound: minimum });
      if (maximum && reach(scalar, 'maximum', maximum) !== 'all') demands.push({ kind: 'maximum', scalar, bound: maximum });
      if (minLength) demands.push({ kind: 'min-length', length: minLength });
      if (maxLength !== undefined) demands.push({ kind: 'max-length', length: maxLength });
      for (const pattern of patterns) {
        const translation = translatePattern(pattern, 'rust');
        if (translation.ok) demands.push({ kind: 'pattern', pattern, source: translation.source });
      }
      const isWhole = scalar === 'boolean' && new Set(values).size === 2;
      if (values && !isWhole) demands.push({ kind: 'values', values });
      return demands;
    }
    default:
      return type satisfies never;
  }
}

/** Whether a union demands something of the values of a member. */
export function isDemanding(union: Union): boolean {
  return unionVariants(union).some((variant) => variantDemands(variant).length > 0);
}

/** What a variant of a union demands. Where members share it, nobody can tell which of them a value belongs to. */
export function variantDemands({ members: [member, ...others] }: UnionVariant): readonly ValueDemand[] {
  return others.length > 0 ? [] : valueDemands(member);
}

/** Whether instances of a class have anything to be checked for. */
export function isChecked(cls: DomainClass): boolean {
  if (allChoices(cls).length > 0) return true;
  return cls.allFields.map(demandsOf).some(({ whole, each }) => whole.length + each.length > 0);
}

/** The alternatives of a choice in the form that they have in the class. */
export function choiceFields(cls: DomainClass, { fields }: Choice): readonly Field[] {
  const names = new Set(fields.map(({ name }) => name));
  return cls.allFields.filter(({ name }) => names.has(name));
}

/**
 * Which values of a type keep to a bound: all that there are, none, a single one at the end of the range, or some.
 * What compares with the ends of a range is refused by rustc and clippy, because it says nothing.
 */
export function reach(scalar: ScalarKind, side: 'minimum' | 'maximum', { value }: Bound): 'all' | 'none' | 'end' | 'some' {
  const sign = side === 'minimum' ? 1n : -1n;
  const range = integerRange(scalar);
  if (range) {
    const bound = BigInt(value) * sign;
    const [least, greatest] = side === 'minimum' ? range : [-range[1], -range[0]];
    if (bound <= least) return 'all';
    if (bound > greatest) return 'none';
    return bound === greatest ? 'end' : 'some';
  }
  const isBeyond =
    (scalar === 'decimal' && isBeyondDecimal(value)) ||
    ((scalar === 'float32' || scalar === 'float64') && floatLiteral(scalar, value) === undefined);
  if (!isBeyond) return 'some';
  return value.startsWith('-') === (side === 'minimum') ? 'all' : 'none';
}

/** Whether a numeral is out of the range of `rust_decimal::Decimal`, which has 96 bits. */
function isBeyondDecimal(numeral: string): boolean {
  const [whole = '', fraction = ''] = numeral.replace('-', '').split('.');
  const limit = 2n ** 96n - 1n;
  return BigInt(whole) > limit || (BigInt(whole) === limit && fraction !== '');
}
