/** The result of a check of `utils doctor`: `warning Git: not found; remedy: install Git`. */

export type Status = 'ok' | 'warning' | 'failed';

export interface Check {
  readonly name: string;
  readonly status: Status;
  readonly message: string;
  /** What the user should do, unless the status is `ok`. */
  readonly remedy?: string;
  /** Whether `codegen` itself needs it. */
  readonly needed: boolean;
}

/** The folder and the environment that are checked. */
export interface CheckContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly online: boolean;
}

/** Returns the result of a check that found no problem. */
export function ok(name: string, message: string): Check {
  return { name, status: 'ok', message, needed: false };
}

/** Returns the result of a check that found a problem which does not stop `codegen`. */
export function warning(name: string, message: string, remedy: string): Check {
  return { name, status: 'warning', message, remedy, needed: false };
}

/** A failure that affects the user's setup, but not `codegen` itself. */
export function failed(name: string, message: string, remedy: string): Check {
  return { name, status: 'failed', message, remedy, needed: false };
}

/** A failure of something that `codegen` itself needs. */
export function broken(name: string, message: string, remedy: string): Check {
  return { name, status: 'failed', message, remedy, needed: true };
}

/** Returns whether a check shows that `codegen` cannot work. */
export function isBroken(check: Check): boolean {
  return check.status === 'failed' && check.needed;
}
