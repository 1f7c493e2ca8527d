import type { Enumeration } from '../../model/index.ts';
import { NameScope, pascalCase } from '../text/index.ts';

/**
 * Strict and reserved keywords of the editions 2021 and 2024 that a raw identifier may spell
 * (The Rust Reference, "Keywords"). Weak keywords (`union`, `macro_rules`, `raw`, `safe`) are
 * plain identifiers.
 */
export const keywords: ReadonlySet<string> = new Set(
  (
    'as async await break const continue dyn else enum extern false fn for gen if impl in let loop match mod move mut ' +
    'pub ref return static struct trait true type unsafe use where while ' +
    'abstract become box do final macro override priv try typeof unsized virtual yield'
  ).split(' '),
);

/** Keywords that no raw identifier may spell (The Rust Reference, "Raw identifiers"). */
const pathKeywords: ReadonlySet<string> = new Set(['crate', 'self', 'super', 'Self', '_']);

/** Names that Windows keeps for devices, whatever the extension. */
const deviceNames = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

/** The Rust identifier of the type of a class, an enumeration or a union. Names of types are PascalCase, and one keyword is as well. */
export function typeName({ name }: { readonly name: string }): string {
  return pathKeywords.has(name) ? `${name}_` : name;
}

/**
 * The variants of an enumeration, by the names of its values. Where two of them meet in PascalCase (`a_1` and
 * `a1`), the later one is told apart without an underscore, which the compiler would complain of.
 */
export function variantNames(enumeration: Enumeration): ReadonlyMap<string, string> {
  let names = knownVariants.get(enumeration);
  if (names === undefined) {
    names = newVariantNames(enumeration);
    knownVariants.set(enumeration, names);
  }
  return names;
}

/** The variant of a value, by what stands for it in JSON. */
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
const knownVariants = new WeakMap<Enumeration, ReadonlyMap<string, string>>();

function newVariantNames({ values }: Enumeration): ReadonlyMap<string, string> {
  const scope = new NameScope(pathKeywords);
  /** The number of the next one that is told apart by it: thousands may meet. */
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

/**
 * The identifier of a field or parameter. A keyword becomes a raw identifier, of which serde knows the
 * name; where that is not allowed it gets an underscore, and serde has to be told.
 */
export function identifier(name: string): string {
  if (keywords.has(name)) return `r#${name}`;
  return pathKeywords.has(name) ? `${name}_` : name;
}

/** What gives each field of a struct its identifier, by its wire name. */
export function identifiers(wireNames: readonly string[]): (wireName: string) => string {
  const others = wireNames.filter((name) => needsRename(name, identifier(name)));
  if (others.length === 0) return identifier;
  const scope = new NameScope(wireNames);
  const renamed = new Map(others.map((name) => [name, scope.claim(identifier(name), `${name}_field`)]));
  return (name) => renamed.get(name) ?? identifier(name);
}

/** Whether serde has to be told the wire name of an identifier. */
export function needsRename(wireName: string, identifier: string): boolean {
  return identifier !== wireName && identifier !== `r#${wireName}`;
}

/** Names of files may have 255 bytes, and tools put endings on them (rustdoc: `.rs.html`). */
const maxModuleName = 200;

/**
 * The modules of classes, enumerations and unions, each of which is a file of that name. A keyword gets an
 * underscore rather than `r#`, because the name is also written in paths and on disk; so does a name that
 * Windows keeps for a device, and `mod`, whose file is the parent's.
 */
export function moduleNames<T extends { readonly slug: string }>(elements: readonly T[]): ReadonlyMap<T, string> {
  const scope = new NameScope(elements.map(({ slug }) => slug));
  return new Map(elements.map((element) => [element, moduleName(element.slug, scope)]));
}

function moduleName(slug: string, scope: NameScope): string {
  if (keywords.has(slug) || pathKeywords.has(slug) || deviceNames.test(slug)) return scope.claim(`${slug}_`, `${slug}_model`);
  return slug.length > maxModuleName ? scope.claim(slug.slice(0, maxModuleName).replace(/_$/, '')) : slug;
}
