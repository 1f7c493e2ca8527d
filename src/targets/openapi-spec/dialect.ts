import type { Dialect } from '../shared/json-schema/index.ts';

/**
 * Schemas as OpenAPI 3.1 has them (section 4.8.24): its own formats and those of its registry
 * (https://spec.openapis.org/registry/format/), and the keyword that tells which alternative it is.
 */
export const dialect: Dialect = {
  schemas: '#/components/schemas/',
  isFormat: () => true,
  hasDiscriminator: true,
  hasUnevaluated: true,
};

/** What is the same in OpenAPI 3.0; the keywords that are others there are put into its words (`openapi-3-0.ts`). */
export const olderDialect: Dialect = { ...dialect, hasUnevaluated: false };
