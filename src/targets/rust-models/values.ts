import {
  type Bound,
  type FieldType,
  kindOf,
  type Pattern,
  type ScalarKind,
  type ScalarType,
  type Union,
} from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { isTextual, rustKind } from './kinds.ts';
import { comparand } from './literals.ts';
import { shownPattern } from './prose.ts';
import type { Scope } from './scope.ts';
import { patternLiteral, stringLiteral } from './tokens.ts';
import { isCopied, unionVariants } from './types.ts';
import type { Validation } from './validation.ts';

/** Where a value is checked. */
export interface Site {
  /** An expression of the value: a field, or else a variable, which is a reference to it where it is not copied. */
  readonly value: string;
  /** An expression of its path. */
  readonly path: string;
  readonly scope: Scope;
  readonly validation: Validation;
  /** Declares a regular expression of the crate regex; returns what it is called. */
  readonly compile: (source: string) => string;
}

/** A call in the body of `validate`. */
export interface Statement {
  readonly callee: string;
  readonly args: readonly string[];
  /** Whether it looks at the value; no comparison holds of a bound that no value keeps to. */
  readonly usesValue: boolean;
}

/** What has to hold, and what is asked for by that, both as expressions. */
export type Condition = readonly [holds: string, rule: string];

export function statement({ path }: Site, [holds, rule]: Condition): Statement {
  return { callee: 'violations.check', args: [path, holds, rule], usesValue: holds !== 'false' };
}

type RuleName =
  | 'Type'
  | 'Absent'
  | 'Empty'
  | 'AtLeast'
  | 'MoreThan'
  | 'AtMost'
  | 'LessThan'
  | 'MinLength'
  | 'MaxLength'
  | 'Matches'
  | 'Values'
  | 'Constant'
  | 'Irreflexive'
  | 'MinItems'
  | 'MaxItems'
  | 'Contains';

/** An expression of what is asked for: `Rule::MaxLength(200)`. */
export function rule({ scope, validation }: Site, name: RuleName, ...args: readonly (string | number)[]): string {
  const path = `${validation.use('Rule', scope)}::${name}`;
  return args.length === 0 ? path : `${path}(${args.join(', ')})`;
}

/** An expression of a value as the ontology gives it. */
function given(type: FieldType, value: string, { scope, validation }: Site): string {
  const name = validation.use('Given', scope);
  const json = type.kind === 'scalar' ? kindOf(type.scalar).json : 'string';
  if (json === 'boolean') return `${name}::Flag(${value})`;
  return `${name}::${json === 'string' ? 'Text' : 'Number'}(${stringLiteral(value)})`;
}

/** Takes over what is wrong with an object, or another value that has a `validate` of its own. */
export function included({ path, value, validation }: Site): Statement {
  validation.needs('Violations::include');
  return { callee: 'violations.include', args: [path, `${value}.validate()`], usesValue: true };
}

/** An expression of a `&str`, where the value is a text. */
function borrowed({ value }: Site): string {
  return value.startsWith('self.') ? `&${value}` : value;
}

/** What the type of a value does not see to, so that JSON can hold it and every layer reads it; undefined if there is nothing. */
export function kindStatement(type: ScalarType, site: Site): Statement | undefined {
  const { check } = rustKind(type.scalar);
  if (check === undefined || !needsCheck(type)) return undefined;
  if (check.form !== undefined) {
    site.validation.needs(`Violations::${check.form}`);
    return { callee: `violations.${check.form}`, args: [site.path, borrowed(site)], usesValue: true };
  }
  site.validation.needs('Violations::value');
  const value = isTextual(type.scalar) ? borrowed(site) : `&${site.value}`;
  return { callee: 'violations.value', args: [site.path, value], usesValue: true };
}

/** Whether a type holds values that are none of the kind, and the facets let them pass. */
export function needsCheck({ scalar, minimum, maximum, values }: ScalarType): boolean {
  const { check, holds } = rustKind(scalar);
  if (check === undefined || values !== undefined) return false;
  if (!holds) return true;
  const { range, order } = kindOf(scalar);
  if (!range || !order || !minimum || !maximum) return true;
  return order(minimum.value, range.least) < 0 || order(maximum.value, range.greatest) > 0;
}

/** The condition that a text is a value of one of the types at least; no type is among them that Rust holds otherwise. */
export function anyOf(types: readonly ScalarType[], site: Site): Condition {
  const nouns: string[] = [];
  const alternatives = types.map((type) => {
    const { form } = rustKind(type.scalar);
    if (form === undefined) throw new Error(`${type.scalar} is not held as text.`);
    nouns.push(form.noun);
    if (form.calls !== undefined) site.validation.call(form.calls, site.scope);
    return [form.holds(borrowed(site)), ...facetConditions(type, site).map(([holds]) => holds)].join(' && ');
  });
  const wanted = `must be ${nouns.slice(0, -1).join(', ')} or ${nouns.at(-1)}`;
  const names = types.map(({ scalar }) => scalar).join(' | ');
  return [alternatives.join(' || '), rule(site, 'Type', stringLiteral(names), stringLiteral(wanted))];
}

/** The conditions that the facets of a type come to. */
function facetConditions(type: ScalarType, site: Site): Condition[] {
  const { scalar, minimum, maximum, minLength, maxLength, patterns = [], values } = type;
  return [
    minimum && !isEvery('minimum', scalar, minimum) && boundCondition('minimum', type, minimum, site),
    maximum && !isEvery('maximum', scalar, maximum) && boundCondition('maximum', type, maximum, site),
    minLength && minLengthCondition(minLength, site),
    maxLength !== undefined && maxLengthCondition(maxLength, site),
    ...patterns.map((pattern) => {
      const translation = translatePattern(pattern, 'rust');
      return translation.ok && patternCondition(pattern, translation.source, maxLength, site);
    }),
    values && !areAll(scalar, values) && valuesCondition(type, values, site),
  ].filter((condition) => typeof condition === 'object');
}

/** What a value of a type has to be beyond the type. */
export function statementsOf(type: ScalarType, site: Site): Statement[] {
  const ofKind = kindStatement(type, site);
  const ofFacets = facetConditions(type, site).map((condition) => statement(site, condition));
  return ofKind === undefined ? ofFacets : [ofKind, ...ofFacets];
}

/** Whether a union demands something of its values that reading them does not see to. */
export function isDemanding(union: Union): boolean {
  return unionVariants(union).some(({ members: [first, ...others] }) => others.length > 0 || isDemandingType(first));
}

function isDemandingType(type: ScalarType): boolean {
  return needsCheck(type) || hasFacets(type);
}

/** Whether values that are read of JSON may be none of a type, although the type in Rust holds them. */
export function isReadTooWide(type: ScalarType): boolean {
  return hasFacets(type) || (needsCheck(type) && kindOf(type.scalar).json === 'integer');
}

function hasFacets({ scalar, minimum, maximum, minLength, maxLength, patterns = [], values }: ScalarType): boolean {
  return (
    (minimum !== undefined && !isEvery('minimum', scalar, minimum)) ||
    (maximum !== undefined && !isEvery('maximum', scalar, maximum)) ||
    Boolean(minLength) ||
    maxLength !== undefined ||
    patterns.some((pattern) => translatePattern(pattern, 'rust').ok) ||
    (values !== undefined && !areAll(scalar, values))
  );
}

type Side = 'minimum' | 'maximum';

/**
 * Which whole numbers of a type keep to a bound: all that there are, none, a single one at the end of the range, or some.
 * What compares with the ends of a range is refused by rustc and clippy, because it says nothing.
 */
function reach(side: Side, scalar: ScalarKind, { value }: Bound): 'all' | 'none' | 'end' | 'some' {
  const { holds } = rustKind(scalar);
  if (!holds) return 'some';
  const sign = side === 'minimum' ? 1n : -1n;
  const [least, greatest] = side === 'minimum' ? [holds.least, holds.greatest] : [holds.greatest, holds.least];
  const [bound, near, far] = [value, least, greatest].map((numeral) => BigInt(numeral) * sign) as [bigint, bigint, bigint];
  if (bound <= near) return 'all';
  if (bound > far) return 'none';
  return bound === far ? 'end' : 'some';
}

/** Whether every value of a type keeps to a bound. */
export function isEvery(side: Side, scalar: ScalarKind, bound: Bound): boolean {
  return reach(side, scalar, bound) === 'all';
}

/** Whether values are all that there are of a kind. */
export function areAll(scalar: ScalarKind, values: readonly string[]): boolean {
  return scalar === 'boolean' && new Set(values).size === 2;
}

const comparisons = {
  minimum: { operator: '>', rules: ['AtLeast', 'MoreThan'] },
  maximum: { operator: '<', rules: ['AtMost', 'LessThan'] },
} as const;

export function boundCondition(side: Side, type: ScalarType, bound: Bound, site: Site): Condition {
  const { value, scope, validation } = site;
  const { operator, rules } = comparisons[side];
  const asked = rule(site, rules[bound.inclusive ? 0 : 1], given(type, bound.value, site));
  const reached = reach(side, type.scalar, bound);
  if (reached === 'none') return ['false', asked];
  const limit = comparand(type, bound.value, scope, validation);
  if (reached === 'end') return [`${value} == ${limit}`, asked];
  return [`${value} ${operator}${bound.inclusive ? '=' : ''} ${limit}`, asked];
}

export function minLengthCondition(length: number, site: Site): Condition {
  const { value } = site;
  const holds = length === 1 ? `!${value}.is_empty()` : `${value}.chars().count() >= ${length}`;
  return [holds, rule(site, 'MinLength', length)];
}

export function maxLengthCondition(length: number, site: Site): Condition {
  const { value } = site;
  const holds = length === 0 ? `${value}.is_empty()` : `${value}.chars().count() <= ${length}`;
  return [holds, rule(site, 'MaxLength', length)];
}

/**
 * @param source the pattern in the syntax of the crate regex
 * @param most how long a text may be: in a longer one nothing is searched for
 */
export function patternCondition(pattern: Pattern, source: string, most: number | undefined, site: Site): Condition {
  const variable = site.compile(patternLiteral(source));
  if (most !== undefined) site.validation.needs('Pattern::is_match_up_to');
  const call = most === undefined ? 'is_match(' : `is_match_up_to(${most}, `;
  return [`${variable}.${call}${borrowed(site)})`, rule(site, 'Matches', stringLiteral(shownPattern(pattern)))];
}

/** The condition that a value is one of some. */
export function valuesCondition(type: FieldType, values: readonly string[], site: Site): Condition {
  const all = values.map((value) => given(type, value, site)).join(', ');
  return [oneOf(type, values, site), rule(site, 'Values', `&[${all}]`)];
}

/** The condition that a value is the only one. */
export function constantCondition(type: FieldType, value: string, site: Site): Condition {
  return [oneOf(type, [value], site), rule(site, 'Constant', given(type, value, site))];
}

function oneOf(type: FieldType, values: readonly string[], site: Site): string {
  const { value, scope, validation } = site;
  const [first = '', ...others] = values;
  if (type.kind === 'scalar' && type.scalar === 'boolean') return first === 'true' ? value : `!${value}`;
  const comparands = values.map((one) => comparand(type, one, scope, validation));
  const { isText, same } = equality(type, site);
  if (same) {
    if (others.length === 0) return same(borrowed(site), comparands[0] as string);
    return `[${comparands.join(', ')}].iter().any(|one| ${same(borrowed(site), 'one')})`;
  }
  if (others.length > 0) return `[${comparands.join(', ')}].contains(&${value}${isText ? '.as_str()' : ''})`;
  return `${isCopied(type) || isText || value.startsWith('self.') ? '' : '*'}${value} == ${comparands[0]}`;
}

/** The condition that a value is among those of a list. */
export function containsCondition(type: FieldType, wanted: string, site: Site): Condition {
  const { value, scope, validation } = site;
  const literal = comparand(type, wanted, scope, validation);
  const { isText, same } = equality(type, site);
  const asked = rule(site, 'Contains', given(type, wanted, site));
  if (same) return [`${value}.iter().any(|value| ${same('value', literal)})`, asked];
  return [isText ? `${value}.iter().any(|value| value == ${literal})` : `${value}.contains(&${literal})`, asked];
}

/** How values of a type are compared: as texts, or by an expression of their own. */
function equality(type: FieldType, { scope, validation }: Site) {
  if (type.kind !== 'scalar') return { isText: false };
  const { same } = rustKind(type.scalar);
  if (same?.calls !== undefined) validation.call(same.calls, scope);
  return { isText: isTextual(type.scalar), same: same?.print };
}
