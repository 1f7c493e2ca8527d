/** Paths of pages, and links between them. */

import type { DomainClass, Enumeration } from '../../model/index.ts';
import { fileStem } from '../text/index.ts';

export const INDEX = 'index.md';
export const ENUMERATIONS = 'enumerations.md';

/** Returns the path of the page of a class, relative to the folder of the documents. */
export const pageOf = ({ slug }: DomainClass): string => `classes/${fileStem(slug)}.md`;

export interface Links {
  readonly toClass: (cls: DomainClass) => string;
  readonly toEnumeration: (enumeration: Enumeration) => string;
}

/** Links on pages in the folder of classes. */
export const fromClass: Links = {
  toClass: ({ name, slug }) => `[${name}](${fileStem(slug)}.md)`,
  toEnumeration: ({ name }) => `[${name}](../${ENUMERATIONS}#${anchor(name)})`,
};

/** Links on pages outside of that folder. */
export const fromTop: Links = {
  toClass: (cls) => `[${cls.name}](${pageOf(cls)})`,
  toEnumeration: ({ name }) => `[${name}](${ENUMERATIONS}#${anchor(name)})`,
};

/** Returns the anchor of a heading that is a name: GitHub and MkDocs make the same one from letters and digits. */
const anchor = (heading: string): string => heading.toLowerCase();
