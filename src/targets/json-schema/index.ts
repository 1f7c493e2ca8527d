import type { DomainModel } from '../../model/index.ts';
import { defineTarget, Ledger, parserNormalization, unrestrictedCharacters } from '../core/index.ts';
import {
  componentSchemas,
  descriptionOf,
  type Keywords,
  type SchemaLedger,
  type Site,
  schemaComparisons,
  schemaNames,
} from '../shared/json-schema/index.ts';
import { jsonFile, type TreeMap } from '../shared/tree/index.ts';
import type { FileToPrint, Printing } from '../target.ts';
import { pascalCase } from '../text/index.ts';
import { answers } from './answers.ts';
import { definitions, dialect } from './dialect.ts';
import { type Part, partsOf, referencesBetween } from './files.ts';

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
  description: 'JSON Schema 2020-12: a schema for each class and its variants, in one bundle and a file a class',
  enforces: true,
  differences: [parserNormalization, unrestrictedCharacters, schemaComparisons],
  ledger: () => new Ledger(answers),
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
  const parts = partsOf(model, names, schemas);
  const references = referencesBetween(parts);
  return {
    files: [
      { path: BUNDLE, print: () => jsonFile(bundle) },
      ...parts.map((part): FileToPrint => {
        const [main] = part.names;
        const print = () => {
          const $defs: TreeMap = Object.fromEntries(part.names.map((name) => [name, schemas[name]]));
          const root = { $schema, $id: part.path, ...rootOf(part, { $ref: `${definitions}${main}` }), $defs };
          return jsonFile(root, references(part));
        };
        return { path: part.path, ...(part.about && { about: part.about }), print };
      }),
    ],
  };
}

/**
 * Returns the root schema of a file. A `$ref` is put into a list, because json-schema-to-typescript loses its sibling keywords
 * if another file refers back to it. Unions use `anyOf`, because datamodel-code-generator reads an `allOf` as an object.
 */
function rootOf({ about }: Part, main: TreeMap): TreeMap {
  return about !== undefined && 'members' in about ? { anyOf: [main] } : { allOf: [main] };
}
