/** The error that all functions of the library throw. */

import { type Diagnostic, DiagnosticError } from '../diagnostics/index.ts';

/** An error with structured diagnostics: message, source location and help for each problem. */
export class CodegenError extends Error {
  override readonly name = 'CodegenError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], cause?: unknown) {
    super(diagnostics.map(({ message }) => message).join('\n'), { cause });
    this.diagnostics = diagnostics;
  }
}

/** Runs a function, and converts each {@link DiagnosticError} into a {@link CodegenError}. */
export async function convertErrors<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DiagnosticError) throw new CodegenError(error.diagnostics, error);
    throw error;
  }
}
