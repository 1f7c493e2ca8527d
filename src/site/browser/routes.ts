/** Which page an address means. Everything stands behind `#`: a folder on a disk answers no other address. */

import type { ClassBrief, EnumerationBrief } from '../data.ts';

export type Route =
  | { readonly page: 'home' | 'map' | 'enforcement' | 'assumptions' | 'changes'; readonly at?: string }
  | { readonly page: 'class'; readonly slug: string; readonly member?: string }
  | { readonly page: 'enumeration'; readonly slug: string };

const plain = ['map', 'enforcement', 'assumptions', 'changes'] as const;

export function routeOf(hash: string): Route {
  const [, page = '', first = '', second = ''] = hash.split('/').map(decoded);
  if (page === 'class' && first !== '') return { page, slug: first, ...(second !== '' && { member: second }) };
  if (page === 'enumeration' && first !== '') return { page, slug: first };
  const found = plain.find((each) => each === page);
  if (found) return { page: found, ...(first !== '' && { at: first }) };
  return { page: 'home' };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const classHref = ({ slug }: Pick<ClassBrief, 'slug'>, member?: string): string =>
  `#/class/${encodeURIComponent(slug)}${member === undefined ? '' : `/${encodeURIComponent(member)}`}`;

export const enumerationHref = ({ slug }: Pick<EnumerationBrief, 'slug'>): string => `#/enumeration/${encodeURIComponent(slug)}`;
