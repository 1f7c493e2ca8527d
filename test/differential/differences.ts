/**
 * Where layers cannot judge alike, and why. The test fails on a deviation that is not among them, and on an entry that no
 * document shows.
 */

import { scalarKinds } from '../../src/model/index.ts';
import type { TemplateName } from '../../src/targets/index.ts';
import type { Deed, Deviation } from './deviations.ts';

export interface Difference {
  readonly id: string;
  readonly layers: readonly TemplateName[];
  /** Kinds of values, as the corpus names them; all if there are none. */
  readonly kinds?: readonly string[];
  readonly does: readonly Deed[];
  /** What is asked of the field beyond its kind; whatever it is, or nothing, if there are none. */
  readonly facets?: readonly string[];
  /** What the documents are about; all if there are none. */
  readonly about?: readonly string[];
  /** What happens. */
  readonly what: string;
  /** Why it cannot be helped. */
  readonly why: string;
}

/** A list that grows tells that the layers drift apart. */
export const MOST_DIFFERENCES = 12;

const comparisons = [
  ...['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive', 'in', 'hasValue'],
  ...['minimum', 'maximum', 'values', 'constant', 'contains'],
];

const integers = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'];

export const differences: readonly Difference[] = [
  {
    id: 'numbers-parsed-before-seen',
    layers: ['typescript-models', 'openapi-spec', 'graphql-schema', 'python-pydantic'],
    kinds: [...integers, 'union'],
    does: ['takes', 'rereads', 'alters'],
    about: ['another spelling of a whole number', 'rounded when parsed', 'drawn'],
    what: '`1.0`, `1e2` and `-0` are taken for whole numbers; by Pydantic `-0` only',
    why: 'JSON is parsed before the value is seen, and a number does not tell how it was written',
  },
  {
    id: 'key-twice',
    layers: ['typescript-models', 'openapi-spec', 'graphql-schema', 'python-pydantic'],
    does: ['takes', 'rereads'],
    about: ['a key twice'],
    what: 'of a key that stands twice in an object, the last value counts',
    why: 'the parser of JSON keeps one value for each key before anything of the model is asked',
  },
  {
    id: 'below-microsecond',
    layers: ['sql-schema', 'python-pydantic'],
    kinds: ['dateTime', 'time', 'duration'],
    does: ['alters'],
    about: ['below a microsecond', 'drawn', 'long'],
    what: 'digits of seconds after the sixth are rounded or cut off',
    why: "PostgreSQL's and Python's moments hold microseconds",
  },
  {
    id: 'typed-columns',
    layers: ['sql-schema'],
    kinds: ['decimal', 'dateTime', 'date', 'time', 'duration', 'hex', 'int64Text', 'uint64Text', 'uuid', 'reference'],
    does: ['rereads'],
    what: 'other spellings of a value are stored as the value: `1_000`, `24-05-17`, `now`, a UUID in braces',
    why: 'a column has a type, and a CHECK sees the value that its input became, not the text',
  },
  {
    id: 'last-digit-of-floats',
    layers: ['rust-models'],
    kinds: ['float32', 'float64'],
    does: ['alters'],
    about: ['drawn', 'precise', 'small', 'huge'],
    what: 'the last of seventeen digits may change',
    why: 'serde_json reads fast rather than exactly; its feature `float_roundtrip` is for the crate that uses the models to choose',
  },
  {
    id: 'members-compared',
    layers: ['openapi-spec'],
    facets: ['irreflexive'],
    does: ['takes'],
    what: 'an instance may refer to itself where it must not',
    why: 'JSON Schema cannot compare two members of an object',
  },
  {
    id: 'server-scalars',
    layers: ['graphql-schema'],
    kinds: [...scalarKinds.filter((kind) => !['boolean', 'int32', 'float64'].includes(kind)), 'uuid', 'reference', 'union'],
    does: ['takes', 'rereads', 'alters'],
    what: 'every value of a custom scalar is taken',
    why: "a schema names scalars; the code that reads them is the server's",
  },
  {
    id: 'server-directives',
    layers: ['graphql-schema'],
    facets: [
      ...comparisons,
      'minLength',
      'maxLength',
      'length',
      'noLength',
      'anchored',
      'anywhere',
      'anyCase',
      'letters',
      'defaultValue',
    ],
    does: ['takes', 'rereads', 'alters'],
    what: 'nothing is asked of a value beyond its type',
    why: "`@constraint` states it; the code that checks a directive is the server's",
  },
  {
    id: 'compared-as-written',
    layers: ['openapi-spec'],
    kinds: ['decimal', 'dateTime', 'date', 'time', 'duration', 'hex', 'float32', 'int64Text', 'uint64Text'],
    facets: comparisons,
    does: ['takes', 'refuses'],
    about: ['value', 'values', 'broken'],
    what: 'values that are texts have no bounds, and are among listed ones only in the same spelling; single precision is not rounded',
    why: 'JSON Schema compares texts character by character and numbers as they stand, and has no order of texts',
  },
  {
    id: 'last-digit-of-float',
    layers: ['rust-models'],
    kinds: ['float64', 'union'],
    does: ['alters'],
    about: ['small', 'huge'],
    what: 'a number is read as one beside the nearest, and written with another last digit',
    why: 'serde_json reads numbers so unless the application asks for its feature `float_roundtrip`',
  },
  {
    id: 'input-coercion',
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
    what: 'a single value counts as a list of one, an absent list as none, unknown members are refused',
    why: 'that is how GraphQL coerces inputs (October 2021, 3.10 and 3.11)',
  },
];

/** The difference that a deviation belongs to. */
export function differenceOf({ layer, does, document: { kind, facet, about } }: Deviation): Difference | undefined {
  return differences.find(
    (one) =>
      one.layers.includes(layer) &&
      one.does.includes(does) &&
      (one.kinds?.includes(kind) ?? true) &&
      (one.facets?.includes(facet ?? '') ?? true) &&
      (one.about?.includes(about) ?? true),
  );
}
