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
import { referencesBetween, type SchemaFile, schemaFilesOf } from './files.ts';

const BUNDLE = 'schema.json';

const $schema = 'https://json-schema.org/draft/2020-12/schema';

/**
 * The JSON Schema 2020-12 target. It prints the schemas of the OpenAPI document twice: all in one file, and one file for each
 * class, with relative references between files.
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
  const separateFiles = schemaFilesOf(model, names, schemas);
  const references = referencesBetween(separateFiles);
  return {
    files: [
      { path: BUNDLE, print: () => jsonFile(bundle) },
      ...separateFiles.map((file): FileToPrint => {
        const { path, names, about } = file;
        const print = () => {
          const $defs: TreeMap = Object.fromEntries(names.map((name) => [name, schemas[name]]));
          const root = { $schema, $id: path, ...rootSchema(file, { $ref: `${definitions}${names[0]}` }), $defs };
          return jsonFile(root, references(file));
        };
        return { path, ...(about && { about }), print };
      }),
    ],
  };
}

/**
 * Returns the root schema of a file. A `$ref` is put into a list, because json-schema-to-typescript loses its sibling keywords
 * if another file refers back to it. Unions use `anyOf`, because datamodel-code-generator reads an `allOf` as an object.
 */
function rootSchema({ about }: SchemaFile, main: TreeMap): TreeMap {
  return about !== undefined && 'members' in about ? { anyOf: [main] } : { allOf: [main] };
}
