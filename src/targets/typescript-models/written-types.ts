/** The types of what creates and changes instances, of pages of them, and of any of a class's kinds. */

import { type DomainClass, membersIn } from '../../model/index.ts';
import { indent, type Lines } from '../text/index.ts';
import { comment, type Deprecation } from './jsdoc.ts';
import { flatType, lineWidth, type TypeText, typeLines } from './layout.ts';
import { linked, linkedFirst } from './prose.ts';
import type { Draft, DraftBeyond, Drafts, Types, TypesOf } from './variants.ts';

/** The types of TypeScript's library that modules name. */
const libraryTypes = ['Omit', 'Partial', 'Pick'] as const;

/** How a module names one of them, which a class may be called like. */
export type Library = (name: (typeof libraryTypes)[number]) => string;

export const isOfLibrary = (name: string): boolean => libraryTypes.some((type) => type === name);

/** `Omit<Post, 'id'>`; the type itself where nothing is left out. */
export function omitting(cls: Pick<DomainClass, 'name'>, names: readonly string[], library: Library): TypeText {
  return names.length === 0 ? cls.name : selecting('Omit', cls, names, library);
}

/** `Pick<Post, 'id'>` */
export function selecting(
  by: 'Omit' | 'Pick',
  { name }: Pick<DomainClass, 'name'>,
  names: readonly string[],
  library: Library,
): TypeText {
  return { generic: library(by), args: [name, { union: names.map((each) => `'${each}'`) }] };
}

export function writtenTypes(
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
      comment(
        cls.abstract
          ? `An instance of a subclass of {@link ${cls.name}}.`
          : `${linkedFirst(cls.name)} or an instance of a subclass.`,
        cls,
      ),
      unionLines(`export type ${types.any} =`, [
        ...(cls.abstract ? [] : [`(${ofItself(cls)})`]),
        ...kindsBelow(cls, typesOf).keys(),
      ]),
    ],
    pageType(cls, types.page, types.listed, page),
  ];
}

const pageType = (about: Deprecation, name: string, listed: string, page: string): Lines => {
  const type = `${page}<${listed}>;`;
  const line = `export type ${name} = ${type}`;
  return [
    comment(`A page of {@link ${listed}} objects.`, about),
    line.length <= lineWidth ? line : [`export type ${name} =`, indent([type])],
  ];
};

/** The module of the generic type of pages. */
export function pageTypeModule(name: string): Lines {
  return [
    '/** A page of a list. */',
    `export interface ${name}<T> {`,
    '  /** Number of entries in the whole list. */',
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
 * The type of instances of a class and of none below it: `Party & { kind: 'Party' }`, by which TypeScript tells it from them;
 * that of the class where nothing is below it.
 */
export function ofItself(cls: DomainClass): string {
  const field = cls.children.length > 0 ? cls.allFields.find(({ discriminator }) => discriminator) : undefined;
  return field === undefined ? cls.name : `${cls.name} & { ${field.name}: '${cls.name}' }`;
}

/** The types of the classes below a class: those of any of their kinds where there are such. */
export function kindsBelow(cls: DomainClass, typesOf: TypesOf): ReadonlyMap<string, DomainClass> {
  return new Map(cls.children.map((child) => [typesOf(child).listed, child]));
}

function createType(cls: DomainClass, create: DraftBeyond, name: string, typesOf: TypesOf, library: Library): Lines {
  const hasFree = membersIn(cls, 'create').some(({ absent }) => absent !== 'refused');
  return [
    comment(`Input for creating ${linked(cls.name)}.${hasFree ? ' Optional members have a default, or no value.' : ''}`, cls),
    createDeclared(cls, create, name, typesOf, library),
  ];
}

function createDeclared(
  cls: DomainClass,
  { parents, draft, own }: DraftBeyond,
  name: string,
  typesOf: TypesOf,
  library: Library,
): Lines {
  const { without, free, isEmpty } = draft;
  const before = `export type ${name} =`;
  if (isEmpty) return `${before} object;`;
  const partial: readonly TypeText[] =
    free.length === 0 ? [] : [{ generic: library('Partial'), args: [selecting('Pick', cls, free, library)] }];
  if (parents.length === 0) {
    const left = cls.allFields.length - without.length - free.length;
    return intersection(before, [...(left > 0 ? [omitting(cls, [...without, ...free], library)] : []), ...partial]);
  }
  const given = own.filter((each) => !free.includes(each));
  const picked = given.length === 0 ? [] : [selecting('Pick', cls, given, library)];
  return intersection(before, [...parents.map((parent) => typesOf(parent).create), ...picked, ...partial]);
}

function updateType(cls: DomainClass, { without, isEmpty }: Draft, name: string, library: Library): Lines {
  const declared = isEmpty ? `export type ${name} = object;` : updateDeclared(cls.name, name, without, library);
  const clears = membersIn(cls, 'update').some((member) => member.null === 'none') ? '; null clears it' : '';
  return [comment(`Changes to ${linked(cls.name)}. Absent members keep their value${clears}.`, cls), declared];
}

function updateDeclared(cls: string, name: string, without: readonly string[], library: Library): Lines {
  const type = { generic: library('Partial'), args: [omitting({ name: cls }, without, library)] };
  return typeLines(`export type ${name} = `, type, ';');
}

/** Types that all hold, in one line, or each behind the other and broken as it is. */
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
