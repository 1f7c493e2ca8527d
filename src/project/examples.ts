import { visibleJson } from '../diagnostics/index.ts';
import type { DomainClass } from '../model/index.ts';
import { entityExample } from '../targets/openapi-spec/index.ts';

/**
 * An instance of a class as JSON text, the one that the OpenAPI document shows as well. It holds nothing but names of
 * fields and made-up values, so that it can stand in raw strings: no quotes but JSON's own, no backslash, no `#`.
 */
export function exampleJson(cls: DomainClass): string {
  return visibleJson(JSON.stringify(entityExample(cls), undefined, 2));
}
