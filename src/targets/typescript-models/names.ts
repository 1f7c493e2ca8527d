/** The names of modules and parameters, without those that TypeScript or a file system reserves. */

import type { DomainClass, DomainModel, Enumeration, Field, Union } from '../../model/index.ts';
import { NameScope, WINDOWS_DEVICE_NAME } from '../text/index.ts';

/**
 * Words that cannot name a parameter in a module: reserved words and those of strict mode (ECMAScript,
 * section 12.7.2), the names strict mode does not bind (13.1.1), and `undefined`, which must keep its
 * meaning. Property keys need no escape.
 */
const reservedParameters: ReadonlySet<string> = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if implements import in instanceof interface let new null package private protected ' +
    'public return static super switch this throw true try typeof undefined var void while with yield'
  ).split(' '),
);

/** Checks for file names that a module cannot have: those of devices, and that of the module that exports all others. */
const isReservedModule = (slug: string): boolean => slug === 'index' || WINDOWS_DEVICE_NAME.test(slug);

/** The names of a factory's parameters. */
export interface ParameterNames {
  /** Returns the parameter of a field: the field's name, with `_` appended if it is reserved. */
  readonly of: (field: Field) => string;
  /** The parameter for the object with optional members. */
  readonly optional: string;
}

/** Chooses the names of positional parameters for `fields`. */
export function parameterNames(fields: readonly Field[]): ParameterNames {
  const scope = new NameScope([...reservedParameters, ...fields.map((field) => field.name)]);
  const escaped = new Map(
    fields.filter((field) => reservedParameters.has(field.name)).map((field) => [field, scope.claim(`${field.name}_`)]),
  );
  return { of: (field) => escaped.get(field) ?? field.name, optional: scope.claim('optional', 'options') };
}

/** An element of the model that has its own module. */
export type Element = DomainClass | Enumeration | Union;

/** Returns the file name of each element without extension: the slug, with `_` appended if it is reserved. */
export function elementModules({ classes, enumerations, unions }: DomainModel): ReadonlyMap<Element, string> {
  const elements = [...classes, ...enumerations, ...unions];
  const scope = new NameScope(elements.map(({ slug }) => slug));
  return new Map(elements.map((each) => [each, isReservedModule(each.slug) ? scope.claim(`${each.slug}_`) : each.slug]));
}

/** The generic page type: its file name without extension, and its name, which no other type of the model has. */
export interface PageModule {
  readonly module: string;
  readonly name: string;
}

/** Chooses free names for the generic page type and its file. @param types the names of all other types */
export function pageModule(modules: Iterable<string>, types: Iterable<string>): PageModule {
  return { module: new NameScope(modules).claim('page', 'pages'), name: new NameScope(types).claim('Page', 'PageOf') };
}

/** The modules of a model, and how they import each other. */
export interface Modules {
  /** File names of elements, without extension. */
  readonly of: ReadonlyMap<Element, string>;
  readonly page: PageModule;
  /** Extension of module names in imports: `.js`. */
  readonly ending: string;
}

/** Returns the file names of classes without extension; the files of their validators have the same names. */
export function moduleNames(model: DomainModel): ReadonlyMap<DomainClass, string> {
  const modules = elementModules(model);
  return new Map(model.classes.map((cls) => [cls, modules.get(cls) as string]));
}

/**
 * Returns the sort key of an imported module: numbers sort by value, so that 8 comes before 16, and a hyphen comes after `_`
 * and before letters.
 */
function importOrder(module: string): string {
  return module.replace(/\d+/g, (digits) => digits.padStart(20, '0')).replaceAll('-', '`');
}

const isLetter = (unit: number): boolean => unit >= 97 && unit <= 122;

/** Compares imports from modules of one folder. */
export function byModule(a: { readonly module: string }, b: { readonly module: string }): number {
  const [left, right] = [a.module, b.module];
  const shorter = Math.min(left.length, right.length);
  let at = 0;
  while (at < shorter && left.charCodeAt(at) === right.charCodeAt(at)) at++;
  const [leftCode, rightCode] = [left.charCodeAt(at), right.charCodeAt(at)];
  // Most names first differ in letters, for which numbers do not matter.
  if (isLetter(leftCode) && isLetter(rightCode)) return leftCode < rightCode ? -1 : 1;
  return importOrder(left) < importOrder(right) ? -1 : 1;
}
