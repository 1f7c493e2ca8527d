/** Detects hooks that fire each other without end: a script of `post-generate` may itself run `codegen generate`. */

import { fail } from '../diagnostics/index.ts';
import type { EventName } from './events.ts';

/** Contains the hooks that started this process, outermost first: `post-generate:hook_4f7kq2mz,pre-build:hook_9x2p7m1a`. */
export const CHAIN_VARIABLE = 'CODEGEN_HOOK_CHAIN';

const MAX_DEPTH = 8;

export type Env = Readonly<Record<string, string | undefined>>;

function readChain(env: Env): readonly string[] {
  return (env[CHAIN_VARIABLE] ?? '').split(',').filter((link) => link !== '');
}

/**
 * Rejects an event that a hook fires if the chain of hooks is too long.
 *
 * @throws DiagnosticError with the chain if hooks fire events of other hooks without end
 */
export function checkDepth(event: EventName, env: Env): void {
  const chain = readChain(env);
  if (chain.length < MAX_DEPTH) return;
  const steps = [...chain.map((link) => link.replace(/^([^:]*):(.*)$/, '$1 ($2)')), event];
  fail('hook-recursion', { event, depth: chain.length, chain: steps.join(' → ') });
}

/** Returns the value of the variable for the processes that a hook starts. */
export function extendChain(event: EventName, hookId: string, env: Env): string {
  return [...readChain(env), `${event}:${hookId}`].join(',');
}
