/**
 * Returns the statements of `validate_into` that check single values: `sh:maxLength 80` on a required text becomes
 * `violations.max_length("/title", self.title.as_str(), 80);`. The methods of `violations` are in runtime/validation.rs.
 */

import { type Bound, type FieldType, kindOf, type ScalarKind, type ScalarType, type Union } from '../../model/index.ts';
import { enumerate, translatePattern } from '../text/index.ts';
import type { HelperCode } from './helper-code.ts';
import { isTextual, rustKind } from './kinds.ts';
import { comparand } from './literals.ts';
import { typeName } from './names.ts';
import type { Scope } from './scope.ts';
import { patternLiteral, stringLiteral } from './tokens.ts';
import { implementsCopy, unionVariants } from './types.ts';

/** The value that a statement checks. */
export interface ValueSite {
  /** The expression for the value: a field, or a variable with a reference to it. */
  readonly value: string;
  /** The number of nested options: two for an optional member of an update. */
  readonly options: 0 | 1 | 2;
  /** Whether the expression is a variable that holds a reference. */
  readonly isVariable: boolean;
  /** An expression for its path in JSON. */
  readonly path: string;
  readonly scope: Scope;
  readonly helpers: HelperCode;
  /** Declares a regular expression of the crate regex; returns its name. */
  readonly compile: (literal: string) => string;
}

/** A call in the body of `validate_into`. */
interface Call {
  readonly callee: string;
  readonly args: readonly string[];
}

/** A call, or a check of an optional value that returns the call for a variable with the value. */
export type Statement = Call | { readonly ifPresent: (value: string) => Call };

/** Returns a call of a method of `Violations`. */
export function violationsCall({ helpers }: ValueSite, method: string, ...args: readonly string[]): Call {
  helpers.usePiece(`Violations::${method}`);
  return { callee: `violations.${method}`, args };
}

/** Returns a call of a method that compares a length or a number of values with a bound. */
export function countCall(site: ValueSite, method: string, value: string, bound: number): Call {
  if (bound === 1) site.helpers.usePiece('plural');
  return violationsCall(site, method, site.path, value, String(bound));
}

export function conditionCheck(site: ValueSite, holds: string, code: string, message: string): Call {
  return violationsCall(site, 'check', site.path, holds, stringLiteral(code), stringLiteral(message));
}

/** Returns the check of a condition on the value itself, not on an option of it. */
function presentValueCheck(site: ValueSite, holds: (value: string) => string, code: string, message: string): Statement {
  const check = (value: string) => conditionCheck(site, holds(value), code, message);
  return site.options > 0 ? { ifPresent: check } : check(site.isVariable ? site.value : `&${site.value}`);
}

/** Returns the expression for a copied value, or an option of one. */
function copyExpression({ value, options }: ValueSite): string {
  return options === 2 ? `${value}.flatten()` : value;
}

/** Returns the expression for a `&str`, or an option of one. */
export function strExpression({ value, options, scope }: ValueSite): string {
  if (options === 0) return `${value}.as_str()`;
  if (options === 1) return `${value}.as_deref()`;
  return `${value}.as_ref().and_then(${scope.std('Option')}::as_deref)`;
}

/** Returns the expression for a reference, or an option of one. */
function borrowExpression({ value, options, isVariable, scope }: ValueSite): string {
  if (options === 0) return isVariable ? value : `&${value}`;
  if (options === 1) return `${value}.as_ref()`;
  return `${value}.as_ref().and_then(${scope.std('Option')}::as_ref)`;
}

/** Returns the expression for the string of an enumeration value, or an option of one. */
function enumerationStrExpression(type: FieldType & { kind: 'enumeration' }, { value, options, scope }: ValueSite): string {
  if (options === 0) return `${value}.as_str()`;
  return `${value}${options === 2 ? '.flatten()' : ''}.map(${scope.model(typeName(type.enumeration))}::as_str)`;
}

/** Returns the expressions for a value and for those that it is compared with. */
function comparisonExpressions(type: FieldType, site: ValueSite) {
  if (type.kind === 'enumeration') return { value: enumerationStrExpression(type, site), literal: stringLiteral };
  const literal = (value: string) => comparand(type, value, site.scope, site.helpers);
  if (type.kind === 'scalar' && isTextual(type.scalar)) return { value: strExpression(site), literal };
  return { value: implementsCopy(type) ? copyExpression(site) : borrowExpression(site), literal };
}

/** Returns the statement that adds the violations of a nested value. */
export function nestedCheck(site: ValueSite): Statement {
  return violationsCall(site, 'nested', site.path, borrowExpression(site));
}

/** Returns the check that the Rust type does not make; undefined if none exists. */
export function kindCheck(type: ScalarType, site: ValueSite): Statement | undefined {
  const { check } = rustKind(type.scalar);
  if (check === undefined || !needsKindCheck(type)) return undefined;
  if (check.format !== undefined)
    return violationsCall(site, 'format', site.path, strExpression(site), `&${site.helpers.use(check.format, site.scope)}`);
  return violationsCall(site, check.method as string, site.path, copyExpression(site));
}

/** Returns whether the Rust type accepts values outside the kind that the facets do not reject. */
export function needsKindCheck({ scalar, minimum, maximum, values }: ScalarType): boolean {
  const rust = rustKind(scalar);
  if (rust.check === undefined || values !== undefined) return false;
  const { range, order } = kindOf(scalar);
  if (!rust.range || !range || !order || !minimum || !maximum) return true;
  return order(minimum.value, range.minimum) < 0 || order(maximum.value, range.maximum) > 0;
}

/** Returns the checks of a type: those of its kind and its facets. */
export function checksOfType(type: ScalarType, site: ValueSite): Statement[] {
  const { scalar, minimum, maximum, minLength, maxLength, patterns = [], values } = type;
  return [
    kindCheck(type, site),
    minimum && !includesAllValues('minimum', scalar, minimum) && boundCheck('minimum', type, minimum, site),
    maximum && !includesAllValues('maximum', scalar, maximum) && boundCheck('maximum', type, maximum, site),
    minLength && countCall(site, 'min_length', strExpression(site), minLength),
    maxLength !== undefined && countCall(site, 'max_length', strExpression(site), maxLength),
    ...patterns.map((one) => {
      const translation = translatePattern(one, 'rust');
      return translation.ok && patternCheck(translation.source, site);
    }),
    values && !areAllValues(scalar, values) && oneOfCheck(type, values, site),
  ].filter((statement) => typeof statement === 'object');
}

/** Returns the check of a union whose members are all strings: the value has the form of one of them. */
export function anyOfCheck(types: readonly ScalarType[], site: ValueSite): Statement {
  const nouns: string[] = [];
  const alternatives = types.map((type) => {
    const { stringTest } = rustKind(type.scalar);
    if (stringTest === undefined) throw new Error(`${type.scalar} is not held as text.`);
    nouns.push(stringTest.noun);
    if (stringTest.calls !== undefined) site.helpers.use(stringTest.calls, site.scope);
    const conditions = [stringTest.holds(site.value), ...textConditions(type, site)].filter((condition) => condition !== 'true');
    return conditions.join(' && ');
  });
  const message = `must be ${enumerate(nouns, 'or')}`;
  return conditionCheck(site, alternatives.join(' || '), 'type', message);
}

/** Returns the conditions of the facets of a string type. */
function textConditions({ minLength, maxLength, patterns = [], values }: ScalarType, { value, compile }: ValueSite): string[] {
  return [
    minLength && `${value}.chars().count() >= ${minLength}`,
    maxLength !== undefined && `${value}.chars().count() <= ${maxLength}`,
    ...patterns.map((one) => {
      const translation = translatePattern(one, 'rust');
      return translation.ok && `${compile(patternLiteral(translation.source))}.is_match(${value})`;
    }),
    values && `[${values.map(stringLiteral).join(', ')}].contains(&${value}.as_str())`,
  ].filter((condition) => typeof condition === 'string');
}

/** Returns whether a union has constraints that deserialization does not enforce. */
export function needsUnionCheck(union: Union): boolean {
  return unionVariants(union).some(({ members: [first, ...others] }) =>
    others.length > 0 ? ![first, ...others].some(isAnyText) : needsKindCheck(first) || hasFacets(first),
  );
}

/** Returns whether a type accepts every string. */
export function isAnyText(type: ScalarType): boolean {
  return type.scalar === 'string' && !hasFacets(type);
}

/** Returns whether deserialization of the Rust type accepts values outside the type. */
export function acceptsInvalidValues(type: ScalarType): boolean {
  return hasFacets(type) || (needsKindCheck(type) && kindOf(type.scalar).json === 'integer');
}

function hasFacets({ scalar, minimum, maximum, minLength, maxLength, patterns = [], values }: ScalarType): boolean {
  return (
    (minimum !== undefined && !includesAllValues('minimum', scalar, minimum)) ||
    (maximum !== undefined && !includesAllValues('maximum', scalar, maximum)) ||
    Boolean(minLength) ||
    maxLength !== undefined ||
    patterns.some((pattern) => translatePattern(pattern, 'rust').ok) ||
    (values !== undefined && !areAllValues(scalar, values))
  );
}

type Side = 'minimum' | 'maximum';

/**
 * Returns how many integers of a type are within a bound: all, none or some. rustc and clippy reject comparisons that are
 * always true or always false.
 */
function boundCoverage(side: Side, scalar: ScalarKind, { value, inclusive }: Bound): 'all' | 'none' | 'some' {
  const { range } = rustKind(scalar);
  if (!range) return 'some';
  // A maximum is compared like a minimum, with all signs inverted.
  const sign = side === 'minimum' ? 1n : -1n;
  const [bound, minimum, maximum] = [value, range.minimum, range.maximum].map((numeral) => BigInt(numeral) * sign) as [
    bigint,
    bigint,
    bigint,
  ];
  const [lowest, highest] = side === 'minimum' ? [minimum, maximum] : [maximum, minimum];
  if (inclusive ? bound <= lowest : bound < lowest) return 'all';
  return bound > highest ? 'none' : 'some';
}

/** Returns whether every value of a type is within a bound. */
export function includesAllValues(side: Side, scalar: ScalarKind, bound: Bound): boolean {
  return boundCoverage(side, scalar, bound) === 'all';
}

/** Returns whether the values are all values of a kind. */
export function areAllValues(scalar: ScalarKind, values: readonly string[]): boolean {
  return scalar === 'boolean' && new Set(values).size === 2;
}

/** Returns the check of a bound. If no value of the Rust type is within the bound, the check always fails. */
export function boundCheck(side: Side, type: ScalarType, limit: Bound, site: ValueSite): Statement {
  const coverage = boundCoverage(side, type.scalar, limit);
  if (coverage === 'none') {
    const words =
      side === 'minimum' ? (limit.inclusive ? 'at least' : 'greater than') : limit.inclusive ? 'at most' : 'less than';
    return conditionCheck(
      site,
      site.options === 0 ? 'false' : `${copyExpression(site)}.is_none()`,
      side,
      `must be ${words} ${limit.value}`,
    );
  }
  const method = limit.inclusive ? side : `exclusive_${side}`;
  return violationsCall(site, method, site.path, copyExpression(site), comparand(type, limit.value, site.scope, site.helpers));
}

/**
 * Returns the check that a text matches a pattern, which is compiled once.
 *
 * @param source the pattern in the syntax of the crate regex
 */
export function patternCheck(source: string, site: ValueSite): Statement {
  return violationsCall(site, 'pattern', site.path, strExpression(site), `&${site.compile(patternLiteral(source))}`);
}

export function oneOfCheck(type: FieldType, values: readonly string[], site: ValueSite): Statement {
  if (values.length === 1) return constantCheck(type, values[0] as string, site, 'values');
  const same = equalityPrinter(type, site);
  const message = `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (same) {
    const literals = values.map(stringLiteral).join(', ');
    return presentValueCheck(site, (value) => `[${literals}].iter().any(|one| ${same(value, 'one')})`, 'values', message);
  }
  const { value, literal } = comparisonExpressions(type, site);
  return violationsCall(site, 'one_of', site.path, value, `&[${values.map(literal).join(', ')}]`);
}

export function constantCheck(type: FieldType, expected: string, site: ValueSite, code = 'constant'): Statement {
  const same = equalityPrinter(type, site);
  if (same)
    return presentValueCheck(site, (value) => same(value, stringLiteral(expected)), code, `must be ${JSON.stringify(expected)}`);
  const { value, literal } = comparisonExpressions(type, site);
  if (code === 'values') return violationsCall(site, 'one_of', site.path, value, `&[${literal(expected)}]`);
  return violationsCall(site, 'constant', site.path, value, type.kind === 'union' ? `&${literal(expected)}` : literal(expected));
}

export function containsCheck(type: FieldType, wanted: string, site: ValueSite): Statement {
  const { value, scope, helpers } = site;
  const literal = comparand(type, wanted, scope, helpers);
  const same = equalityPrinter(type, site);
  const isText = type.kind === 'scalar' && isTextual(type.scalar);
  const message = `must contain ${type.kind === 'scalar' && !isText ? wanted : JSON.stringify(wanted)}`;
  const isPresent = same
    ? `${value}.iter().any(|value| ${same('value', literal)})`
    : isText
      ? `${value}.iter().any(|value| value == ${literal})`
      : `${value}.contains(&${literal})`;
  return conditionCheck(site, isPresent, 'contains', message);
}

/** Returns a function that prints the comparison of two strings; undefined if equal values have equal strings. */
function equalityPrinter(type: FieldType, { scope, helpers }: ValueSite): ((a: string, b: string) => string) | undefined {
  if (type.kind !== 'scalar') return undefined;
  const { same } = rustKind(type.scalar);
  if (same?.calls !== undefined) helpers.use(same.calls, scope);
  return same?.print;
}
