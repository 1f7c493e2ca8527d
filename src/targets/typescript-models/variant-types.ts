/** Prints the create, update and page types of a class, and the union of the class and its subclasses. */

import { type DomainClass, discriminatorOf, membersIn } from '../../model/index.ts';
import { indent, type Lines } from '../text/index.ts';
import { type Deprecation, jsdocComment } from './jsdoc.ts';
import { flatType, lineWidth, type TypeText, typeLines } from './layout.ts';
import { linkWithArticle, sentenceLink } from './prose.ts';
import type { Draft, Drafts, Types, TypesOf, VariantExtension } from './variants.ts';

/** Types of TypeScript's standard library that modules use. */
const libraryTypes = ['Omit', 'Partial', 'Pick'] as const;

/** Returns how a module writes the name of such a type, because a class may have the same name. */
export type Library = (name: (typeof libraryTypes)[number]) => string;

/** Returns whether a name is that of a type of TypeScript's library that the declarations use. */
export const isOfLibrary = (name: string): boolean => libraryTypes.some((type) => type === name);

/** Returns `Omit<Post, 'id'>`, or the type itself if no names are given. */
export function omitType(cls: Pick<DomainClass, 'name'>, names: readonly string[], library: Library): TypeText {
  return names.length === 0 ? cls.name : selectType('Omit', cls, names, library);
}

/** Returns `Pick<Post, 'id'>` or `Omit<Post, 'id'>`. */
export function selectType(
  by: 'Omit' | 'Pick',
  { name }: Pick<DomainClass, 'name'>,
  names: readonly string[],
  library: Library,
): TypeText {
  return { generic: library(by), args: [name, { union: names.map((each) => `'${each}'`) }] };
}

/**
 * Returns the types of a class besides its record: create, update, union with subclasses, and page. An abstract class has no
 * create and update types.
 *
 * @param page the name of the generic page type in this module
 */
export function variantDeclarations(
  cls: DomainClass,
  { create, update }: Drafts,
  types: Types,
  typesOf: TypesOf,
  library: Library,
  page: string,
): readonly Lines[] {
  return [
    ...(cls.abstract
      ? []
      : [createType(cls, create, types.create, typesOf, library), updateType(cls, update, types.update, library)]),
    types.any !== undefined && [
      jsdocComment(
        cls.abstract
          ? `An instance of a subclass of {@link ${cls.name}}.`
          : `${sentenceLink(cls.name)} or an instance of a subclass.`,
        cls,
      ),
      unionLines(`export type ${types.any} =`, [
        ...(cls.abstract ? [] : [`(${exactType(cls)})`]),
        ...childTypes(cls, typesOf).keys(),
      ]),
    ],
    pageType(cls, types.page, types.listed, page),
  ];
}

const pageType = (about: Deprecation, name: string, listed: string, page: string): Lines => {
  const type = `${page}<${listed}>;`;
  const line = `export type ${name} = ${type}`;
  return [
    jsdocComment(`A page of {@link ${listed}} objects.`, about),
    line.length <= lineWidth ? line : [`export type ${name} =`, indent([type])],
  ];
};

/** Returns the module of the generic page type. */
export function pageTypeModule(name: string): Lines {
  return [
    '/** A page of a list. */',
    `export interface ${name}<T> {`,
    '  /** Number of entries in the list. */',
    '  total: number;',
    '  /** Maximum number of entries on a page. */',
    '  limit: number;',
    '  /** Number of entries before the page. */',
    '  offset: number;',
    '  items: T[];',
    '}',
  ];
}

/**
 * Returns the type of instances of exactly this class: `Party & { kind: 'Party' }`, which TypeScript distinguishes from
 * subclasses; the type of the class if it has no subclasses.
 */
export function exactType(cls: DomainClass): string {
  const field = cls.children.length > 0 ? discriminatorOf(cls) : undefined;
  return field === undefined ? cls.name : `${cls.name} & { ${field.name}: '${cls.name}' }`;
}

/** Returns the direct subclasses by the names of their types: the union type if a subclass has subclasses itself. */
export function childTypes(cls: DomainClass, typesOf: TypesOf): ReadonlyMap<string, DomainClass> {
  return new Map(cls.children.map((child) => [typesOf(child).listed, child]));
}

function createType(cls: DomainClass, create: VariantExtension, name: string, typesOf: TypesOf, library: Library): Lines {
  const hasFree = membersIn(cls, 'create').some(({ absent }) => absent !== 'refused');
  return [
    jsdocComment(
      `Input for creating ${linkWithArticle(cls.name)}.${hasFree ? ' Optional members have a default, or no value.' : ''}`,
      cls,
    ),
    createDeclared(cls, create, name, typesOf, library),
  ];
}

function createDeclared(
  cls: DomainClass,
  { parents, draft, ownNames }: VariantExtension,
  name: string,
  typesOf: TypesOf,
  library: Library,
): Lines {
  const { without, free, isEmpty } = draft;
  const before = `export type ${name} =`;
  if (isEmpty) return `${before} object;`;
  const partial: readonly TypeText[] =
    free.length === 0 ? [] : [{ generic: library('Partial'), args: [selectType('Pick', cls, free, library)] }];
  if (parents.length === 0) {
    const left = cls.allFields.length - without.length - free.length;
    return intersection(before, [...(left > 0 ? [omitType(cls, [...without, ...free], library)] : []), ...partial]);
  }
  const requiredNames = ownNames.filter((each) => !free.includes(each));
  const picked = requiredNames.length === 0 ? [] : [selectType('Pick', cls, requiredNames, library)];
  return intersection(before, [...parents.map((parent) => typesOf(parent).create), ...picked, ...partial]);
}

function updateType(cls: DomainClass, { without, isEmpty }: Draft, name: string, library: Library): Lines {
  const declared = isEmpty ? `export type ${name} = object;` : updateDeclared(cls.name, name, without, library);
  const clears = membersIn(cls, 'update').some((member) => member.null === 'none') ? '; null clears it' : '';
  return [jsdocComment(`Changes to ${linkWithArticle(cls.name)}. Absent members keep their value${clears}.`, cls), declared];
}

function updateDeclared(cls: string, name: string, without: readonly string[], library: Library): Lines {
  const type = { generic: library('Partial'), args: [omitType({ name: cls }, without, library)] };
  return typeLines(`export type ${name} = `, type, ';');
}

/** Prints an intersection type on one line, or with its members one after another. */
function intersection(before: string, types: readonly TypeText[]): Lines {
  const [first = 'never', ...others] = types;
  const line = `${before} ${types.map(flatType).join(' & ')};`;
  if (line.length <= lineWidth) return line;
  const last = others.length - 1;
  return [
    typeLines(`${before} `, first, others.length > 0 ? ' &' : ';'),
    indent(others.map((type, i) => typeLines('', type, i === last ? ';' : ' &', 2))),
  ];
}

function unionLines(before: string, members: readonly string[]): Lines {
  return typeLines(`${before} `, { union: members }, ';');
}
