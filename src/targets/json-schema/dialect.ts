/** The JSON Schema of this target, as a dialect of the schemas that it shares with the OpenAPI document. */

import type { Dialect } from '../shared/json-schema/index.ts';

/** The formats of JSON Schema 2020-12 (validation, section 7.3) that the shared schemas use. */
const formats: ReadonlySet<string> = new Set(['date-time', 'date', 'uuid', 'uri-reference', 'iri-reference']);

/** The path of definitions in a document, before their name (core, section 8.2.4). */
export const definitions = '#/$defs/';

/** The dialect that every validator of JSON Schema 2020-12 understands. */
export const dialect: Dialect = {
  schemas: definitions,
  isFormat: (name) => formats.has(name),
  hasDiscriminator: false,
  checker: 'others',
  hasUnevaluated: true,
};
