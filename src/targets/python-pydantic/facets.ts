/** Facets of scalar types as parts of annotations: a minimum of 18 becomes the argument `ge=18` of `Field`. */

import { type Bound, compareValues, type Kind, kindOf, type Pattern, type ScalarKind } from '../../model/index.ts';
import { translatePattern } from '../text/index.ts';
import { call, type Expression, keyword, subscript } from './expressions.ts';
import { type FieldArgument, floatLiteral, pythonKinds } from './kinds.ts';
import { patternLiteral } from './literals.ts';
import type { Preamble } from './preamble.ts';

/** A part of the annotation of a field, `Annotated[type, Field(argument=…), validator]`. */
export type AnnotationPart =
  | { readonly as: 'argument'; readonly argument: FieldArgument }
  /** A validator after all arguments. */
  | { readonly as: 'validator'; readonly expression: Expression }
  /** A pattern: a string for the dialect of Rust's regex, or a compiled `re.Pattern`. `Field` accepts only one. */
  | { readonly as: 'pattern'; readonly value: Expression }
  /** A replacement of the type. */
  | { readonly as: 'type'; readonly type: Expression };

type Side = 'minimum' | 'maximum';

export function lengthPart(side: 'min' | 'max', length: number): AnnotationPart {
  return { as: 'argument', argument: { name: `${side}_length`, value: String(length) } };
}

/** Checks whether a bound is more precise than microseconds, which Python's times count. */
export function hasSubMicroseconds({ value }: Bound): boolean {
  return /:\d\d\.\d{6}\d*[1-9]/.test(value);
}

/** Checks whether a bound is narrower than that of the kind. */
export function isNarrower(side: Side, scalar: ScalarKind, { value, inclusive }: Bound): boolean {
  const { minimum, maximum } = kindOf(scalar).range ?? {};
  const bound = side === 'minimum' ? minimum : maximum;
  if (bound === undefined) return true;
  const order = compareValues(scalar, value, bound) * (side === 'minimum' ? 1 : -1);
  return order > 0 || (order === 0 && !inclusive);
}

const operators = {
  minimum: { including: 'ge', excluding: 'gt' },
  maximum: { including: 'le', excluding: 'lt' },
} as const;

/** Returns the check of a bound: an argument such as `ge`, or a validator for kinds that Python does not compare by value. */
export function boundPart(side: Side, scalar: ScalarKind, bound: Bound, preamble: Preamble): AnnotationPart {
  const { value, inclusive } = bound;
  const { including, excluding } = operators[side];
  const { literal, key } = pythonKinds[scalar];
  // The literal is truncated to microseconds: `<= bound` and `< bound` become `<= literal`, the others `> literal`.
  const isIncluded = hasSubMicroseconds(bound) ? side === 'maximum' : inclusive;
  const name = isIncluded ? including : excluding;
  const { space } = kindOf(scalar);
  const isIntegerLiteral = space === 'integer' || (space === 'decimal' && !value.includes('.'));
  const limit = space === 'float' ? floatLiteral(value) : isIntegerLiteral ? value : literal(value, preamble);
  if (key === undefined) return { as: 'argument', argument: { name, value: limit } };
  return { as: 'validator', expression: call(preamble.importFromBase('bounded'), key(preamble), keyword(name, limit)) };
}

/** Translates a pattern for Pydantic. The module `re` has backreferences and lookaround, which Rust's regex lacks. */
export function patternPart(
  pattern: Pattern,
): { readonly print: (preamble: Preamble) => AnnotationPart } | { readonly why: string } {
  const rust = translatePattern(pattern, 'rust');
  if (rust.ok) return { print: () => ({ as: 'pattern', value: patternLiteral(rust.source) }) };
  const python = translatePattern(pattern, 'python');
  if (!python.ok) return { why: `no equal expression for Pydantic: ${rust.reason}` };
  return {
    print: (preamble) => ({
      as: 'pattern',
      value: call(`${preamble.importModule('re')}.compile`, patternLiteral(python.source)),
    }),
  };
}

export function valuesPart(scalar: ScalarKind, values: readonly string[], preamble: Preamble): AnnotationPart {
  const { equality, literal, key } = pythonKinds[scalar];
  const expressions = values.map((value) => literal(value, preamble));
  if (equality === 'value') return oneOf(key ? [...expressions, keyword('key', key(preamble))] : expressions, preamble);
  return { as: 'type', type: subscript(preamble.importName('typing', 'Literal'), ...expressions) };
}

/** @param args the values, and options of the helper such as `key=` */
export function oneOf(args: readonly Expression[], preamble: Preamble): AnnotationPart {
  return { as: 'validator', expression: call(preamble.importFromBase('one_of'), ...args) };
}

/** Returns the pattern of the lexical forms of a kind. */
export function formPattern(dialect: 'python' | 'rust' | 'ecmascript', { form }: Kind): string {
  const translation = form && translatePattern(form, dialect);
  if (!translation?.ok) throw new Error(`No expression in the dialect of ${dialect} for ${form?.source}`);
  return translation.source;
}
