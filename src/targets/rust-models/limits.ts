import type { Bound, Field, FieldType, Pattern, ScalarType } from '../../model/index.ts';
import { countWithNoun, enumerate, translatePattern } from '../text/index.ts';
import { code, shownPattern, shownValue } from './prose.ts';

/** Returns sentences on the constraints of a field that its type does not express. */
export function limitsText(field: Field): string | undefined {
  if (field.absent) return 'Never has a value.';
  const { type, minItems, maxItems, contains = [] } = field;
  const each = valueLimits(field);
  if (field.cardinality !== 'many') return each.join(' ') || undefined;

  const number = size(minItems, maxItems, 'value');
  const members = contains.length > 0 ? `Always with ${enumerate(wordsOf(type, contains))}.` : undefined;
  const ofEach = each.map((sentence) => `Each: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  return [number, members, ...ofEach].filter((sentence) => sentence !== undefined).join(' ') || undefined;
}

/** Returns sentences on each value of a field. */
function valueLimits({ type, constant, irreflexive, default: initial }: Field): string[] {
  const sentences: string[] = [];
  if (constant !== undefined) sentences.push(`Always ${wordsOf(type, [constant])}.`);
  else if (type.kind === 'scalar') sentences.push(...facets(type));
  else if (type.kind === 'enumeration' && type.only) {
    const values = type.only.map(({ value }) => value);
    sentences.push(`Only ${enumerate(wordsOf(type, values))}.`);
  }
  if (irreflexive) sentences.push('Never the instance itself.');
  if (initial !== undefined) sentences.push(`${wordsOf(type, [initial])} by default.`);
  return sentences;
}

function wordsOf(type: FieldType, values: readonly string[]): string[] {
  return values.map((value) => code(shownValue(type, value)));
}

function facets(type: ScalarType): string[] {
  const { minimum, maximum, minLength, maxLength, patterns = [], values } = type;
  return [
    range(minimum, maximum),
    size(minLength, maxLength, 'character'),
    ...patterns.filter(isChecked).map((pattern) => `Matches ${shownPattern(pattern)}.`),
    values && `${values.length === 1 ? 'Only' : 'One of'} ${wordsOf(type, values).join(', ')}.`,
  ].filter((sentence) => sentence !== undefined);
}

/** Returns whether a pattern is checked; documentation lists the other ones as not enforced. */
function isChecked(pattern: Pattern): boolean {
  return translatePattern(pattern, 'rust').ok;
}

function range(minimum: Bound | undefined, maximum: Bound | undefined): string | undefined {
  if (minimum && maximum && minimum.inclusive && maximum.inclusive) {
    return minimum.value === maximum.value ? `Exactly ${maximum.value}.` : `From ${minimum.value} to ${maximum.value}.`;
  }
  const lower = minimum && `${minimum.inclusive ? 'at least' : 'more than'} ${minimum.value}`;
  const upper = maximum && `${maximum.inclusive ? 'at most' : 'less than'} ${maximum.value}`;
  const phrase = [lower, upper].filter((part) => part !== undefined).join(', ');
  return phrase === '' ? undefined : `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
}

function size(lower: number | undefined, upper: number | undefined, noun: string): string | undefined {
  const min = lower || undefined;
  if (min === undefined) return upper === undefined ? undefined : `At most ${countWithNoun(upper, noun)}.`;
  if (upper === undefined) return `At least ${countWithNoun(min, noun)}.`;
  return min === upper ? `Exactly ${countWithNoun(upper, noun)}.` : `From ${min} to ${countWithNoun(upper, noun)}.`;
}
