/** Documents the constraints of a field that its Rust type does not express, such as `At most 500 characters.` */

import type { Bound, Field, FieldType, ScalarType } from '../../model/index.ts';
import { countWithNoun, enumerate, translatePattern } from '../text/index.ts';
import { code, shownPattern, shownValue } from './prose.ts';

/** Returns sentences about the constraints of a field; undefined if its type expresses all of them. */
export function constraintDocs(field: Field): string | undefined {
  if (field.absent) return 'Never has a value.';
  const { type, minItems, maxItems, contains = [] } = field;
  const sentences = valueSentences(field);
  if (field.cardinality !== 'many') return sentences.join(' ') || undefined;

  const itemCount = countSentence(minItems, maxItems, 'value');
  const requiredItems = contains.length > 0 ? `Always contains ${enumerate(quotedValues(type, contains))}.` : undefined;
  const itemSentences = sentences.map((sentence) => `Each: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  return [itemCount, requiredItems, ...itemSentences].filter((sentence) => sentence !== undefined).join(' ') || undefined;
}

/** Returns sentences about each value of a field. */
function valueSentences({ type, constant, irreflexive, default: initial }: Field): string[] {
  const sentences: string[] = [];
  if (constant !== undefined) sentences.push(`Always ${quotedValues(type, [constant])}.`);
  else if (type.kind === 'scalar') sentences.push(...facetSentences(type));
  else if (type.kind === 'enumeration' && type.only) {
    const values = type.only.map(({ value }) => value);
    sentences.push(`Only ${enumerate(quotedValues(type, values))}.`);
  }
  if (irreflexive) sentences.push('Never the instance itself.');
  if (initial !== undefined) sentences.push(`Default: ${quotedValues(type, [initial])}.`);
  return sentences;
}

function quotedValues(type: FieldType, values: readonly string[]): string[] {
  return values.map((value) => code(shownValue(type, value)));
}

function facetSentences(type: ScalarType): string[] {
  const { minimum, maximum, minLength, maxLength, patterns = [], values } = type;
  return [
    rangeSentence(minimum, maximum),
    countSentence(minLength, maxLength, 'character'),
    // The documentation lists patterns without a translation as not enforced.
    ...patterns.filter((pattern) => translatePattern(pattern, 'rust').ok).map((pattern) => `Matches ${shownPattern(pattern)}.`),
    values && `${values.length === 1 ? 'Only' : 'One of'} ${quotedValues(type, values).join(', ')}.`,
  ].filter((sentence) => sentence !== undefined);
}

function rangeSentence(minimum: Bound | undefined, maximum: Bound | undefined): string | undefined {
  if (minimum && maximum && minimum.inclusive && maximum.inclusive) {
    return minimum.value === maximum.value ? `Exactly ${maximum.value}.` : `From ${minimum.value} to ${maximum.value}.`;
  }
  const lower = minimum && `${minimum.inclusive ? 'at least' : 'more than'} ${minimum.value}`;
  const upper = maximum && `${maximum.inclusive ? 'at most' : 'less than'} ${maximum.value}`;
  const phrase = [lower, upper].filter((part) => part !== undefined).join(', ');
  return phrase === '' ? undefined : `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

/** Returns a sentence on a number of items or characters, such as `From 1 to 3 values.` A minimum of 0 is no constraint. */
function countSentence(lower: number | undefined, upper: number | undefined, noun: string): string | undefined {
  const min = lower ?? 0;
  if (min === 0) return upper === undefined ? undefined : `At most ${countWithNoun(upper, noun)}.`;
  if (upper === undefined) return `At least ${countWithNoun(min, noun)}.`;
  return min === upper ? `Exactly ${countWithNoun(upper, noun)}.` : `From ${min} to ${countWithNoun(upper, noun)}.`;
}
