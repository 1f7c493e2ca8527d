/** Answers to constraints: what the schema alone enforces, what a server has to implement, and what cannot be expressed. */

import {
  type Bound,
  type Demand,
  type Field,
  integerRange,
  isInteger,
  isJsonNumber,
  isReference,
  jsonText,
  memberOf,
  type ScalarKind,
} from '../../model/index.ts';
import { type Answer, type Answers, declared, enforced, nothing, uniquenessAnswer } from '../core/index.ts';
import { translatePattern } from '../text/index.ts';
import { graphqlKind, serverResponsibility } from './kinds.ts';
import { valueNames } from './names.ts';
import { inOrder, stringText } from './syntax.ts';

/** The name of the directive, as in the package `graphql-constraint-directive`, with which servers can check it. */
export const DIRECTIVE = 'constraint';

export const DIRECTIVE_DOC =
  'Constraints beyond the type, which the server must check. Bounds of a `Decimal` apply to the number that it writes. A pattern is an ECMAScript regular expression with the flag `u`; it may match anywhere in the string.';

/** The arguments of the directive, in the order in which they are printed. */
const ARGUMENTS = {
  minLength: 'Int',
  maxLength: 'Int',
  pattern: 'String',
  min: 'Float',
  max: 'Float',
  exclusiveMin: 'Float',
  exclusiveMax: 'Float',
  minItems: 'Int',
  maxItems: 'Int',
} as const;

export type Argument = keyof typeof ARGUMENTS;

export const directiveArguments: readonly string[] = Object.entries(ARGUMENTS).map(([name, type]) => `${name}: ${type}`);

/** The code of a constraint in an input field: an argument of the directive, or the default value. */
export type Piece = { readonly argument: readonly [Argument, string] } | { readonly initial: string };

/** Printers need no information about the source location. */
export type Site = undefined;

const directiveAnswer = (name: Argument, value: string | number): Answer<'min-length', Site, Piece> => ({
  achieves: 'approximated',
  how: `stated with @${DIRECTIVE}; the server must check it`,
  difference: serverResponsibility,
  print: () => ({ argument: [name, String(value)] }),
});

const defaultPiece = (value: string, field: Field) => (): Piece => ({ initial: literal(value, field) });

export const answers: Answers<Site, Piece> = {
  inheritance: declared,
  member: declared,
  // A custom scalar accepts any JSON, including a list.
  single: ({ field }) => (isOwnScalar(field) ? serverAnswer('a custom scalar; the server must reject lists') : declared),
  required: () => serverAnswer('update inputs accept null; the server must reject it for required fields'),
  absent: declared,
  closed: declared,
  inverse: declared,
  type: ({ field }) => typeAnswer(field),
  default: ({ value, field }) =>
    field.discriminator
      ? serverAnswer('the type of the new instance; the server must return it')
      : enforced(defaultPiece(value, field)),
  generated: ({ value, field }) => (value === 'zero' ? enforced(defaultPiece('0', field)) : declared),
  constant: ({ value, field }) => {
    if (field.discriminator) return serverAnswer('the type of the instance; the server must return it');
    return {
      achieves: 'approximated',
      how: 'it is the default; other values are also accepted',
      difference: serverResponsibility,
      print: defaultPiece(value, field),
    };
  },
  deprecated: { achieves: 'approximated', how: '@deprecated, which tools report' },
  'min-length': ({ length }) => directiveAnswer('minLength', length),
  'max-length': ({ length }) => directiveAnswer('maxLength', length),
  'min-items': ({ length }) => directiveAnswer('minItems', length),
  'max-items': ({ length }) => directiveAnswer('maxItems', length),
  minimum: ({ scalar, bound }) => boundAnswer(scalar, bound, 'min', 'exclusiveMin'),
  maximum: ({ scalar, bound }) => boundAnswer(scalar, bound, 'max', 'exclusiveMax'),
  pattern: patternAnswer,
  values: nothing('an enumeration cannot be narrowed and contains only names'),
  contains: nothing('the elements of a list are checked one by one'),
  irreflexive: nothing('two values of an instance are not compared'),
  choice: ({ choice }) =>
    choice.fields.every(isReference)
      ? { achieves: 'approximated', how: 'a union type when read; inputs take several alternatives' }
      : nothing('an input type cannot make its fields exclude each other'),
  total: nothing('the fields of an input are not counted together'),
  'one-class': declared,
  disjoint: nothing('an instance has one type; other types with the same id are not known'),
  key: uniquenessAnswer,
  unique: uniquenessAnswer,
  deletion: { achieves: 'approximated', how: 'the description of the mutation lists what is deleted; the server must do it' },
};

function boundAnswer(
  scalar: ScalarKind,
  { value, inclusive }: Bound,
  inclusiveName: Argument,
  exclusiveName: Argument,
): Answer<'minimum', Site, Piece> & Answer<'maximum', Site, Piece> {
  // The arguments are floating point numbers, which may be less exact than a decimal.
  const isExact = isJsonNumber(scalar) || (scalar === 'decimal' && String(Number(value)) === value);
  if (!isExact) return nothing('the directive bounds numbers only');
  return directiveAnswer(inclusive ? inclusiveName : exclusiveName, value) as Answer<'minimum', Site, Piece> &
    Answer<'maximum', Site, Piece>;
}

/**
 * Returns the arguments for the bounds of a datatype that the GraphQL type does not have: `min: 0` for a `Long` that is no
 * negative number.
 */
export function datatypeBounds({ type }: Field): readonly (readonly [Argument, string])[] {
  const range = type.kind === 'scalar' ? integerRange(type.scalar) : undefined;
  if (type.kind !== 'scalar' || !range || !['Int', 'Long'].includes(graphqlKind(type.scalar).type)) return [];
  const given = integerRange(graphqlKind(type.scalar).type === 'Int' ? 'int32' : 'int64');
  return [
    ...(range.minimum === given?.minimum ? [] : [['min', String(range.minimum)] as const]),
    ...(range.maximum === given?.maximum ? [] : [['max', String(range.maximum)] as const]),
  ];
}

/** The directive has one argument for a pattern, so only the first pattern of a field is printed. */
function patternAnswer({ field, pattern }: Demand<'pattern'>): Answer<'pattern', Site, Piece> {
  const [first] = field.type.kind === 'scalar' ? (field.type.patterns ?? []) : [];
  if (first?.source !== pattern.source || first.flags !== pattern.flags) return nothing('the directive has only one pattern');
  const translated = translatePattern(pattern, 'ecmascript');
  return translated.ok
    ? (directiveAnswer('pattern', stringText(translated.source)) as Answer<'pattern', Site, Piece>)
    : nothing(translated.reason);
}

const serverAnswer = (how: string) => ({ achieves: 'approximated', how, difference: serverResponsibility }) as const;

/** Checks whether the values of a field are a custom scalar of the schema. */
function isOwnScalar({ type }: Field): boolean {
  if (type.kind === 'union') return true;
  return type.kind === 'scalar' && !['String', 'Boolean', 'Int', 'Float'].includes(graphqlKind(type.scalar).type);
}

function typeAnswer(field: Field): Answer<'type', Site, Piece> {
  const { type } = field;
  // GraphQL accepts a single value for a list: October 2021, section 3.11.
  if (field.cardinality === 'many' && type.kind !== 'id' && type.kind !== 'reference')
    return serverAnswer('a single value is accepted as a list of one');
  switch (type.kind) {
    case 'id':
    case 'enumeration':
      return declared;
    case 'reference':
      return serverAnswer('an ID; the server must check that it exists');
    case 'union':
      return serverAnswer('a custom scalar; the server must parse it');
    case 'scalar': {
      const { type: name, exact } = graphqlKind(type.scalar);
      if (isInteger(type.scalar) && exact) return serverAnswer('`1.0` and `1e2` are also integers');
      return exact ? declared : serverAnswer(`${name} accepts more values; the server must check them`);
    }
    default:
      return type satisfies never;
  }
}

/** Returns a value of the model as a GraphQL literal (section 2.9). */
function literal(value: string, { type }: Field): string {
  if (type.kind === 'enumeration') {
    const member = type.enumeration.values.find((v) => v.value === value);
    return (member && valueNames(type.enumeration).get(member)) ?? stringText(value);
  }
  const scalar = type.kind === 'union' ? memberOf(type.union, value) : type.kind === 'scalar' ? type : undefined;
  return scalar === undefined ? stringText(value) : inOrder(jsonText(scalar.scalar, value));
}
