import { visibleJson } from '../diagnostics/index.ts';
import type { DomainClass } from '../model/index.ts';
import { entityExample } from '../targets/openapi-spec/index.ts';

/** What is there and is not seen: clippy denies it in literals, and so would a reader (`invisible_characters`). */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * An instance of a class as JSON text, the one that the OpenAPI document shows as well. Whatever values the ontology gives,
 * what would not be seen is escaped.
 */
export function exampleJson(cls: DomainClass): string {
  const json = JSON.stringify(entityExample(cls), undefined, 2);
  return visibleJson(json.replace(INVISIBLE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`));
}
