import { type Diagnostic, DiagnosticError } from '../diagnostics/index.ts';

/** What went wrong, as data: a message, a place and a remedy for each problem. */
export class CodegenError extends Error {
  override readonly name = 'CodegenError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[], cause?: unknown) {
    super(diagnostics.map(({ message }) => message).join('\n'), { cause });
    this.diagnostics = diagnostics;
  }
}

/** Does something whose messages for users become a {@link CodegenError}. */
export async function telling<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DiagnosticError) throw new CodegenError(error.diagnostics, error);
    throw error;
  }
}
