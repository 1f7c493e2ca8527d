/** Validates the arguments of library functions with Zod, because plain JavaScript does not check types. */

import { z } from 'zod';
import { type Diagnostic, DiagnosticError, diagnostic, suggest } from '../diagnostics/index.ts';
import { isLoaded, isModel, isTexts } from './argument-checks.ts';

// The message of each schema is the end of a sentence "… must be …".

const hasMethod = (given: unknown, name: string): boolean =>
  typeof given === 'object' && given !== null && typeof (given as Record<string, unknown>)[name] === 'function';

const text = z.string('a string');
const paths = z.array(text, 'a list of strings').optional();
const stringRecord = z.record(text, text, 'an object of strings').optional();
const signal = z.custom<AbortSignal>((given) => hasMethod(given, 'throwIfAborted'), 'an AbortSignal').optional();

const modelOptions = {
  main: text.optional(),
  shapes: paths,
  imports: stringRecord,
  catalog: text.optional(),
  allowRead: paths,
  policies: stringRecord,
  select: paths,
  exclude: paths,
  signal,
  depth: z.int('an integer').min(0, '0 or more').optional(),
  outside: z.enum(['iri', 'omit'], 'iri or omit').optional(),
};

const sources = 'the path of an ontology, or contents by their paths';
const isSource = (given: unknown): boolean => typeof given === 'string' || (!isNonRecord(given) && isTexts(given));
const isNonRecord = (given: unknown): boolean => [Promise, URL].some((kind) => given instanceof kind);

const load = z.object({
  source: z.custom(isSource, sources),
  options: z.strictObject(modelOptions, 'an object'),
});

const isTarget = (given: unknown): boolean => hasMethod(given, 'emit');
const template = z.custom((given) => typeof given === 'string' || isTarget(given), 'a name, a path, or what defineTarget gives');
const isList = (given: unknown): boolean => Array.isArray(given) && isTexts(given);
const isValue = (given: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof given) || isList(given);
const value = z.custom(isValue, 'a string, a number, true or false, or a list of strings');
const templateUse = z.strictObject(
  { template, folder: text.optional(), options: z.record(z.string(), value, 'an object').optional() },
  'a template, or { template, folder, options }',
);

const generate = z.object({
  from: z.custom((given) => isModel(given) || isLoaded(given) || isSource(given), `a model, what loadModel gives, ${sources}`),
  options: z.strictObject(
    {
      ...modelOptions,
      templates: z.array(
        z.union([z.custom((given) => typeof given === 'string' || isTarget(given)), templateUse]),
        'a list of templates',
      ),
    },
    'an object with templates',
  ),
});

const file = z.object({ path: text, body: text, origin: z.object({}, 'an object') }, 'a file that generate gives');

const write = z.object({
  folder: text,
  files: z.array(file, 'a list of files that generate gives'),
  options: z.strictObject({ dryRun: z.boolean('true or false').optional() }, 'an object'),
});

const schemas = { loadModel: load, generate, writeFiles: write } as const;

/**
 * Rejects invalid arguments.
 *
 * @param call the name of the called function
 * @param parameters its arguments, by parameter name
 * @throws DiagnosticError with all problems
 */
export async function checkArguments(call: keyof typeof schemas, parameters: Readonly<Record<string, unknown>>): Promise<void> {
  const { success, error } = schemas[call].safeParse(parameters);
  if (success) return;
  const diagnostics: Diagnostic[] = [];
  for (const issue of error.issues) diagnostics.push(...(await argumentProblem(call, issue, [], parameters)));
  throw new DiagnosticError(...diagnostics);
}

async function argumentProblem(
  call: keyof typeof schemas,
  issue: z.core.$ZodIssue,
  parentPath: readonly PropertyKey[],
  input: unknown,
): Promise<readonly Diagnostic[]> {
  const path = [...parentPath, ...issue.path];
  const member = path
    .map((part, i) => (typeof part === 'number' ? `[${part}]` : `${i === 0 ? '' : '.'}${String(part)}`))
    .join('');
  if (issue.code === 'unrecognized_keys') {
    const allowed = Object.keys(schemas[call].shape.options.shape);
    return Promise.all(
      issue.keys.map(async (key) => {
        const similar = path.length === 1 ? await suggest(key, allowed) : undefined;
        const help = similar === undefined ? 'leave it out' : `did you mean ${similar}?`;
        return diagnostic('usage', { message: `${call}: ${member} has no ${key}`, help });
      }),
    );
  }
  // For a template or an object with a template, report the errors of the object, which are more specific.
  const unionErrors = issue.code === 'invalid_union' ? issue.errors.at(-1) : undefined;
  if (unionErrors && unionErrors.length > 0) {
    return (await Promise.all(unionErrors.map((each) => argumentProblem(call, each, path, input)))).flat();
  }
  const value = path.reduce<unknown>(
    (parent, part) => (parent as Record<PropertyKey, unknown> | null | undefined)?.[part],
    input,
  );
  const help = value instanceof Promise ? 'it is a promise: await it first' : 'docs/how-to/library.md has the functions';
  return [diagnostic('usage', { message: `${call}: ${member} must be ${issue.message}`, help })];
}
