import type { Dialect } from '../shared/json-schema/index.ts';

/**
 * Schemas in OpenAPI 3.1 (section 4.8.24): with its own formats, those of its registry
 * (https://spec.openapis.org/registry/format/), and the keyword `discriminator`.
 */
export const dialect: Dialect = {
  schemas: '#/components/schemas/',
  isFormat: () => true,
  hasDiscriminator: true,
  checker: 'server',
  hasRelated: false,
  hasUnevaluated: true,
};

/** The dialect for OpenAPI 3.0. Keywords that differ there are rewritten afterwards (`openapi-3-0.ts`). */
export const dialect30: Dialect = { ...dialect, hasUnevaluated: false };
