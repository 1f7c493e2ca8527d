import { escapeControlCharactersInJson } from '../diagnostics/index.ts';
import type { DomainClass } from '../model/index.ts';
import { entityExample } from '../targets/openapi-spec/index.ts';

/** Invisible characters, which clippy denies in literals (`invisible_characters`). */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * Returns an example instance of a class as JSON, the same as in the OpenAPI document. Invisible characters in values of the
 * ontology are escaped.
 */
export function exampleJson(cls: DomainClass): string {
  const json = JSON.stringify(entityExample(cls), undefined, 2);
  return escapeControlCharactersInJson(json.replace(INVISIBLE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`));
}
