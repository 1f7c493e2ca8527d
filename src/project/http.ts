import type { Names } from '../targets/openapi-spec/index.ts';
import source from './runtime/http.ts?raw';

/** Statuses of failures that many operations have, by the name of their type. */
export type CommonFailures = Readonly<Record<'ReadFailure' | 'WriteFailure', readonly number[]>>;

/**
 * Returns the module that all operations of the client share. Its type of problems is named as in the OpenAPI document, which
 * renames `Problem` if a class has this name.
 *
 * @param codes the documented codes of problems; a client accepts others, because servers may add some
 * @param failures the failures of all operations; types of failures without any are `never`
 */
export function httpModule(
  { problem }: Pick<Names, 'problem'>,
  codes: readonly string[] = [],
  failures: CommonFailures = { ReadFailure: [], WriteFailure: [] },
): string {
  const renamed = source
    .replace(/\bProblem\b/g, problem)
    .replace(/(?<=type (\w+Failure) = )number/g, (_, name: keyof CommonFailures) => failures[name].join(' | ') || 'never');
  if (codes.length === 0) return renamed;
  const union = [...codes.map((code) => `'${code}'`), '(string & {})'].map((member) => `\n  | ${member}`).join('');
  return renamed.replace('export type ProblemCode = string;', `export type ProblemCode =${union};`);
}
