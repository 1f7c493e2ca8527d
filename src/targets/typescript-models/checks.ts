/** What the module that all validators share is asked to do, as expressions. */

import type { Bound, Field, FieldType, Pattern, ScalarKind, ScalarType } from '../../model/index.ts';
import { linearSearch, translatePattern } from '../text/index.ts';
import { type CallText, flatCall } from './layout.ts';
import { regExpLiteral, stringLiteral } from './literals.ts';
import { literalOf, namedType, scalarLiteral } from './types.ts';

/** More values than these are looked up, and fewer compared one by one. */
export const MOST_COMPARED = 8;

/** Makes an expression a constant of the module, and gives the name of it. */
export type Hoist = (what: 'pattern' | 'values' | 'set' | 'rule' | 'kind', expression: Constant) => string;

/** A test that is made of a description. */
export interface Rule {
  readonly rule: CallText;
  readonly by: 'ofValue' | 'ofList';
  readonly kind: CallText;
}

/** What a constant may be: an expression that costs nothing, a call without effects, a list, or a test. */
export type Constant = CallText | Rule | { readonly list: readonly string[] };

/** A constant as it stands where it is not given a name. */
export function constantText(constant: Constant): string {
  if (typeof constant === 'string' || 'call' in constant) return flatCall(constant);
  if ('list' in constant) return `[${constant.list.join(', ')}]`;
  return `${flatCall(constant.rule)}.${constant.by}(${flatCall(constant.kind)})`;
}

/** A call of a function of the shared module. */
export function call(name: string, ...args: readonly CallText[]): CallText {
  return { call: `check.${name}`, args };
}

/** A call that bundlers may leave out with what it is assigned to, and so may all calls in it. */
export function pure(text: CallText): CallText {
  return typeof text === 'string' ? text : { call: `/* @__PURE__ */ ${text.call}`, args: text.args.map(pure) };
}

export function minimum(scalar: ScalarKind, { value, inclusive }: Bound): CallText {
  return call(inclusive ? 'atLeast' : 'moreThan', scalarLiteral(scalar, value));
}

export function maximum(scalar: ScalarKind, { value, inclusive }: Bound): CallText {
  return call(inclusive ? 'atMost' : 'lessThan', scalarLiteral(scalar, value));
}

/** The function of the module of searches that makes one. */
const LINEAR = 'new linear.LinearPattern';

/** Whether a constant is a search of the module of searches. */
export const isLinear = (constant: Constant): boolean =>
  typeof constant === 'object' && 'call' in constant && constant.call === LINEAR;

/** An expression of JavaScript that finds a pattern in the same texts, or why there is none. */
export function expressionOf(pattern: Pattern): { readonly found: CallText } | { readonly why: string } {
  const translation = translatePattern(pattern, 'ecmascript');
  if (translation.ok) return { found: regExpLiteral(translation.source) };
  const search = linearSearch(pattern);
  if (search === undefined) return { why: `no equal expression in JavaScript: ${translation.reason}` };
  const args = [regExpLiteral(search.source), stringLiteral(search.parts), ...search.sets.map(regExpLiteral)];
  return { found: { call: LINEAR, args } };
}

export function among(type: FieldType, values: readonly string[], hoist: Hoist): CallText {
  const literals = literalsOf(type, values);
  return literals.length > MOST_COMPARED
    ? call('among', `...${hoist('values', { list: literals })}`)
    : call('among', ...literals);
}

/** The literals of some values, none twice. */
export function literalsOf(type: FieldType, values: readonly string[]): readonly string[] {
  return [...new Set(values.map((value) => literalOf(type, value)))];
}

/** The kind of a field's values. What is asked of them beyond it stands beside it, but of members of unions. */
export function kindOfValues(field: Field, hoist: Hoist): CallText {
  const { type } = field;
  switch (type.kind) {
    case 'id':
    case 'reference':
      return 'check.uuid';
    case 'scalar':
      return `check.${type.scalar}`;
    case 'enumeration':
      return namedType(field) === undefined ? 'check.string' : call('enumeration', type.enumeration.name);
    case 'union':
      return call('union', ...type.union.members.map((member) => memberKind(member, hoist)));
    default:
      return type satisfies never;
  }
}

/** The kind of a union's member, with all that is asked of its values. */
function memberKind(type: ScalarType, hoist: Hoist): CallText {
  const { scalar, minLength, maxLength, patterns = [], values } = type;
  const rules = [
    ...(type.minimum ? [minimum(scalar, type.minimum)] : []),
    ...(type.maximum ? [maximum(scalar, type.maximum)] : []),
    ...(minLength === undefined ? [] : [call('minLength', String(minLength))]),
    ...(maxLength === undefined ? [] : [call('maxLength', String(maxLength))]),
    ...(values === undefined ? [] : [among(type, values, hoist)]),
    ...patterns
      .map(expressionOf)
      .flatMap((search) => ('found' in search ? [call('matches', hoist('pattern', search.found))] : [])),
  ];
  const kind = `check.${scalar}`;
  return rules.length === 0 ? kind : call('restricted', kind, ...rules);
}

/** Why a pattern of a union's member is not searched for; undefined if all are. */
export function missingPattern(members: readonly ScalarType[]): string | undefined {
  const searches = members.flatMap(({ patterns = [] }) => patterns.map(expressionOf));
  return searches.flatMap((search) => ('why' in search ? [search.why] : []))[0];
}
