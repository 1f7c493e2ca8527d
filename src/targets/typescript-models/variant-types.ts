/** Prints the create, update and page types of a class, and the union of the class and its subclasses. */

import { type DomainClass, discriminatorOf, membersIn } from '../../model/index.ts';
import { indent, type Lines } from '../text/index.ts';
import { type Deprecation, jsdocComment } from './jsdoc.ts';
import { flatType, lineWidth, type TypeText, typeLines } from './layout.ts';
import { linkWithArticle, sentenceLink } from './prose.ts';
import type { CreateAndUpdate, Types, TypesOf, VariantDifference, VariantExtension } from './variants.ts';

/** Types of TypeScript's standard library that modules use. */
const libraryTypes = ['Omit', 'Partial', 'Pick', 'Record'] as const;

/** Returns the name of such a type in a module: `globalThis.Omit` if a class is called `Omit`. */
export type LibraryName = (name: (typeof libraryTypes)[number]) => string;

/** Returns whether a name is that of a type of TypeScript's library that the declarations use. */
export const isOfLibrary = (name: string): boolean => libraryTypes.some((type) => type === name);

/** Returns `Omit<Post, 'id'>`, or the type itself if no names are given. */
export function omitType(cls: Pick<DomainClass, 'name'>, names: readonly string[], libraryName: LibraryName): TypeText {
  return names.length === 0 ? cls.name : selectType('Omit', cls, names, libraryName);
}

/** Returns `Pick<Post, 'id'>` or `Omit<Post, 'id'>`. */
export function selectType(
  by: 'Omit' | 'Pick',
  { name }: Pick<DomainClass, 'name'>,
  names: readonly string[],
  libraryName: LibraryName,
): TypeText {
  return { generic: libraryName(by), args: [name, { union: names.map((each) => `'${each}'`) }] };
}

/**
 * Returns the types of a class besides its record: create, update, union with subclasses, and page. An abstract class has no
 * create and update types.
 *
 * @param page the name of the generic page type in this module
 */
export function variantDeclarations(
  cls: DomainClass,
  { create, update }: CreateAndUpdate,
  types: Types,
  typesOf: TypesOf,
  libraryName: LibraryName,
  page: string,
): readonly Lines[] {
  return [
    ...(cls.abstract
      ? []
      : [createType(cls, create, types.create, typesOf, libraryName), updateType(cls, update, types.update, libraryName)]),
    types.any !== undefined && [
      jsdocComment(
        cls.abstract
          ? `An instance of a subclass of {@link ${cls.name}}.`
          : `${sentenceLink(cls.name)} or an instance of a subclass.`,
        cls,
      ),
      typeLines(
        `export type ${types.any} = `,
        { union: [...(cls.abstract ? [] : [`(${exactType(cls)})`]), ...childTypes(cls, typesOf).keys()] },
        ';',
      ),
    ],
    pageType(cls, types.page, types.listed, page),
  ];
}

const pageType = (deprecation: Deprecation, name: string, listed: string, page: string): Lines => {
  const type = `${page}<${listed}>;`;
  const line = `export type ${name} = ${type}`;
  return [
    jsdocComment(`A page of {@link ${listed}} objects.`, deprecation),
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

function createType(cls: DomainClass, create: VariantExtension, name: string, typesOf: TypesOf, libraryName: LibraryName): Lines {
  const hasFree = membersIn(cls, 'create').some(({ absent }) => absent !== 'refused');
  return [
    jsdocComment(
      `Input for creating ${linkWithArticle(cls.name)}.${hasFree ? ' Optional members have a default, or no value.' : ''}`,
      cls,
    ),
    createTypeLines(cls, create, name, typesOf, libraryName),
  ];
}

function createTypeLines(
  cls: DomainClass,
  { parents, difference, ownNames }: VariantExtension,
  name: string,
  typesOf: TypesOf,
  libraryName: LibraryName,
): Lines {
  const { omitted, madeOptional, isEmpty } = difference;
  const before = `export type ${name} =`;
  // Create types of subclasses extend this one with their members.
  if (isEmpty) return `${before} ${cls.children.length > 0 ? 'object' : flatType(emptyType(libraryName))};`;
  const partial: readonly TypeText[] =
    madeOptional.length === 0
      ? []
      : [{ generic: libraryName('Partial'), args: [selectType('Pick', cls, madeOptional, libraryName)] }];
  if (parents.length === 0) {
    const unchangedCount = cls.allFields.length - omitted.length - madeOptional.length;
    return intersection(before, [
      ...(unchangedCount > 0 ? [omitType(cls, [...omitted, ...madeOptional], libraryName)] : []),
      ...partial,
    ]);
  }
  const requiredNames = ownNames.filter((each) => !madeOptional.includes(each));
  const picked = requiredNames.length === 0 ? [] : [selectType('Pick', cls, requiredNames, libraryName)];
  return intersection(before, [...parents.map((parent) => typesOf(parent).create), ...picked, ...partial]);
}

function updateType(cls: DomainClass, { omitted, isEmpty }: VariantDifference, name: string, libraryName: LibraryName): Lines {
  const changes: TypeText = { generic: libraryName('Partial'), args: [omitType(cls, omitted, libraryName)] };
  const clears = membersIn(cls, 'update').some((member) => member.null === 'none') ? '; null clears it' : '';
  return [
    jsdocComment(`Changes to ${linkWithArticle(cls.name)}. Absent members keep their value${clears}.`, cls),
    typeLines(`export type ${name} = `, isEmpty ? emptyType(libraryName) : changes, ';'),
  ];
}

/** Returns the type of an object without members. */
export const emptyType = (libraryName: LibraryName): TypeText => ({ generic: libraryName('Record'), args: ['string', 'never'] });

/** Prints an intersection type on one line, or with its members one after another. */
function intersection(before: string, types: readonly TypeText[]): Lines {
  const [first = 'never', ...further] = types;
  const line = `${before} ${types.map(flatType).join(' & ')};`;
  if (line.length <= lineWidth) return line;
  const last = further.length - 1;
  return [
    typeLines(`${before} `, first, further.length > 0 ? ' &' : ';'),
    indent(further.map((type, i) => typeLines('', type, i === last ? ';' : ' &', 2))),
  ];
}
