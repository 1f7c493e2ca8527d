import type { DomainClass, DomainModel, Enumeration, Field, Union } from '../../model/index.ts';
import { NameScope } from '../text/index.ts';

/**
 * Words that cannot name a parameter in a module: reserved words and those of strict mode (ECMAScript,
 * section 12.7.2), the names strict mode does not bind (13.1.1), and `undefined`, which must keep its
 * meaning. Property keys need no escape.
 */
const reservedParameters: ReadonlySet<string> = new Set([
  'arguments',
  'await',
  'break',
  'case',
  'catch',
  'class',
  'const',
  'continue',
  'debugger',
  'default',
  'delete',
  'do',
  'else',
  'enum',
  'eval',
  'export',
  'extends',
  'false',
  'finally',
  'for',
  'function',
  'if',
  'implements',
  'import',
  'in',
  'instanceof',
  'interface',
  'let',
  'new',
  'null',
  'package',
  'private',
  'protected',
  'public',
  'return',
  'static',
  'super',
  'switch',
  'this',
  'throw',
  'true',
  'try',
  'typeof',
  'undefined',
  'var',
  'void',
  'while',
  'with',
  'yield',
]);

/**
 * File names that a module cannot have: the module that exports all others, and the names of devices,
 * which Windows does not create as files whatever their extension ("Naming Files, Paths, and Namespaces").
 */
const reservedModules: ReadonlySet<string> = new Set([
  'index',
  'aux',
  'con',
  'nul',
  'prn',
  ...Array.from({ length: 10 }, (_, n) => [`com${n}`, `lpt${n}`]).flat(),
]);

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
  const scope = new NameScope([...reservedModules, ...elements.map(({ slug }) => slug)]);
  return new Map(elements.map((e) => [e, reservedModules.has(e.slug) ? scope.claim(`${e.slug}_`) : e.slug]));
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
  const [one, other] = [a.module, b.module];
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  const [codeOfOne, right] = [one.charCodeAt(at), other.charCodeAt(at)];
  // Most names first differ in letters, for which numbers do not matter.
  if (isLetter(codeOfOne) && isLetter(right)) return codeOfOne < right ? -1 : 1;
  return importOrder(one) < importOrder(other) ? -1 : 1;
}
