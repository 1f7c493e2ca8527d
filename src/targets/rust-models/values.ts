/** Prints the statements of `validate_into` that check single values. */

import { type Bound, type FieldType, kindOf, type ScalarKind, type ScalarType, type Union } from '../../model/index.ts';
import { enumerate, translatePattern } from '../text/index.ts';
import { isTextual, rustKind } from './kinds.ts';
import { comparand } from './literals.ts';
import { typeName } from './names.ts';
import type { Scope } from './scope.ts';
import { patternLiteral, stringLiteral } from './tokens.ts';
import { implementsCopy, unionVariants } from './types.ts';
import type { Validation } from './validation.ts';

/** Context of the check of a value. */
export interface Site {
  /** The expression for the value: a field, or a variable with a reference to it. */
  readonly value: string;
  /** The number of nested options: two for an optional member of an update. */
  readonly options: 0 | 1 | 2;
  /** Whether the expression is a variable that holds a reference. */
  readonly isVariable: boolean;
  /** An expression for its path in JSON. */
  readonly path: string;
  readonly scope: Scope;
  readonly validation: Validation;
  /** Declares a regular expression of the crate regex; returns its name. */
  readonly compile: (literal: string) => string;
}

/** A statement in the body of `validate_into`. */
export interface Statement {
  readonly callee: string;
  readonly args: readonly string[];
  /** A condition on the value inside its options. */
  readonly plain?: (value: string) => Statement;
}

/** Returns a call of a method of `Violations`. */
export function violationsCall({ validation }: Site, method: string, ...args: readonly string[]): Statement {
  validation.needs(`Violations::${method}`);
  return { callee: `violations.${method}`, args };
}

/** Returns the check of a condition. */
export function checkStatement(site: Site, holds: string, code: string, message: string): Statement {
  return violationsCall(site, 'check', site.path, holds, stringLiteral(code), stringLiteral(message));
}

/** Returns the check of a condition on the value inside its options. */
function checkPlain(site: Site, holds: (value: string) => string, code: string, message: string): Statement {
  const plain = (value: string) => checkStatement(site, holds(value), code, message);
  if (site.options > 0) return { callee: '', args: [], plain };
  return plain(site.isVariable ? site.value : `&${site.value}`);
}

/** Returns the expression for a copied value, or an option of one. */
function copyExpression({ value, options }: Site): string {
  return options === 2 ? `${value}.flatten()` : value;
}

/** Returns the expression for a `&str`, or an option of one. */
export function textOf({ value, options, scope }: Site): string {
  if (options === 0) return `${value}.as_str()`;
  if (options === 1) return `${value}.as_deref()`;
  return `${value}.as_ref().and_then(${scope.std('Option')}::as_deref)`;
}

/** Returns the expression for a reference, or an option of one. */
function borrowExpression({ value, options, isVariable, scope }: Site): string {
  if (options === 0) return isVariable ? value : `&${value}`;
  if (options === 1) return `${value}.as_ref()`;
  return `${value}.as_ref().and_then(${scope.std('Option')}::as_ref)`;
}

/** Returns the expression for the string of an enumeration value, or an option of one. */
function nameOf(type: FieldType & { kind: 'enumeration' }, { value, options, scope }: Site): string {
  if (options === 0) return `${value}.as_str()`;
  return `${value}${options === 2 ? '.flatten()' : ''}.map(${scope.model(typeName(type.enumeration))}::as_str)`;
}

/** Returns the expressions for a value and for those that it is compared with. */
function comparisonExpressions(type: FieldType, site: Site) {
  if (type.kind === 'enumeration') return { value: nameOf(type, site), literal: stringLiteral };
  const literal = (value: string) => comparand(type, value, site.scope, site.validation);
  if (type.kind === 'scalar' && isTextual(type.scalar)) return { value: textOf(site), literal };
  return { value: implementsCopy(type) ? copyExpression(site) : borrowExpression(site), literal };
}

/** Returns the statement that adds the violations of a nested value. */
export function nestedStatement(site: Site): Statement {
  return violationsCall(site, 'nested', site.path, borrowExpression(site));
}

/** Returns the check that the Rust type does not make; undefined if none exists. */
export function kindStatement(type: ScalarType, site: Site): Statement | undefined {
  const { check } = rustKind(type.scalar);
  if (check === undefined || !needsCheck(type)) return undefined;
  if (check.form !== undefined)
    return violationsCall(site, 'format', site.path, textOf(site), `&${site.validation.call(check.form, site.scope)}`);
  return violationsCall(site, check.method as string, site.path, copyExpression(site));
}

/** Returns whether the Rust type accepts values outside the kind that the facets do not reject. */
export function needsCheck({ scalar, minimum, maximum, values }: ScalarType): boolean {
  const { check, holds } = rustKind(scalar);
  if (check === undefined || values !== undefined) return false;
  if (!holds) return true;
  const { range, order } = kindOf(scalar);
  if (!range || !order || !minimum || !maximum) return true;
  return order(minimum.value, range.minimum) < 0 || order(maximum.value, range.maximum) > 0;
}

/** Returns the check of a kind. */
export function statementsOf(type: ScalarType, site: Site): Statement[] {
  const { scalar, minimum, maximum, minLength, maxLength, patterns = [], values } = type;
  return [
    kindStatement(type, site),
    minimum && !includesAllValues('minimum', scalar, minimum) && bound('minimum', type, minimum, site),
    maximum && !includesAllValues('maximum', scalar, maximum) && bound('maximum', type, maximum, site),
    minLength && violationsCall(site, 'min_length', site.path, textOf(site), String(minLength)),
    maxLength !== undefined && violationsCall(site, 'max_length', site.path, textOf(site), String(maxLength)),
    ...patterns.map((one) => {
      const translation = translatePattern(one, 'rust');
      return translation.ok && pattern(translation.source, site);
    }),
    values && !areAllValues(scalar, values) && oneOf(type, values, site),
  ].filter((statement) => typeof statement === 'object');
}

/** Returns the check of a union whose members are all strings. */
export function anyOf(types: readonly ScalarType[], site: Site): Statement {
  const nouns: string[] = [];
  const alternatives = types.map((type) => {
    const { form } = rustKind(type.scalar);
    if (form === undefined) throw new Error(`${type.scalar} is not held as text.`);
    nouns.push(form.noun);
    if (form.calls !== undefined) site.validation.call(form.calls, site.scope);
    const conditions = [form.holds(site.value), ...textConditions(type, site)].filter((condition) => condition !== 'true');
    return conditions.join(' && ');
  });
  const message = `must be ${enumerate(nouns, 'or')}`;
  return checkStatement(site, alternatives.join(' || '), 'type', message);
}

/** Returns the conditions of the facets of a string type. */
function textConditions({ minLength, maxLength, patterns = [], values }: ScalarType, { value, compile }: Site): string[] {
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
    others.length > 0 ? ![first, ...others].some(isAnyText) : needsCheck(first) || hasFacets(first),
  );
}

/** Returns whether a type accepts every string. */
export function isAnyText(type: ScalarType): boolean {
  return type.scalar === 'string' && !hasFacets(type);
}

/** Returns whether deserialization of the Rust type accepts values outside the type. */
export function acceptsInvalidValues(type: ScalarType): boolean {
  return hasFacets(type) || (needsCheck(type) && kindOf(type.scalar).json === 'integer');
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
  const { holds } = rustKind(scalar);
  if (!holds) return 'some';
  const sign = side === 'minimum' ? 1n : -1n;
  const [limit, opposite] = side === 'minimum' ? [holds.minimum, holds.maximum] : [holds.maximum, holds.minimum];
  const [bound, nearest, far] = [value, limit, opposite].map((numeral) => BigInt(numeral) * sign) as [bigint, bigint, bigint];
  if (inclusive ? bound <= nearest : bound < nearest) return 'all';
  return bound > far ? 'none' : 'some';
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
export function bound(side: Side, type: ScalarType, limit: Bound, site: Site): Statement {
  const coverage = boundCoverage(side, type.scalar, limit);
  if (coverage === 'none') {
    const words =
      side === 'minimum' ? (limit.inclusive ? 'at least' : 'greater than') : limit.inclusive ? 'at most' : 'less than';
    return checkStatement(
      site,
      site.options === 0 ? 'false' : `${copyExpression(site)}.is_none()`,
      side,
      `must be ${words} ${limit.value}`,
    );
  }
  const method = limit.inclusive ? side : `exclusive_${side}`;
  return violationsCall(site, method, site.path, copyExpression(site), comparand(type, limit.value, site.scope, site.validation));
}

/**
 * Returns the check that a text matches a pattern, which is compiled once.
 *
 * @param source the pattern in the syntax of the crate regex
 */
export function pattern(source: string, site: Site): Statement {
  return violationsCall(site, 'pattern', site.path, textOf(site), `&${site.compile(patternLiteral(source))}`);
}

/** Returns the check that a value is one of several. */
export function oneOf(type: FieldType, values: readonly string[], site: Site): Statement {
  const [first, ...others] = values as [string, ...string[]];
  if (others.length === 0) return constant(type, first, site, 'values');
  const same = equalityPrinter(type, site);
  const message = `must be one of ${values.map((value) => JSON.stringify(value)).join(', ')}`;
  if (same) {
    const literals = values.map(stringLiteral).join(', ');
    return checkPlain(site, (value) => `[${literals}].iter().any(|one| ${same(value, 'one')})`, 'values', message);
  }
  const { value, literal } = comparisonExpressions(type, site);
  return violationsCall(site, 'one_of', site.path, value, `&[${values.map(literal).join(', ')}]`);
}

/** Returns the check that a value is a constant. */
export function constant(type: FieldType, expected: string, site: Site, code = 'constant'): Statement {
  const same = equalityPrinter(type, site);
  if (same) return checkPlain(site, (value) => same(value, stringLiteral(expected)), code, `must be ${JSON.stringify(expected)}`);
  const { value, literal } = comparisonExpressions(type, site);
  if (code === 'values') return violationsCall(site, 'one_of', site.path, value, `&[${literal(expected)}]`);
  return violationsCall(site, 'constant', site.path, value, type.kind === 'union' ? `&${literal(expected)}` : literal(expected));
}

/** Returns the check that a list contains a value. */
export function contains(type: FieldType, wanted: string, site: Site): Statement {
  const { value, scope, validation } = site;
  const literal = comparand(type, wanted, scope, validation);
  const same = equalityPrinter(type, site);
  const message = `must contain ${type.kind === 'scalar' && !isTextual(type.scalar) ? wanted : JSON.stringify(wanted)}`;
  const isText = type.kind === 'scalar' && isTextual(type.scalar);
  const isPresent = same
    ? `${value}.iter().any(|value| ${same('value', literal)})`
    : isText
      ? `${value}.iter().any(|value| value == ${literal})`
      : `${value}.contains(&${literal})`;
  return checkStatement(site, isPresent, 'contains', message);
}

/** Returns a function that prints the comparison of two strings; undefined if equal values have equal strings. */
function equalityPrinter(type: FieldType, { scope, validation }: Site): ((a: string, b: string) => string) | undefined {
  if (type.kind !== 'scalar') return undefined;
  const { same } = rustKind(type.scalar);
  if (same?.calls !== undefined) validation.call(same.calls, scope);
  return same?.print;
}
