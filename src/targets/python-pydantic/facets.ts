/** What narrows the values of a scalar type, as annotations say it. */

import { type Bound, compareValues, type Kind, kindOf, type Pattern, type ScalarKind } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { call, type Expression, keyword, subscript } from './expressions.ts';
import { type Constraint, floatLiteral, pythonKindOf } from './kinds.ts';
import { patternLiteral } from './literals.ts';
import type { Preamble } from './preamble.ts';

/** A part of an annotation. */
export type Part =
  /** An argument of `Field`. */
  | { readonly as: 'argument'; readonly argument: Constraint }
  /** A validator behind all arguments. */
  | { readonly as: 'validator'; readonly expression: Expression }
  /** An expression in the dialect that it is written in; of several, `Field` takes one. */
  | { readonly as: 'pattern'; readonly value: Expression }
  /** In place of the type. */
  | { readonly as: 'type'; readonly type: Expression };

type Side = 'minimum' | 'maximum';

export function lengthPart(side: 'min' | 'max', length: number): Part {
  return { as: 'argument', argument: { name: `${side}_length`, value: String(length) } };
}

/** Whether Python's moments cannot tell a bound from its neighbours: they count microseconds. */
export function isFiner({ value }: Bound): boolean {
  return /:\d\d\.\d{6}\d*[1-9]/.test(value);
}

/** Whether a bound says more than the kind's own. */
export function isNarrower(side: Side, scalar: ScalarKind, { value, inclusive }: Bound): boolean {
  const { least, greatest } = kindOf(scalar).range ?? {};
  const own = side === 'minimum' ? least : greatest;
  if (own === undefined) return true;
  const order = compareValues(scalar, value, own) * (side === 'minimum' ? 1 : -1);
  return order > 0 || (order === 0 && !inclusive);
}

const signs = {
  minimum: { including: 'ge', excluding: 'gt' },
  maximum: { including: 'le', excluding: 'lt' },
} as const;

export function boundPart(side: Side, scalar: ScalarKind, bound: Bound, preamble: Preamble): Part {
  const { value, inclusive } = bound;
  const { including, excluding } = signs[side];
  const { literal, key } = pythonKindOf(scalar);
  // Between two microseconds lies no value.
  const isIncluded = isFiner(bound) ? side === 'maximum' : inclusive;
  const name = isIncluded ? including : excluding;
  const { space } = kindOf(scalar);
  const isBare = space === 'integer' || (space === 'decimal' && !value.includes('.'));
  const limit = space === 'float' ? floatLiteral(value) : isBare ? value : literal(value, preamble);
  if (key === undefined) return { as: 'argument', argument: { name, value: limit } };
  return { as: 'validator', expression: call(preamble.help('bounded'), key(preamble), keyword(name, limit)) };
}

/** The expression in a dialect that Pydantic knows, or why there is none. The module `re` has what Rust's regex lacks: references to groups, and looking around. */
export function patternPart(pattern: Pattern): { readonly print: (preamble: Preamble) => Part } | { readonly why: string } {
  const rust = translatePattern(pattern, 'rust');
  if (rust.ok) return { print: () => ({ as: 'pattern', value: patternLiteral(rust.source) }) };
  const python = translatePattern(pattern, 'python');
  if (!python.ok) return { why: `no equal expression for Pydantic: ${rust.reason}` };
  return {
    print: (preamble) => ({
      as: 'pattern',
      value: call(`${preamble.module('re')}.compile`, patternLiteral(python.source)),
    }),
  };
}

/** Only some values of a kind. */
export function valuesPart(scalar: ScalarKind, values: readonly string[], preamble: Preamble): Part {
  const { equality, literal, key } = pythonKindOf(scalar);
  const expressions = values.map((value) => literal(value, preamble));
  if (equality === 'value') return oneOf(key ? [...expressions, keyword('key', key(preamble))] : expressions, preamble);
  return { as: 'type', type: subscript(preamble.from('typing', 'Literal'), ...expressions) };
}

export function oneOf(args: readonly Expression[], preamble: Preamble): Part {
  return { as: 'validator', expression: call(preamble.help('one_of'), ...args) };
}

/** The expression for the texts of a kind. */
export function formIn(dialect: 'python' | 'rust' | 'ecmascript', { form }: Kind): string {
  const translation = form && translatePattern(form, dialect);
  if (!translation?.ok) throw new Error(`No expression in the dialect of ${dialect} for ${form?.source}`);
  return translation.source;
}
