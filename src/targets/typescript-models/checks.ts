/** What the module that all validators share is asked to do, as expressions. */

import type { Bound, Field, ScalarType } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import type { CallText } from './layout.ts';
import { regExpLiteral } from './literals.ts';
import { literalOf, namedType } from './types.ts';

/** A call of a function of the shared module, or the name of what it exports. */
export function call(name: string, ...args: readonly CallText[]): CallText {
  return { call: `check.${name}`, args };
}

/** The check of a field's value, as an expression. */
export function fieldCheck(field: Field): CallText {
  if (field.absent) return field.cardinality === 'many' ? 'check.empty' : 'check.none';
  const { kind, rules } = valueChecks(field);
  switch (field.cardinality) {
    case 'one':
      return call('one', kind, ...rules);
    case 'optional':
      return call('optional', kind, ...rules);
    case 'many':
      return call('many', kind, ...rules, ...listRules(field));
    default:
      return field.cardinality satisfies never;
  }
}

interface ValueChecks {
  readonly kind: CallText;
  readonly rules: readonly CallText[];
}

function valueChecks(field: Field): ValueChecks {
  const { kind, rules } = typeChecks(field);
  if (field.constant === undefined) return { kind, rules };
  return { kind, rules: [call('always', literalOf(field.type, field.constant))] };
}

function typeChecks(field: Field): ValueChecks {
  const { type } = field;
  switch (type.kind) {
    case 'id':
    case 'reference':
      return { kind: 'check.uuid', rules: [] };
    case 'scalar':
      return scalarChecks(type);
    case 'enumeration': {
      if (namedType(field) !== undefined) return { kind: call('enumeration', type.enumeration.name), rules: [] };
      const only = type.only?.map(({ value }) => literalOf(type, value));
      return { kind: 'check.string', rules: only === undefined ? [] : [call('among', ...only)] };
    }
    case 'union': {
      const members = type.union.members.map((member) => {
        const { kind, rules } = scalarChecks(member);
        return rules.length === 0 ? kind : call('restricted', kind, ...rules);
      });
      return { kind: call('union', ...members), rules: [] };
    }
    default:
      return type satisfies never;
  }
}

function scalarChecks(type: ScalarType): ValueChecks {
  const { minimum, maximum, minLength, maxLength, patterns = [], values = [] } = type;
  const bound = (bound: Bound | undefined, inclusive: string, exclusive: string) =>
    bound === undefined ? [] : [call(bound.inclusive ? inclusive : exclusive, literalOf(type, bound.value))];
  const rules = [
    ...bound(minimum, 'atLeast', 'moreThan'),
    ...bound(maximum, 'atMost', 'lessThan'),
    ...(minLength === undefined ? [] : [call('minLength', String(minLength))]),
    ...(maxLength === undefined ? [] : [call('maxLength', String(maxLength))]),
    ...patterns.flatMap((pattern) => {
      const translation = translatePattern(pattern, 'ecmascript');
      return translation.ok ? [call('matches', regExpLiteral(translation.source))] : [];
    }),
    ...(values.length === 0 ? [] : [call('among', ...new Set(values.map((value) => literalOf(type, value))))]),
  ];
  return { kind: `check.${type.scalar}`, rules };
}

function listRules({ type, minItems = 0, maxItems, contains = [] }: Field): readonly CallText[] {
  return [
    ...(minItems === 0 ? [] : [call('minItems', String(minItems))]),
    ...(maxItems === undefined ? [] : [call('maxItems', String(maxItems))]),
    ...contains.map((value) => call('contains', literalOf(type, value))),
  ];
}
