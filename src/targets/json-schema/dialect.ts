import type { Dialect } from '../shared/json-schema/index.ts';

/** JSON Schema 2020-12, validation, section 7.3: the formats that its vocabulary defines, of those that schemas may have. */
const formats: ReadonlySet<string> = new Set(['date-time', 'date', 'uuid', 'uri-reference', 'iri-reference']);

/** Where definitions stand in a document, by their names (core, section 8.2.4). */
export const definitions = '#/$defs/';

/** Schemas for every validator of JSON Schema 2020-12. */
export const dialect: Dialect = {
  schemas: definitions,
  isFormat: (name) => formats.has(name),
  hasDiscriminator: false,
  hasUnevaluated: true,
};
