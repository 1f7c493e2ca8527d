/**
 * The answers of the GraphQL schema to each kind of constraint. `declared`: the types of the schema enforce it. `enforced`:
 * a printed default value does. `approximated`: the schema states it or a part of it, but the server must check the rest, because a
 * schema contains no code. `nothing`: GraphQL cannot express it.
 */

import {
  type Bound,
  type Demand,
  enumerationValue,
  type Field,
  integerRange,
  isInteger,
  isJsonNumber,
  isReference,
  jsonText,
  memberOfUnion,
  type ScalarKind,
} from '../../model/index.ts';
import { type Answer, type Answers, declared, enforced, nothing, uniquenessAnswer } from '../core/index.ts';
import { translatePattern } from '../text/index.ts';
import { graphqlKind, serverResponsibility } from './kinds.ts';
import { valueNames } from './names.ts';
import { escapeBidirectional, stringText } from './syntax.ts';

/** The name of the directive, as in the package `graphql-constraint-directive`, with which servers can check it. */
export const DIRECTIVE = 'constraint';

export const DIRECTIVE_DOC =
  'Constraints beyond the type, which the server must check. Bounds of a `Decimal` are numeric. A pattern is an ECMAScript regular expression with the flag `u`; it may match anywhere in the string.';

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

/**
 * The code of a constraint in an input field: an argument of the directive, such as `['maxLength', '500']`, or the default value.
 */
export type InputCode = { readonly argument: readonly [Argument, string] } | { readonly initial: string };

/** The context in which an answer prints code: none, because the code depends on the constraint alone. */
export type Site = undefined;

/** Returns the answer that an argument of the directive states the constraint. */
function directiveAnswer(name: Argument, value: string | number) {
  return {
    achieves: 'approximated',
    how: `stated with @${DIRECTIVE}; the server must check it`,
    difference: serverResponsibility,
    print: (): InputCode => ({ argument: [name, String(value)] }),
  } as const;
}

/** Returns a printer of the default value of an input field. */
function printDefault(defaultValue: string, field: Field): () => InputCode {
  return () => ({ initial: literal(defaultValue, field) });
}

export const answers: Answers<Site, InputCode> = {
  inheritance: declared,
  member: declared,
  // A custom scalar accepts any JSON, including a list.
  single: ({ field }) => (isCustomScalar(field) ? serverAnswer('a custom scalar; the server must reject lists') : declared),
  required: () => serverAnswer('update inputs accept null; the server must reject it for required fields'),
  absent: declared,
  closed: declared,
  inverse: declared,
  type: ({ field }) => typeAnswer(field),
  default: ({ value: defaultValue, field }) =>
    field.discriminator
      ? serverAnswer('the type of the new instance; the server must return it')
      : enforced(printDefault(defaultValue, field)),
  generated: ({ value, field }) => (value === 'zero' ? enforced(printDefault('0', field)) : declared),
  constant: ({ value, field }) => {
    if (field.discriminator) return serverAnswer('the type of the instance; the server must return it');
    return {
      achieves: 'approximated',
      how: 'it is the default; other values are also accepted',
      difference: serverResponsibility,
      print: printDefault(value, field),
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
  comparison: nothing('two values of an instance are not compared'),
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
): Answer<'minimum' | 'maximum', Site, InputCode> {
  if (!isJsonNumber(scalar) && scalar !== 'decimal') return nothing('the directive bounds numbers only');
  // The arguments are of the type `Float`. A decimal may have more digits than a floating point number.
  const isExact = scalar !== 'decimal' || String(Number(value)) === value;
  if (!isExact) return nothing('the bound is not an exact floating point number');
  return directiveAnswer(inclusive ? inclusiveName : exclusiveName, value);
}

/**
 * Returns the bounds that the datatype of a field has, but its GraphQL type does not, as arguments of the directive: `min: 0` for
 * `xsd:unsignedInt`, which is a `Long` in GraphQL.
 */
export function datatypeBounds({ type }: Field): readonly (readonly [Argument, string])[] {
  if (type.kind !== 'scalar') return [];
  const datatypeRange = integerRange(type.scalar);
  const graphqlRange = integerRanges.get(graphqlKind(type.scalar).type);
  if (!datatypeRange || !graphqlRange) return [];
  const bounds: [Argument, string][] = [];
  if (datatypeRange.minimum !== graphqlRange.minimum) bounds.push(['min', String(datatypeRange.minimum)]);
  if (datatypeRange.maximum !== graphqlRange.maximum) bounds.push(['max', String(datatypeRange.maximum)]);
  return bounds;
}

/** The ranges of the GraphQL types that several kinds of integers have. */
const integerRanges = new Map([
  ['Int', integerRange('int32')],
  ['Long', integerRange('int64')],
]);

/** The directive has one argument for a pattern, so only the first pattern of a field is printed. */
function patternAnswer({ field, pattern }: Demand<'pattern'>): Answer<'pattern', Site, InputCode> {
  const [first] = field.type.kind === 'scalar' ? (field.type.patterns ?? []) : [];
  if (first?.source !== pattern.source || first.flags !== pattern.flags) return nothing('the directive has only one pattern');
  const translated = translatePattern(pattern, 'ecmascript');
  return translated.ok ? directiveAnswer('pattern', stringText(translated.source)) : nothing(translated.reason);
}

/** Returns the answer that the schema accepts more values, which the server must reject. */
function serverAnswer(how: string) {
  return { achieves: 'approximated', how, difference: serverResponsibility } as const;
}

/** Checks whether the values of a field are a custom scalar of the schema. */
function isCustomScalar({ type }: Field): boolean {
  if (type.kind === 'union') return true;
  return type.kind === 'scalar' && !['String', 'Boolean', 'Int', 'Float'].includes(graphqlKind(type.scalar).type);
}

function typeAnswer(field: Field): Answer<'type', Site, InputCode> {
  const { type } = field;
  // GraphQL accepts a single value for a list (October 2021, section 3.11). Of references, it is more important that the server
  // must check them, which the answer below states; an id is never a list.
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
    const member = enumerationValue(type.enumeration, value);
    return (member && valueNames(type.enumeration).get(member)) ?? stringText(value);
  }
  if (type.kind === 'scalar') return escapeBidirectional(jsonText(type.scalar, value));
  const member = type.kind === 'union' ? memberOfUnion(type.union, value) : undefined;
  return member ? escapeBidirectional(jsonText(member.scalar, value)) : stringText(value);
}
