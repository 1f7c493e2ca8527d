import type { DomainModel } from '../../model/index.ts';
import { defineTarget, Ledger, parserNormalization, unrestrictedCharacters } from '../core/index.ts';
import {
  componentSchemas,
  descriptionOf,
  type Keywords,
  type SchemaLedger,
  type Site,
  schemaAnswers,
  schemaComparisons,
  schemaNames,
} from '../shared/json-schema/index.ts';
import { jsonFile, type TreeMap } from '../shared/tree/index.ts';
import type { FileToPrint, Printing } from '../target.ts';
import { pascalCase } from '../text/index.ts';
import { definitions, dialect } from './dialect.ts';
import { type SchemaFile, schemaFilesOf } from './files.ts';

const BUNDLE = 'schema.json';

const $schema = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The JSON Schema 2020-12 target. `schema.json` has the schemas of the OpenAPI document, so what classes inherit stands there once;
 * the file of a class refers to its schemas.
 */
export const jsonSchema = defineTarget<Site, Keywords>({
  name: 'json-schema',
  category: 'rdf-generators',
  language: 'JSON Schema',
  description: 'JSON Schema 2020-12: a schema for each class and its variants, in one bundle and one file for each class',
  enforces: true,
  differences: [parserNormalization, unrestrictedCharacters, schemaComparisons],
  ledger: () => new Ledger(schemaAnswers),
  print: schemaFiles,
});

function schemaFiles(model: DomainModel, ledger: SchemaLedger): Printing {
  const names = schemaNames(model);
  const schemas = componentSchemas(model, names, { ledger, dialect });
  const bundle = {
    $schema,
    $id: BUNDLE,
    title: model.label ?? pascalCase(model.name),
    description: model.doc === undefined ? undefined : descriptionOf(model),
    $defs: schemas,
  };
  const classFiles = schemaFilesOf(model, names, schemas).map(
    (file): FileToPrint => ({ path: file.path, isList: true, print: () => jsonFile(referringSchema(file)) }),
  );
  return { files: [{ path: BUNDLE, print: () => jsonFile(bundle) }, ...classFiles] };
}

/**
 * Returns the schema of a file that refers to the bundle. The reference is put into a list, because json-schema-to-typescript loses
 * its sibling keywords. Unions use `anyOf`, because datamodel-code-generator reads an `allOf` as an object.
 */
function referringSchema({ path, names: [main, ...variants], isUnion }: SchemaFile): TreeMap {
  const refer = (name: string) => ({ $ref: `${BUNDLE}${definitions}${name}` });
  const root: TreeMap = isUnion ? { anyOf: [refer(main)] } : { allOf: [refer(main)] };
  const $defs = Object.fromEntries(variants.map((name) => [name, refer(name)]));
  return { $schema, $id: path, ...root, $defs: variants.length > 0 ? $defs : undefined };
}
