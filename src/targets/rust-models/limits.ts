import type { Bound, Field, Pattern, ScalarType } from '../../model/index.ts';
import { isUnconstrained } from '../core/index.ts';
import { translatePattern } from '../text/index.ts';
import { code, counted, list, shownPattern, shownValue } from './prose.ts';

/** Returns sentences on the constraints of a field that its type does not express. */
export function limits(field: Field): string | undefined {
  if (isUnconstrained(field) && !field.irreflexive && field.default === undefined) return undefined;
  const { type, cardinality, constant, contains = [] } = field;
  const shown = (values: readonly string[]) => values.map((value) => code(shownValue(type, value)));
  if (field.absent) return 'Never has a value.';
  const each: string[] = [];
  if (constant !== undefined) each.push(`Always ${shown([constant])}.`);
  else if (type.kind === 'scalar') each.push(...facets(type, shown));
  else if (type.kind === 'enumeration' && type.only) each.push(`Only ${list(shown(type.only.map((v) => v.value)))}.`);
  if (field.irreflexive) each.push('Never the instance itself.');
  if (field.default !== undefined) each.push(`${shown([field.default])} by default.`);
  if (cardinality !== 'many') return each.join(' ') || undefined;

  const number = size(field.minItems, field.maxItems, 'value');
  const members = contains.length > 0 ? `Always with ${list(shown(contains))}.` : undefined;
  const ofEach = each.map((sentence) => `Each: ${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`);
  return [number, members, ...ofEach].filter((sentence) => sentence !== undefined).join(' ') || undefined;
}

function facets(type: ScalarType, shown: (values: readonly string[]) => string[]): string[] {
  const { minimum, maximum, minLength, maxLength, patterns = [], values } = type;
  return [
    range(minimum, maximum),
    size(minLength, maxLength, 'character'),
    ...patterns.filter(isChecked).map((pattern) => `Matches ${shownPattern(pattern, code)}.`),
    values && `${values.length === 1 ? 'Only' : 'One of'} ${shown(values).join(', ')}.`,
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
  const least = minimum && `${minimum.inclusive ? 'at least' : 'more than'} ${minimum.value}`;
  const most = maximum && `${maximum.inclusive ? 'at most' : 'less than'} ${maximum.value}`;
  const both = [least, most].filter((part) => part !== undefined).join(', ');
  return both === '' ? undefined : `${both.charAt(0).toUpperCase()}${both.slice(1)}.`;
}

function size(least: number | undefined, most: number | undefined, noun: string): string | undefined {
  const min = least || undefined;
  if (min === undefined) return most === undefined ? undefined : `At most ${counted(most, noun)}.`;
  if (most === undefined) return `At least ${counted(min, noun)}.`;
  return min === most ? `Exactly ${counted(most, noun)}.` : `From ${min} to ${counted(most, noun)}.`;
}
