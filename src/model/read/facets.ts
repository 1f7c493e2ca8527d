/**
 * Reads the facets of datatypes and the parameters of shapes with the same names: `sh:maxLength 80` becomes `{ kind:
 * 'max-length', length: 80 }`, and `xsd:minInclusive 18` becomes a minimum.
 */

import { localName, type Statement, XSD } from '../../ontology/index.ts';
import { dependsOnEscapes, invalidPattern, type Pattern } from '../../pattern/index.ts';
import { faultOfCount, parseCount } from '../kinds/counts.ts';
import type { Facet } from '../kinds/facets.ts';
import type { Policies } from '../policies.ts';

/** Returns what is wrong with the value of a facet or parameter for all datatypes; undefined if nothing is. */
export function faultOfFacet({ predicate, object }: Pick<Statement, 'predicate' | 'object'>): string | undefined {
  const name = localName(predicate);
  if (bounds.has(name) && typeof object === 'string') return 'a value is wanted here, not a resource';
  if (predicate === `${XSD}pattern`) return faultOfPattern(object, '', 'xsd');
  return lengths.has(name) ? faultOfCount(object) : undefined;
}

/** Returns why the value of a pattern is not a regular expression; undefined if it is one. */
export function faultOfPattern(object: Statement['object'], flags: string, syntax: Pattern['syntax']): string | undefined {
  if (typeof object === 'string') return 'an IRI is not a regular expression';
  const why = invalidPattern({ source: object.value, flags, syntax });
  return why === undefined ? undefined : `the pattern is not a regular expression of ${languages[syntax]}: ${why}`;
}

const languages = { xsd: 'XML Schema', xpath: 'XPath, which SHACL uses' } as const satisfies Record<Pattern['syntax'], string>;

/** @param escapes how `\d` and `\w` in patterns are read (policy `regex`) */
export function patternOf(source: string, flags: string, syntax: Pattern['syntax'], escapes: Policies['regex']): Pattern {
  return { source, flags, syntax, ...(dependsOnEscapes({ source, flags }) && { escapes }) };
}

/** Returns the facets that a statement about a data range or a property shape states. */
export function facetsOf({ predicate, object }: Pick<Statement, 'predicate' | 'object'>, escapes: Policies['regex']): Facet[] {
  if (typeof object === 'string') return [];
  const name = localName(predicate);
  const bound = bounds.get(name);
  if (bound) return [{ ...bound, value: object }];
  if (predicate === `${XSD}pattern`) return [{ kind: 'pattern', pattern: patternOf(object.value, '', 'xsd', escapes) }];
  const length = parseCount(object);
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
