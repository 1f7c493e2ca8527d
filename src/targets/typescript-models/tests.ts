/** What the module of tests is asked of a value: conditions that decide what `checks.ts` describes. */

import type { Bound, Field, FieldType, ScalarKind, ScalarType } from '../../model/index.ts';
import {
  among,
  call,
  expressionOf,
  type Hoist,
  kindOfValues,
  literalsOf,
  MOST_COMPARED,
  maximum,
  minimum,
  type Rule,
} from './checks.ts';
import { kindsInTypeScript } from './kinds.ts';
import type { CallText, Condition } from './layout.ts';
import { literalOf, namedType, scalarLiteral } from './types.ts';

/** A call of a function of the module of tests. */
export function ask(name: string, ...args: readonly CallText[]): CallText {
  return { call: `is.${name}`, args };
}

/** A field of the object `it`. What every object has something for is asked for by name. */
export function fieldOfIt({ name }: Pick<Field, 'name'>): string {
  return inAll.has(name) ? `is.own(it, '${name}')` : `it.${name}`;
}

const inAll: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The test that a description stands for, where values are not compared as they stand. */
function ruleOf(rule: CallText, by: Rule['by'], kind: CallText, value: string, hoist: Hoist): Condition {
  return { call: `${hoist('rule', { rule, by, kind })}.accepts`, args: [value] };
}

/** Whether values of a type are compared as they stand: none has two spellings. */
export function isPlain(type: FieldType): boolean {
  return type.kind === 'enumeration' || (type.kind === 'scalar' && kindsInTypeScript[type.scalar].key === undefined);
}

/** The conditions that make a value one of the kind of a field's. */
export function typeTests(field: Field, value: string, hoist: Hoist): readonly Condition[] {
  const { type } = field;
  switch (type.kind) {
    case 'id':
    case 'reference':
      return [ask('uuid', value)];
    case 'scalar':
      return [ask(type.scalar, value)];
    case 'enumeration': {
      if (namedType(field) === undefined) return [ask('string', value)];
      return [{ call: `${hoist('set', ask('setOf', type.enumeration.name))}.has`, args: [value] }];
    }
    case 'union':
      return [{ any: type.union.members.map((member) => ({ all: memberTests(member, value, hoist) })) }];
    default:
      return type satisfies never;
  }
}

/** The conditions on a value of a member of a union. */
function memberTests(type: ScalarType, value: string, hoist: Hoist): readonly Condition[] {
  const { scalar, minLength, maxLength, patterns = [], values } = type;
  const kind = `check.${scalar}`;
  return [
    ...(maxLength === undefined ? [] : [ask('noLonger', value, String(maxLength))]),
    ask(scalar, value),
    ...(type.minimum ? [boundTest('minimum', scalar, type.minimum, value, hoist)] : []),
    ...(type.maximum ? [boundTest('maximum', scalar, type.maximum, value, hoist)] : []),
    ...(minLength === undefined ? [] : [ask('noShorter', value, String(minLength))]),
    ...(values === undefined ? [] : [amongTest(type, values, kind, value, hoist)]),
    ...patterns.map(expressionOf).flatMap((search) => ('found' in search ? [patternTest(search.found, value, hoist)] : [])),
  ];
}

export function patternTest(expression: CallText, value: string, hoist: Hoist): Condition {
  return ask('matching', value, hoist('pattern', expression));
}

const operators = {
  minimum: { true: '>=', false: '>' },
  maximum: { true: '<=', false: '<' },
} as const;

export function boundTest(side: 'minimum' | 'maximum', scalar: ScalarKind, bound: Bound, value: string, hoist: Hoist): Condition {
  const describe = side === 'minimum' ? minimum : maximum;
  if (kindsInTypeScript[scalar].key !== undefined)
    return ruleOf(describe(scalar, bound), 'ofValue', `check.${scalar}`, value, hoist);
  return `${value} ${operators[side][`${bound.inclusive}`]} ${scalarLiteral(scalar, bound.value)}`;
}

/** That a value is one of some. */
export function amongTest(type: FieldType, values: readonly string[], kind: CallText, value: string, hoist: Hoist): Condition {
  if (!isPlain(type)) return ruleOf(among(type, values, hoist), 'ofValue', kind, value, hoist);
  const literals = literalsOf(type, values);
  if (literals.length <= MOST_COMPARED) return { any: literals.map((literal) => `${value} === ${literal}`) };
  const set = hoist('set', ask('setOf', hoist('values', { list: literals })));
  return { call: `${set}.has`, args: [value] };
}

/** That a value is the only one. */
export function constantTest(field: Field, constant: string, value: string, hoist: Hoist): Condition {
  const literal = literalOf(field.type, constant);
  if (isPlain(field.type)) return `${value} === ${literal}`;
  return ruleOf(call('always', literal), 'ofValue', kindOfValues(field, hoist), value, hoist);
}

/** That a list holds a value. */
export function containsTest(field: Field, wanted: string, value: string, hoist: Hoist): Condition {
  const literal = literalOf(field.type, wanted);
  if (isPlain(field.type)) return { call: `${value}.includes`, args: [literal] };
  return ruleOf(call('contains', literal), 'ofList', kindOfValues(field, hoist), value, hoist);
}
