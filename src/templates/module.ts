/** Templates that are programs: a module of JavaScript or TypeScript whose default export is a target. */

import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail } from '../diagnostics/index.ts';
import { isTemplateName, type Target } from '../targets/index.ts';

/**
 * Loads a module, which runs it: whoever calls this has made sure that the user wants that.
 *
 * @throws DiagnosticError if it cannot be loaded, or exports no target
 */
export async function readModule(file: string): Promise<Target> {
  const { default: target } = await loaded(file);
  if (!isTarget(target)) {
    return fail('template-invalid', {
      reason: `the default export of ${file} is no template`,
      help: 'make one with defineTarget of this package: export default defineTarget({ name, … })',
    });
  }
  if (isTemplateName(target.name) || target.name === 'all') {
    fail(
      'template-invalid',
      { reason: `${target.name} is the name of a built-in template`, help: 'choose another one' },
      { file },
    );
  }
  return target;
}

async function loaded(file: string): Promise<{ readonly default?: unknown }> {
  const whole = path.resolve(file);
  try {
    return await import(pathToFileURL(whole).href);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION') {
      return fail('template-invalid', {
        reason: `${file} is TypeScript, which Node.js ${process.versions.node} does not run`,
        help: 'use Node.js 22.18 or later, or compile the module and name the JavaScript',
      });
    }
    const [, line, column] = /:(\d+)(?::(\d+))?/.exec(error.stack?.split(whole)[1]?.split('\n')[0] ?? '') ?? [];
    const place = { file, ...(line && { line: Number(line) }), ...(column && { column: Number(column) }) };
    return fail('template-invalid', { reason: `it cannot be loaded: ${error.message}` }, place);
  }
}

function isTarget(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null) return false;
  const { name, emit, generate } = value as Partial<Target>;
  return (
    typeof name === 'string' &&
    /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) &&
    typeof emit === 'function' &&
    typeof generate === 'function'
  );
}
