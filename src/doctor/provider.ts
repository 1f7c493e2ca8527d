/** Checks the AI provider of `ai generate`. Never shows its key. */

import { readSettings, type Settings } from '../ai/generate/index.ts';
import { DiagnosticError } from '../diagnostics/index.ts';
import { type Check, type CheckContext, failed, ok, warning } from './check.ts';

const NAME = 'AI provider';
const TIMEOUT_MS = 10_000;

/** Checks the settings of the provider, and with `online` whether it answers. The request costs nothing. */
export async function checkProvider({ env, online }: CheckContext): Promise<Check> {
  let settings: Settings;
  try {
    settings = readSettings({}, env);
  } catch (error) {
    if (!(error instanceof DiagnosticError)) throw error;
    return failed(NAME, error.message, error.diagnostics[0]?.help ?? 'correct the variables CODEGEN_AI_…');
  }
  if (settings.provider === 'offline') return ok(NAME, 'offline: documents are written without a model');
  const { provider, model, baseUrl, key } = settings;
  const described = `${provider}, model ${model} at ${baseUrl}, ${key === undefined ? 'no key' : 'a key is set'}`;
  if (!online) return ok(NAME, `${described}; not contacted (add --online)`);
  // All of these APIs list their models at this path, free of charge.
  const headers = key === undefined ? {} : headersOf(provider, key);
  let status: number;
  try {
    const response = await fetch(`${baseUrl}/models`, { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    status = response.status;
  } catch (error) {
    return failed(
      NAME,
      `${described}; cannot be reached: ${reasonOf(error)}`,
      'check that the server runs, and CODEGEN_AI_BASE_URL',
    );
  }
  if (status === 401 || status === 403)
    return failed(NAME, `${described}; access is denied (${status})`, 'check CODEGEN_AI_API_KEY');
  if (status >= 400) return warning(NAME, `${described}; it answers, with status ${status}`, 'check CODEGEN_AI_BASE_URL');
  return ok(NAME, `${described}; it answers`);
}

function headersOf(provider: Settings['provider'], key: string): Record<string, string> {
  if (provider === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  return { authorization: `Bearer ${key}` };
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer for ${TIMEOUT_MS / 1000} s`;
  const { cause } = error as { cause?: { code?: unknown } };
  return typeof cause?.code === 'string' ? cause.code : 'the connection failed';
}
