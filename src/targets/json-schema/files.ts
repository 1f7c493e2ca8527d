/** Assigns schemas to files, such as `post.schema.json` with `Post` and its variants. */

import { type DomainModel, typeNames } from '../../model/index.ts';
import type { SchemaNames } from '../shared/json-schema/index.ts';
import type { TreeMap } from '../shared/tree/index.ts';
import { fileStem, NameScope } from '../text/index.ts';

/** A file that refers to the schemas of a class, or to another schema. */
export interface SchemaFile {
  readonly path: string;
  /** The names of its schemas; the first one is the root schema of the file. */
  readonly names: readonly [string, ...string[]];
  readonly isUnion: boolean;
}

/** Returns the files in addition to the bundle, in the order of the model. */
export function schemaFilesOf(model: DomainModel, names: SchemaNames, schemas: TreeMap): readonly SchemaFile[] {
  const { classes, enumerations, unions } = model;
  const stems = new NameScope([...classes, ...enumerations, ...unions].map(({ slug }) => slug));
  const { page, problem } = typeNames(model);
  const isPrinted = (name: string) => Object.hasOwn(schemas, name);
  return [
    ...classes.map((cls) => {
      const { create, update, page: pageOf, any, itself, openUpdate } = names.of(cls);
      const variants = [cls.relationsName, create, openUpdate, update, itself, any, pageOf];
      return schemaFile(cls.slug, cls.name, variants.filter((name) => name !== undefined && isPrinted(name)) as string[]);
    }),
    ...enumerations.filter(({ name }) => isPrinted(name)).map(({ slug, name }) => schemaFile(slug, name)),
    ...unions.map(({ slug, name }) => ({ ...schemaFile(slug, name), isUnion: true })),
    ...[page, problem].map((name) => schemaFile(stems.claim(snakeCase(name)), name)),
  ];
}

function schemaFile(stem: string, name: string, variants: readonly string[] = []): SchemaFile {
  return { path: `${fileStem(stem)}.schema.json`, names: [name, ...variants], isUnion: false };
}

/** `PageInfo` → `page_info` */
function snakeCase(pascal: string): string {
  return pascal.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}
