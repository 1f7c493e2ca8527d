/** What the module that all validators share is asked to do, as expressions. */

import type { Bound, Field, FieldType, Pattern, ScalarKind, ScalarType } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import type { CallText } from './layout.ts';
import { regExpLiteral } from './literals.ts';
import { literalOf, namedType, scalarLiteral } from './types.ts';

/** A call of a function of the shared module. */
export function call(name: string, ...args: readonly CallText[]): CallText {
  return { call: `check.${name}`, args };
}

export function minimum(scalar: ScalarKind, { value, inclusive }: Bound): CallText {
  return call(inclusive ? 'atLeast' : 'moreThan', scalarLiteral(scalar, value));
}

export function maximum(scalar: ScalarKind, { value, inclusive }: Bound): CallText {
  return call(inclusive ? 'atMost' : 'lessThan', scalarLiteral(scalar, value));
}

/** The search for a pattern, or why JavaScript has no expression that finds it in the same texts. */
export function pattern(pattern: Pattern): { readonly found: CallText } | { readonly why: string } {
  const translation = translatePattern(pattern, 'ecmascript');
  if (translation.ok) return { found: call('matches', regExpLiteral(translation.source)) };
  return { why: `no equal expression in JavaScript: ${translation.reason}` };
}

export function among(type: FieldType, values: readonly string[]): CallText {
  return call('among', ...new Set(values.map((value) => literalOf(type, value))));
}

/** The kind of a field's values. What is asked of them beyond it stands beside it, but of members of unions. */
export function kindOfValues(field: Field): CallText {
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
      return call('union', ...type.union.members.map(memberKind));
    default:
      return type satisfies never;
  }
}

/** The kind of a union's member, with all that is asked of its values. */
function memberKind(type: ScalarType): CallText {
  const { scalar, minLength, maxLength, patterns = [], values } = type;
  const rules = [
    ...(type.minimum ? [minimum(scalar, type.minimum)] : []),
    ...(type.maximum ? [maximum(scalar, type.maximum)] : []),
    ...(minLength === undefined ? [] : [call('minLength', String(minLength))]),
    ...(maxLength === undefined ? [] : [call('maxLength', String(maxLength))]),
    ...(values === undefined ? [] : [among(type, values)]),
    ...patterns.map(pattern).flatMap((search) => ('found' in search ? [search.found] : [])),
  ];
  const kind = `check.${scalar}`;
  return rules.length === 0 ? kind : call('restricted', kind, ...rules);
}

/** Why a pattern of a union's member is not searched for; undefined if all are. */
export function missingPattern(members: readonly ScalarType[]): string | undefined {
  const searches = members.flatMap(({ patterns = [] }) => patterns.map(pattern));
  return searches.flatMap((search) => ('why' in search ? [search.why] : []))[0];
}
