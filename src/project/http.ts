import type { Names } from '../targets/openapi-spec/index.ts';
import source from './runtime/http.ts?raw';

/**
 * Returns the module that all operations of the client share. Its types are named as in the OpenAPI document, which renames
 * `Page` and `Problem` if classes have these names.
 */
export function httpModule({ page, problem }: Pick<Names, 'page' | 'problem'>): string {
  const names: Readonly<Record<string, string>> = { Page: page, Problem: problem };
  return source.replace(/\b(?:Page|Problem)\b/g, (name) => names[name] ?? name);
}
