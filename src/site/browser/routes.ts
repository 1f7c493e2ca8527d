/** Maps addresses to pages. The path is in the fragment, because a folder on the disk has no other addresses. */

import type { ClassBrief, EnumerationBrief } from '../data.ts';
import { siteIndex } from './load.ts';

/** A class or one of its members, to filter a page about the whole ontology. */
export interface ElementFilter {
  readonly slug: string;
  readonly member?: string;
}

export type Route =
  | { readonly page: 'home' | 'enforcement' | 'changes' }
  | { readonly page: 'map'; readonly at?: string }
  | { readonly page: 'report' | 'assumptions'; readonly of?: ElementFilter }
  | { readonly page: 'class'; readonly slug: string; readonly member?: string }
  | { readonly page: 'enumeration'; readonly slug: string };

/** Returns the page that the fragment of an address names: `#/class/<slug>/<member>`. */
export function routeOf(hash: string): Route {
  const [, page, slug, member] = hash.split('/').map((part) => decoded(part) || undefined);
  const element = slug === undefined ? undefined : { slug, ...(member !== undefined && { member }) };
  switch (page) {
    case 'class':
    case 'enumeration':
      return element ? { page, ...element } : { page: 'home' };
    case 'map':
      return { page, ...(slug !== undefined && { at: slug }) };
    case 'report':
    case 'assumptions':
      return { page, ...(element && { of: element }) };
    case 'enforcement':
    case 'changes':
      return { page };
    default:
      return { page: siteIndex().part ?? 'home' };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Returns the address of a class page; in a single-page report, that of the entries about the class. */
export const classHref = ({ slug }: Pick<ClassBrief, 'slug'>, member?: string): string =>
  `#/${siteIndex().part ?? 'class'}/${encodeURIComponent(slug)}${member === undefined ? '' : `/${encodeURIComponent(member)}`}`;

export const enumerationHref = ({ slug }: Pick<EnumerationBrief, 'slug'>): string => `#/enumeration/${encodeURIComponent(slug)}`;
