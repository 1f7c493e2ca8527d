import type { Names } from '../targets/openapi-spec/index.ts';
import source from './runtime/http.ts?raw';

/**
 * Returns the module that all operations of the client share. Its type of problems is named as in the OpenAPI document, which
 * renames `Problem` if a class has this name.
 *
 * @param codes the documented codes of problems; a client accepts others, because servers may add some
 */
export function httpModule({ problem }: Pick<Names, 'problem'>, codes: readonly string[] = []): string {
  const renamed = source.replace(/\bProblem\b/g, problem);
  if (codes.length === 0) return renamed;
  const union = [...codes.map((code) => `'${code}'`), '(string & {})'].map((member) => `\n  | ${member}`).join('');
  return renamed.replace('export type ProblemCode = string;', `export type ProblemCode =${union};`);
}
