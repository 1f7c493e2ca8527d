/** What the schema does about demands: what a server refuses by it alone, what it has to be taught, what cannot be said. */

import { type Demand, type Field, isInteger, isJsonNumber, isReference, jsonText, memberOf } from '../../model/index.ts';
import { type Answer, type Answers, declared, enforced, nothing } from '../core/index.ts';
import { translatePattern } from '../text/index.ts';
import { graphqlKind, leftToServers } from './kinds.ts';
import { valueNames } from './names.ts';
import { inOrder, stringText } from './syntax.ts';

/** The name of the directive; it is that of the package `graphql-constraint-directive`, which servers can check it with. */
export const DIRECTIVE = 'constraint';

export const DIRECTIVE_DOC =
  'Constraints beyond the type, which the server must check. A pattern is an ECMAScript regular expression with the flag `u`; it may match anywhere in the text.';

/** The arguments that the directive can have, in the order in which they are written. */
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

/** What a demand becomes in the field of an input: an argument of the directive, or the value where none is given. */
export type Piece = { readonly argument: readonly [Argument, string] } | { readonly initial: string };

/** A printer knows nothing of the place that an answer would need. */
export type Site = undefined;

const said = (name: Argument, value: string | number): Answer<'min-length', Site, Piece> => ({
  achieves: 'approximated',
  how: `stated by @${DIRECTIVE}, which a server has to check`,
  difference: leftToServers,
  print: () => ({ argument: [name, String(value)] }),
});

const initial = (value: string, field: Field) => (): Piece => ({ initial: literal(value, field) });

export const answers: Answers<Site, Piece> = {
  inheritance: declared,
  member: declared,
  // A scalar of the schema's own takes whatever JSON there is, a list as well.
  single: ({ field }) => (isOwnScalar(field) ? left('a scalar of its own, of which a server has to refuse lists') : declared),
  required: () => left('inputs of changes take null, which a server has to refuse where there must be a value'),
  absent: declared,
  closed: declared,
  inverse: declared,
  type: ({ field }) => typeAnswer(field),
  default: ({ value, field }) =>
    field.discriminator ? left('the type of what is created, which a server has to tell') : enforced(initial(value, field)),
  generated: ({ value, field }) => (value === 'zero' ? enforced(initial('0', field)) : declared),
  constant: ({ value, field }) => {
    if (field.discriminator) return left('the type of the instance, which a server has to tell');
    return {
      achieves: 'approximated',
      how: 'it is the default; another value is taken, too',
      difference: leftToServers,
      print: initial(value, field),
    };
  },
  deprecated: { achieves: 'approximated', how: '@deprecated, which tools point out' },
  'min-length': ({ length }) => said('minLength', length),
  'max-length': ({ length }) => said('maxLength', length),
  'min-items': ({ length }) => said('minItems', length),
  'max-items': ({ length }) => said('maxItems', length),
  minimum: ({ scalar, bound }) => {
    if (!isJsonNumber(scalar)) return nothing('the directive bounds numbers only');
    return said(bound.inclusive ? 'min' : 'exclusiveMin', bound.value);
  },
  maximum: ({ scalar, bound }) => {
    if (!isJsonNumber(scalar)) return nothing('the directive bounds numbers only');
    return said(bound.inclusive ? 'max' : 'exclusiveMax', bound.value);
  },
  pattern: patternAnswer,
  values: nothing('an enumeration cannot be narrowed, and holds only names'),
  contains: nothing('the elements of a list are not looked at together'),
  irreflexive: nothing('two values of an instance are not compared'),
  choice: ({ choice }) =>
    choice.fields.every(isReference)
      ? { achieves: 'approximated', how: 'a union type when read; inputs take several alternatives' }
      : nothing('an input type cannot make its fields exclude each other'),
  total: nothing('the fields of an input are not counted together'),
  'one-class': declared,
  disjoint: nothing('an instance is of one type, and the ids of other types are not seen'),
  key: nothing('uniqueness spans instances, which a type cannot see'),
  unique: nothing('uniqueness spans instances, which a type cannot see'),
  deletion: { achieves: 'approximated', how: 'the mutation says what goes with it; a server has to do it' },
};

/** The directive has room for one expression. */
function patternAnswer({ field, pattern }: Demand<'pattern'>): Answer<'pattern', Site, Piece> {
  const [first] = field.type.kind === 'scalar' ? (field.type.patterns ?? []) : [];
  if (first?.source !== pattern.source || first.flags !== pattern.flags) return nothing('the directive takes one pattern');
  const translated = translatePattern(pattern, 'ecmascript');
  return translated.ok
    ? (said('pattern', stringText(translated.source)) as Answer<'pattern', Site, Piece>)
    : nothing(translated.reason);
}

const left = (how: string) => ({ achieves: 'approximated', how, difference: leftToServers }) as const;

/** Whether the values of a field are a scalar that the schema declares. */
function isOwnScalar({ type }: Field): boolean {
  if (type.kind === 'union') return true;
  return type.kind === 'scalar' && !['String', 'Boolean', 'Int', 'Float'].includes(graphqlKind(type.scalar).type);
}

function typeAnswer(field: Field): Answer<'type', Site, Piece> {
  const { type } = field;
  // One value stands for a list of it: October 2021, section 3.11.
  if (field.cardinality === 'many' && type.kind !== 'id' && type.kind !== 'reference')
    return left('one value stands for a list of it');
  switch (type.kind) {
    case 'id':
    case 'enumeration':
      return declared;
    case 'reference':
      return left('an ID, which a server has to look up');
    case 'union':
      return left('a scalar of its own, which a server has to read');
    case 'scalar': {
      const { type: name, exact } = graphqlKind(type.scalar);
      if (isInteger(type.scalar) && exact) return left('`1.0` and `1e2` are whole numbers, too');
      return exact ? declared : left(`${name}, which takes more than a server may`);
    }
    default:
      return type satisfies never;
  }
}

/** A value of the model as GraphQL writes it (section 2.9). */
function literal(value: string, { type }: Field): string {
  if (type.kind === 'enumeration') {
    const member = type.enumeration.values.find((v) => v.value === value);
    return (member && valueNames(type.enumeration).get(member)) ?? stringText(value);
  }
  const scalar = type.kind === 'union' ? memberOf(type.union, value) : type.kind === 'scalar' ? type : undefined;
  return scalar === undefined ? stringText(value) : inOrder(jsonText(scalar.scalar, value));
}
