/**
 * Maps each difference to the documents that show it. Targets declare their differences next to the code that causes them.
 * The test fails on a deviation without a difference, and on a difference that no document shows.
 */

import { scalarKinds } from '../../src/model/index.ts';
import {
  type DeclaredDifference,
  differencesOf,
  type EnforcingName,
  enforcingNames,
  loadTarget,
} from '../../src/targets/index.ts';
import type { Deviation, DeviationKind } from './deviations.ts';
import { isSpelling } from './spelling-notes.ts';

/** A filter for deviations: a deviation must match every member that is present. */
interface Scope {
  readonly layers: readonly EnforcingName[];
  readonly does: readonly DeviationKind[];
  /** Kinds of values, as the corpus names them. */
  readonly kinds?: readonly string[];
  /** The facets of the tested field. */
  readonly facets?: readonly string[];
  /** The topics of the documents. */
  readonly about?: readonly string[];
}

/** Maximum number of differences: a growing list means that the layers diverge. */
export const MOST_DIFFERENCES = 12;

/** All differences that targets declare. */
export const differences: readonly DeclaredDifference[] = differencesOf(await Promise.all(enforcingNames.map(loadTarget)));

const comparisons = [
  ...['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive', 'in', 'hasValue'],
  ...['minimum', 'maximum', 'values', 'constant', 'contains'],
];

const textConstraints = ['minLength', 'maxLength', 'length', 'noLength', 'anchored', 'anywhere', 'anyCase', 'letters'];

/** Constraints that GraphQL types and directives cannot state for several values or for update inputs. */
const objectConstraints = [
  'required',
  'single',
  'min-items',
  'max-items',
  'min-length',
  'max-length',
  'pattern',
  'choice',
  'total',
  'irreflexive',
  'comparison',
];

const integers = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64'];

/** Kinds with several spellings or an order in JSON strings, and numbers that are rounded before a comparison. */
const compared = ['decimal', 'dateTime', 'date', 'time', 'duration', 'hex', 'float32', 'int64Text', 'uint64Text'];

/** The documents that show each difference, by its identifier. */
export const shownBy: Readonly<Record<string, readonly Scope[]>> = {
  'parsed-before-seen': [
    {
      layers: ['typescript-models', 'openapi-spec', 'json-schema', 'graphql-schema', 'python-pydantic'],
      does: ['accepts', 'normalizes', 'changes'],
      kinds: [...integers, 'union'],
      about: ['another spelling of a whole number', 'rounded when parsed', 'drawn'],
    },
    {
      layers: ['typescript-models', 'openapi-spec', 'json-schema', 'graphql-schema', 'python-pydantic'],
      does: ['accepts', 'normalizes'],
      about: ['a key twice'],
    },
  ],
  'below-microsecond': [
    {
      layers: ['sql-schema', 'python-pydantic'],
      does: ['changes'],
      kinds: ['dateTime', 'time', 'duration'],
      about: ['below a microsecond', 'drawn', 'long'],
    },
    { layers: ['sql-schema'], does: ['rejects'], kinds: ['time'], about: ['below a microsecond'] },
  ],
  'typed-columns': [
    {
      layers: ['sql-schema'],
      does: ['normalizes'],
      kinds: ['decimal', 'dateTime', 'date', 'time', 'duration', 'hex', 'int64Text', 'uint64Text', 'uuid', 'reference'],
    },
    { layers: ['sql-schema'], does: ['accepts'], kinds: ['duration'], about: ['long', 'value', 'values'] },
  ],
  'pairs-once': [{ layers: ['sql-schema'], does: ['rejects'], kinds: ['reference'], about: ['values of a list'] }],
  'expressions-of-dialects': [
    { layers: ['sql-schema'], does: ['accepts'], facets: ['letters'] },
    { layers: ['sql-schema'], does: ['accepts'], kinds: ['duration'], facets: ['pattern'] },
  ],
  'texts-of-any-code-units': [
    {
      layers: ['openapi-spec', 'json-schema', 'python-pydantic', 'rust-models'],
      does: ['accepts'],
      kinds: ['string', 'iri', 'union'],
      about: ['controls', 'text that is hard to keep', 'drawn'],
    },
  ],
  'schema-comparisons': [
    {
      layers: ['openapi-spec', 'json-schema'],
      does: ['accepts', 'rejects'],
      kinds: compared,
      facets: comparisons,
      about: ['value', 'values', 'broken'],
    },
    // The first and the last instant in UTC, and integers of 64 bits.
    {
      layers: ['openapi-spec', 'json-schema'],
      does: ['accepts'],
      kinds: ['dateTime', 'int64Text', 'uint64Text'],
      about: ['edge', 'beyond 2^53', 'drawn'],
    },
    { layers: ['openapi-spec', 'json-schema'], does: ['accepts'], facets: ['irreflexive', 'comparison'] },
  ],
  'booleans-as-numbers': [
    {
      layers: ['python-pydantic'],
      does: ['normalizes', 'accepts'],
      kinds: [...integers, 'float32', 'float64'],
      about: ['another type', 'a list'],
    },
    {
      layers: ['python-pydantic'],
      does: ['normalizes', 'accepts'],
      kinds: [...integers, 'float32', 'float64'],
      facets: ['type'],
    },
    { layers: ['python-pydantic'], does: ['normalizes', 'accepts'], kinds: ['page'] },
  ],
  'python-types': [
    { layers: ['python-pydantic'], does: ['accepts'], kinds: ['dateTime'], about: ['offset', 'edge', 'drawn'] },
    { layers: ['python-pydantic'], does: ['accepts'], kinds: ['decimal'], about: ['long', 'drawn'] },
  ],
  'rust-types': [
    {
      layers: ['rust-models'],
      does: ['accepts'],
      kinds: ['dateTime', 'date', 'time'],
      about: ['edge', 'no time', 'no date', 'drawn'],
    },
    { layers: ['rust-models'], does: ['accepts'], kinds: ['page'], about: ['total', 'limit', 'offset'] },
  ],
  'code-of-the-server': [
    {
      layers: ['graphql-schema'],
      does: ['accepts', 'normalizes', 'changes'],
      kinds: [...scalarKinds.filter((kind) => !['boolean', 'int32', 'float64'].includes(kind)), 'uuid', 'reference', 'union'],
    },
    {
      layers: ['graphql-schema'],
      does: ['accepts', 'normalizes', 'changes'],
      // In the corpus, lists with a default also have bounds.
      facets: [...comparisons, ...textConstraints, 'defaultValue', ...objectConstraints],
    },
  ],
  'input-coercion': [
    {
      layers: ['graphql-schema'],
      does: ['accepts', 'normalizes', 'rejects'],
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
};

/** Returns whether a target declares a deviation, as a difference or in a spelling note. */
export function isDeclared(deviation: Deviation): boolean {
  return isSpelling(deviation) || differenceOf(deviation) !== undefined;
}

/** Returns the difference to which a deviation belongs; undefined if its layer declares none. */
export function differenceOf(deviation: Deviation): DeclaredDifference | undefined {
  return differences.find(
    ({ id, targets }) => targets.includes(deviation.layer) && shownBy[id]?.some((scope) => isWithin(scope, deviation)),
  );
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
