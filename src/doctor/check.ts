export type Status = 'ok' | 'warning' | 'failed';

/** What was looked at, and what came of it. */
export interface Check {
  readonly name: string;
  readonly status: Status;
  readonly message: string;
  /** What to do about it, unless it is ok. */
  readonly remedy?: string;
  /** Whether the tool itself cannot do without it. */
  readonly needed: boolean;
}

/** The surroundings that are looked at. */
export interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the network may be used. */
  readonly online: boolean;
}

export function ok(name: string, message: string): Check {
  return { name, status: 'ok', message, needed: false };
}

export function warning(name: string, message: string, remedy: string): Check {
  return { name, status: 'warning', message, remedy, needed: false };
}

/** Something that the user relies on, and the tool can do without. */
export function failed(name: string, message: string, remedy: string): Check {
  return { name, status: 'failed', message, remedy, needed: false };
}

/** Something that the tool cannot do without. */
export function broken(name: string, message: string, remedy: string): Check {
  return { name, status: 'failed', message, remedy, needed: true };
}

export function isBroken(check: Check): boolean {
  return check.status === 'failed' && check.needed;
}
