/**
 * Where layers cannot judge alike, and why. The test fails on a deviation that is not among them, and on an entry that no
 * document shows.
 */

import { scalarKinds } from '../../src/model/index.ts';
import type { TemplateName } from '../../src/targets/index.ts';
import type { Deed, Deviation } from './deviations.ts';

/** Which deviations are meant: all that agree with each member that is given. */
interface Scope {
  readonly layers: readonly TemplateName[];
  readonly does: readonly Deed[];
  /** Kinds of values, as the corpus names them. */
  readonly kinds?: readonly string[];
  /** What is asked of the field beyond its kind. */
  readonly facets?: readonly string[];
  /** What the documents are about. */
  readonly about?: readonly string[];
}

export interface Difference {
  readonly id: string;
  /** What happens, as a clause. */
  readonly what: string;
  /** Why it cannot be helped, as a clause. */
  readonly why: string;
  readonly where: readonly Scope[];
}

/** A list that grows tells that the layers drift apart. */
export const MOST_DIFFERENCES = 12;

const comparisons = [
  ...['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive', 'in', 'hasValue'],
  ...['minimum', 'maximum', 'values', 'constant', 'contains'],
];

const ofTexts = ['minLength', 'maxLength', 'length', 'noLength', 'anchored', 'anywhere', 'anyCase', 'letters'];

const integers = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'];

/** Those whose values are texts in JSON with several spellings or an order, and numbers that are rounded before they compare. */
const compared = ['decimal', 'dateTime', 'date', 'time', 'duration', 'hex', 'float32', 'int64Text', 'uint64Text'];

export const differences: readonly Difference[] = [
  {
    id: 'numbers-parsed-before-seen',
    what: '`1.0`, `1e2` and `-0` are taken for whole numbers; by Pydantic `-0` only',
    why: 'JSON is parsed before the value is seen, and a number does not tell how it was written',
    where: [
      {
        layers: ['typescript-models', 'openapi-spec', 'graphql-schema', 'python-pydantic'],
        does: ['takes', 'rereads', 'alters'],
        kinds: [...integers, 'union'],
        about: ['another spelling of a whole number', 'rounded when parsed', 'drawn'],
      },
    ],
  },
  {
    id: 'key-twice',
    what: 'of a key that stands twice in an object, the last value counts',
    why: 'the parser of JSON keeps one value for each key before anything of the model is asked',
    where: [
      {
        layers: ['typescript-models', 'openapi-spec', 'graphql-schema', 'python-pydantic'],
        does: ['takes', 'rereads'],
        about: ['a key twice'],
      },
    ],
  },
  {
    id: 'below-microsecond',
    what: 'digits of seconds after the sixth are rounded or cut off; what is rounded to midnight is no time of day any more',
    why: "PostgreSQL's and Python's moments hold microseconds",
    where: [
      {
        layers: ['sql-schema', 'python-pydantic'],
        does: ['alters'],
        kinds: ['dateTime', 'time', 'duration'],
        about: ['below a microsecond', 'drawn', 'long'],
      },
      { layers: ['sql-schema'], does: ['refuses'], kinds: ['time'], about: ['below a microsecond'] },
    ],
  },
  {
    id: 'typed-columns',
    what: 'other spellings of a value are stored as the value: `1_000`, `24-05-17`, `now`, a UUID in braces; a duration may have more digits, and one of 30 days is equal to a month',
    why: 'a column has a type, and a CHECK sees the value that its input became, not the text; INTERVAL adds years to months and compares months as 30 days',
    where: [
      {
        layers: ['sql-schema'],
        does: ['rereads'],
        kinds: ['decimal', 'dateTime', 'date', 'time', 'duration', 'hex', 'int64Text', 'uint64Text', 'uuid', 'reference'],
      },
      { layers: ['sql-schema'], does: ['takes'], kinds: ['duration'], about: ['long', 'value', 'values'] },
    ],
  },
  {
    id: 'pairs-once',
    what: 'a list that refers to one instance twice is refused',
    why: 'the rows of a join table are told apart by what they join',
    where: [{ layers: ['sql-schema'], does: ['refuses'], kinds: ['reference'], about: ['values of a list'] }],
  },
  {
    id: 'expressions-of-dialects',
    what: 'what an expression asks of the categories of characters is not asked',
    why: "PostgreSQL's regular expressions know no categories of Unicode",
    where: [{ layers: ['sql-schema'], does: ['takes'], facets: ['letters'] }],
  },
  {
    id: 'texts-of-any-code-units',
    what: 'texts may hold U+0000 and halves of surrogate pairs',
    why: 'validators of JSON Schema do not agree on what a pattern finds in a text that is not Unicode',
    where: [
      {
        layers: ['openapi-spec'],
        does: ['takes'],
        kinds: ['string', 'iri'],
        about: ['controls', 'text that is hard to keep', 'drawn'],
      },
    ],
  },
  {
    id: 'compared-as-written',
    what: 'values that are texts have no bounds, and are among listed ones only in the same spelling; single precision is not rounded',
    why: 'JSON Schema compares texts character by character and numbers as they stand, and has no order of texts',
    where: [
      {
        layers: ['openapi-spec'],
        does: ['takes', 'refuses'],
        kinds: compared,
        facets: comparisons,
        about: ['value', 'values', 'broken'],
      },
      // The first and the last instant in UTC, and integers of 64 bits.
      {
        layers: ['openapi-spec'],
        does: ['takes'],
        kinds: ['dateTime', 'int64Text', 'uint64Text'],
        about: ['edge', 'beyond 2^53', 'drawn'],
      },
    ],
  },
  {
    id: 'members-compared',
    what: 'an instance may refer to itself where it must not',
    why: 'JSON Schema cannot compare two members of an object',
    where: [{ layers: ['openapi-spec'], does: ['takes'], facets: ['irreflexive'] }],
  },
  {
    id: 'last-digit-of-float',
    what: 'a number is read as one beside the nearest, and written with another last digit',
    why: 'serde_json reads numbers so unless the application asks for its feature `float_roundtrip`',
    where: [
      {
        layers: ['rust-models'],
        does: ['alters'],
        kinds: ['float32', 'float64', 'union'],
        about: ['small', 'huge', 'precise', 'drawn'],
      },
    ],
  },
  {
    id: 'code-of-the-server',
    what: 'every value of a custom scalar is taken, and nothing is asked of a value beyond its type',
    why: "a schema names scalars and states `@constraint`; the code that reads and checks them is the server's",
    where: [
      {
        layers: ['graphql-schema'],
        does: ['takes', 'rereads', 'alters'],
        kinds: [...scalarKinds.filter((kind) => !['boolean', 'int32', 'float64'].includes(kind)), 'uuid', 'reference', 'union'],
      },
      {
        layers: ['graphql-schema'],
        does: ['takes', 'rereads', 'alters'],
        facets: [...comparisons, ...ofTexts, 'defaultValue'],
      },
    ],
  },
  {
    id: 'input-coercion',
    what: 'a single value counts as a list of one, an absent list as none, unknown members are refused',
    why: 'that is how GraphQL coerces inputs (October 2021, 3.10 and 3.11)',
    where: [
      {
        layers: ['graphql-schema'],
        does: ['takes', 'rereads', 'refuses'],
        about: [
          'unknown keys',
          'values of a list',
          'another type',
          'ordinary',
          'absent',
          'null',
          'precise',
          'no object',
          'escaped keys',
        ],
      },
    ],
  },
];

/** The difference that a deviation belongs to. */
export function differenceOf(deviation: Deviation): Difference | undefined {
  return differences.find(({ where }) => where.some((scope) => isWithin(scope, deviation)));
}

function isWithin({ layers, does, kinds, facets, about }: Scope, deviation: Deviation): boolean {
  const { document } = deviation;
  return (
    layers.includes(deviation.layer) &&
    does.includes(deviation.does) &&
    (kinds?.includes(document.kind) ?? true) &&
    (facets?.includes(document.facet ?? '') ?? true) &&
    (about?.includes(document.about) ?? true)
  );
}
