/** Names of types, enum variants, fields and modules in Rust: a field `type` becomes `r#type`, a class `Self` becomes `Self_`. */

import type { Enumeration } from '../../model/index.ts';
import { NameScope, pascalCase, WINDOWS_DEVICE_NAME } from '../text/index.ts';

/**
 * Strict and reserved keywords of the editions 2021 and 2024 that can be written as raw identifiers (The Rust Reference,
 * "Keywords"). Weak keywords (`union`, `macro_rules`, `raw`, `safe`) are plain identifiers.
 */
const keywords: ReadonlySet<string> = new Set(
  (
    'as async await break const continue dyn else enum extern false fn for gen if impl in let loop match mod move mut ' +
    'pub ref return static struct trait true type unsafe use where while ' +
    'abstract become box do final macro override priv try typeof unsized virtual yield'
  ).split(' '),
);

/** Keywords that cannot be raw identifiers (The Rust Reference, "Raw identifiers"). */
const pathKeywords: ReadonlySet<string> = new Set(['crate', 'self', 'super', 'Self', '_']);

/** Returns the Rust type name of a class, an enumeration or a union. Type names are PascalCase, and so is the keyword `Self`. */
export function typeName({ name }: { readonly name: string }): string {
  return pathKeywords.has(name) ? `${name}_` : name;
}

/**
 * Returns the variants of an enumeration, by the names of its values. If two names are equal in PascalCase (`a_1` and `a1`),
 * the later one gets a suffix without an underscore, because the compiler warns about underscores.
 */
export function variantNames({ values }: Enumeration): ReadonlyMap<string, string> {
  const scope = new NameScope(pathKeywords);
  /** The next number to try as a suffix, by variant: thousands of names may be equal. */
  const numbers = new Map<string, number>();
  return new Map(
    values.map(({ name }) => {
      const variant = pascalCase(name);
      if (!scope.has(variant)) return [name, scope.claim(variant)];
      if (!scope.has(`${variant}Value`)) return [name, scope.claim(`${variant}Value`)];
      let number = numbers.get(variant) ?? 2;
      while (scope.has(`${variant}Value${number}`)) number++;
      numbers.set(variant, number + 1);
      return [name, scope.claim(`${variant}Value${number}`)];
    }),
  );
}

/** Returns the variant of a value, given as its JSON string. */
export function variantOf(enumeration: Enumeration, value: string): string {
  let variants = variantsByValue.get(enumeration);
  if (variants === undefined) {
    const names = variantNames(enumeration);
    variants = new Map(enumeration.values.map(({ name, value }) => [value, names.get(name) as string]));
    variantsByValue.set(enumeration, variants);
  }
  const variant = variants.get(value);
  if (variant === undefined) throw new Error(`${enumeration.name} has no value ${JSON.stringify(value)}.`);
  return variant;
}

const variantsByValue = new WeakMap<Enumeration, ReadonlyMap<string, string>>();

/**
 * Returns the identifier of a field or parameter. A keyword becomes a raw identifier, whose name serde knows; if that is not
 * allowed, it gets an underscore and needs a serde attribute.
 */
export function identifier(name: string): string {
  if (keywords.has(name)) return `r#${name}`;
  return pathKeywords.has(name) ? `${name}_` : name;
}

/** Returns a function from the JSON name of each field of a struct to its identifier. */
export function identifiers(jsonNames: readonly string[]): (jsonName: string) => string {
  const renamedNames = jsonNames.filter((name) => needsRename(name, identifier(name)));
  if (renamedNames.length === 0) return identifier;
  const scope = new NameScope(jsonNames);
  const renamed = new Map(renamedNames.map((name) => [name, scope.claim(identifier(name), `${name}_field`)]));
  return (name) => renamed.get(name) ?? identifier(name);
}

/** Returns whether an identifier needs a serde attribute with its JSON name. */
export function needsRename(jsonName: string, identifier: string): boolean {
  return identifier !== jsonName && identifier !== `r#${jsonName}`;
}

/** File names may have 255 bytes, and tools add extensions (rustdoc: `.rs.html`). */
const maxModuleName = 200;

/**
 * Returns the modules of classes, enumerations and unions, each a file of that name. A keyword gets an underscore instead of
 * `r#`, because the name also appears in paths and on disk. So do `mod`, the file of the parent module, and names that Windows
 * reserves for devices.
 */
export function moduleNames<T extends { readonly slug: string }>(elements: readonly T[]): ReadonlyMap<T, string> {
  const scope = new NameScope(elements.map(({ slug }) => slug));
  return new Map(elements.map((element) => [element, moduleName(element.slug, scope)]));
}

function moduleName(slug: string, scope: NameScope): string {
  if (keywords.has(slug) || pathKeywords.has(slug) || WINDOWS_DEVICE_NAME.test(slug))
    return scope.claim(`${slug}_`, `${slug}_model`);
  return slug.length > maxModuleName ? scope.claim(slug.slice(0, maxModuleName).replace(/_$/, '')) : slug;
}
