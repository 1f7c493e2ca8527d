import type { Target } from '../target.ts';
import { openApiDocument } from './document.ts';
import { yaml } from './yaml.ts';

/** One OpenAPI 3.1 document: a schema for each class and request, and the paths to list, create, read, update and delete. */
export const openapiSpec: Target = {
  name: 'openapi-spec',
  category: 'rdf-generators',
  language: 'OpenAPI',
  description: 'OpenAPI 3.1 document with a schema for each class and the operations on its instances',
  generate: (model) => [{ path: 'openapi.yaml', content: yaml(openApiDocument(model)) }],
};
