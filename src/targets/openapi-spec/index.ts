import type { DomainModel } from '../../model/index.ts';
import { defineTarget, Ledger, parserNormalization, unrestrictedCharacters } from '../core/index.ts';
import { type Keywords, type Site, schemaComparisons } from '../shared/json-schema/index.ts';
import { answersFor } from './answers.ts';
import { openApiDocument } from './document.ts';
import { type Names, planNames } from './names.ts';
import { type Extent, type Operation, operations } from './operations.ts';
import { yamlFile } from './yaml.ts';

export { type Filter, filtersOf, operatorsOf } from '../shared/filters/index.ts';
export { createExample, includedRelations, instanceExample as entityExample, isAssigned } from '../shared/json-schema/index.ts';
export type { Names } from './names.ts';
export { type Extent, fixedMember, type Inclusion, type Operation } from './operations.ts';
export { PROBLEM_CODES } from './paths.ts';

/** The OpenAPI target: one document with a schema for each class and request, and the operations on instances. */
export const openapiSpec = defineTarget<Site, Keywords>({
  name: 'openapi-spec',
  category: 'rdf-generators',
  language: 'OpenAPI',
  description: 'OpenAPI 3.1 document with a schema for each class and the operations on its instances',
  enforces: true,
  differences: [parserNormalization, unrestrictedCharacters, schemaComparisons],
  options: {
    operations: {
      type: 'choice',
      values: ['basic', 'full'],
      default: 'basic',
      about: 'extent of the operations; full adds what the service of codegen project gen does, such as filters and entity tags',
    },
  },
  ledger: (model) => new Ledger(answersFor(model)),
  print: (model, ledger, { operations: extent }) => ({
    files: [{ path: 'openapi.yaml', print: () => yamlFile(openApiDocument(model, ledger, extent as Extent)) }],
  }),
});

/** Returns the names of schemas and the operations of the document, for generators of clients. */
export function describeApi(
  model: DomainModel,
  extent: Extent = 'basic',
): { readonly names: Names; readonly operations: readonly Operation[] } {
  const names = planNames(model);
  return { names, operations: operations(model, names, extent) };
}
