/**
 * Returns the Python types of fields: a string with a maximum length of 80 is `str` with the constraint `max_length=80`. Types
 * that are too long for an annotation are defined above the classes.
 */

import { type FieldType, kindOf, type ScalarKind, type ScalarType, type Union } from '../../model/index.ts';
import type { Mark } from '../target.ts';
import { indent, type Lines, marked, pascalCase } from '../text/index.ts';
import { call, type Expression, inline, keyword, layOut, subscript } from './expressions.ts';
import { type AnnotationPart, boundPart, formPattern, isNarrower, lengthPart, patternPart, valuesPart } from './facets.ts';
import { type FieldArgument, pythonKinds } from './kinds.ts';
import { displayWidth, lineWidth, patternLiteral, surelyFits, tab } from './literals.ts';
import type { Preamble } from './preamble.ts';
import { memberOf, namedType } from './values.ts';

export interface PythonType {
  /** An expression for annotations. */
  readonly type: Expression;
  /** Further constraints. */
  readonly constraints: readonly FieldArgument[];
}

/** The field or type that a definition above the classes belongs to. */
export interface Owner {
  /** In snake_case; part of the names of definitions. */
  readonly name: string;
  readonly mark?: Mark;
}

/**
 * Returns the Python type of a field's values; adds imports and definitions to the preamble.
 *
 * @param parts constraints of the values
 */
export function pythonType(type: FieldType, parts: readonly AnnotationPart[], owner: Owner, preamble: Preamble): PythonType {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return unconstrained(preamble.importName('uuid', 'UUID'));
    case 'scalar':
      return scalarType(type.scalar, parts, owner, preamble, false);
    case 'enumeration':
      return composeType({ type: () => namedType(type.enumeration, preamble) }, parts, owner, preamble);
    case 'union':
      return composeType({ type: () => namedType(type.union, preamble) }, parts, owner, preamble);
    default:
      return type satisfies never;
  }
}

function unconstrained(type: Expression): PythonType {
  return { type, constraints: [] };
}

/** @param isMember whether it is a member of a union, which must not accept values of other members */
function scalarType(
  scalar: ScalarKind,
  parts: readonly AnnotationPart[],
  owner: Owner,
  preamble: Preamble,
  isMember: boolean,
): PythonType {
  const { range, constraints = [], form, strictType, type: ownType } = pythonKinds[scalar];
  const type = (isMember && strictType) || ownType;
  const has = (...names: readonly string[]) => parts.some((part) => part.as === 'argument' && names.includes(part.argument.name));
  const bounds: FieldArgument[] = [];
  if (range && !has('ge', 'gt')) bounds.push({ name: 'ge', value: range[0] });
  if (range && !has('le', 'lt')) bounds.push({ name: 'le', value: range[1] });
  const kindParts = [...bounds, ...constraints].map((argument): AnnotationPart => ({ as: 'argument', argument }));
  return composeType({ type, hasPattern: form.by === 'pattern' }, [...kindParts, ...parts], owner, preamble);
}

/** A type without the constraints of a field. */
interface BaseType {
  readonly type: (preamble: Preamble) => string;
  readonly hasPattern?: boolean;
}

/** The order of arguments. */
const ARGUMENT_ORDER = ['ge', 'gt', 'le', 'lt', 'allow_inf_nan', 'min_length', 'max_length', 'pattern', 'json_schema_extra'];

function inOrder(constraints: readonly FieldArgument[]): readonly FieldArgument[] {
  return constraints.toSorted((a, b) => ARGUMENT_ORDER.indexOf(a.name) - ARGUMENT_ORDER.indexOf(b.name));
}

/** Adds the constraints of a field to a type. A long type becomes a definition. */
function composeType(
  { type, hasPattern = false }: BaseType,
  parts: readonly AnnotationPart[],
  owner: Owner,
  preamble: Preamble,
): PythonType {
  const replacement = parts.find((part) => part.as === 'type');
  if (replacement) return unconstrained(replacement.type);
  const patterns = parts.flatMap((part) => (part.as === 'pattern' ? [part] : []));
  // Pydantic would use only the last of several patterns.
  const [first, further] = hasPattern ? [[], patterns] : [patterns.slice(0, 1), patterns.slice(1)];
  const constraints = parts
    .flatMap((part) => (part.as === 'argument' ? [part.argument] : []))
    .concat(first.map(({ value }) => ({ name: 'pattern', value })));
  const base = { type: type(preamble), constraints: inOrder(constraints) };
  const validators = [
    ...further.map(({ value }) => call(preamble.importFromBase('matching'), value)),
    ...parts.flatMap((part) => (part.as === 'validator' ? [part.expression] : [])),
  ];
  const isLong = further.length > 0 || first.some(({ value }) => typeof value !== 'string');
  if (!isLong && validators.length === 0) return base;
  const annotatedType = annotated(base, preamble, ...validators);
  return unconstrained(isLong ? define(owner, annotatedType, preamble) : annotatedType);
}

/** Returns a validator of the lexical form, for union members that Pydantic would read from other spellings, too. */
function lexicalFormValidator(scalar: ScalarKind, preamble: Preamble): AnnotationPart[] {
  const kind = kindOf(scalar);
  const { form } = pythonKinds[scalar];
  if (form.by !== 'type' || kind.json !== 'string' || kind.form === undefined) return [];
  const expression = call(preamble.importFromBase('written'), patternLiteral(formPattern('python', kind)));
  return [{ as: 'validator', expression }];
}

/** Returns a type as one expression, for items of lists and members of unions. */
export function annotated({ type, constraints }: PythonType, preamble: Preamble, ...validators: Expression[]): Expression {
  const args = constraints.map(({ name, value }) => keyword(name, value));
  const metadata = [...(args.length > 0 ? [call(preamble.importName('pydantic', 'Field'), ...args)] : []), ...validators];
  return metadata.length === 0 ? type : subscript(preamble.importName('typing', 'Annotated'), type, ...metadata);
}

/** Defines a type above the classes and returns its name: `_PriceValue` for `price`. */
export function define({ name, mark }: Owner, type: Expression, preamble: Preamble): string {
  return preamble.define(`_${pascalCase(name)}Value`, inline(type), (alias) => {
    const lines = definition(alias, type);
    return mark ? marked(mark, lines) : lines;
  });
}

/** Returns an assignment. The value is in parentheses if not even its opening bracket fits after the name. */
export function definition(name: string, value: Expression): Lines {
  const lines = layOut(`${name} = `, value, '', lineWidth);
  const isUnion = typeof value === 'object' && 'types' in value;
  const [first = ''] = lines;
  if (lines.length === 1 || (!isUnion && (displayWidth(first) === undefined || surelyFits(first, lineWidth)))) return lines;
  return [`${name} = (`, indent(layOut('', value, '', lineWidth - tab.length), tab), ')'];
}

/**
 * Returns a comparable form of the type that type checkers see for items of a list. For them, a list of other items is a
 * different type, even if the items are a subset.
 */
export function staticType(type: FieldType): string {
  switch (type.kind) {
    case 'id':
    case 'reference':
      return 'UUID';
    case 'scalar':
      return type.values && pythonKinds[type.scalar].equality === 'literal' ? JSON.stringify(type.values) : type.scalar;
    case 'enumeration':
      return type.only ? JSON.stringify(type.only.map(({ value }) => value)) : type.enumeration.name;
    case 'union':
      return type.union.name;
    default:
      return type satisfies never;
  }
}

/** Returns a part that allows only some members of an enumeration. */
export function membersPart(
  type: FieldType & { kind: 'enumeration' },
  values: readonly string[],
  preamble: Preamble,
): AnnotationPart {
  const members = values.map((value) => memberOf(type.enumeration, value, preamble));
  return { as: 'type', type: subscript(preamble.importName('typing', 'Literal'), ...members) };
}

/**
 * Returns the type of a union's values, which are tried from left to right: in Pydantic's default order, the type of a text
 * with a date would depend on the parser of the JSON.
 */
export function unionType({ members }: Union, preamble: Preamble): Expression {
  const types = members.map((member) => {
    const { scalar } = member;
    const parts = [...facetParts(member, preamble), ...lexicalFormValidator(scalar, preamble)];
    const annotatedType = annotated(scalarType(scalar, parts, { name: scalar }, preamble, true), preamble);
    return typeof annotatedType === 'string' ? annotatedType : define({ name: scalar }, annotatedType, preamble);
  });
  const mode = call(preamble.importName('pydantic', 'Field'), 'union_mode="left_to_right"');
  return subscript(preamble.importName('typing', 'Annotated'), { types }, mode);
}

/** Returns the parts for the facets of a union's member. The constraints of a field do not include them. */
function facetParts(type: ScalarType, preamble: Preamble): AnnotationPart[] {
  const { scalar, minimum, maximum, minLength, maxLength, patterns = [], values } = type;
  if (values) return [valuesPart(scalar, values, preamble)];
  const parts = patterns.map(patternPart);
  return [
    ...(minimum && isNarrower('minimum', scalar, minimum) ? [boundPart('minimum', scalar, minimum, preamble)] : []),
    ...(maximum && isNarrower('maximum', scalar, maximum) ? [boundPart('maximum', scalar, maximum, preamble)] : []),
    ...(minLength === undefined ? [] : [lengthPart('min', minLength)]),
    ...(maxLength === undefined ? [] : [lengthPart('max', maxLength)]),
    ...parts.flatMap((part) => ('print' in part ? [part.print(preamble)] : [])),
  ];
}
