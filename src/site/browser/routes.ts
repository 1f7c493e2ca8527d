/** Which page an address means. Everything stands behind `#`: a folder on a disk answers no other address. */

import type { ClassBrief, EnumerationBrief } from '../data.ts';
import { index } from './load.ts';

/** A class, or a member of it, by which a page about all of the ontology is narrowed. */
export interface Of {
  readonly slug: string;
  readonly member?: string;
}

export type Route =
  | { readonly page: 'home' | 'enforcement' | 'changes' }
  | { readonly page: 'map'; readonly at?: string }
  | { readonly page: 'report' | 'assumptions'; readonly of?: Of }
  | { readonly page: 'class'; readonly slug: string; readonly member?: string }
  | { readonly page: 'enumeration'; readonly slug: string };

export function routeOf(hash: string): Route {
  const [, page = '', first = '', second = ''] = hash.split('/').map(decoded);
  const of = first === '' ? {} : { of: { slug: first, ...(second !== '' && { member: second }) } };
  switch (page) {
    case 'class':
      return of.of ? { page, ...of.of } : { page: 'home' };
    case 'enumeration':
      return first === '' ? { page: 'home' } : { page, slug: first };
    case 'map':
      return { page, ...(first !== '' && { at: first }) };
    case 'report':
    case 'assumptions':
      return { page, ...of };
    case 'enforcement':
    case 'changes':
      return { page };
    default:
      return { page: index().part ?? 'home' };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where a class is told of; where there is no page of it, what is said about it. */
export const classHref = ({ slug }: Pick<ClassBrief, 'slug'>, member?: string): string =>
  `#/${index().part ?? 'class'}/${encodeURIComponent(slug)}${member === undefined ? '' : `/${encodeURIComponent(member)}`}`;

export const enumerationHref = ({ slug }: Pick<EnumerationBrief, 'slug'>): string => `#/enumeration/${encodeURIComponent(slug)}`;
