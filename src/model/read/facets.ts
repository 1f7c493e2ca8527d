import { localName, type Statement, XSD } from '../../ontology/index.ts';
import { countIn, faultOfCount } from '../kinds/counts.ts';
import type { Facet } from '../kinds/facets.ts';

/** What is wrong with the value of a facet or parameter, whatever it limits; undefined if nothing is. */
export function faultOfFacet({ predicate, object }: Pick<Statement, 'predicate' | 'object'>): string | undefined {
  const name = localName(predicate);
  if (bounds.has(name) && typeof object === 'string') return 'a value is wanted here, not a resource';
  return lengths.has(name) ? faultOfCount(object) : undefined;
}

/** The facets that a statement about a data range or a property shape makes. */
export function facetsOf({ predicate, object }: Pick<Statement, 'predicate' | 'object'>): Facet[] {
  if (typeof object === 'string') return [];
  const name = localName(predicate);
  const bound = bounds.get(name);
  if (bound) return [{ ...bound, value: object }];
  if (predicate === `${XSD}pattern`) return [{ kind: 'pattern', pattern: { source: object.value, flags: '', syntax: 'xsd' } }];
  const length = countIn(object);
  return length === undefined ? [] : (lengths.get(name) ?? []).map((kind) => ({ kind, length }));
}

const bounds: ReadonlyMap<string, { readonly kind: 'minimum' | 'maximum'; readonly inclusive: boolean }> = new Map([
  ['minInclusive', { kind: 'minimum', inclusive: true }],
  ['minExclusive', { kind: 'minimum', inclusive: false }],
  ['maxInclusive', { kind: 'maximum', inclusive: true }],
  ['maxExclusive', { kind: 'maximum', inclusive: false }],
]);

const lengths: ReadonlyMap<string, readonly ('min-length' | 'max-length')[]> = new Map([
  ['minLength', ['min-length']],
  ['maxLength', ['max-length']],
  ['length', ['min-length', 'max-length']],
]);
