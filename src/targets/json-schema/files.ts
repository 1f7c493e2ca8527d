/** Assigns schemas to files, and writes references between files. */

import { type DomainModel, typeNames } from '../../model/index.ts';
import type { SchemaNames } from '../shared/json-schema/index.ts';
import type { TreeMap } from '../shared/tree/index.ts';
import type { Subject } from '../target.ts';
import { fileStem, NameScope } from '../text/index.ts';
import { definitions } from './dialect.ts';

/** A file with the schemas of a class, or with another schema. */
export interface Part {
  readonly path: string;
  /** The names of its schemas; the first one is the root schema of the file. */
  readonly names: readonly [string, ...string[]];
  /** The class or type that its schemas describe. */
  readonly about?: Subject;
}

/** Returns the files in addition to the bundle, in the order of the model. */
export function partsOf(model: DomainModel, names: SchemaNames, schemas: TreeMap): readonly Part[] {
  const { classes, enumerations, unions } = model;
  const stems = new NameScope([...classes, ...enumerations, ...unions].map(({ slug }) => slug));
  const { page, problem } = typeNames(model);
  const isThere = (name: string) => Object.hasOwn(schemas, name);
  const others = [...enumerations, ...unions].filter(({ name }) => isThere(name));
  return [
    ...classes.map((cls) => {
      const { create, update, page: pageOf, any, itself, changes } = names.of(cls);
      const variants = [cls.relationsName, create, changes, update, itself, any, pageOf];
      return partOf(cls.slug, cls.name, variants.filter((name) => name !== undefined && isThere(name)) as string[], cls);
    }),
    ...others.map((other) => partOf(other.slug, other.name, [], other)),
    ...[page, problem].map((name) => partOf(stems.claim(snakeCase(name)), name)),
  ];
}

function partOf(stem: string, name: string, more: readonly string[] = [], about?: Subject): Part {
  return { path: `${fileStem(stem)}.schema.json`, names: [name, ...more], ...(about && { about }) };
}

/** `PageInfo` → `page_info` */
function snakeCase(pascal: string): string {
  return pascal.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}

/** Returns a function that rewrites references of the bundle for one file: references to other files get a file name. */
export function referencesBetween(parts: readonly Part[]): (from: Part) => (reference: string) => string {
  const homes = new Map<string, Part>(
    parts.flatMap((part) => part.names.map((name) => [`${definitions}${name}`, part] as const)),
  );
  return (from) => (reference) => {
    const home = homes.get(reference);
    return home === undefined || home === from ? reference : `${home.path}${reference}`;
  };
}
