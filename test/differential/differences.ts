/**
 * Where layers cannot judge alike, and why. The test fails on a deviation that is not among them, and on an entry that no
 * document shows.
 */

import type { TemplateName } from '../../src/targets/index.ts';
import type { Deed, Deviation } from './deviations.ts';

export interface Difference {
  readonly id: string;
  readonly layers: readonly TemplateName[];
  /** Kinds of values, as the corpus names them; all if there are none. */
  readonly kinds?: readonly string[];
  readonly does: readonly Deed[];
  /** What the documents are about; all if there are none. */
  readonly about?: readonly string[];
  /** What happens. */
  readonly what: string;
  /** Why it cannot be helped. */
  readonly why: string;
}

/** A list that grows tells that the layers drift apart. */
export const MOST_DIFFERENCES = 12;

const integers = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'];

export const differences: readonly Difference[] = [
  {
    id: 'numbers-parsed-before-seen',
    layers: ['typescript-models', 'openapi-spec', 'graphql-schema'],
    kinds: [...integers, 'union'],
    does: ['takes', 'rereads', 'alters'],
    about: ['another spelling of a whole number'],
    what: '`1.0`, `1e2` and `-0` are taken for whole numbers',
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
    about: ['below a microsecond'],
    what: 'digits of seconds after the sixth are rounded or cut off',
    why: "PostgreSQL's and Python's moments hold microseconds",
  },
  {
    id: 'server-scalars',
    layers: ['graphql-schema'],
    kinds: [
      'uuid',
      'reference',
      'iri',
      'int64',
      'uint8',
      'uint16',
      'uint32',
      'uint64',
      'int8',
      'int16',
      'float32',
      'decimal',
      'dateTime',
      'date',
      'time',
      'duration',
      'base64',
      'hex',
      'gYear',
      'gYearMonth',
      'gMonthDay',
      'gDay',
      'gMonth',
      'string',
      'union',
    ],
    does: ['takes', 'rereads', 'alters'],
    what: 'every value of a custom scalar is taken, and `@constraint` is not looked at',
    why: 'a schema names scalars and directives; the code that reads them is the server’s',
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
export function differenceOf({ layer, does, document: { kind, about } }: Deviation): Difference | undefined {
  return differences.find(
    (one) =>
      one.layers.includes(layer) &&
      one.does.includes(does) &&
      (one.kinds?.includes(kind) ?? true) &&
      (one.about?.includes(about) ?? true),
  );
}
