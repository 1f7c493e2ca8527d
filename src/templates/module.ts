/** Templates as programs: a module of JavaScript or TypeScript whose default export is a target. */

import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DiagnosticError, fail, type Place } from '../diagnostics/index.ts';
import * as core from '../targets/core/index.ts';
import type { GeneratedFile, Target } from '../targets/index.ts';
import * as text from '../targets/text/index.ts';
import { defineTarget } from './define.ts';
import { FileCheck } from './files.ts';
import { isReservedName, isValidName } from './names.ts';

/** The argument of a module that exports a function. Such a module needs no package of its own. */
export const toolkit = {
  defineTarget,
  declared: core.declared,
  enforced: core.enforced,
  nothing: core.nothing,
  indent: text.indent,
  marked: text.marked,
  separated: text.separated,
  camelCase: text.camelCase,
  pascalCase: text.pascalCase,
  wrap: text.wrap,
} as const;

export type Toolkit = typeof toolkit;

/**
 * Loads a module, which runs its code. The caller must have checked that the user allows this.
 *
 * @throws DiagnosticError if the module cannot be loaded, or exports no target
 */
export async function readModule(file: string): Promise<Target> {
  const absolutePath = path.resolve(file);
  const report = (error: unknown, what: string): never => {
    if (error instanceof DiagnosticError || !(error instanceof Error)) throw error;
    const reason = `${what}: ${error.message}`;
    return fail('template-invalid', { reason }, stackPlace(error, file, absolutePath));
  };
  let target: unknown;
  try {
    ({ default: target } = await importModule(file, absolutePath));
    if (typeof target === 'function') target = await target(toolkit);
  } catch (error) {
    return report(error, 'it cannot be loaded');
  }
  if (!isTarget(target)) {
    return fail(
      'template-invalid',
      {
        reason: 'the default export is not a template',
        help: 'make one with defineTarget: export default ({ defineTarget }) => defineTarget({ name, print })',
      },
      { file },
    );
  }
  if (isReservedName(target.name)) {
    fail(
      'template-invalid',
      { reason: `${target.name} is the name of a built-in template`, help: 'choose another one' },
      { file },
    );
  }
  return guardTarget(target, file, report);
}

/** Returns a target that checks its files and adds the source location in the module to its errors. */
function guardTarget(target: Target, file: string, report: (error: unknown, what: string) => never): Target {
  const reportErrors = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      return report(error, `the template ${target.name} failed`);
    }
  };
  const emit: Target['emit'] = (model, options) => {
    const emission = reportErrors(() => target.emit(model, options));
    let files: readonly GeneratedFile[] | undefined;
    const cachedFiles = () => {
      files ??= checkFiles(
        reportErrors(() => emission.files()),
        target.name,
        file,
      );
      return files;
    };
    return {
      achieved: (demand) => reportErrors(() => emission.achieved(demand)),
      unprinted: () => reportErrors(() => emission.unprinted()),
      files: cachedFiles,
      printing: () => core.printingOf(cachedFiles()),
    };
  };
  return { ...target, emit, generate: (model, options) => emit(model, options).files() };
}

function checkFiles(files: readonly GeneratedFile[], name: string, module: string): readonly GeneratedFile[] {
  const check = new FileCheck();
  for (const file of files) {
    const reason = typeof file.content === 'string' ? check.problem(file) : 'it has no content';
    if (reason !== undefined) {
      fail(
        'template-failed',
        { template: name, reason: `it makes a file ${JSON.stringify(file.path)}: ${reason}` },
        { file: module },
      );
    }
  }
  return files;
}

/** Time of the last change of each module when it was first loaded. */
const loadTimes = new Map<string, number>();

/** Returns the URL to import. Node.js caches modules by their URLs, so a changed module needs another one. */
function importUrl(absolutePath: string): string {
  const { href } = pathToFileURL(absolutePath);
  const changed = statSync(absolutePath).mtimeMs;
  const first = loadTimes.get(absolutePath) ?? changed;
  loadTimes.set(absolutePath, first);
  return changed === first ? href : `${href}?changed=${changed}`;
}

async function importModule(file: string, absolutePath: string): Promise<{ readonly default?: unknown }> {
  try {
    return await import(importUrl(absolutePath));
  } catch (error) {
    if ((error as NodeJS.ErrnoException | null)?.code !== 'ERR_UNKNOWN_FILE_EXTENSION') throw error;
    return fail(
      'template-invalid',
      {
        reason: `Node.js ${process.versions.node} runs no TypeScript`,
        help: 'use Node.js 22.18 or later, or compile the module and name the JavaScript',
      },
      { file },
    );
  }
}

/** Returns the location in the module that an error comes from, according to its stack. */
function stackPlace({ stack = '' }: Error, file: string, absolutePath: string): Place {
  const afterPath = stack.split(pathToFileURL(absolutePath).href)[1] ?? stack.split(absolutePath)[1] ?? '';
  const [, line, column] = /^(?:\?changed=[\d.]+)?:(\d+)(?::(\d+))?/.exec(afterPath) ?? [];
  return { file, ...(line && { line: Number(line) }), ...(column && { column: Number(column) }) };
}

function isTarget(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null) return false;
  const { name, emit, generate } = value as Partial<Target>;
  return typeof name === 'string' && isValidName(name) && typeof emit === 'function' && typeof generate === 'function';
}
