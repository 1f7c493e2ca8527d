/** Assigns schemas to files, such as `post.schema.json` with `Post` and its variants, and writes references between files. */

import { type DomainModel, typeNames } from '../../model/index.ts';
import type { SchemaNames } from '../shared/json-schema/index.ts';
import type { TreeMap } from '../shared/tree/index.ts';
import type { Subject } from '../target.ts';
import { fileStem, NameScope } from '../text/index.ts';
import { definitions } from './dialect.ts';

/** A file with the schemas of a class, or with another schema. */
export interface SchemaFile {
  readonly path: string;
  /** The names of its schemas; the first one is the root schema of the file. */
  readonly names: readonly [string, ...string[]];
  /** The class or type that its schemas describe. */
  readonly about?: Subject;
}

/** Returns the files in addition to the bundle, in the order of the model. */
export function schemaFilesOf(model: DomainModel, names: SchemaNames, schemas: TreeMap): readonly SchemaFile[] {
  const { classes, enumerations, unions } = model;
  const stems = new NameScope([...classes, ...enumerations, ...unions].map(({ slug }) => slug));
  const { page, problem } = typeNames(model);
  const isPrinted = (name: string) => Object.hasOwn(schemas, name);
  const valueTypes = [...enumerations, ...unions].filter(({ name }) => isPrinted(name));
  return [
    ...classes.map((cls) => {
      const { create, update, page: pageOf, any, itself, openUpdate } = names.of(cls);
      const variants = [cls.relationsName, create, openUpdate, update, itself, any, pageOf];
      return schemaFile(cls.slug, cls.name, variants.filter((name) => name !== undefined && isPrinted(name)) as string[], cls);
    }),
    ...valueTypes.map((type) => schemaFile(type.slug, type.name, [], type)),
    ...[page, problem].map((name) => schemaFile(stems.claim(snakeCase(name)), name)),
  ];
}

function schemaFile(stem: string, name: string, variants: readonly string[] = [], about?: Subject): SchemaFile {
  return { path: `${fileStem(stem)}.schema.json`, names: [name, ...variants], ...(about && { about }) };
}

/** `PageInfo` → `page_info` */
function snakeCase(pascal: string): string {
  return pascal.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}

/** Returns a function that rewrites references of the bundle for one file: references to other files get a file name. */
export function referencesBetween(files: readonly SchemaFile[]): (from: SchemaFile) => (reference: string) => string {
  const fileByReference = new Map<string, SchemaFile>(
    files.flatMap((file) => file.names.map((name) => [`${definitions}${name}`, file] as const)),
  );
  return (from) => (reference) => {
    const file = fileByReference.get(reference);
    return file === undefined || file === from ? reference : `${file.path}${reference}`;
  };
}
