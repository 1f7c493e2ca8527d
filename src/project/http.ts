import type { Names } from '../targets/openapi-spec/index.ts';
import source from './runtime/http.ts?raw';

/**
 * The module that all operations of the client share. It is called by the same names as in the OpenAPI document, where
 * `Page` and `Problem` have others if classes are called so.
 */
export function httpModule({ page, problem }: Pick<Names, 'page' | 'problem'>): string {
  const names: Readonly<Record<string, string>> = { Page: page, Problem: problem };
  return source.replace(/\b(?:Page|Problem)\b/g, (name) => names[name] ?? name);
}
